"""What one person may use at a time: open tables, seats at waiting tables, friends on a device."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from databases import located
from partake.rules.catalogue import catalogue
from partake.store.rows import Status
from partake.store.store import Store
from partake.table.challenges import Challenges
from partake.table.limits import Limits
from partake.table.model import Person, SeatRequest, TableRequest, TooManyError
from partake.table.people import People
from partake.table.service import TableService

TWO = (SeatRequest("host"), SeatRequest("person"))
MOST = 3
AT_ONCE = 10


class Small:
    """A table service with small allowances."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(located(folder / "partake.sqlite"))
        limits = Limits(workers=0, open_tables=MOST, waiting_seats=MOST, friends=MOST, between_games=0)
        self.tables = TableService(self.store, catalogue(), limits=limits)
        self.people = People(self.store, self.tables)

    async def create(self, host: Person, seats: tuple[SeatRequest, ...] = (SeatRequest("host"),)) -> str:
        return (await self.tables.create(host, TableRequest("classic", seats=seats, pause=0.0))).id

    async def close(self) -> None:
        await self.tables.close()
        self.store.close()


def test_a_host_has_a_number_of_open_tables(tmp_path: Path) -> None:
    async def course() -> None:
        at = Small(tmp_path)
        ann, bob = await at.people.new("Ann"), await at.people.new("Bob")
        made = [await at.create(ann) for _ in range(MOST)]
        refused = "you host 3 tables that are not over: finish, discard or close one first"
        for again in (at.create(ann), at.create(ann, TWO)):
            with pytest.raises(TooManyError, match=refused):
                await again
        await at.create(bob)
        await at.tables.hosting.close(made[0], ann.id)
        over = await at.create(ann)
        while (view := (await at.tables.state(over, ann.id)).json["view"])["to_act"]:
            await at.tables.play(over, ann.id, view["legal"][0])
        while (await at.tables.info(over)).status is not Status.OVER:
            await asyncio.sleep(0.01)
        await at.create(ann)
        for more in (Challenges(at.tables).create(over, ann), at.people.rematch(over, ann)):
            with pytest.raises(TooManyError, match=refused):
                await more
        await at.close()

    asyncio.run(course())


def test_many_requests_at_the_same_moment_make_no_more_tables(tmp_path: Path) -> None:
    async def course() -> None:
        at = Small(tmp_path)
        ann = await at.people.new("Ann")
        done = await asyncio.gather(*(at.create(ann) for _ in range(AT_ONCE)), return_exceptions=True)
        assert sum(isinstance(one, str) for one in done) <= MOST
        assert all(isinstance(one, str | TooManyError) for one in done)
        assert await at.store.open_tables(ann.id) <= MOST
        await at.close()

    asyncio.run(course())


def test_a_person_sits_at_a_number_of_waiting_tables(tmp_path: Path) -> None:
    async def course() -> None:
        at = Small(tmp_path)
        hosts = [await at.people.new(f"Host {n}") for n in range(MOST + 1)]
        bob = await at.people.new("Bob")
        three = (*TWO, SeatRequest("person"))
        tables = [await at.create(host, three) for host in hosts]
        for table in tables[:MOST]:
            await at.tables.join(table, bob)
        await at.tables.join(tables[0], bob)
        refused = "you sit at 3 tables that wait for players: leave one first"
        with pytest.raises(TooManyError, match=refused):
            await at.tables.join(tables[MOST], bob)
        with pytest.raises(TooManyError, match=refused):
            await at.create(bob, TWO)
        await at.create(bob)  # nobody is awaited there
        await at.tables.leave(tables[1], bob.id)
        await at.tables.join(tables[MOST], bob)
        await at.tables.start(tables[0], hosts[0].id)
        await at.tables.join(tables[1], bob)
        await at.close()

    asyncio.run(course())


def test_a_device_has_a_number_of_friends(tmp_path: Path) -> None:
    async def course() -> None:
        at = Small(tmp_path)
        ann = await at.people.new("Ann")
        friends = [await at.people.friend_here(ann, f"Friend {n}") for n in range(MOST)]
        assert await at.people.friend_here(ann, "Friend 0") == friends[0]
        with pytest.raises(TooManyError, match="3 friends have played on your device: choose one of their names"):
            await at.people.friend_here(ann, "One more")
        await at.close()

    asyncio.run(course())
