"""Milestones: what a person reached for the first time, found anew from the results of their games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from partake.review.levels import level_plays
from partake.rules.catalogue import Catalogue
from partake.rules.edition import HexagonEdition
from partake.store.practice_rows import ResultRow

DAY = 86_400
"""Seconds."""
STEP, WIDE = 50, 100
"""The steps of the scores that are worth mentioning; the wider one where the levels are further apart than that."""
REVIEWED = (10, 50, 100)
"""The numbers of reviewed games that are worth mentioning."""
DAYS = (3, 7, 14, 30, 100)
"""The numbers of days in a row."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something that was reached for the first time."""

    kind: str
    """`score` (this many points or more), `line` (one of this many tiles), `clean` (no grave mistake), `reviewed` (this
    many games), `days` (on this many in a row)."""
    value: int
    edition: str
    """Which game it is about; nothing for days."""
    table: str
    at: float


def scores_worth_mentioning(edition: str) -> tuple[int, ...]:
    """Round scores from what the casual bot usually reaches to what the master reaches in one game of ten."""
    plays = {play.level: play for play in level_plays(edition)}
    if "casual" not in plays or "master" not in plays or edition == "five":
        return ()
    low, high = plays["casual"].median, plays["master"].tenth
    step = STEP if high - low <= WIDE else WIDE
    return tuple(range(round(low / step) * step, int(high) + 1, step))


def longest_line(known: Catalogue, edition: str) -> int:
    """The number of cells of the longest lines of an edition's board; 0 where there is none."""
    found = known.editions.get(edition)
    return max(len(line.cells) for line in found.board.lines) if isinstance(found, HexagonEdition) else 0


def milestones(known: Catalogue, rows: Iterable[ResultRow]) -> list[Milestone]:
    """Everything that was reached for the first time, in its order; `rows` are in the order in which games ended.

    Games that are kept apart do not count. Scores are those by an edition's usual rules.
    """
    found: dict[tuple[str, int, str], Milestone] = {}
    reviewed: dict[str, int] = {}
    last_day, in_a_row = 0, 0
    longest: dict[str, int] = {}
    for row in (row for row in rows if not row.apart):
        edition, reached = row.edition, list[tuple[str, int, str]]()
        if not row.rules:
            reached += [("score", score, edition) for score in scores_worth_mentioning(edition) if row.score >= score]
        best_line = longest.setdefault(edition, longest_line(known, edition))
        if best_line and row.longest >= best_line:
            reached.append(("line", best_line, edition))
        if row.moves:
            reviewed[edition] = reviewed.get(edition, 0) + 1
            if row.grave == 0:
                reached.append(("clean", 0, edition))
            if reviewed[edition] in REVIEWED:
                reached.append(("reviewed", reviewed[edition], edition))
        day = int(row.finished // DAY)
        in_a_row = in_a_row if day == last_day else in_a_row + 1 if day == last_day + 1 else 1
        last_day = day
        if in_a_row in DAYS:
            reached.append(("days", in_a_row, ""))
        for kind, value, of in reached:
            found.setdefault((kind, value, of), Milestone(kind, value, of, row.table_id, row.finished))
    return list(found.values())
