"""Games of people for tests of progress and leaderboards: played by a bot through the table service, and summaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from partake.bots import parse_bot_spec
from partake.engine.notation import format_action
from partake.review.summary import SeatSummary
from partake.store.practice_rows import ResultRow
from partake.table.model import Person
from table_service import Evening

RESULT = ResultRow(
    table_id="t", person="ann", game=1, seat=1, edition="classic", rules="", finished=1_800_000_000.0, score=150.0
)
SUMMARY = SeatSummary(
    1, 1, 150.0, 19, 19.0, 5.0, 2, {"opening": (9.0, 6), "middle": (7.0, 6), "end": (3.0, 7)}, {"breaks": 6.0}
)


def result(number: int = 1, **values: Any) -> ResultRow:
    """A result that was not reviewed; each number is another table, a minute later."""
    return replace(RESULT, **{"table_id": f"t{number}", "finished": RESULT.finished + 60 * number, **values})


def reviewed(number: int, lost: float, *, moves: int = 19, luck: float | None = 0.0, **values: Any) -> ResultRow:
    """A result with its review."""
    found: dict[str, Any] = {
        "reviewed": 1.0,
        "moves": moves,
        "lost": lost,
        "luck": luck,
        "grave": 1,
        "phases": {},
        "causes": {},
    }
    return result(number, **{**found, **values})


async def played_by(evening: Evening, person: Person, bot: str, *others: Person, seed: int = 1, **wanted: Any) -> str:
    """A finished table at which a bot plays for people, through the table service."""
    table = await evening.table(person, *others, **wanted)
    seated = {one.id: parse_bot_spec(bot).seat(seed + i) for i, one in enumerate((person, *others))}
    while True:
        acted = False
        for one in (person, *others):
            state = await evening.state(table, one)
            if state.view is not None and state.view.must_act:
                await evening.tables.play(table, one.id, format_action(seated[one.id].choose(state.view)))
                await evening.settle()
                acted = True
        if not acted:
            assert (await evening.info(table)).finished is not None
            return table


async def kept_review(evening: Evening, table: str, *found: SeatSummary) -> None:
    """Keep what a review of a table is said to have found."""
    await evening.tables.results.reviewed(table, found or (SUMMARY,))


def seats_of(rows: Sequence[ResultRow]) -> list[int]:
    """The seats of some results."""
    return [row.seat for row in rows]
