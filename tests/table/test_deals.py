"""Deals that many people play: one game of each counts, and nobody sees the draws before their own game is over."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from partake.engine.chance import Seed
from partake.engine.hexagon.view import HexagonView
from partake.table.challenges import Challenges
from partake.table.deals import Deal
from partake.table.model import ConflictError, ForbiddenError, MissingError, Person
from partake.table.statistics import statistics
from table_service import Evening, spend

pytestmark = pytest.mark.databases
DEAL = Deal("test/1", "classic", {"rays": "each", "takeback": "no"}, Seed.of("a deal for everybody"), "The deal")


class Sealed:
    """A source whose deals are sealed until a test opens them."""

    def __init__(self) -> None:
        self.sealed = True

    async def is_sealed(self, name: str) -> bool:
        """Whether they are."""
        return self.sealed


async def played(at: Evening, table: str, person: Person) -> HexagonView:
    """A person's game, to its end."""
    while True:
        state = await at.state(table, person)
        assert isinstance(state.view, HexagonView)
        if state.view.outcome is not None:
            return state.view
        await at.act(table, person)


async def settled(at: Evening, person: Person) -> None:
    """Until the end of the person's game is stored."""
    while not (mine := await at.tables.deals.store.try_of(DEAL.name, person.id)) or not mine.is_over:
        await asyncio.sleep(0.01)


def test_one_try_counts_and_practice_comes_after_it(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        deals, (ann, bob) = at.tables.deals, await at.guests("Ann", "Bob")
        deals.register("test", Sealed())
        first, same = await asyncio.gather(deals.begin(DEAL, ann), deals.begin(DEAL, ann))
        assert first.id == same.id, "two requests at the same moment begin one game"
        assert (first.status, first.deal, first.counts) == ("playing", "test/1", True)
        with pytest.raises(ConflictError, match="finish your own game"):
            await deals.begin(DEAL, ann, counts=False)
        seen = await played(at, first.id, ann)
        await settled(at, ann)
        assert (await deals.begin(DEAL, ann)).id == first.id, "there is no second try"
        practice = await deals.begin(DEAL, ann, counts=False)
        assert not practice.counts
        again = await played(at, practice.id, ann)
        other = await played(at, (await deals.begin(DEAL, bob)).id, bob)
        await settled(at, bob)
        assert seen.drawn == again.drawn == other.drawn
        results = await deals.results(DEAL.name)
        assert {one.nickname: one.total for one in results} == {
            "Ann": seen.outcome.scores[0].total, "Bob": other.outcome.scores[0].total  # type: ignore[union-attr]
        }  # fmt: skip
        assert [one.total for one in results] == sorted((one.total or 0 for one in results), reverse=True)
        counted: list[dict[str, Any]] = statistics(at.tables.catalogue, await at.people.games(ann))
        assert [one["games"] for one in counted] == [1], "what was known beforehand counts in no statistics"
        with pytest.raises(ConflictError, match="everybody can play these tiles"):
            await Challenges(at.tables).create(first.id, ann)
        rematch = await at.tables.rematch(first.id, ann)
        assert (rematch.deal, rematch.counts, rematch.commitment == first.commitment) == (None, True, False)

    spend(tmp_path, course)


def test_nobody_sees_a_sealed_deal_before_the_end_of_their_own_game(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        deals, source, (ann, bob) = at.tables.deals, Sealed(), await at.guests("Ann", "Bob")
        deals.register("test", source)
        mine, his = (await deals.begin(DEAL, ann)).id, (await deals.begin(DEAL, bob)).id

        async def refused(person: str | None) -> None:
            with pytest.raises(ForbiddenError, match="play yours first"):
                await at.tables.state(his, person)
            with pytest.raises(ForbiddenError, match="play yours first"):
                await at.tables.record(his, person)
            with pytest.raises(ForbiddenError, match="play yours first"):
                await at.tables.replay(his, 1, person)
            with pytest.raises(ForbiddenError, match="play yours first"):
                async with at.tables.listen(his, person):
                    pass

        await refused(None)
        await refused(ann.id)
        await played(at, his, bob)
        await settled(at, bob)
        await refused(ann.id)
        await played(at, mine, ann)
        await settled(at, ann)
        assert (await at.tables.state(his, ann.id)).view is not None
        await refused(None)
        source.sealed = False
        assert (await at.tables.state(his, None)).view is not None
        with pytest.raises(MissingError):
            await deals.is_sealed("other/1")

    spend(tmp_path, course)


def test_forgetting_a_person_takes_their_try_away(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        deals, (ann,) = at.tables.deals, await at.guests("Ann")
        deals.register("test", Sealed())
        await deals.begin(DEAL, ann)
        await at.tables.forget(ann.id)
        assert await deals.results(DEAL.name) == []

    spend(tmp_path, course)
