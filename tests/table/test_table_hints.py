"""Hints at tables: for whoever plays without other people, counted once for each decision and kept, never stale."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from partake.bots.worker import Worker
from partake.rules.errors import OptionError
from partake.store.rows import SeatRow, Status
from partake.table.bot_pool import BotPool
from partake.table.hints import Hinted, counted
from partake.table.model import (
    ConflictError,
    ForbiddenError,
    Person,
    SeatRequest,
    TableRequest,
    TooManyError,
    UnavailableError,
)
from partake.table.statistics import statistics
from table_service import Evening, evening, spend

HOST, BOT = SeatRequest("host"), SeatRequest("bot", "random")


async def hint(at: Evening, table: str, person: Person, step: int = 1) -> Hinted:
    """A step of a hint for the state as it is."""
    return await at.tables.hints.give(table, person.id, step, expect=(await at.state(table, person)).number)


async def given(at: Evening, table: str) -> list[tuple[int, ...]]:
    """What was counted at each seat."""
    return [seat.hints for seat in (await at.info(table)).seats]


async def finish(at: Evening, table: str, person: Person) -> None:
    """Play a game to its end."""
    while (await at.info(table)).status == Status.PLAYING:
        await at.act(table, person)


def test_one_decision_counts_once_by_its_deepest_step_and_for_good(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        table = await at.table(ann, seats=(HOST, BOT), pause=5.0)
        await at.settle()
        assert (await at.info(table)).hints
        first = await hint(at, table, ann)
        assert (first.step, await given(at, table)) == (1, [(1, 0, 0), ()])
        await hint(at, table, ann, 2)
        again = await hint(at, table, ann, 1)
        assert again.found == first.found, "what was told is told again"
        assert await given(at, table) == [(0, 1, 0), ()]
        await at.tables.play(table, ann.id, (await at.legal(table, ann))[0])
        await at.tables.play(table, ann.id, "back")
        await hint(at, table, ann, 1)
        assert await given(at, table) == [(0, 1, 0), ()], "a tile that was taken back is the same decision"
        await at.act(table, ann)
        await at.pass_by(5.0)
        await hint(at, table, ann, 3)
        assert await given(at, table) == [(0, 1, 1), ()]
        kept.append(table)

    async def later() -> None:
        async with evening(tmp_path) as at:
            assert await given(at, kept[0]) == [(0, 1, 1), ()]
            person = (await at.store.load(kept[0])).seats[0].people[0]  # type: ignore[union-attr]
            number = (await at.tables.state(kept[0], person)).number
            await at.tables.hints.give(kept[0], person, 2, expect=number)
            assert await given(at, kept[0]) == [(0, 1, 1), ()], "nor does a restart make it undone"

    kept: list[str] = []
    spend(tmp_path, course)
    asyncio.run(later())


@pytest.mark.parametrize(
    ("before", "step", "hints"),
    [(0, 1, (1, 0, 0)), (0, 3, (0, 0, 1)), (1, 2, (0, 1, 0)), (2, 3, (0, 0, 1)), (3, 1, (0, 0, 1))],
)
def test_the_deepest_step_of_a_decision_counts(before: int, step: int, hints: tuple[int, ...]) -> None:
    row = SeatRow(1, "Ann")
    for one in filter(None, (before, step)):
        row = counted(row, "d1", one)
    assert row.hints == hints
    assert sum(counted(row, "d2", 1).hints) == 2


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"seats": (HOST, SeatRequest("person")), "hints": True}, "no other person plays"),
        ({"seats": (HOST,), "unlimited": True, "hints": True}, "no other person plays"),
    ],
    ids=["others", "unlimited"],
)
def test_nobody_can_ask_for_a_table_with_hints_and_others(
    tmp_path: Path, wanted: dict[str, Any], sentence: str
) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        with pytest.raises(OptionError, match=sentence):
            await at.tables.create(ann, TableRequest("classic", **wanted))

    spend(tmp_path, course)


def test_hints_are_refused_where_people_play_after_the_end_to_strangers_and_where_the_host_wants_none(
    tmp_path: Path,
) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        shared = await at.table(ann, bob)
        assert not (await at.info(shared)).hints
        with pytest.raises(ForbiddenError, match="where other people play"):
            await hint(at, shared, ann)
        await at.tables.leave(shared, bob.id)
        with pytest.raises(ForbiddenError, match="where other people play"):
            await hint(at, shared, ann)
        strict = await at.table(ann, hints=False)
        with pytest.raises(ForbiddenError, match="without hints"):
            await hint(at, strict, ann)
        alone = await at.table(ann)
        with pytest.raises(ForbiddenError, match="no seat"):
            await hint(at, alone, cleo)
        state = await at.state(alone, ann)
        with pytest.raises(ConflictError, match="moved on"):
            await at.tables.hints.give(alone, ann.id, 1, expect=state.number + 1)
        await at.act(alone, ann)
        with pytest.raises(ConflictError, match="moved on") as stale:
            await at.tables.hints.give(alone, ann.id, 1, expect=state.number)
        assert stale.value.number == (await at.state(alone, ann)).number
        await finish(at, alone, ann)
        with pytest.raises(ConflictError, match="nothing to decide now"):
            await hint(at, alone, ann)
        assert await given(at, alone) == [()]
        again = await at.tables.rematch(alone, ann)
        assert again.hints
        assert again.seats[0].hints == ()

    spend(tmp_path, course)


def test_a_hint_for_a_state_that_is_gone_when_it_is_found_is_not_told_and_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        table = await at.table(ann)
        real, begun, free = BotPool.hint, asyncio.Event(), asyncio.Event()

        async def slowly(self: BotPool, *values: Any, **options: Any) -> Any:
            begun.set()
            await free.wait()
            return await real(self, *values, **options)

        monkeypatch.setattr(BotPool, "hint", slowly)
        asked = asyncio.create_task(hint(at, table, ann))
        await begun.wait()
        await at.act(table, ann)
        free.set()
        with pytest.raises(ConflictError, match="moved on"):
            await asked
        assert await given(at, table) == [()]

    spend(tmp_path, course)


def test_one_person_waits_for_few_hints_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        tables = [await at.table(ann) for _ in range(3)]
        other = await at.table(bob)
        real, free = BotPool.hint, asyncio.Event()

        async def slowly(self: BotPool, *values: Any, **options: Any) -> Any:
            await free.wait()
            return await real(self, *values, **options)

        monkeypatch.setattr(BotPool, "hint", slowly)
        most = at.tables.limits.hints_per_person
        asked = [asyncio.create_task(hint(at, table, ann)) for table in tables[:most]]
        await asyncio.sleep(0)
        while sum(at.tables.hints._under_way.values()) < most:
            await asyncio.sleep(0)
        with pytest.raises(TooManyError, match="on its way already"):
            await hint(at, tables[most], ann)
        asked.append(asyncio.create_task(hint(at, other, bob)))
        free.set()
        assert len(await asyncio.gather(*asked)) == most + 1
        await hint(at, tables[most], ann)

    spend(tmp_path, course)


def test_a_worker_that_is_killed_or_hangs_gives_a_sentence_and_the_next_hint_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        table = await at.table(ann, edition="five", seats=(HOST, BOT))
        while not (await at.state(table, ann)).view.must_act:  # type: ignore[union-attr]
            await at.settle()
        [worker] = at.tables.runner.bots._lane("")._workers
        assert isinstance(worker, Worker)
        monkeypatch.setattr("partake.table.bot_pool.hinted", endless)
        asked = asyncio.create_task(hint(at, table, ann))
        while not asked.done():
            await asyncio.sleep(0.5)
            if worker.pid is not None and not asked.done():
                os.kill(worker.pid, signal.SIGKILL)
        with pytest.raises(UnavailableError, match="no hint this time: ask again"):
            await asked
        monkeypatch.setattr("partake.table.bot_pool.LOADING", 0.5)
        with pytest.raises(UnavailableError, match="no hint this time: ask again"):
            await hint(at, table, ann)
        monkeypatch.undo()
        assert await given(at, table) == [(), ()], "what was not told does not count"
        assert (await hint(at, table, ann)).found.words
        assert (await given(at, table))[0] == (1, 0, 0)

    spend(tmp_path, course, workers=1)


def endless(view: object, seconds: float) -> None:
    """A hint that never comes."""
    signal.pause()


def test_games_with_hints_have_bests_and_means_of_their_own(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        plain, helped = await at.table(ann), await at.table(ann)
        await hint(at, helped, ann, 3)
        for table in (plain, helped):
            await finish(at, table, ann)
        games = await at.people.games(ann)
        found = statistics(at.tables.catalogue, games)
        assert sorted((facts["hints"], facts["games"]) for facts in found) == [(False, 1), (True, 1)]
        assert {game.table: game.hints for game in games} == {plain: (), helped: (0, 0, 1)}
        info = await at.info(helped)
        assert (await at.people.own_scores(ann, info)).games == 1
        assert (await at.people.own_scores(ann, info, hints=True)).games == 0

    spend(tmp_path, course)
