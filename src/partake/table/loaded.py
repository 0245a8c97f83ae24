"""The tables in memory: loaded when they are first asked for, locked while they are held, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from partake.engine.contract import View
from partake.rules.catalogue import Catalogue
from partake.rules.diagnostics import report
from partake.store.rows import SeatRow, Status, StoredTable, TableRow
from partake.store.store import Store
from partake.table.channels import heartbeat
from partake.table.clock import Later, call_later
from partake.table.limits import Limits
from partake.table.model import MissingError, TableInfo, TooManyError
from partake.table.presence import Now, Presence
from partake.table.replays import aside
from partake.table.running import RunningTable
from partake.table.seats import bots_at

log = logging.getLogger("partake.table")
BEATEN = 50
"""The number of tables whose readers are sent a heartbeat at once."""
SWEEP = 60.0
"""The seconds between two searches for idle tables."""


@dataclass(frozen=True, slots=True)
class Census:
    """What is in memory at one moment."""

    tables: Counter[Status]
    """The number of tables by their status."""
    streams: int
    """The number of open event streams."""
    people: int
    """The number of people with an open stream, each counted once for each table."""
    bots: int
    """The number of moves that bots are asked for: those they think about and those that wait."""


class LoadedTables(ABC):
    """Each table once in memory, for all who ask; what is stored is the truth, and any of them can be dropped."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        *,
        limits: Limits | None = None,
        later: Later | None = None,
        now: Now | None = None,
    ) -> None:
        """`later` and `now` are the clock of all tables."""
        self.store = store
        self.catalogue = catalogue
        self.limits = limits or Limits()
        self.later = later or call_later
        self.now = now or time.time
        """What time it is, in Unix time."""
        self._tables: dict[str, RunningTable] = {}
        self.upkeep: list[Callable[[], Awaitable[None]]] = []
        """What else is done once a minute."""
        self.loading: list[Callable[[RunningTable], object]] = []
        """What is called with each table that has just been loaded."""
        self._loading: dict[str, asyncio.Task[RunningTable]] = {}

    @abstractmethod
    def go_on(self, table: RunningTable) -> None:
        """Arrange what happens next by itself at a table, which may have been loaded just now."""

    def drop_all(self) -> None:
        """Take all tables out of memory."""
        for table in tuple(self._tables.values()):
            self.drop(table)

    def close_streams(self) -> None:
        """End all event streams, so that their readers come back later."""
        for table in self._tables.values():
            for subscriber in tuple(table.subscribers):
                subscriber.close()

    def end_streams(self, people: Collection[str]) -> None:
        """End the event streams of some people; whoever is still known opens them again."""
        for table in self._tables.values():
            for subscriber in tuple(table.subscribers):
                if subscriber.person in people:
                    subscriber.close()

    @property
    def listeners(self) -> set[str]:
        """Everybody who has an event stream open."""
        found = (subscriber.person for table in self._tables.values() for subscriber in table.subscribers)
        return {person for person in found if person is not None}

    @property
    def waiting(self) -> list[RunningTable]:
        """The tables in memory that wait for players."""
        return [table for table in self._tables.values() if table.is_waiting]

    @property
    def loaded(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    @property
    def loaded_ids(self) -> frozenset[str]:
        """The tables in memory, and those on their way there."""
        return frozenset((*self._tables, *self._loading))

    @property
    def unsettled(self) -> list[RunningTable]:
        """The tables in memory at which something has happened that is not stored yet."""
        return [table for table in self._tables.values() if not table.is_settled]

    def census(self) -> Census:
        """Count tables, streams, people and bots."""
        tables = tuple(self._tables.values())
        return Census(
            Counter(table.row.status for table in tables),
            sum(1 for table in tables for _ in table.subscribers),
            sum(table.presence.listening for table in tables),
            sum(len(table.thinking) for table in tables),
        )

    def check_bots(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Refuse seats with more bots than a table may have, or than its host may have at all tables in use."""
        here, host = bots_at(seats), row.host
        if here > self.limits.bots_per_table:
            raise TooManyError("a table takes at most {most} bots here", most=self.limits.bots_per_table)
        open_tables = (one for one in self._tables.values() if one.row.host == host and one.is_open)
        others = sum(bots_at(one.seats) for one in open_tables if one.row.id != row.id)
        if here and host is not None and here + others > self.limits.bots_per_person:
            most = self.limits.bots_per_person
            raise TooManyError(
                "you have {others} bots at other tables, and {most} is the most: finish a game first",
                others=others,
                most=most,
            )

    def is_loaded(self, table_id: str) -> bool:
        """Whether a table is in memory, or on its way there."""
        return table_id in self._tables or table_id in self._loading

    def peek(self, table_id: str) -> View | None:
        """What the first seat of a table in memory sees now, without a lock; None where no game is in memory, or while
        something that has happened there is being stored."""
        table = self._tables.get(table_id)
        return None if table is None or table.game is None or not table.is_settled else table.game.view(1)

    def in_memory(self, table_id: str) -> RunningTable | None:
        """A table, if it is in memory."""
        return self._tables.get(table_id)

    @property
    def tables(self) -> tuple[RunningTable, ...]:
        """All tables in memory."""
        return tuple(self._tables.values())

    def at_once(self, table_id: str) -> RunningTable | None:
        """The table, if it is in memory and nobody holds it: what needs no waiting can be done there now."""
        table = self._tables.get(table_id)
        if table is None or table.lock.locked() or table.is_dropped or table.is_following:
            return None
        table.touched = time.monotonic()
        return table

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[RunningTable]:
        """The table, locked, with nothing that is not stored."""
        while True:
            table = self._tables.get(table_id) or await self._load(table_id)
            async with table.lock:
                await table.settled()
                if table.is_dropped:
                    continue
                table.touched = time.monotonic()
                yield table
                return

    async def info(self, table_id: str) -> TableInfo:
        """What everybody may know of a table."""
        async with self.hold(table_id) as table:
            return table.info()

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
            table = self._tables[table_id] = await aside(len(stored.actions), self.prepare, stored)
            table.touched = time.monotonic()
            for told in self.loading:
                told(table)
            self.go_on(table)
            return table
        finally:
            del self._loading[table_id]

    def prepare(self, stored: StoredTable) -> RunningTable:
        """A table in memory, not yet running."""
        epoch, presence = secrets.token_urlsafe(6), Presence(self.limits, self.now)
        return RunningTable(
            stored, self.catalogue, later=self.later, epoch=epoch, limits=self.limits, presence=presence
        )

    def drop(self, table: RunningTable) -> None:
        """Take a table out of memory; the next request loads it again."""
        table.close()
        self._tables.pop(table.row.id, None)

    async def maintain(self) -> None:
        """Send heartbeats and drop idle tables, for ever."""
        since, beat = 0.0, heartbeat(self.limits.heartbeat)
        while True:
            await asyncio.sleep(self.limits.heartbeat)
            since += self.limits.heartbeat
            for count, table in enumerate(tuple(self._tables.values())):
                for subscriber in table.subscribers:
                    subscriber.push(beat)
                if count % BEATEN == 0:
                    await asyncio.sleep(0)  # moves do not wait until everybody was told that the server lives
            if since >= SWEEP:
                since = 0.0
                self.sweep(time.monotonic() - self.limits.idle)
                await self.keep_up()

    async def keep_up(self) -> None:
        """Do what is done once a minute; what fails is tried again a minute later."""
        for task in self.upkeep:
            try:
                await task()
            except Exception as problem:
                report(log, problem)

    def sweep(self, before: float) -> None:
        """Drop the tables without readers that were not used since then, unless a request or a bot is at work there."""
        for table in tuple(self._tables.values()):
            is_busy = table.lock.locked() or not table.is_settled or table.thinking or any(table.subscribers)
            if table.touched < before and not is_busy:
                self.drop(table)
