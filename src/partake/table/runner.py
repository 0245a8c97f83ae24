"""Running tables: loaded when they are first asked for, dropped when they are idle; moves, draws, clocks and bots.

A move is checked, stored, published, answered, in this order and under the table's lock. What is stored is the truth:
when anything fails half-way, the table is dropped from memory and loaded again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from partake.rules.catalogue import Catalogue
from partake.rules.diagnostics import report
from partake.store.rows import ActionRow, SeatRow, Status, StoredTable
from partake.store.store import Store
from partake.table.bot_pool import STAND_IN, BotPool
from partake.table.channels import HEARTBEAT
from partake.table.clock import Later, call_later
from partake.table.events import publish_moves, publish_table, resubscribe
from partake.table.limits import Limits
from partake.table.model import Accepted, ConflictError, MissingError
from partake.table.running import Progress, RunningTable
from partake.table.seats import returned, with_row

SWEEP = 60.0
"""The seconds between two searches for idle tables."""

log = logging.getLogger("partake.table")


class TableRunner:
    """The tables in memory, and all that happens at them by itself."""

    def __init__(
        self, store: Store, catalogue: Catalogue, *, limits: Limits | None = None, later: Later | None = None
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.limits = limits or Limits()
        self.later = later or call_later
        self.bots = BotPool(self.limits.workers, seconds=self.limits.bot_seconds)
        self._tables: dict[str, RunningTable] = {}
        self._loading: dict[str, asyncio.Task[RunningTable]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        """What is under way in the background."""

    async def close(self) -> None:
        """Stop everything; what was accepted is stored already."""
        for table in tuple(self._tables.values()):
            self.drop(table)
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.to_thread(self.bots.close)

    def close_streams(self) -> None:
        """End all event streams, so that their readers come back later."""
        for table in self._tables.values():
            for subscriber in tuple(table.subscribers):
                subscriber.close()

    @property
    def loaded(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[RunningTable]:
        """The table, locked."""
        while True:
            table = self._tables.get(table_id) or await self._load(table_id)
            async with table.lock:
                if table.is_dropped:
                    continue
                table.touched = time.monotonic()
                yield table
                return

    async def _load(self, table_id: str) -> RunningTable:
        """Load a table once, for all who ask at the same time."""
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load_now(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load_now(self, table_id: str) -> RunningTable:
        try:
            stored = await self.store.load(table_id)
            if stored is None:
                raise MissingError("there is no such table")
            table = self._tables[table_id] = self.prepare(stored)
            table.touched = time.monotonic()
            self.go_on(table)
            return table
        finally:
            del self._loading[table_id]

    def prepare(self, stored: StoredTable) -> RunningTable:
        """A table in memory, not yet running."""
        epoch = secrets.token_urlsafe(6)
        return RunningTable(stored, self.catalogue, later=self.later, epoch=epoch, kept=self.limits.events_kept)

    def drop(self, table: RunningTable) -> None:
        """Take a table out of memory; the next request loads it again."""
        table.close()
        self._tables.pop(table.row.id, None)

    async def maintain(self) -> None:
        """Send heartbeats and drop idle tables, for ever."""
        since = 0.0
        while True:
            await asyncio.sleep(self.limits.heartbeat)
            since += self.limits.heartbeat
            for table in tuple(self._tables.values()):
                for subscriber in table.subscribers:
                    subscriber.push(HEARTBEAT)
            if since >= SWEEP:
                since = 0.0
                self.sweep(time.monotonic() - self.limits.idle)

    def sweep(self, before: float) -> None:
        """Drop the tables without readers that were not used since then, unless a request or a bot is at work there."""
        for table in tuple(self._tables.values()):
            is_busy = table.lock.locked() or table.thinking or any(table.subscribers)
            if table.touched < before and not is_busy:
                self.drop(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            report(log, problem)

    async def play(
        self,
        table_id: str,
        person: str | None,
        action: str,
        *,
        expect: int | None = None,
        key: str | None = None,
        with_view: bool = False,
    ) -> Accepted:
        """Do what a person does at their seat: checked, stored, published.

        `expect` is optimistic concurrency: the number of the state that the move answers to. `key` is an idempotency
        key: a repeated one is answered as before. With `with_view` the answer says what changed for the seat.
        """
        async with self.hold(table_id) as table:
            seat = table.own_seat(person)
            if table.seats[seat - 1].away:
                await self.come_back(table, seat, person or "")
            if key is not None and (seat, key) in table.answers:
                return Accepted(table.answers[seat, key], repeated=True)
            number = table.number(seat)
            if expect is not None and expect != number:
                raise ConflictError("the game has moved on since then: look again", number)
            since, entry = table.known, table.play(seat, action, time.time(), key)
            number = table.number(seat)
            table.clock.acted(seat)
            return Accepted(number, state=await self._commit(table, since, entry, answered=with_view))

    async def _commit(
        self, table: RunningTable, since: int, entry: ActionRow | None = None, *, answered: bool = False
    ) -> bytes | None:
        """Store what a seat did and what the dealer does now, then publish it, then go on.

        If anything fails, memory may differ from what is stored: the table is dropped.
        """
        try:
            rows = [] if entry is None else [entry]
            if entry is None or not table.pauses:
                rows += table.deal(time.time())
            await self.store.append(table.row.id, rows)
            progress, game = Progress(rows, since), table.playing
            if progress.has_dealt and game.is_simultaneous:
                table.clock.stand_ins.clear()
            if progress.has_dealt or not game.is_simultaneous or not game.to_act:
                self._restart_clock(table)
            state = publish_moves(table, progress, self.later, answered=answered)
            self.go_on(table)
        except BaseException:
            self.drop(table)
            raise
        return state

    async def change(
        self,
        table: RunningTable,
        seats: tuple[SeatRow, ...] | None = None,
        entries: Sequence[ActionRow] = (),
        **values: Any,
    ) -> None:
        """Store a change of the table or its seats, with the beginning of its log, then publish it."""
        now = table.seats if seats is None else seats
        changed = sorted(set(now) - set(table.seats), key=lambda row: row.seat)
        try:
            await self.store.change_table(table.row.id, changed, size=len(now), entries=entries, **values)
            table.row = replace(table.row, **values)
            table.sit(now)
            publish_table(table, self.later)
            resubscribe(table)
        except BaseException:
            self.drop(table)
            raise

    async def come_back(self, table: RunningTable, seat: int, person: str) -> None:
        """Give a person their seat again, and take it from the bot that played there in the meantime."""
        table.clock.acted(seat)
        table.clock.stand_ins.discard(seat)
        seats = with_row(table.seats, returned(table.seats[seat - 1], person))
        await self.change(table, seats, host=table.row.host or person)
        self.go_on(table)

    def go_on(self, table: RunningTable) -> None:
        """Arrange what happens next by itself: the end, the next draw, a bot's move, the clock."""
        game = table.game
        if game is None or table.row.status != Status.PLAYING or table.is_dropped:
            return
        if game.is_over:
            self._spawn(self._finish(table))
            return
        if not table.is_attended:
            table.rest()
            return
        to_act = game.to_act
        if to_act and table.dealing is not None:  # the last placement was taken back: the next draw waits as long again
            table.dealing.cancel()
            table.dealing = None
        if not to_act and table.dealing is None:
            pause = table.row.pause if table.pauses else 0.0
            table.dealing = self.later(pause, lambda: self._spawn(self._deal(table)))
        table.clock.stand_ins &= set(to_act)
        for seat in to_act:
            plays = table.seats[seat - 1].bot or seat in table.clock.stand_ins
            if plays and seat not in table.thinking:
                table.thinking.add(seat)
                self._spawn(self._think(table, seat))
        if to_act and not table.clock.is_running:
            self._restart_clock(table)

    async def _deal(self, table: RunningTable) -> None:
        async with table.lock:
            table.dealing = None
            if table.is_dropped or table.playing.to_act or table.playing.is_over:
                return
            await self._commit(table, table.known)

    async def _finish(self, table: RunningTable) -> None:
        async with table.lock:
            if not table.is_dropped and table.row.status == Status.PLAYING:
                await self.change(table, table.finished_seats(), status=Status.OVER, finished=time.time())

    async def _think(self, table: RunningTable, seat: int) -> None:
        """Let a bot act for a seat, unless the game has moved on in the meantime."""
        try:
            async with table.lock:
                if table.is_dropped or seat not in table.playing.to_act:
                    return
                number, view = table.number(seat), table.playing.view(seat)
                bot = table.seats[seat - 1].bot or STAND_IN[view.family]
            action = await self.bots.choose(bot, view)
            async with table.lock:
                table.thinking.discard(seat)
                plays = table.seats[seat - 1].bot or seat in table.clock.stand_ins
                if table.is_dropped or not plays or seat not in table.playing.to_act:
                    return
                if table.number(seat) != number:
                    self.go_on(table)  # the view was stale: think again
                    return
                since = table.known
                await self._commit(table, since, table.play(seat, action, time.time()))
        finally:
            table.thinking.discard(seat)

    def _restart_clock(self, table: RunningTable) -> None:
        """Start the clock anew when seats must act, or stop it."""
        clock = table.clock
        clock.stop()
        if table.row.clock and table.playing.to_act and not table.playing.is_over:
            clock.start(table.row.clock, lambda deadline: self._spawn(self._expire(table, deadline)))

    async def _expire(self, table: RunningTable, deadline: float) -> None:
        """Let the stand-in bot act for those who are late; it takes over from those who were late too often."""
        async with table.lock:
            if table.is_dropped or table.game is None or table.clock.deadline != deadline:
                return  # the last of the moves came while this waited for the lock
            late = [seat for seat in table.game.to_act if not table.seats[seat - 1].bot]
            if gone := table.clock.lapse(late):
                bot = STAND_IN[table.game.setup.edition.family]
                await self.change(
                    table, tuple(replace(row, bot=bot) if row.seat in gone else row for row in table.seats)
                )
            self.go_on(table)
