"""A table in memory is only a copy: it can be dropped and loaded at any time, and what is refused has not happened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from databases import is_postgresql
from partake.rules.errors import IllegalActionError
from partake.store import database, postgresql, schema
from partake.store.database import StoreError
from partake.table import wording
from partake.table.channels import Channel
from partake.table.model import Accepted, ConflictError, MissingError, SeatRequest, TableRequest
from partake.table.running import RunningTable
from table_service import Evening, spend

pytestmark = pytest.mark.databases


def test_idle_tables_leave_the_memory_and_come_back_as_they_were(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table, watched = await at.table(ann, bob), await at.table(ann)
        await at.act(table, ann)
        before = (await at.state(table, ann)).json
        async with at.tables.listen(watched, None):
            at.tables.runner.sweep(float("-inf"))
            assert at.tables.runner.loaded == 2
            at.tables.runner.sweep(float("inf"))
            assert at.tables.runner.loaded == 1, "somebody listens to the other"
        assert (await at.state(table, ann)).json == before

    spend(tmp_path, course)


def test_a_repeated_key_is_answered_as_before_even_after_a_restart(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        first = await at.act(table, ann, key="k1")
        await at.act(table, bob, key="k1")
        at.tables.runner.sweep(float("inf"))
        again = await at.tables.play(table, ann.id, "1-2-3@a1", expect=99, key="k1")
        assert again == Accepted(first.number, repeated=True)
        assert len((await at.tables.record(table)).moves) == 4

    spend(tmp_path, course)


def test_of_two_moves_for_one_slot_one_wins_and_the_other_is_told_where_the_game_is(tmp_path: Path) -> None:
    """The same seat in two tabs, or two people who share it: both answer to the same state."""

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        legal, number = await at.legal(table, ann), (await at.state(table, ann)).number
        moves = [at.tables.play(table, ann.id, action, expect=number) for action in legal[:2]]
        won, lost = await asyncio.gather(*moves, return_exceptions=True)
        assert won == Accepted(number + 1)
        assert isinstance(lost, ConflictError)
        assert lost.number == number + 1
        sheet = (await at.state(table, ann)).json["view"]["sheets"][0]["cells"]
        assert [f"{tile}@{cell}" for cell, tile in sheet.items()] == legal[:1]

    spend(tmp_path, course)


def test_what_the_rules_refuse_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        before = (await at.state(table, ann)).json
        with pytest.raises(IllegalActionError):
            await at.tables.play(table, ann.id, "back")
        with pytest.raises(MissingError):
            await at.tables.play("nowhere", ann.id, "back")
        assert (await at.state(table, ann)).json == before

    spend(tmp_path, course)


class Locked:
    """Somebody else holds the database."""

    def __init__(self, at: Evening) -> None:
        self._connection = at.store._engine.raw_connection()

    def __enter__(self) -> None:
        names = ", ".join(f'"{name}"' for name in schema.metadata.tables)
        statement = f"LOCK TABLE {names} IN EXCLUSIVE MODE" if is_postgresql() else "BEGIN IMMEDIATE"
        self._connection.cursor().execute(statement)

    def __exit__(self, *_: object) -> None:
        self._connection.rollback()
        self._connection.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for a locked database."""
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "busy_timeout=20"))
    monkeypatch.setattr(postgresql, "SESSION", (*postgresql.SESSION, "SET lock_timeout = 20"))


@pytest.mark.usefixtures("impatient")
def test_while_the_database_is_locked_nothing_happens_and_afterwards_everything_goes_on(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(ann, bob)
        half = (
            await at.tables.create(ann, TableRequest("classic", seats=(SeatRequest("host"), SeatRequest("person"))))
        ).id
        action = (await at.legal(table, ann))[0]
        before = [(await at.state(name, ann)).json for name in (table, half)]
        with Locked(at):
            for attempt in (
                at.tables.play(table, ann.id, action, key="k"),
                at.tables.leave(table, ann.id),
                at.tables.join(half, cleo),
                at.tables.create(ann, TableRequest("classic")),
                at.people.new("Dora"),
                at.people.forget(ann),
            ):
                with pytest.raises(StoreError, match="nothing has happened"):
                    await attempt
            assert [(await at.state(name, ann)).json for name in (table, half)] == before
        assert not (await at.tables.play(table, ann.id, action, key="k")).repeated
        assert (await at.tables.join(half, cleo)).status == "playing", "joining and starting are one step"

    spend(tmp_path, course)


@pytest.mark.usefixtures("impatient")
def test_a_group_of_writes_fails_at_once_when_the_database_does(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        people = await at.guests(*(f"Guest {n}" for n in range(20)))
        tables = [await at.table(person) for person in people]
        actions = [(await at.legal(table, person))[0] for table, person in zip(tables, people, strict=True)]
        with Locked(at):
            tries = [at.tables.play(t, p.id, a) for t, p, a in zip(tables, people, actions, strict=True)]
            found = await asyncio.gather(*tries, return_exceptions=True)
        assert {type(problem) for problem in found} == {StoreError}

    spend(tmp_path, course)


@pytest.mark.sqlite_only("the size of a file")
def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[str] = []

    async def before(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        tables.append(await at.table(ann))

    async def full(at: Evening) -> None:
        with pytest.raises(StoreError):
            await at.guests(*(f"{n:040}" for n in range(1000)))
        assert len((await at.tables.record(tables[0])).moves) == 1

    spend(tmp_path, before)
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "max_page_count=1"))
    spend(tmp_path, full)


@pytest.mark.sqlite_only("the file of SQLite")
def test_nothing_is_accepted_into_a_file_that_is_gone(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        (tmp_path / "partake.sqlite").unlink()
        with pytest.raises(StoreError):
            await at.tables.play(table, ann.id, (await at.legal(table, ann))[0])
        with pytest.raises(StoreError, match="is gone"):
            await at.people.new("Bob")

    spend(tmp_path, course)


def test_a_locked_table_stays_in_memory(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        async with at.tables.runner.hold(table):
            at.tables.runner.sweep(float("inf"))
            assert at.tables.runner.loaded == 1
        at.tables.runner.sweep(float("inf"))
        assert at.tables.runner.loaded == 0

    spend(tmp_path, course)


@pytest.mark.parametrize("distance", [-1, 1, 5])
def test_a_move_that_expects_another_state_is_refused_with_the_number_now(distance: int, tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        number = (await at.state(table, ann)).number
        with pytest.raises(ConflictError) as refused:
            await at.act(table, ann, expect=number + distance)
        assert refused.value.number == number
        assert (await at.act(table, ann, expect=number)).number == number + 1

    spend(tmp_path, course)


@pytest.mark.parametrize("where", ["announce_moves", "append_all", "publish"])
def test_a_mistake_half_way_is_raised_as_it_is_and_the_table_is_what_is_stored(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the move is stored it has not happened; after it, it has, and a repeated key says so."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        action, before = (await at.legal(table, ann))[0], (await at.state(table, ann)).json
        with monkeypatch.context() as patch:
            patch.setattr({"announce_moves": wording, "append_all": at.store, "publish": Channel}[where], where, fail)
            async with at.streams(table, ann):
                with pytest.raises(ZeroDivisionError):
                    await at.tables.play(table, ann.id, action, key="k")
        is_stored = where == "publish"
        assert ((await at.state(table, ann)).json == before) is not is_stored
        assert (await at.tables.play(table, ann.id, action, key="k")).repeated is is_stored

    spend(tmp_path, course)


def test_what_fails_in_the_background_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, pause=5.0)
        await at.act(table, ann)
        monkeypatch.setattr(RunningTable, "deal", fail)
        await at.pass_by(5.0)

    spend(tmp_path, course)
    [record] = caplog.records
    assert "ZeroDivisionError" in record.getMessage()
    assert "partake/table/runner.py" in record.getMessage()
    assert "a secret" not in record.getMessage()
