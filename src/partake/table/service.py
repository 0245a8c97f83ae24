"""The tables: everything people can do at tables. Pages, API and tests all come through here.

    tables = TableService(store, catalogue(), workers=1)
    info = await tables.create(person, TableRequest("classic", seats=(SeatRequest("host"), SeatRequest("person"))))
    info = await tables.join(info.id, other)                # starts by itself when the last free seat is taken
    info = await tables.join(info.id, other, name="Bob & Cleo")      # two share a seat; cleo then joins as "Cleo"
    state = await tables.state(info.id, person.id)          # .info, .seat, .view (a partake View), .number, .deadline
    await tables.play(info.id, person.id, "9-7-8@c3", expect=state.number, key="a1b2")
    async with tables.listen(info.id, person.id) as line:   # events as they go over the wire
        while data := await line.take(): ...

Whatever is refused is a `PartakeError`: `MissingError`, `ForbiddenError`, `ConflictError`, `StoreError`, or one of the
rules (`OptionError`, `IllegalActionError`, `NotationError`).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from partake.engine.chance import Seed
from partake.engine.contract import View
from partake.engine.record.model import Record
from partake.engine.table import Table
from partake.store.rows import ActionRow, StoredTable, TableRow
from partake.table.bot_pool import STAND_IN, check_bot
from partake.table.channels import Subscription
from partake.table.events import state_json
from partake.table.model import ConflictError, ForbiddenError, Person, Status, TableInfo, TableRequest
from partake.table.room import Room
from partake.table.runner import TableRunner
from partake.table.running import LiveTable
from partake.table.seats import (
    Seats,
    again,
    beside,
    check_name,
    forgotten,
    freed,
    planned,
    present,
    risen,
    seated,
    with_row,
)
from partake.table.table_request import bot_names, check_request, pause_of

LOBBY = 100
"""How many tables the lobby shows."""


@dataclass(frozen=True)
class TableState:
    """A table as one seat, or a spectator, may see it now."""

    info: TableInfo
    seat: int | None
    view: View | None
    number: int
    """What the next move of this seat must expect."""
    deadline: float | None
    json: dict[str, Any]
    """All of it as plain data, as the API gives it."""


class TableService(TableRunner):
    """All tables, running or not."""

    async def create(self, host: Person, wanted: TableRequest, *, name: str | None = None) -> TableInfo:
        """A new table with the host by this name; it starts at once when nobody else is awaited."""
        edition = check_request(self.catalogue, wanted)
        called = name or host.nickname
        check_name(edition, called)
        seats = planned(host, wanted, called)
        seed = Seed.new()
        row = TableRow(
            id=secrets.token_urlsafe(9),
            title=wanted.title.strip() or edition.title,
            edition=edition.name,
            rules=edition.digest,
            options={name: _text(value) for name, value in wanted.options.items()},
            host=host.id,
            status=Status.WAITING.value,
            clock=wanted.clock,
            pause=pause_of(wanted),
            listed=wanted.listed,
            unlimited=wanted.unlimited,
            created=time.time(),
            started=None,
            finished=None,
            commitment=seed.commitment,
        )
        return await self._keep(row, seats, seed)

    async def _keep(self, row: TableRow, seats: Seats, seed: Seed, after: str = "") -> TableInfo:
        """Store a new table, with its first draw when nobody else is awaited."""
        log: list[ActionRow] = []
        if _is_full(row, seats):
            log = LiveTable(StoredTable(row, seats, (), seed.data), self.catalogue).begin(seats, row.created)
            row = replace(row, status=Status.PLAYING.value, started=row.created)
        await self.store.add_table(row, seed.data, seats, log, after)
        return await self.info(row.id)

    async def _sit(self, room: Room, seats: Seats, **values: Any) -> None:
        """Change who sits at a table; when it waits for nobody else, it starts in the same breath."""
        if room.live.row.status == Status.WAITING and _is_full(room.live.row, seats):
            await self._start(room, seats, **values)
        else:
            await self.change(room, seats, **values)

    async def _start(self, room: Room, seats: Seats, **values: Any) -> None:
        now = time.time()
        taken = tuple(replace(row, seat=n) for n, row in enumerate((row for row in seats if row.name), start=1))
        if not present(taken):
            raise ConflictError("somebody must sit down first")
        log = room.live.begin(taken, now)
        await self.change(room, taken, log, status=Status.PLAYING.value, started=now, **values)
        self.go_on(room)
        self.tell_views(room)

    async def info(self, table: str) -> TableInfo:
        """What everybody may know of a table."""
        async with self.hold(table) as room:
            return room.live.info()

    async def state(self, table: str, person: str | None) -> TableState:
        """A table as a person sees it: from their seat, or as a spectator."""
        async with self.hold(table) as room:
            live, seat = room.live, room.live.seat_of(person)
            view = live.view(seat)
            json = state_json(live, view, seat, room.deadline)
            return TableState(live.info(), seat, view, live.number(seat), room.deadline, json)

    async def lobby(self) -> list[TableInfo]:
        """The tables in the lobby at which somebody can still sit down, the newest first."""
        found = [await self.info(table) for table in await self.store.listed(Status.WAITING.value, LOBBY)]
        return [info for info in found if info.unlimited or any(seat.is_free for seat in info.seats)]

    async def join(self, table: str, person: Person, *, name: str | None = None, seat: int | None = None) -> TableInfo:
        """Sit down, at the first free seat or at a certain one; whoever sits there already just comes back."""
        wanted = person.nickname if name is None else name
        async with self.hold(table) as room:
            live = room.live
            mine = live.place_of(person.id)
            if mine is not None:
                if mine.bot or mine.away:
                    await self.come_back(room, mine.seat, person.id)
                return live.info()
            check_name(self.catalogue.edition(live.row.edition), wanted)
            pair = beside(live.seats, person.id, wanted, seat)
            if pair is not None:
                await self.change(room, with_row(live.seats, pair))
                self.go_on(room)
                return live.info()
            if live.row.status != Status.WAITING:
                raise ConflictError("this game has begun without you: you can watch")
            seats = seated(live.seats, person.id, wanted, wanted=seat, unlimited=live.row.unlimited)
            await self._sit(room, seats, host=live.row.host or person.id)
            return live.info()

    async def start(self, table: str, person: str | None) -> TableInfo:
        """Start now with those who are there; only the host can."""
        async with self.hold(table) as room:
            self._check_host(room, person)
            if room.live.row.status != Status.WAITING:
                raise ConflictError("this game has started already")
            await self._start(room, room.live.seats)
            return room.live.info()

    async def leave(self, table: str, person: str | None) -> TableInfo:
        """Get up: before the start the seat is free again, later it waits for a bot or for whoever comes back.

        A game that everybody has left waits as it is; a table that nobody is left to start is closed.
        """
        async with self.hold(table) as room:
            live = room.live
            seat, leaver = live.own_seat(person), person or ""
            is_waiting = live.row.status == Status.WAITING
            if is_waiting:
                seats = freed(live.seats, seat, leaver, unlimited=live.row.unlimited)
            else:
                seats = with_row(live.seats, risen(live.seats[seat - 1], leaver))
            host = _host(live.row.host, leaver, seats)
            is_closed = is_waiting and host is None
            await self.change(room, seats, host=host, status=Status.CLOSED.value if is_closed else live.row.status)
            self.go_on(room)
            return live.info()

    async def replace_by_bot(self, table: str, person: str | None, seat: int, level: str | None = None) -> TableInfo:
        """Let a bot play on for somebody who left, or take a seat that nobody came to; only the host can."""
        async with self.hold(table) as room:
            self._check_host(room, person)
            live = room.live
            family = self.catalogue.edition(live.row.edition).family
            bot = level or STAND_IN[family]
            check_bot(bot, family)
            if not 1 <= seat <= len(live.seats):
                raise ConflictError(f"there is no seat {seat} at this table")
            row = live.seats[seat - 1]
            if row.bot:
                raise ConflictError("a bot plays at this seat already")
            if row.name and not row.left:
                raise ForbiddenError(f"{row.name} has not left")
            name = row.name or bot_names([bot], {other.name for other in live.seats})[0]
            await self._sit(room, with_row(live.seats, replace(row, bot=bot, name=name)))
            self.go_on(room)
            return live.info()

    async def rematch(self, table: str, person: Person) -> TableInfo:
        """The same people at a new table with the same rules; asked twice, it is the same table."""
        async with self.hold(table) as room:
            live = room.live
            live.own_seat(person.id)
            if live.row.rematch is not None:
                return await self.info(live.row.rematch)
            if live.row.status != Status.OVER:
                raise ConflictError("this game is not over yet")
            seed = Seed.new()
            row = replace(
                live.row, id=secrets.token_urlsafe(9), host=person.id, status=Status.WAITING.value,
                created=time.time(), started=None, finished=None, commitment=seed.commitment, rematch=None,
            )  # fmt: skip
            info = await self._keep(row, tuple(again(seat) for seat in live.seats), seed, after=table)
            live.row = replace(live.row, rematch=info.id)
            self.tell_table(room)
            return info

    @staticmethod
    def _check_host(room: Room, person: str | None) -> None:
        """Refuse everybody but the host, and whoever shares the host's seat."""
        live, host = room.live, room.live.row.host
        place, own = live.place_of(host), live.place_of(person)
        if person is None or (person != host and (own is None or own is not place)):
            raise ForbiddenError("only the host of this table can do that")

    async def record(self, table: str) -> Record:
        """What may be published of the game now; all of it, with the seed, when it is over."""
        async with self.hold(table) as room:
            return room.live.playing.record()

    async def replay(self, table: str, number: int, person: str | None = None) -> View:
        """A game that is over as it stood after so many entries of its log, seen from one's seat."""
        async with self.hold(table) as room:
            record, seat = room.live.playing.record(), room.live.seat_of(person)
        if record.outcome is None or record.seed is None:
            raise ConflictError("a game can be replayed when it is over")
        if not 0 <= number <= len(record.moves):
            raise ConflictError(f"this game has {len(record.moves)} moves")
        part = Record(record.setup, record.commitment, record.moves[:number], record.seed)
        return Table.resume(part).view(seat)

    @asynccontextmanager
    async def listen(self, table: str, person: str | None, last: str | None = None) -> AsyncIterator[Subscription]:
        """The events of a table for a person: first what was missed since `last`, or else everything."""
        line = Subscription(person)
        async with self.hold(table) as room:
            self.seat_listener(room, line, last)
        try:
            yield line
        finally:
            line.leave()
            line.close()

    async def forget(self, person: str) -> None:
        """Take somebody out of every table they ever sat at, and drop all that is known of them."""
        for played in await self.store.played(person, 1_000_000):
            async with self.hold(played.table.id) as room:
                live = room.live
                mine = live.place_of(person)
                if mine is None:
                    continue
                is_waiting = live.row.status == Status.WAITING
                if is_waiting and len(mine.people) == 1:
                    seats = freed(live.seats, mine.seat, person, unlimited=live.row.unlimited)
                else:
                    is_running = live.row.status == Status.PLAYING and live.game is not None
                    bot = STAND_IN[live.playing.setup.edition.family] if is_running else mine.bot
                    seats = forgotten(live.seats, mine, person, bot)
                host = _host(live.row.host, person, seats)
                is_closed = is_waiting and host is None
                await self.change(room, seats, host=host, status=Status.CLOSED.value if is_closed else live.row.status)
                self._drop(room)
        await self.store.forget(person)


def _is_full(row: TableRow, seats: Seats) -> bool:
    """Whether a table waits for nobody else."""
    return not row.unlimited and all(seat.name for seat in seats)


def _host(host: str | None, gone: str, seats: Seats) -> str | None:
    """Who has a table when somebody has left it."""
    return host if host != gone else next(iter(present(seats)), None)


def _text(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
