"""Tables of many: everybody is told the same once, and never what the others have just done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from partake.engine.hexagon.view import HexagonView
from partake.table.model import Person, TableRequest
from partake.table.view_json import view_json
from partake.table.views import CROWD
from table_service import Evening, heard, spend

MANY = CROWD + 6


async def gathered(at: Evening, edition: str, **options: str) -> tuple[str, list[Person]]:
    """A table without limit that has begun, and the people at it."""
    people = await at.guests(*(f"Guest {n}" for n in range(MANY)))
    table = (await at.tables.create(people[0], TableRequest(edition, options=options, pause=0.0, unlimited=True))).id
    for person in people[1:]:
        await at.tables.join(table, person)
    await at.tables.start(table, people[0].id)
    return table, people


def shortened(whole: dict[str, Any]) -> dict[str, Any]:
    """A view as a crowd is told it: of far seats only the points."""
    sheets = [
        sheet if seat <= CROWD or seat == whole["seat"] else {"total": sheet["total"]}
        for seat, sheet in enumerate(whole["sheets"], start=1)
    ]
    return {**whole, "sheets": sheets}


@pytest.mark.parametrize(
    ("edition", "options", "calls"),
    [("classic", {}, 19), ("classic", {"rounds": "2", "draw": "2"}, 20), ("nexus", {}, 4), ("orchid", {}, 3)],
)
def test_a_crowd_is_told_what_each_view_holds_but_for_far_boards(
    tmp_path: Path, edition: str, options: dict[str, str], calls: int
) -> None:
    async def course(at: Evening) -> None:
        table, people = await gathered(at, edition, **options)
        for call in range(calls):
            for n, person in enumerate(people):
                while n + 1 in (await at.state(table)).json["view"]["to_act"]:
                    legal = [action for action in await at.legal(table, person) if action != "back"]
                    await at.tables.play(table, person.id, legal[(n + call) % len(legal)])
                    if n in (0, 7, 8):
                        for other in (None, people[0], people[7], people[8], people[-1]):
                            state = await at.state(table, other)
                            assert isinstance(state.view, HexagonView)
                            assert state.json["view"] == shortened(view_json(state.view))
            await at.settle()
        over = (await at.state(table, people[-1])).json["view"]
        assert over["drawn"]

    spend(tmp_path, course)


def test_nobody_in_a_crowd_is_told_what_another_has_just_placed(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        table, people = await gathered(at, "classic")
        for actor in (0, 4, MANY - 1):
            watchers = [None, *(person for person in people if person is not people[actor])]
            before = [(await at.state(table, person)).json for person in watchers]
            await at.act(table, people[actor], which=actor)
            after = [(await at.state(table, person)).json for person in watchers]
            for state in (*before, *after):
                state["view"].pop("to_act")
            assert before == after

    spend(tmp_path, course)


def test_a_crowd_that_hears_of_a_change_at_the_table_is_not_told_that_somebody_acted(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        table, people = await gathered(at, "classic")
        async with at.streams(table, None) as (stream,):
            await at.tables.leave(table, people[-1].id)
            at.timers.pass_by(1.0)
            assert [kind for kind, _ in await heard(stream)] == ["view", "table", "presence"]
            await at.act(table, people[0])
            at.timers.pass_by(1.0)
            assert [kind for kind, _ in await heard(stream)] == ["acted"]

    spend(tmp_path, course)
