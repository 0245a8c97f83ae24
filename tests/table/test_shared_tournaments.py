"""Tournaments at two processes on one database: one of them goes on, and both know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from partake.store.deal_rows import Stage, TournamentSettings
from partake.table.model import ConflictError, NameTakenError, Person
from postgres import needs_postgres
from table_service import PATIENCE, Clockwork, Evening
from two_processes import heard, two_processes

pytestmark = [needs_postgres, pytest.mark.sqlite_only("has databases of its own")]


def course(folder: Path, what: Callable[[Evening, Evening, Clockwork], Coroutine[Any, Any, None]]) -> None:
    """Run a test with two processes at one clock."""

    async def run() -> None:
        clock = Clockwork()
        async with asyncio.timeout(PATIENCE), two_processes(folder, clock) as (one, other):
            await what(one, other, clock)

    asyncio.run(run())


async def made(at: Evening, host: Person, **wanted: Any) -> str:
    """A new tournament of two deals in rounds."""
    settings = TournamentSettings(**{"title": "Sunday", "edition": "classic", "deals": 2, **wanted})
    return (await at.tables.tournaments.create(host, settings)).row.code


async def play(at: Evening, code: str, person: Person) -> None:
    """A person's game on the next deal, to its end."""
    table = (await at.tables.tournaments.play(code, person)).id
    for _ in range(19):
        await at.act(table, person, pause=0)


def test_players_and_stages_are_known_everywhere_and_a_round_ends_with_its_last_game(tmp_path: Path) -> None:
    async def what(one: Evening, other: Evening, _clock: Clockwork) -> None:
        ann, bob, host = await one.guests("Ann", "Bob", "Host")
        here, there = one.tables.tournaments, other.tables.tournaments
        code = await made(one, host)
        assert (await there.look(code)).players == {}
        await here.join(code, ann)
        await there.join(code, bob)
        await heard(one, other)
        await heard(other, one)
        assert list((await here.look(code)).players) == list((await there.look(code)).players) == [ann.id, bob.id]
        await there.go_on(code, host)
        await heard(other, one)
        assert (await here.look(code)).row.stage is Stage.PLAYING
        await play(one, code, ann)
        await play(other, code, bob)
        await heard(one, other)
        await heard(other, one)
        found = [await at.look(code) for at in (here, there)]
        assert [(one.row.stage, one.row.version) for one in found] == [(Stage.BETWEEN, 3)] * 2
        standings = [one.standings(one.visible(ann)) for one in found]
        assert standings[0] == standings[1]

    course(tmp_path, what)


def test_a_stage_that_is_due_at_two_processes_is_gone_on_with_once(tmp_path: Path) -> None:
    async def what(one: Evening, other: Evening, clock: Clockwork) -> None:
        ann, host = await one.guests("Ann", "Host")
        here, there = one.tables.tournaments, other.tables.tournaments
        code = await made(one, host)
        await here.join(code, ann)
        await here.go_on(code, host)
        await heard(one, other)
        before = (await there.look(code)).row
        clock.now = before.due + 1
        found = await asyncio.gather(*(at.look(code) for at in (here, there) * 5))
        assert {(one.row.stage, one.row.version) for one in found} == {(Stage.BETWEEN, before.version + 1)}

    course(tmp_path, what)


def test_a_decision_on_what_another_process_has_changed_is_refused(tmp_path: Path) -> None:
    async def what(one: Evening, other: Evening, _clock: Clockwork) -> None:
        (host,) = await one.guests("Host")
        code = await made(one, host)
        await other.tables.tournaments.look(code)
        tried = [at.tables.tournaments.end(code, host) for at in (one, other)]
        found = await asyncio.gather(*tried, return_exceptions=True)
        assert [type(one) for one in found if isinstance(one, Exception)] == [ConflictError]

    course(tmp_path, what)


def test_no_two_players_get_one_name_or_one_number(tmp_path: Path) -> None:
    async def what(one: Evening, other: Evening, _clock: Clockwork) -> None:
        host, *people = await one.guests("Host", *[f"Guest {n}" for n in range(12)], "Twin", "Twin")
        code = await made(one, host)
        both = (one.tables.tournaments, other.tables.tournaments)
        await both[1].look(code)
        joins = [both[n % 2].join(code, person) for n, person in enumerate(people)]
        found = await asyncio.gather(*joins, return_exceptions=True)
        assert [type(one) for one in found if isinstance(one, Exception)] == [NameTakenError]
        entrants = await both[0].store.entrants(code)
        assert [one.number for one in entrants] == list(range(1, 14))

    course(tmp_path, what)


def test_what_a_process_that_died_could_not_tell_is_found_within_a_minute(tmp_path: Path) -> None:
    async def what(one: Evening, other: Evening, _clock: Clockwork) -> None:
        ann, host = await one.guests("Ann", "Host")
        here, there = one.tables.tournaments, other.tables.tournaments
        code = await made(one, host, deals=1)
        await here.join(code, ann)
        await here.go_on(code, host)
        await heard(one, other)
        await there.look(code)
        one.tables.runner.followers.clear()  # as if it ended before it could tell
        await play(one, code, ann)
        await heard(one, other)
        assert (await there.look(code)).row.stage is Stage.PLAYING
        await there.sweep()
        assert (await there.look(code)).row.stage is not Stage.PLAYING

    course(tmp_path, what)


def test_a_host_who_is_forgotten_does_not_come_back_from_another_process(tmp_path: Path) -> None:
    async def what(one: Evening, other: Evening, _clock: Clockwork) -> None:
        ann, host = await one.guests("Ann", "Host")
        here, there = one.tables.tournaments, other.tables.tournaments
        code = await made(one, host, title="By Host")
        await there.join(code, ann)
        await other.people.find(host.id)
        copy = (await there.look(code)).row
        await one.people.forget(host)
        assert not await there.store.change(type(copy)(**{**vars_of(copy), "version": copy.version + 1}))
        await heard(one, other)
        found = [(await at.look(code)).row for at in (here, there)]
        assert [(row.host, row.title) for row in found] == [(None, "")] * 2

    course(tmp_path, what)


def vars_of(row: Any) -> dict[str, Any]:
    """The fields of a row."""
    return {name: getattr(row, name) for name in type(row).__dataclass_fields__}
