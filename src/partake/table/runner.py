"""Running tables: loaded when somebody comes, dropped when everybody has gone; moves, draws, clocks and bots.

A move is checked, stored, published, answered, in this order and under the table's lock.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import orjson

from partake.engine.actions import DEALER
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError
from partake.store.errors import StoreError
from partake.store.rows import ActionRow, SeatRow
from partake.store.store import NOT_STORED, Store
from partake.table.bot_pool import STAND_IN, BotPool
from partake.table.channels import HEARTBEAT, Subscription, sse
from partake.table.events import Audience, publish_moves, state_json
from partake.table.model import Accepted, ConflictError, MissingError, Status
from partake.table.room import Later, Room, Timer
from partake.table.running import LiveTable
from partake.table.seats import back, with_row

IDLE = 600.0
"""After how many seconds without anybody a table is dropped from memory."""
SWEEP, BEAT = 60.0, 15.0
CROWD_PAUSE = 0.002
"""A crowd is told who has sat down or acted after so many seconds for each seat, all news of that time together."""
LAPSES = 2
"""After how many missed clocks in a row a bot takes over."""

log = logging.getLogger("partake.table")


class TableRunner:
    """The tables that are being played now."""

    def __init__(self, store: Store, catalogue: Catalogue, *, workers: int = 1, later: Later | None = None) -> None:
        self.store = store
        self.catalogue = catalogue
        self._later = later or _later
        self._bots = BotPool(workers)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop everything; what was accepted is stored already."""
        for room in tuple(self._rooms.values()):
            self._drop(room)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._bots.close)

    def close_lines(self) -> None:
        """End all event streams, so that their readers come back later."""
        for room in self._rooms.values():
            for channel in room.channels.values():
                for listener in tuple(channel.listeners):
                    listener.close()

    @property
    def rooms(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    @asynccontextmanager
    async def hold(self, table: str) -> AsyncIterator[Room]:
        """The table, with nobody else at it."""
        while True:
            room = self._rooms.get(table) or await self._load(table)
            async with room.lock:
                if room.is_dropped:
                    continue
                room.touched = time.monotonic()
                yield room
                return

    async def _load(self, table: str) -> Room:
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load_room(table))
        return await asyncio.shield(self._loading[table])

    async def _load_room(self, table: str) -> Room:
        try:
            stored = await self.store.load(table)
            if stored is None:
                raise MissingError("there is no such table")
            room = self._rooms[table] = Room(LiveTable(stored, self.catalogue), secrets.token_urlsafe(6))
            room.touched = time.monotonic()
            self.go_on(room)
            return room
        finally:
            del self._loading[table]

    def _drop(self, room: Room) -> None:
        room.close()
        self._rooms.pop(room.live.row.id, None)

    async def tend(self) -> None:
        """Send heartbeats and drop idle tables, for ever."""
        since = 0.0
        while True:
            await asyncio.sleep(BEAT)
            since += BEAT
            for room in tuple(self._rooms.values()):
                for channel in room.channels.values():
                    for listener in tuple(channel.listeners):
                        listener.push(HEARTBEAT)
            if since >= SWEEP:
                since = 0.0
                self.sweep(time.monotonic() - IDLE)

    def sweep(self, before: float) -> None:
        """Drop the tables that nobody listens to and nobody has touched since then."""
        for room in tuple(self._rooms.values()):
            if room.touched < before and not room.listeners and not room.lock.locked() and not room.thinking:
                self._drop(room)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("something went wrong at a table: %s", type(problem).__name__)

    async def play(
        self, table: str, person: str | None, action: str, *, expect: int | None = None, key: str | None = None
    ) -> Accepted:
        """Do what a person does at their seat: checked, stored, published; a repeated key gives the same answer."""
        async with self.hold(table) as room:
            live = room.live
            seat = live.own_seat(person)
            if live.seats[seat - 1].away:
                await self.come_back(room, seat, person or "")
            if key is not None and (seat, key) in live.answers:
                return Accepted(live.answers[seat, key], repeated=True)
            number = live.number(seat)
            if expect is not None and expect != number:
                raise ConflictError("the game has moved on since then: look again", number)
            rows = live.play(seat, action, time.time(), key)
            room.lapses.pop(seat, None)
            number = live.reached
            await self.commit(room, rows)
            return Accepted(number)

    async def commit(self, room: Room, rows: Sequence[ActionRow]) -> None:
        """Store new entries, then tell everybody, then go on; if they cannot be stored, they have not happened."""
        try:
            await self.store.append(room.live.row.id, rows)
        except Exception:
            self._drop(room)
            raise StoreError(NOT_STORED) from None
        except asyncio.CancelledError:
            self._drop(room)
            raise
        if room.live.is_simultaneous and any(row.actor == DEALER for row in rows):
            room.stand_ins.clear()
        self._reset_clock(room, rows)
        self._publish(room, rows)
        self.go_on(room)

    def _publish(self, room: Room, rows: Sequence[ActionRow]) -> None:
        crowd = room.live.is_crowd and room.live.is_simultaneous
        if not crowd or any(row.actor == DEALER for row in rows):
            publish_moves(room.live, rows, room.channels, room.deadline)
            return
        own: dict[Audience, Any] = {a: c for a, c in room.channels.items() if a is not None and a == rows[0].actor}
        publish_moves(room.live, rows, own, room.deadline)
        self._tell_crowd(room, "acted")

    def _tell_crowd(self, room: Room, news: str) -> None:
        room.news.add(news)
        if room.telling is None:
            room.telling = self._later(CROWD_PAUSE * len(room.live.seats), lambda: self._tell_news(room))

    @staticmethod
    def _tell_news(room: Room) -> None:
        room.telling = None
        news, room.news = room.news, set()
        if "table" in news:
            room.tell("table", orjson.dumps(room.live.info_json()))
        if "acted" in news and room.live.game is not None:
            room.tell("acted", orjson.dumps({"to_act": room.live.game.to_act, "deadline": room.deadline}))

    def tell_table(self, room: Room) -> None:
        """Tell everybody that the table has changed."""
        if room.live.is_crowd:
            self._tell_crowd(room, "table")
        else:
            room.tell("table", orjson.dumps(room.live.info_json()))

    def tell_views(self, room: Room) -> None:
        """Tell everybody everything, when a game starts."""
        for audience, channel in room.channels.items():
            channel.publish("view", _state(room, audience))

    def go_on(self, room: Room) -> None:
        """Whatever must happen next by itself: the end, the next draw, a bot's move, the clock."""
        live = room.live
        if live.game is None or live.row.status != Status.PLAYING or room.is_dropped:
            return
        if live.game.is_over:
            self._spawn(self._finish(room))
            return
        if not live.is_attended:
            room.rest()
            return
        to_act = live.game.to_act
        if to_act and room.dealing is not None:  # somebody took back: the next draw waits as long again
            room.dealing.cancel()
            room.dealing = None
        if not to_act and room.dealing is None:
            pause = live.row.pause if live.waits else 0.0
            room.dealing = self._later(pause, lambda: self._spawn(self._deal(room)))
        room.stand_ins &= set(to_act)
        for seat in to_act:
            row = live.seats[seat - 1]
            if (row.bot or seat in room.stand_ins) and seat not in room.thinking:
                room.thinking.add(seat)
                self._spawn(self._think(room, seat))
        if live.row.clock and room.ticking is None and to_act:
            self._reset_clock(room, ())

    async def _deal(self, room: Room) -> None:
        async with room.lock:
            room.dealing = None
            if room.is_dropped or room.live.playing.to_act or room.live.playing.is_over:
                return
            await self.commit(room, room.live.deal(time.time()))

    async def _finish(self, room: Room) -> None:
        async with room.lock:
            if room.is_dropped or room.live.row.status != Status.PLAYING:
                return
            seats, now = room.live.finished_seats(), time.time()
            await self.change(room, seats, status=Status.OVER.value, finished=now)

    async def change(
        self, room: Room, seats: tuple[SeatRow, ...] | None = None, log: Sequence[ActionRow] = (), **values: Any
    ) -> None:
        """Store a change of the table or its seats, with the beginning of its log, then tell everybody."""
        now = room.live.seats if seats is None else seats
        try:
            changed = sorted(set(now) - set(room.live.seats), key=lambda row: row.seat)
            await self.store.change_table(room.live.row.id, changed, size=len(now), log=log, **values)
        except BaseException:
            self._drop(room)
            raise
        room.live.row = replace(room.live.row, **values)
        room.live.sit(now)
        self.tell_table(room)
        for audience, channel in tuple(room.channels.items()):
            for line in tuple(channel.listeners):
                if room.live.seat_of(line.person) != audience:
                    self.seat_listener(room, line)

    async def come_back(self, room: Room, seat: int, person: str) -> None:
        """Give somebody their seat again, whoever played there in the meantime."""
        live = room.live
        room.lapses.pop(seat, None)
        room.stand_ins.discard(seat)
        seats = with_row(live.seats, back(live.seats[seat - 1], person))
        await self.change(room, seats, host=live.row.host or person)
        self.go_on(room)

    def seat_listener(self, room: Room, line: Subscription, last: str | None = None) -> None:
        """Let a line hear what its person may hear: first what was missed since `last`, or else everything."""
        audience = room.live.seat_of(line.person)
        channel = room.channel(audience)
        missed = channel.missed(last) if last else None
        if missed is None:
            missed = [sse("view", _state(room, audience), channel.last_id)]
        for event in missed:
            line.push(event)
        channel.add(line)

    async def _think(self, room: Room, seat: int) -> None:
        """Let a bot act for a seat, unless the game has moved on in the meantime."""
        try:
            async with room.lock:
                live = room.live
                if room.is_dropped or seat not in live.playing.to_act:
                    return
                stamp, view = live.number(seat), live.playing.view(seat)
                bot = live.seats[seat - 1].bot or STAND_IN[view.family]
            action = await self._bots.choose(bot, view)
            async with room.lock:
                room.thinking.discard(seat)
                if room.is_dropped or live.number(seat) != stamp or seat not in live.playing.to_act:
                    return
                if not live.seats[seat - 1].bot and seat not in room.stand_ins:
                    return
                await self.commit(room, live.play(seat, action, time.time()))
        except PartakeError as problem:
            log.error("a bot could not move: %s", type(problem).__name__)
        finally:
            room.thinking.discard(seat)

    def _reset_clock(self, room: Room, rows: Sequence[ActionRow]) -> None:
        """Start the clock anew when the dealer has acted, or the turn has passed on."""
        live = room.live
        if not live.row.clock or live.game is None:
            return
        if rows and live.is_simultaneous and not any(row.actor == DEALER for row in rows) and live.game.to_act:
            return
        if room.ticking is not None:
            room.ticking.cancel()
            room.ticking = room.deadline = None
        if live.game.to_act and not live.game.is_over:
            room.deadline = time.time() + live.row.clock
            room.ticking = self._later(live.row.clock, lambda: self._spawn(self._lapse(room)))

    async def _lapse(self, room: Room) -> None:
        """The clock has run out: whoever stands in acts for those who have not, and for good after the second time."""
        async with room.lock:
            room.ticking = room.deadline = None
            if room.is_dropped or room.live.game is None:
                return
            late = [seat for seat in room.live.game.to_act if not room.live.seats[seat - 1].bot]
            for seat in late:
                room.lapses[seat] = room.lapses.get(seat, 0) + 1
            gone = {seat for seat in late if room.lapses[seat] >= LAPSES}
            if gone:
                bot = STAND_IN[room.live.game.setup.edition.family]
                seats = tuple(replace(row, bot=bot) if row.seat in gone else row for row in room.live.seats)
                await self.change(room, seats)
            room.stand_ins |= set(late) - gone
            self.go_on(room)


def _state(room: Room, audience: Audience) -> bytes:
    return orjson.dumps(state_json(room.live, room.live.view(audience), audience, room.deadline))


def _later(seconds: float, what: Callable[[], object]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, what)
