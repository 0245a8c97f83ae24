"""Deleting one's data leaves no byte of it in any file, and is a matter of few transactions however many the tables."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, select

from databases import is_postgresql, located, plain_engine
from paper_games import paper_game
from partake.store import schema
from partake.store.database import open_database
from partake.store.people import PeopleStore
from partake.store.rows import Status
from partake.table.evenings import Evenings
from partake.table.model import MissingError, Person, SeatRequest
from partake.table.paper import PaperGames, SentGame
from table_service import Evening, spend

pytestmark = pytest.mark.databases
ID, NICKNAME, TITLE, KEY = "f1e2d3c4b5a697887766554433221100", "Zerlinde", "Zerlindes Abend", "zerlindes-key"
SECRETS = (ID, NICKNAME, TITLE, KEY)


async def somebody(at: Evening) -> Person:
    """The person who wants to be forgotten, whose id can be searched for."""
    person = Person(ID, NICKNAME)
    await PeopleStore(at.store).add_person(ID, NICKNAME, time.time())
    return person


def found_in(folder: Path) -> dict[str, list[str]]:
    """What of the person's is in which file; in which table of a PostgreSQL, whose files are its own matter."""
    contents = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    if is_postgresql():
        contents = rows_in(folder)
    return {
        name: found for name, data in contents.items() if (found := [word for word in SECRETS if word.encode() in data])
    }


def rows_in(folder: Path) -> dict[str, bytes]:
    """All rows of the tables of a database."""
    engine = plain_engine(located(folder / "partake.sqlite"))
    with engine.connect() as connection:
        found = {part.name: repr(connection.execute(select(part)).all()) for part in schema.metadata.sorted_tables}
    engine.dispose()
    return {name: rows.encode() for name, rows in found.items()}


async def play_to_the_end(at: Evening, table: str, *people: Person, key: str) -> None:
    number = 0
    while (await at.state(table, people[0])).view.outcome is None:  # type: ignore[union-attr]
        for person in people:
            number += 1
            await at.act(table, person, key=f"{key}-{number}" if person.id == ID else None)


def test_no_file_has_a_byte_of_a_person_who_was_forgotten(tmp_path: Path) -> None:
    """Tables of all kinds: over, running, waiting, shared, left; invitations, removals, a rematch without them."""

    async def course(at: Evening) -> None:
        zerlinde, (bob, cleo) = await somebody(at), await at.guests("Bob", "Cleo")
        pair = (SeatRequest("host"), SeatRequest("person"))
        await at.people.new_token(zerlinde, NICKNAME)
        over = await at.table(zerlinde, bob, title=TITLE)
        await play_to_the_end(at, over, zerlinde, bob, key=KEY)
        again = await at.tables.rematch(over, bob)
        further = await at.tables.rematch(over, bob)
        assert (again.id, again.title) == (further.id, TITLE)
        running = await at.table(zerlinde, bob, title=TITLE)
        await at.act(running, zerlinde, key=KEY)
        asleep = await at.table(zerlinde, bob, title=TITLE)
        await at.act(asleep, zerlinde, key=KEY)
        left = await at.table(zerlinde, bob, title=f"{TITLE} 2")
        await at.tables.leave(left, zerlinde.id)
        waiting = await at.table(zerlinde, title=TITLE, seats=pair)
        inherited = await at.table(zerlinde, title=f"{TITLE} 3", seats=(*pair, SeatRequest("person")))
        await at.tables.join(inherited, bob)
        await at.tables.leave(inherited, zerlinde.id)
        shared = await at.table(cleo, seats=pair)
        await at.tables.join(shared, bob, name=f"Bob & {NICKNAME}")
        await at.tables.join(shared, zerlinde, key=await at.tables.partner_key(shared, bob.id))
        thrown = await at.table(cleo, seats=pair)
        await at.tables.join(thrown, zerlinde)
        await at.store.change_table(thrown, removed={ID: 1.0})
        at.tables.runner.drop_all()
        for table in (running, shared):
            await at.info(table)  # these are in memory, the others are not
        before = found_in(tmp_path)
        if is_postgresql():
            assert set().union(*before.values()) == {*SECRETS}
        else:
            assert {len(found) for name, found in before.items() if name.endswith("wal")} == {len(SECRETS)}
        await at.people.forget(zerlinde)
        assert found_in(tmp_path) == {}
        assert is_postgresql() or (tmp_path / "partake.sqlite-wal").stat().st_size == 0
        for table in (over, running, asleep, left, waiting, inherited, shared, thrown, again.id):
            info = await at.info(table)
            assert (info.title, NICKNAME in str(info.to_json())) == ("Classic", False)
        assert (await at.info(asleep)).seats[0].bot, "a bot plays on where they sat"
        assert (await at.info(asleep)).host == 2, "and the other decides"
        assert (await at.info(waiting)).status == Status.CLOSED
        assert await at.act(asleep, bob)

    spend(tmp_path, course)


def test_games_at_cardboard_tables_and_evenings_leave_no_byte_either(tmp_path: Path) -> None:
    """The others at such a table are there because the person wrote their names: those go too, the moves stay."""

    async def course(at: Evening) -> None:
        zerlinde, (bob,) = await somebody(at), await at.guests("Bob")
        paper, evenings = PaperGames(at.tables), Evenings(at.tables)
        told = paper_game("classic", NICKNAME, TITLE)
        names, game = [player["name"] for player in told["players"]], told["games"][0]
        sent = SentGame("classic", {}, names, game["called"], game["boards"], 1, key=KEY)
        table, _ = await paper.send(zerlinde, sent, await paper.read(sent))
        others, _ = await paper.send(bob, replace(sent, seat=2, key="bob"), await paper.read(sent))
        row, _ = await evenings.begin(zerlinde, told)
        before = (await at.info(table)).seats
        await at.people.forget(zerlinde)
        assert [seat.name for seat in (await at.info(table)).seats] == ["Somebody 1", "Somebody 2"]
        assert [seat.total for seat in (await at.info(table)).seats] == [seat.total for seat in before]
        assert [seat.name for seat in (await at.info(others)).seats] == names, "what Bob wrote is Bob's"
        with pytest.raises(MissingError):
            await evenings.find(row.code)
        await at.people.forget(bob)
        assert found_in(tmp_path) == {}

    spend(tmp_path, course)


def many_tables(count: int) -> dict[str, list[dict[str, Any]]]:
    """Games that the person has finished with another, as rows."""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in ("tables", "secrets", "seats", "sitters", "actions")}
    for n in range(count):
        table = f"table-{n * 7919 % count:06}"  # in no order, so that pages of the database are split
        rows["tables"].append(
            {
                "id": table, "title": f"{TITLE} {n}", "edition": "classic", "rules": "0", "options": {}, "host": ID,
                "status": Status.OVER, "clock": None, "pause": 0.0, "listed": False, "unlimited": False,
                "created": float(n), "started": 1.0, "finished": 2.0, "commitment": "c", "rematch": None,
                "removed": {}, "invited": {}, "challenge": None,
            }
        )  # fmt: skip
        rows["secrets"].append({"table_id": table, "seed": b"0" * 32})
        for seat, (person, name) in enumerate(((ID, NICKNAME), ("bob", "Bob")), start=1):
            values = {"seat": seat, "name": name, "left": False, "total": 9.0, "won": False, "late": 0, "bot": ""}
            rows["seats"].append({"table_id": table, **values, "rounds": [9.0]})
            rows["sitters"].append({"table_id": table, "person": person, "seat": seat, "place": 0, "left": False})
        rows["actions"] += [
            {"table_id": table, "number": number, "actor": number % 3, "action": "9-7-8@c3", "at": 1.0,
             "key": f"{KEY}-{n}-{number}" if number == 1 else None, "after": None}
            for number in range(1, 4)
        ]  # fmt: skip
    return rows


@pytest.mark.sqlite_only("bytes of a file")
def test_a_scrub_that_is_due_is_done_when_the_database_is_opened(tmp_path: Path) -> None:
    """A server that was killed before, or whose database is too large to be written anew meanwhile."""
    path = tmp_path / "partake.sqlite"
    open_database(path).dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE letters (words TEXT)")
        connection.executemany("INSERT INTO letters VALUES (?)", [(NICKNAME * 100,)] * 100)
        connection.commit()
        connection.execute("PRAGMA secure_delete=OFF")
        connection.execute("DROP TABLE letters")
        connection.commit()
    assert found_in(tmp_path) == {path.name: [NICKNAME]}
    open_database(path).dispose()
    assert found_in(tmp_path) == {path.name: [NICKNAME]}, "nothing was due"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=1")
    open_database(path).dispose()
    assert found_in(tmp_path) == {}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (0,)


@pytest.mark.parametrize("count", [1_200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_many_tables_are_forgotten_in_few_transactions(tmp_path: Path, count: int) -> None:
    """Each chunk of 500 tables is one transaction of a few statements, so that others' moves come between."""
    transactions, statements = list[object](), list[str]()

    async def course(at: Evening) -> None:
        zerlinde, (bob,) = await somebody(at), await at.guests("Bob")
        playing = await at.table(zerlinde, bob)
        engine = at.store._engine
        with engine.begin() as connection:
            for name, rows in many_tables(count).items():
                connection.execute(insert(schema.metadata.tables[name]), rows)
        event.listen(engine, "commit", transactions.append)
        event.listen(engine, "before_cursor_execute", lambda *call: statements.append(call[2]))
        move = asyncio.create_task(at.act(playing, bob))
        await at.people.forget(zerlinde)
        await move
        assert found_in(tmp_path) == {}
        assert await PeopleStore(at.store).mentioning(ID) == []

    spend(tmp_path, course)
    assert len(transactions) <= count / 500 + 8
    assert len(statements) <= 12 * (count / 500) + 60
