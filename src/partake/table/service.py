"""The table service: everything that people can do at tables. Pages, API and tests all come through here.

    tables = TableService(store, catalogue(), limits=Limits(workers=1))
    info = await tables.create(person, TableRequest("classic", seats=(SeatRequest("host"), SeatRequest("person"))))
    info = await tables.join(info.id, other)                # starts by itself when the last free seat is taken
    info = await tables.join(info.id, other, name="Bob & Cleo")      # two share a seat; cleo then joins as "Cleo"
    state = await tables.state(info.id, person.id)          # .info, .seat, .view (a partake View), .number, .deadline
    await tables.play(info.id, person.id, "9-7-8@c3", expect=state.number, key="a1b2")
    async with tables.listen(info.id, person.id) as stream: # server-sent events as they go over the wire
        while data := await stream.take(): ...

Every refusal is a `PartakeError`: `MissingError`, `ForbiddenError`, `ConflictError`, `StoreError`, or one of the rules
(`OptionError`, `IllegalActionError`, `NotationError`).
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
from partake.rules.catalogue import Catalogue
from partake.store.rows import ActionRow, Status, StoredTable, TableRow, TableSettings, values_of
from partake.store.store import Store
from partake.table.bot_pool import STAND_IN, check_bot
from partake.table.channels import Subscription
from partake.table.clock import Later
from partake.table.events import publish_table, publish_views, state_json, subscribe
from partake.table.limits import Limits
from partake.table.model import ConflictError, ForbiddenError, Person, TableInfo, TableRequest
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.seats import (
    Seats,
    after_leaving,
    anonymised,
    check_name,
    for_rematch,
    initial_seats,
    present,
    with_partner,
    with_person,
    with_row,
    without_person,
)
from partake.table.table_request import bot_names, check_request, pause_of

MOST_FORGOTTEN = 1_000_000
"""The most tables from which a person is taken when they want to be forgotten: all of them."""


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


class TableService:
    """Create, join, play and watch tables; the tables in memory are the runner's."""

    def __init__(
        self, store: Store, catalogue: Catalogue, *, limits: Limits | None = None, later: Later | None = None
    ) -> None:
        self.store, self.catalogue, self.limits = store, catalogue, limits or Limits()
        self.runner = TableRunner(store, catalogue, limits=self.limits, later=later)
        self.play = self.runner.play
        """Do what a person does at their seat: see `TableRunner.play`."""

    async def close(self) -> None:
        """Stop everything; what was accepted is stored already."""
        await self.runner.close()

    async def create(self, host: Person, wanted: TableRequest, *, name: str | None = None) -> TableInfo:
        """A new table with the host by this name; it starts at once when nobody else is awaited."""
        edition = check_request(self.catalogue, wanted, self.limits)
        called = name or host.nickname
        check_name(edition, called)
        seed = Seed.new()
        settings = {
            **values_of(wanted, TableSettings),
            "title": wanted.title.strip() or edition.title,
            "options": {option: _text(value) for option, value in wanted.options.items()},
            "pause": pause_of(wanted),
        }
        row = TableRow(
            **settings, id=_new_id(), status=Status.WAITING, created=time.time(), commitment=seed.commitment,
            rules=edition.digest, host=host.id,
        )  # fmt: skip
        return await self._add(row, initial_seats(host, wanted, called), seed)

    async def _add(self, row: TableRow, seats: Seats, seed: Seed, after: str = "") -> TableInfo:
        """Store a new table, with its first draw when nobody else is awaited."""
        entries: list[ActionRow] = []
        if _is_full(row, seats):
            entries = self.runner.prepare(StoredTable(row, seats, (), seed.data)).begin(seats, row.created)
            row = replace(row, status=Status.PLAYING, started=row.created)
        await self.store.add_table(row, seed.data, seats, entries, after)
        return await self.info(row.id)

    async def _sit(self, table: RunningTable, seats: Seats, **values: Any) -> None:
        """Change who sits at a table; when nobody else is awaited, it starts in the same transaction."""
        if table.is_waiting and _is_full(table.row, seats):
            await self._start(table, seats, **values)
        else:
            await self.runner.change(table, seats, **values)

    async def _start(self, table: RunningTable, seats: Seats, **values: Any) -> None:
        now = time.time()
        taken = tuple(replace(row, seat=n) for n, row in enumerate((row for row in seats if row.name), start=1))
        if not present(taken):
            raise ConflictError("somebody must sit down first")
        entries = table.begin(taken, now)
        await self.runner.change(table, taken, entries, status=Status.PLAYING, started=now, **values)
        self.runner.go_on(table)
        publish_views(table)

    async def info(self, table: str) -> TableInfo:
        """What everybody may know of a table."""
        async with self.runner.hold(table) as running:
            return running.info()

    async def state(self, table: str, person: str | None) -> TableState:
        """A table as a person sees it: from their seat, or as a spectator."""
        async with self.runner.hold(table) as running:
            seat = running.seat_of(person)
            view = running.view(seat)
            json = state_json(running, seat, view)
            return TableState(running.info(), seat, view, running.number(seat), running.clock.deadline, json)

    async def lobby(self) -> list[TableInfo]:
        """The tables in the lobby at which a person can still sit down, the newest first."""
        found = [await self.info(table) for table in await self.store.listed(Status.WAITING, self.limits.lobby)]
        return [info for info in found if info.unlimited or any(seat.is_free for seat in info.seats)]

    async def join(self, table: str, person: Person, *, name: str | None = None, seat: int | None = None) -> TableInfo:
        """Sit down, at the first free seat or at a certain one; a person who sits there already just comes back."""
        wanted = person.nickname if name is None else name
        async with self.runner.hold(table) as running:
            mine = running.kept_seat(person.id)
            if mine is not None:
                if mine.bot or mine.away:
                    await self.runner.come_back(running, mine.seat, person.id)
                return running.info()
            check_name(self.catalogue.edition(running.row.edition), wanted)
            pair = with_partner(running.seats, person.id, wanted, seat)
            if pair is not None:
                await self.runner.change(running, with_row(running.seats, pair))
                self.runner.go_on(running)
                return running.info()
            if not running.is_waiting:
                raise ConflictError("this game has begun without you: you can watch")
            most = self.limits.seats if running.row.unlimited else len(running.seats)
            seats = with_person(running.seats, person.id, wanted, wanted=seat, most=most)
            await self._sit(running, seats, host=running.row.host or person.id)
            return running.info()

    async def start(self, table: str, person: str | None) -> TableInfo:
        """Start now with those who are there; only the host can."""
        async with self.runner.hold(table) as running:
            _check_host(running, person)
            if not running.is_waiting:
                raise ConflictError("this game has started already")
            await self._start(running, running.seats)
            return running.info()

    async def leave(self, table: str, person: str | None) -> TableInfo:
        """Leave: before the start the seat is free again, later it waits for a bot or for its player to come back.

        A game that everybody has left waits as it is; a table that nobody is left to start is closed.
        """
        async with self.runner.hold(table) as running:
            seat, leaver = running.own_seat(person), person or ""
            if running.is_waiting:
                seats = without_person(running.seats, seat, leaver, unlimited=running.row.unlimited)
            else:
                seats = with_row(running.seats, after_leaving(running.seats[seat - 1], leaver))
            await self._take_out(running, leaver, seats)
            self.runner.go_on(running)
            return running.info()

    async def _take_out(self, table: RunningTable, person: str, seats: Seats) -> None:
        """Store the seats without a person; another becomes the host, or a table that has not begun is closed."""
        host = table.row.host if table.row.host != person else next(iter(present(seats)), None)
        is_closed = table.is_waiting and host is None
        await self.runner.change(table, seats, host=host, status=Status.CLOSED if is_closed else table.row.status)

    async def replace_by_bot(self, table: str, person: str | None, seat: int, level: str | None = None) -> TableInfo:
        """Let a bot play on for a person who left, or take a free seat; only the host can."""
        async with self.runner.hold(table) as running:
            _check_host(running, person)
            family = self.catalogue.edition(running.row.edition).family
            bot = level or STAND_IN[family]
            check_bot(bot, family)
            if not 1 <= seat <= len(running.seats):
                raise ConflictError(f"there is no seat {seat} at this table")
            row = running.seats[seat - 1]
            if row.bot:
                raise ConflictError("a bot plays at this seat already")
            if row.name and not row.left:
                raise ForbiddenError(f"{row.name} has not left")
            name = row.name or bot_names([bot], {other.name for other in running.seats})[0]
            await self._sit(running, with_row(running.seats, replace(row, bot=bot, name=name)))
            self.runner.go_on(running)
            return running.info()

    async def rematch(self, table: str, person: Person) -> TableInfo:
        """The same people at a new table with the same rules; asked twice, it is the same table."""
        async with self.runner.hold(table) as running:
            running.own_seat(person.id)
            if running.row.rematch is not None:
                return await self.info(running.row.rematch)
            if running.row.status != Status.OVER:
                raise ConflictError("this game is not over yet")
            seed = Seed.new()
            row = replace(
                running.row, id=_new_id(), host=person.id, status=Status.WAITING, created=time.time(), started=None,
                finished=None, commitment=seed.commitment, rematch=None,
            )  # fmt: skip
            info = await self._add(row, tuple(for_rematch(seat) for seat in running.seats), seed, after=table)
            running.row = replace(running.row, rematch=info.id)
            publish_table(running, self.runner.later)
            return info

    async def record(self, table: str) -> Record:
        """What may be published of the game now; all of it, with the seed, when it is over."""
        async with self.runner.hold(table) as running:
            return running.playing.record()

    async def replay(self, table: str, number: int, person: str | None = None) -> View:
        """A game that is over as it stood after a number of entries of its log, seen from one's seat."""
        async with self.runner.hold(table) as running:
            record, seat = running.playing.record(), running.seat_of(person)
        if record.outcome is None or record.seed is None:
            raise ConflictError("a game can be replayed when it is over")
        if not 0 <= number <= len(record.moves):
            raise ConflictError(f"this game has {len(record.moves)} moves")
        part = Record(record.setup, record.commitment, record.moves[:number], record.seed)
        return Table.resume(part).view(seat)

    @asynccontextmanager
    async def listen(
        self, table: str, person: str | None, last: str | None = None, *, with_view: bool = False
    ) -> AsyncIterator[Subscription]:
        """The events of a table for a person: first what was missed since event `last`, or else everything.

        With `with_view`, events say what changed in the person's view.
        """
        subscription = Subscription(person, with_view=with_view, longest=self.limits.events_waiting)
        async with self.runner.hold(table) as running:
            subscribe(running, subscription, last)
        try:
            yield subscription
        finally:
            subscription.leave()
            subscription.close()

    async def forget(self, person: str) -> None:
        """Take a person out of every table they ever sat at, and drop all that is known of them."""
        for played in await self.store.played(person, MOST_FORGOTTEN):
            async with self.runner.hold(played.table.id) as running:
                mine = running.kept_seat(person)
                if mine is None:
                    continue
                if running.is_waiting and len(mine.people) == 1:
                    seats = without_person(running.seats, mine.seat, person, unlimited=running.row.unlimited)
                else:
                    is_running = running.row.status == Status.PLAYING and running.game is not None
                    bot = STAND_IN[running.playing.setup.edition.family] if is_running else mine.bot
                    seats = anonymised(running.seats, mine, person, bot)
                await self._take_out(running, person, seats)
                self.runner.drop(running)
        await self.store.forget(person)


def _check_host(table: RunningTable, person: str | None) -> None:
    """Refuse everybody but the host, and the person who shares the host's seat."""
    host = table.row.host
    own = table.kept_seat(person)
    if person is None or (person != host and (own is None or own is not table.kept_seat(host))):
        raise ForbiddenError("only the host of this table can do that")


def _new_id() -> str:
    return secrets.token_urlsafe(9)


def _is_full(row: TableRow, seats: Seats) -> bool:
    """Whether nobody else is awaited at a table."""
    return not row.unlimited and all(seat.name for seat in seats)


def _text(value: str | int | bool) -> str:
    """The value of an option as records write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
