"""The hall: everything people can do at tables. Pages, API and tests all come through here.

    hall = Hall(store, catalogue(), workers=1)
    info = await hall.create(person, Plan("classic", seats=(SeatPlan("host"), SeatPlan("person"))))
    info = await hall.join(info.id, other)                # starts by itself when the last free seat is taken
    state = await hall.state(info.id, person.id)          # .info, .seat, .view (a partake View), .number, .deadline
    await hall.play(info.id, person.id, "9-7-8@c3", expect=state.number, key="a1b2")
    async with hall.listen(info.id, person.id) as line:   # events as they go over the wire
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
from partake.engine.record import Record
from partake.engine.setup import check_seat
from partake.engine.table import Table
from partake.store.rows import SeatRow, TableRow
from partake.table.channels import Subscription
from partake.table.events import state_json
from partake.table.house import House
from partake.table.model import ConflictError, ForbiddenError, Person, Plan, SeatPlan, Status, TableInfo
from partake.table.planning import bot_names, check_plan, pause_of
from partake.table.room import Room
from partake.table.thinking import STAND_IN, check_bot

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


class Hall(House):
    """All tables, running or not."""

    async def create(self, host: Person, plan: Plan) -> TableInfo:
        """A new table; it starts at once when nobody else is awaited."""
        edition = check_plan(self.catalogue, plan)
        seats = _planned(host, plan)
        seed = Seed.new()
        row = TableRow(
            id=secrets.token_urlsafe(9),
            title=plan.title.strip() or edition.title,
            edition=edition.name,
            rules=edition.digest,
            options={name: _text(value) for name, value in plan.options.items()},
            host=host.id,
            status=Status.WAITING.value,
            clock=plan.clock,
            pause=pause_of(plan),
            listed=plan.listed,
            unlimited=plan.unlimited,
            created=time.time(),
            started=None,
            finished=None,
            commitment=seed.commitment,
        )
        await self.store.add_table(row, seed.data, seats)
        return await self._start_if_full(row.id)

    async def _start_if_full(self, table: str) -> TableInfo:
        async with self.hold(table) as room:
            live = room.live
            if live.row.status == Status.WAITING and not live.row.unlimited and all(seat.name for seat in live.seats):
                await self._start(room)
            return live.info()

    async def _start(self, room: Room) -> None:
        seats = tuple(replace(seat, seat=n) for n, seat in enumerate((s for s in room.live.seats if s.name), start=1))
        room.live.arranged(seats)
        await self.change(room, seats, status=Status.PLAYING.value, started=time.time())
        room.live.begin()
        await self.commit(room, room.live.deal(time.time()))
        self.tell_views(room)

    async def info(self, table: str) -> TableInfo:
        """What everybody may know of a table."""
        async with self.hold(table) as room:
            return room.live.info()

    async def state(self, table: str, person: str | None) -> TableState:
        """A table as a person sees it: from their seat, or as a spectator."""
        async with self.hold(table) as room:
            live, seat = room.live, room.live.seat_of(person)
            json = state_json(live, seat, room.deadline)
            return TableState(live.info(), seat, live.view(seat), live.number(seat), room.deadline, json)

    async def lobby(self) -> list[TableInfo]:
        """The tables in the lobby at which somebody can still sit down, the newest first."""
        found = [await self.info(table) for table in await self.store.listed(Status.WAITING.value, LOBBY)]
        return [info for info in found if info.unlimited or any(seat.is_free for seat in info.seats)]

    async def join(self, table: str, person: Person, *, name: str | None = None, seat: int | None = None) -> TableInfo:
        """Sit down, at the first free seat or at a certain one; whoever sits there already just comes back."""
        wanted = person.nickname if name is None else name
        check_seat(wanted.split(" & "))
        async with self.hold(table) as room:
            live = room.live
            mine = next((row for row in live.seats if row.person == person.id), None)
            if mine is not None:
                if mine.left or mine.bot:
                    await self.change(room, _with(live.seats, replace(mine, left=False, bot="")))
                return live.info()
            if live.row.status != Status.WAITING:
                raise ConflictError("this game has begun without you: you can watch")
            await self.change(room, _seated(live.row.unlimited, live.seats, person.id, wanted, seat))
            if live.row.host is None:
                await self.change(room, host=person.id)
        return await self._start_if_full(table)

    async def start(self, table: str, person: str | None) -> TableInfo:
        """Start now with those who are there; only the host can."""
        async with self.hold(table) as room:
            self._check_host(room, person)
            if room.live.row.status != Status.WAITING:
                raise ConflictError("this game has started already")
            await self._start(room)
            return room.live.info()

    async def leave(self, table: str, person: str | None) -> TableInfo:
        """Get up: before the start the seat is free again, later it waits for a bot or for whoever comes back."""
        async with self.hold(table) as room:
            live = room.live
            seat = live.own_seat(person)
            gone = replace(live.seats[seat - 1], left=True)
            seats = _with(live.seats, gone)
            if live.row.status == Status.WAITING:
                seats = _without(live.row.unlimited, live.seats, seat)
            values: dict[str, Any] = {}
            there = [row.person for row in seats if row.person and not row.left and not row.bot]
            if live.row.host == person:
                values["host"] = there[0] if there else None
            if not there and live.row.status in (Status.WAITING, Status.PLAYING):
                values["status"] = Status.CLOSED.value
            await self.change(room, seats, **values)
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
            await self.change(room, _with(live.seats, replace(row, bot=bot, name=name)))
            self.go_on(room)
        return await self._start_if_full(table)

    async def rematch(self, table: str, person: Person) -> TableInfo:
        """The same people at a new table with the same rules; asked twice, it is the same table."""
        async with self.hold(table) as room:
            live = room.live
            live.own_seat(person.id)
            if live.row.rematch is not None:
                again = live.row.rematch
            elif live.row.status != Status.OVER:
                raise ConflictError("this game is not over yet")
            else:
                seed, again = Seed.new(), secrets.token_urlsafe(9)
                row = replace(
                    live.row, id=again, host=person.id, status=Status.WAITING.value, created=time.time(), started=None,
                    finished=None, commitment=seed.commitment, rematch=None,
                )  # fmt: skip
                await self.store.add_table(row, seed.data, [_again(seat) for seat in live.seats])
                await self.change(room, rematch=again)
        return await self._start_if_full(again)

    @staticmethod
    def _check_host(room: Room, person: str | None) -> None:
        if person is None or room.live.row.host != person:
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
                mine = next((row for row in live.seats if row.person == person), None)
                if mine is None:
                    continue
                if live.row.status == Status.WAITING:
                    seats = _without(live.row.unlimited, live.seats, mine.seat)
                else:
                    taken = {row.name for row in live.seats}
                    name = next(n for i in range(1, len(taken) + 2) if (n := f"Somebody {i}") not in taken)
                    bot = STAND_IN[self.catalogue.edition(live.row.edition).family]
                    bot = bot if live.row.status == Status.PLAYING else mine.bot
                    seats = _with(live.seats, replace(mine, person=None, name=name, left=True, bot=bot))
                there = [row.person for row in seats if row.person and not row.left and not row.bot]
                host = live.row.host if live.row.host != person else (there[0] if there else None)
                await self.change(room, seats, host=host)
                self._drop(room)
        await self.store.forget(person)


def _planned(host: Person, plan: Plan) -> tuple[SeatRow, ...]:
    names = iter(bot_names([seat.level for seat in plan.seats if seat.kind == "bot"], {host.nickname}))
    found: list[SeatRow] = []
    for number, seat in enumerate(plan.seats, start=1):
        match seat:
            case SeatPlan("host"):
                found.append(SeatRow(number, host.id, host.nickname))
            case SeatPlan("bot", level):
                found.append(SeatRow(number, name=next(names), bot=level))
            case _:
                found.append(SeatRow(number))
    return tuple(found)


def _seated(
    unlimited: bool, seats: tuple[SeatRow, ...], person: str, name: str, wanted: int | None
) -> tuple[SeatRow, ...]:
    people = {part for row in seats for part in row.name.split(" & ")}
    if people & set(name.split(" & ")):
        raise ConflictError(f"somebody named {name} sits here already: choose another name")
    free = [row.seat for row in seats if not row.name]
    if wanted is not None and wanted not in free:
        raise ConflictError(f"seat {wanted} is not free")
    if free:
        return _with(seats, SeatRow(wanted or free[0], person, name))
    if unlimited:
        return (*seats, SeatRow(len(seats) + 1, person, name))
    raise ConflictError("all seats are taken: you can watch")


def _with(seats: tuple[SeatRow, ...], row: SeatRow) -> tuple[SeatRow, ...]:
    return (*seats[: row.seat - 1], row, *seats[row.seat :])


def _without(unlimited: bool, seats: tuple[SeatRow, ...], seat: int) -> tuple[SeatRow, ...]:
    """The seats without whoever sat at one of them; a table without limit closes the gap."""
    if not unlimited:
        return _with(seats, SeatRow(seat))
    return tuple(replace(row, seat=n) for n, row in enumerate((r for r in seats if r.seat != seat), start=1))


def _again(seat: SeatRow) -> SeatRow:
    """A seat at the next table: people who stayed and bots of the plan; other seats are free."""
    if seat.person is None and seat.bot and not seat.left:
        return SeatRow(seat.seat, name=seat.name, bot=seat.bot)
    if seat.person is not None and not seat.left and not seat.bot:
        return SeatRow(seat.seat, seat.person, seat.name)
    return SeatRow(seat.seat)


def _text(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
