"""A sound database has nothing to complain of, a damaged one says so; what nobody will miss can be cleaned up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from databases import is_postgresql, located, plain_engine
from partake.rules.errors import PartakeError
from partake.store.location import Location
from partake.store.people import PeopleStore
from partake.store.rows import ActionRow, SeatRow, Status, TableRow, TokenRow
from partake.store.store import Store
from partake.store.upkeep import DAY, CleanedUp, Lifetimes, integrity_check

pytestmark = pytest.mark.databases
SEED = b"0" * 32


@pytest.fixture
def path(tmp_path: Path) -> Location:
    return located(tmp_path / "games.sqlite")


@pytest.fixture
def store(path: Location) -> Iterator[Store]:
    with closing(Store(path)) as found:
        yield found


def a_table(name: str, days: float, **values: Any) -> TableRow:
    """A table that was made so many days ago."""
    usual = {
        "id": name, "title": "T", "options": {}, "status": Status.WAITING, "pause": 0.0,
        "created": time.time() - days * DAY, "commitment": "c", "rules": "0", "host": None,
    }  # fmt: skip
    return TableRow("classic", **{**usual, **values})


def test_a_sound_database_is_sound_also_while_it_is_written_to(store: Store) -> None:
    async def play() -> None:
        await store.add_table(a_table("t1", 0), SEED, [SeatRow(1, "Ann", people=("ann",))])
        await store.append("t1", [ActionRow(n, 0, "+9-7-8", 2.0) for n in (1, 2, 3)])
        assert await store.integrity_check() == []

    asyncio.run(play())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("DELETE FROM secrets", "the table t1 has no seed"),
        ("DELETE FROM actions WHERE number = 2", "the log of the table t1 has gaps"),
        ("DELETE FROM tables", "row 1 of secrets belongs to a row of tables that is not there"),
    ],
)
def test_what_does_not_belong_together_is_told(path: Location, change: str, complaint: str) -> None:
    with closing(Store(path)) as store:
        entries = [ActionRow(n, 0, "+9-7-8", 2.0) for n in (1, 2, 3)]
        asyncio.run(store.add_table(a_table("t1", 0), SEED, [], entries))
        engine = plain_engine(path)
        with engine.begin() as connection:
            connection.execute(text(change))
        engine.dispose()
        found = list(map(str, asyncio.run(store.integrity_check())))
    if is_postgresql() and "belongs to a row" in complaint:
        assert found == [], "PostgreSQL deletes what belongs to it too"
    else:
        assert complaint in found


@pytest.mark.sqlite_only("pages of a file")
def test_a_damaged_page_is_told(path: Path) -> None:
    with closing(Store(path)) as store:
        entries = [ActionRow(n, 0, "+9-7-8", 2.0) for n in range(1, 2000)]
        asyncio.run(store.add_table(a_table("t1", 0), SEED, [], entries))
    data = bytearray(path.read_bytes())
    middle = len(data) // 8192 * 4096
    data[middle : middle + 4096] = b"\xa5" * 4096
    path.write_bytes(data)
    assert integrity_check(path)
    path.write_text("this is a letter, not a database; it is long enough to be looked at " * 40)
    assert list(map(str, integrity_check(path))) == ["the database cannot be read: file is not a database"]
    path.unlink()
    with pytest.raises(PartakeError, match="there is no database"):
        integrity_check(path)
    assert not path.exists()


def test_what_nobody_will_miss_is_dropped_and_nothing_else(store: Store) -> None:
    async def live() -> None:
        long_ago, lately = time.time() - 31 * DAY, time.time() - 29 * DAY
        kept = ("player", "host", "removed", "asked", "programmer", "guardian", "ward")
        for name in (*kept, "guest"):
            guardian = "guardian" if name == "ward" else None
            await PeopleStore(store).add_person(name, name, long_ago, guardian)
        await PeopleStore(store).add_person("new", "new", lately)
        await PeopleStore(store).add_token(TokenRow("h" * 64, "programmer", "bot", long_ago))
        asked: Any = {"asked": {"seat": 2, "name": "A", "declined": False}}
        playing: Any = {"status": Status.PLAYING, "started": 1.0}
        seats = [SeatRow(1, "P", people=("player",)), SeatRow(2, "W", people=("ward",))]
        await store.add_table(a_table("game", 99, host="host", removed={"removed": 1.0}, **playing), SEED, seats)
        await store.add_table(a_table("left", 99, status=Status.CLOSED, started=2.0), SEED, [])
        await store.add_table(a_table("open", 29, invited=asked), SEED, [])
        await store.add_table(a_table("shut", 6, status=Status.CLOSED), SEED, [])
        await store.add_table(a_table("watched", 99), SEED, [])
        await store.add_table(a_table("waiting", 31), SEED, [SeatRow(1, "G", people=("guest",))], after="game")
        await store.add_table(a_table("closed", 8, status=Status.CLOSED), SEED, [SeatRow(1)])
        assert await PeopleStore(store).use_link("old", long_ago, 0.0)
        assert await PeopleStore(store).use_link("used", lately, 0.0)
        found = await store.clean_up(keep={"watched"})
        assert found == CleanedUp(guests=1, tables=2, links=1)
        assert await PeopleStore(store).nickname("guest") is None
        assert [await PeopleStore(store).nickname(name) for name in (*kept, "new")] == [*kept, "new"]
        tables = [name for name in ("waiting", "closed") if await store.load(name)]
        assert tables == []
        others = [await store.load(name) for name in ("game", "left", "open", "shut", "watched")]
        assert [one.table.rematch for one in others if one] == [None] * 5
        assert await PeopleStore(store).is_used_link("used")
        assert not await PeopleStore(store).is_used_link("old")
        assert await store.clean_up(keep={"watched"}) == CleanedUp(0, 0, 0)
        everything = Lifetimes(guests=-1, closed=-1, waiting=-1, links=-1)
        assert await store.clean_up(everything) == CleanedUp(guests=2, tables=3, links=1)

    asyncio.run(live())


def test_clean_up_leaves_a_sound_database(store: Store) -> None:
    asyncio.run(store.add_table(a_table("t1", 99), SEED, [SeatRow(1)], [ActionRow(1, 0, "+9-7-8", 2.0)]))
    assert asyncio.run(store.clean_up()).tables == 1
    assert asyncio.run(store.integrity_check()) == []
