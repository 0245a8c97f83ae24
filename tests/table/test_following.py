"""Several processes on one database: whatever process a request comes to, all of them play one game."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import select, text

from partake.rules.errors import PartakeError
from partake.store import schema
from partake.store.rows import Status
from partake.table.following import HERE
from partake.table.intermission import UNTIL_GO_ON
from partake.table.model import ConflictError, Person, SeatRequest, TableRequest
from partake.table.running import RunningTable
from postgres import needs_postgres, shared_cluster
from table_service import Evening, RealTime
from two_processes import until, with_two

pytestmark = needs_postgres
DEAFEN = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'partake bus'"
    " AND datname = current_database()"
)
"""Cuts all processes off from what they tell each other, for half a second."""


async def seated(at: list[Evening], people: list[Person], **wanted: Any) -> str:
    """A table at which all of these sit, each by way of another process."""
    seats = (SeatRequest("host"), *(SeatRequest("person") for _ in people[1:]))
    request = TableRequest(**{"edition": "classic", "seats": seats, "pause": 0.0, **wanted})
    info = await at[0].tables.create(people[0], request)
    for n, person in enumerate(people[1:], start=1):
        await at[n % len(at)].tables.join(info.id, person)
    loaded = (one.tables.runner.in_memory(info.id) for one in at)
    known = [table for table in loaded if table is not None]
    await until(lambda: all(table.row.status == Status.PLAYING for table in known))  # they hear of the start
    return info.id


def memory(at: Evening, table: str) -> RunningTable:
    """A table as a process has it in memory."""
    found = at.tables.runner.in_memory(table)
    assert found is not None
    return found


def _has(at: Evening, table: str, length: int) -> bool:
    return memory(at, table).log.length == length


async def last_actor(at: Evening, table: str) -> int:
    """Who did the last entry of what is stored."""
    stored = await at.store.load(table)
    assert stored is not None
    return stored.actions[-1].actor


async def play_out(at: list[Evening], table: str, person: Person, random: Random, answered: list[str]) -> None:
    """Play a game to its end, every look and every move by way of any process; what was answered."""
    turn = 0
    while True:
        state = await random.choice(at).tables.state(table, person.id)
        if state.info.status == Status.OVER:
            return
        legal = state.json["view"]["legal"] if state.json["view"] else []
        if not legal or not state.view or not state.view.must_act:
            await asyncio.sleep(0.002)
            continue
        turn += 1
        action, key = random.choice([one for one in legal if one != "back"]), f"{person.id[:6]}-{turn}"
        try:
            await random.choice(at).tables.play(table, person.id, action, expect=state.number, key=key)
            answered.append(key)
        except ConflictError:  # the process that was asked first was not up to date
            continue


def test_games_at_random_processes_have_every_answered_move_once(tmp_path: Path) -> None:
    async def course(*at: Evening) -> None:
        random, answered = Random(7), dict[str, list[str]]()
        tables = []
        for n in range(4):
            people = await at[0].guests(*(f"Guest {n}{letter}" for letter in "abc"))
            table = await seated(list(at), people)
            tables.append(table)
            answered[table] = []
        async with asyncio.TaskGroup() as group:
            for table in tables:
                info = await at[0].store.load(table)
                assert info is not None
                for seat in info.seats:
                    person = await at[0].people.find(seat.people[0])
                    assert person is not None
                    group.create_task(play_out(list(at), table, person, random, answered[table]))
        for table in tables:
            stored = await at[0].store.load(table)
            assert stored is not None
            keys = [row.key for row in stored.actions if row.key]
            assert sorted(keys) == sorted(answered[table]), "every answered move, and each once"
            assert [row.number for row in stored.actions] == list(range(1, len(stored.actions) + 1))
            totals = [[seat.total for seat in (await one.tables.info(table)).seats] for one in at]
            assert totals[0] == totals[1]
            assert None not in totals[0]

    with_two(tmp_path, course, RealTime())


def test_a_process_that_has_the_table_follows_moves_by_their_messages_alone(tmp_path: Path) -> None:
    """Nothing is read for a move of another process: its message has what was stored."""

    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await seated([one, other], [ann, bob])
        async with other.tables.listen(table, bob.id) as stream, one.tables.listen(table, ann.id):
            await stream.take()
            await until(lambda: memory(one, table).game is not None and memory(one, table).is_settled)
            await until(lambda: memory(one, table).version == memory(other, table).version)
            other.store.tails = other.store.load = unreadable  # type: ignore[method-assign, assignment]
            for turn in range(3):
                legal = (await one.tables.state(table, ann.id)).json["view"]["legal"]
                for person in (ann, bob):
                    await one.tables.play(table, person.id, legal[turn], key=f"{person.id}-{turn}")
                await until(partial(_has, other, table, memory(one, table).log.length))
            assert memory(other, table).log.answers == memory(one, table).log.answers
            assert memory(other, table).version == memory(one, table).version

    with_two(tmp_path, course, RealTime())


async def unreadable(*_: Any, **__: Any) -> None:
    raise AssertionError("there is no need to read")


def test_a_stream_at_one_process_hears_what_is_done_at_the_other(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await seated([one, other], [ann, bob])
        async with other.tables.listen(table, ann.id) as stream:
            await stream.take()
            legal = (await one.tables.state(table, ann.id)).json["view"]["legal"]
            await one.tables.play(table, ann.id, legal[0])
            await one.tables.play(table, bob.id, legal[1])
            told = b""
            while b'"+' not in told:
                told += await stream.take()
        kinds = [line.removeprefix("event: ") for line in told.decode().splitlines() if line.startswith("event: ")]
        assert "moves" in kinds
        data = [json.loads(line[6:]) for line in told.decode().splitlines() if line.startswith("data: {")]
        moves = [move for found in data for move in found.get("moves", ())]
        assert f"1 {legal[0]}" in moves or any(legal[0] in move for move in moves)
        states = [(await at.tables.state(table, ann.id)).json for at in (one, other)]
        assert [(found["view"], found["number"]) for found in states] == [(states[0]["view"], states[0]["number"])] * 2

    with_two(tmp_path, course, RealTime())


def test_moves_that_cross_each_other_at_two_processes_are_both_stored(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await seated([one, other], [ann, bob])
        for _ in range(19):
            looks = (one.tables.state(table, ann.id), other.tables.state(table, bob.id))
            first, second = [(await look).json["view"]["legal"] for look in looks]
            done = await asyncio.gather(
                one.tables.play(table, ann.id, first[0]), other.tables.play(table, bob.id, second[-1])
            )
            assert not any(accepted.repeated for accepted in done)
            stored = await one.store.load(table)
            assert stored is not None
            for at in (one, other):
                await until(partial(_has, at, table, len(stored.actions)))
        await until(lambda: memory(one, table).row.status == Status.OVER)

    with_two(tmp_path, course, RealTime())


def test_a_rematch_that_two_want_at_two_processes_is_one_table(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await seated([one, other], [ann, bob])
        random, answered = Random(3), list[str]()
        await asyncio.gather(*(play_out([one, other], table, person, random, answered) for person in (ann, bob)))
        found = await asyncio.gather(one.tables.rematch(table, ann), other.tables.rematch(table, bob))
        assert found[0].id == found[1].id

    with_two(tmp_path, course, RealTime())


def test_the_last_seat_is_taken_once(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob, cleo = await one.guests("Ann", "Bob", "Cleo")
        seats = (SeatRequest("host"), SeatRequest("person"))
        info = await one.tables.create(ann, TableRequest("classic", seats=seats))
        await other.tables.info(info.id)  # in memory there too
        done = await asyncio.gather(
            one.tables.join(info.id, bob), other.tables.join(info.id, cleo), return_exceptions=True
        )
        assert sum(isinstance(found, PartakeError) for found in done) == 1
        stored = await one.store.load(info.id)
        assert stored is not None
        assert stored.table.status == Status.PLAYING
        assert len({person for seat in stored.seats for person in seat.people}) == 2
        await until(lambda: memory(other, info.id).row.status == Status.PLAYING)

    with_two(tmp_path, course, RealTime())


def test_a_player_alone_has_the_pause_they_asked_for_though_another_process_has_the_table(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        table = await seated([one], [ann])
        await other.tables.info(table)
        async with one.tables.listen(table, ann.id) as stream:
            await stream.take()
            await until(lambda: memory(other, table).presence.processes)
            legal = (await one.tables.state(table, ann.id)).json["view"]["legal"]
            await one.tables.play(table, ann.id, legal[0], pause=UNTIL_GO_ON)
            await until(lambda: memory(other, table).log.length == 2)
            await asyncio.sleep(0.3)
            assert await last_actor(one, table) == 1, "nobody has dealt"
            await one.tables.proceed(table, ann.id)
            assert await last_actor(one, table) == 0

    with_two(tmp_path, course, RealTime())


def test_who_listens_at_one_process_is_here_at_the_other_until_that_is_lost(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await seated([one, other], [ann, bob])
        async with one.tables.listen(table, ann.id):
            await until(lambda: memory(other, table).presence.processes)
            presence = memory(other, table).presence
            assert presence.is_here(ann.id)
            assert presence.listening == 1
            presence.lost(one.store.bus.process)
            assert presence.listening == 0

    with_two(tmp_path, course, RealTime())


def test_nothing_is_due_any_more_at_a_game_that_is_over(tmp_path: Path) -> None:
    """Or every process would load every finished game again and again."""

    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        table = await seated([one], [ann])
        query = select(schema.heads.c.due).where(schema.heads.c.table_id == table)
        await play_out([one, other], table, ann, Random(5), [])
        await until(lambda: memory(one, table).row.status == Status.OVER)
        assert await one.store.read(lambda connection: connection.execute(query).scalar_one()) is None

    with_two(tmp_path, course, RealTime())


def test_who_has_gone_while_nothing_could_be_heard_is_gone_at_all_processes(tmp_path: Path) -> None:
    """Or the process where they were would be a steward for ever, at a table that it does not know any more."""

    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await seated([one, other], [ann, bob])
        async with other.tables.listen(table, bob.id):
            await until(lambda: memory(one, table).presence.processes)
            await one.store.write(lambda connection: connection.execute(DEAFEN))
        await until(lambda: not memory(one, table).presence.processes)

    with_two(tmp_path, course, RealTime())


def test_who_came_while_nothing_could_be_heard_is_here_at_all_processes(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await seated([one, other], [ann, bob])
        await one.store.write(lambda connection: connection.execute(DEAFEN))
        async with other.tables.listen(table, bob.id):
            await until(lambda: memory(one, table).presence.processes)

    with_two(tmp_path, course, RealTime())


def test_what_is_overdue_is_done_though_another_process_counts_as_the_steward(tmp_path: Path) -> None:
    """One that lives, and has told of streams that it does not have any more, or cannot do anything at this table."""

    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        table = await seated([one], [ann], pause=0.1)
        other.store.bus.process = "0"  # before all others by its name
        other.tables.runner.drop_all()
        async with one.tables.listen(table, ann.id) as stream:
            await stream.take()
            other.store.bus.tell(HERE, table, ann.id, "1")
            await until(lambda: memory(one, table).presence.processes)
            legal = (await one.tables.state(table, ann.id)).json["view"]["legal"]
            await one.tables.play(table, ann.id, legal[0])
            await until(lambda: memory(one, table).log.length == 3)

    with_two(tmp_path, course, RealTime())


def test_a_process_that_cannot_read_what_it_was_told_of_shows_nothing_old_for_ever(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        table = await seated([one], [ann])
        await other.tables.info(table)
        await one.tables.info(table)
        name = await one.store.read(
            lambda connection: connection.execute(text("SELECT current_database()")).scalar_one()
        )
        pid = await other.store.read(
            lambda connection: connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        )
        shared_cluster().execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        shared_cluster().execute(f"SELECT pg_terminate_backend({pid})")
        try:
            memory(other, table).version -= 1  # as if it had missed a message, so that it must read
            legal = (await one.tables.state(table, ann.id)).json["view"]["legal"]
            await one.tables.play(table, ann.id, legal[0])
            await until(lambda: other.tables.runner.in_memory(table) is None)
        finally:
            shared_cluster().execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert (await other.tables.state(table, ann.id)).number == 3

    with_two(tmp_path, course, RealTime())
