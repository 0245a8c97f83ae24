"""A friend plays the same draws: hidden until they have played, compared afterwards, and nobody plays them twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from partake.engine.hexagon.view import HexagonView
from partake.table.challenges import Challenges
from partake.table.model import ConflictError, ForbiddenError, Person
from table_service import Evening, spend


async def finish(at: Evening, table: str, *people: Person) -> HexagonView:
    """Play a game to its end; what the first of these sees then."""
    while True:
        for person in people:
            state = await at.state(table, person)
            assert isinstance(state.view, HexagonView)
            if state.view.outcome is not None:
                return state.view
            if state.seat in state.view.to_act:
                await at.act(table, person)


@pytest.mark.parametrize("wanted", [{}, {"edition": "orchid"}, {"options": {"rounds": 2}}], ids=str)
def test_a_friend_gets_the_same_tiles_and_the_boards_are_compared(tmp_path: Path, wanted: dict[str, Any]) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        challenges = Challenges(at.tables)
        first = await at.table(ann, bob, pause=0.0, **wanted)
        with pytest.raises(ConflictError, match="when the game is over"):
            await challenges.create(first, ann)
        seen = await finish(at, first, ann, bob)
        with pytest.raises(ForbiddenError):
            await challenges.create(first, cleo)
        made = await challenges.create(first, ann)
        assert (made.status, [seat.name for seat in made.seats]) == ("waiting", [""])
        assert await challenges.challenger(made.id) == "Ann"
        for known in (ann, bob):
            with pytest.raises(ConflictError, match="played these tiles before"):
                await at.tables.join(made.id, known)
        info = await at.tables.join(made.id, cleo)
        assert info.status == "playing"
        told = json.dumps((await at.state(made.id, cleo)).json)
        assert first not in told, "where the tiles can be looked up is not told"
        assert await challenges.others(made.id) == []
        assert await challenges.others(first) == []
        played = await finish(at, made.id, cleo)
        assert played.drawn == seen.drawn
        assert [other.info.id for other in await challenges.others(first)] == [made.id]
        assert [other.info.id for other in await challenges.others(made.id)] == [first]
        again = await challenges.create(made.id, cleo)
        assert await challenges.challenger(again.id) == "Cleo"
        with pytest.raises(ConflictError, match="played these tiles before"):
            await at.tables.join(again.id, ann)
        fresh = await at.tables.rematch(made.id, cleo)
        assert fresh.commitment != info.commitment, "a rematch has tiles of its own"

    spend(tmp_path, course)


def test_players_who_depend_on_each_other_cannot_be_compared(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, pause=0.0, options={"rays": "best"})
        await finish(at, table, ann, bob)
        with pytest.raises(ConflictError, match="depend on each other"):
            await Challenges(at.tables).create(table, ann)

    spend(tmp_path, course)
