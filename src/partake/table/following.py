"""Following the other processes on the same database: what they store, who is at their tables, what nobody does.

The log is the truth, and each process that has a table in memory applies what the others append to it. Presence is
told by gossip: each process says how many streams of a person it has open at a table, answers whoever loads the table,
and counts as gone when it has been silent for a while. A process that was stopped and wakes up hears all that it missed
from PostgreSQL; one that lost its connection reads every table again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from partake.rules.diagnostics import report
from partake.store.bus import MOVES, TABLES
from partake.store.rows import ActionRow
from partake.table.events import publish_intermission
from partake.table.runner import TableRunner
from partake.table.running import RunningTable

HERE, WHO, ALIVE, GONE_ON = "here", "who", "alive", "go-on"
"""The kinds of gossip: the streams of a person at a table; a question for all of them; a sign of life; a "go on"."""
BEAT = 2.0
"""Seconds between two signs of life."""
SILENCE = 10.0
"""Seconds after which a process that says nothing is gone, and its people with it."""
OVERDUE = 3.0
"""Seconds after which something that was due at a table, and did not happen, is done by whoever notices it."""
AGAIN = 30.0
"""Seconds until that is looked at again."""
MOST_OVERDUE = 20
"""The most such tables that one process takes at a time."""

log = logging.getLogger("partake.table")


class Following:
    """Keeps the tables in memory true to what other processes do; with one process there is nothing to do."""

    def __init__(self, runner: TableRunner) -> None:
        self._runner, self._bus = runner, runner.store.bus
        self._behind: set[str] = set()
        """The tables whose logs have grown elsewhere."""
        self._changed: set[str] = set()
        """Those that have changed otherwise."""
        self._unloaded: set[str] = set()
        """Those whose logs have grown while they were being loaded."""
        self._is_reading = False
        self._heard: dict[str, float] = {}
        """When each other process was last heard, on the monotonic clock."""
        self._untold: list[Callable[[], object]] = []
        """What tells again what could not be told."""
        self._bus.gaps.append(self._missed)
        runner.loading.append(self._ask)
        for kind, handler in (
            (MOVES, self._moved), (TABLES, self._table), (HERE, self._here), (WHO, self._who), (ALIVE, self._alive),
            (GONE_ON, self._gone_on),
        ):  # fmt: skip
            self._bus.on(kind, handler)

    def tell(self, table: RunningTable, person: str) -> None:
        """Tell the others how many streams of a person are open here, wherever the table is in memory now."""
        if self._bus.is_shared:
            current = self._runner.in_memory(table.row.id)
            streams = current.presence.own_streams().get(person, 0) if current else 0
            again = partial(self.tell, table, person)
            self._bus.tell(HERE, table.row.id, person, str(streams), lost=partial(self._untold.append, again))

    def tell_go_on(self, table: RunningTable, seat: int) -> None:
        """Tell the others that a seat waits no longer."""
        self._bus.tell(GONE_ON, table.row.id, str(seat), str(table.log.length))

    def _ask(self, table: RunningTable) -> None:
        if self._bus.is_shared:
            self._bus.tell(WHO, table.row.id, lost=partial(self._untold.append, partial(self._ask, table)))
        if table.row.id in self._unloaded:
            self._unloaded.discard(table.row.id)
            self._behind.add(table.row.id)
            self._read()

    def _who(self, _sender: str, table_id: str) -> None:
        if (table := self._runner.in_memory(table_id)) is not None:
            for person in table.presence.own_streams():
                self.tell(table, person)

    def _here(self, sender: str, table_id: str, person: str, streams: str) -> None:
        self._heard[sender] = time.monotonic()
        if (table := self._runner.in_memory(table_id)) is not None:
            table.presence.elsewhere(sender, person, int(streams))
            self._look(table)

    def _alive(self, sender: str) -> None:
        if sender not in self._heard:  # it is new, or was thought gone
            for table in self._runner.tables:
                self._ask(table)
        self._heard[sender] = time.monotonic()

    def _gone_on(self, _sender: str, table_id: str, seat: str, length: str) -> None:
        table = self._runner.in_memory(table_id)
        if table is None or table.intermission is None or table.log.length != int(length):
            return
        table.intermission.gone_on.add(int(seat))
        publish_intermission(table, self._runner.later)
        self._runner.go_on(table)

    def _look(self, table: RunningTable) -> None:
        self._runner.attendance.look(table)
        if table.is_settled:
            self._runner.go_on(table)

    def _moved(self, _sender: str, *tables: tuple[str, int, list[list[Any]] | None]) -> None:
        """Apply the new entries of logs where they are the next; where something is between or under way, read."""
        for table_id, version, rows in tables:
            table = self._runner.in_memory(table_id)
            if table is None:
                if self._runner.is_loaded(table_id):
                    self._unloaded.add(table_id)
            elif version > table.version:
                entries = [ActionRow(*row) for row in rows or ()]
                is_next = version == table.version + 1 and entries and entries[0].number == table.log.length + 1
                if is_next and table.is_settled and not table.lock.locked():
                    self._apply(table, entries, version)
                else:
                    self._behind.add(table_id)
        self._read()

    def _apply(self, table: RunningTable, entries: Sequence[ActionRow], version: int) -> None:
        """Do what another process has stored; what cannot be done here is loaded anew."""
        try:
            self._runner.replay(table, entries)
            table.version = version
            self._runner.go_on(table)
        except Exception as problem:
            self._runner.drop(table)
            report(log, problem)

    def _table(self, _sender: str, table_id: str) -> None:
        if self._runner.is_loaded(table_id):
            self._changed.add(table_id)
            self._read()

    def _missed(self) -> None:
        """Read every table in memory again, ask who is there, and tell it: all of that may have changed unheard."""
        for table in self._runner.tables:
            self._changed.add(table.row.id)
            for process in table.presence.processes:
                table.presence.lost(process)
            self._ask(table)
            for person in table.presence.own_streams():  # others may have asked, unheard
                self.tell(table, person)
        self._read()

    def _read(self) -> None:
        if (self._behind or self._changed) and not self._is_reading:
            self._is_reading = True
            self._runner.spawn(self._read_now())

    async def _read_now(self) -> None:
        try:
            while self._behind or self._changed:
                behind, self._behind = self._behind - self._changed, set()
                changed, self._changed = self._changed, set()
                await self._catch_up(behind)
                await asyncio.gather(*(self._follow(table_id) for table_id in changed))
        finally:
            self._is_reading = False

    async def _catch_up(self, behind: set[str]) -> None:
        """Apply the tails of some logs, read in one query."""
        found = ((table_id, self._runner.in_memory(table_id)) for table_id in behind)
        tables = {table_id: table for table_id, table in found if table is not None}
        if not tables:
            return
        try:
            tails = await self._runner.store.tails({table_id: table.log.length for table_id, table in tables.items()})
        except Exception as problem:  # nobody may tell of these entries again
            for table in tables.values():
                self._runner.drop(table)
            report(log, problem)
            return
        for table_id, table in tables.items():
            version, rows = tails.get(table_id, (0, []))
            async with self._runner.locked(table):
                if table.is_dropped or version <= table.version:
                    continue
                new = [row for row in rows if row.number > table.log.length]
                if any(row.after for row in new):
                    await self._follow_held(table)
                else:
                    self._apply(table, new, version)

    async def _follow(self, table_id: str) -> None:
        """Read all that has changed at a table."""
        table = self._runner.in_memory(table_id)
        if table is None:
            return
        async with self._runner.locked(table):
            if not table.is_dropped:
                await self._follow_held(table)

    async def _follow_held(self, table: RunningTable) -> None:
        try:
            await self._runner.follow(table)
        except Exception as problem:
            self._runner.drop(table)
            report(log, problem)

    async def run(self) -> None:
        """Give signs of life, notice who gives none, and do what was due at tables and nobody did; for ever."""
        while self._bus.is_shared:
            self._bus.tell(ALIVE)
            untold, self._untold = self._untold, []
            for tell in untold:
                tell()
            now = time.monotonic()
            for process in [one for one, heard in self._heard.items() if heard < now - SILENCE]:
                del self._heard[process]
                for table in self._runner.tables:
                    table.presence.lost(process)
                    self._look(table)
            try:
                await self._take_overdue()
            except Exception as problem:
                report(log, problem)
            await asyncio.sleep(BEAT)

    async def _take_overdue(self) -> None:
        """Do what was due at some tables: whoever their steward is, as far as known here, has not done it."""
        now = time.time()
        for table_id in await self._runner.store.take_due(now - OVERDUE, now + AGAIN, MOST_OVERDUE):
            try:
                async with self._runner.hold(table_id) as table:
                    table.is_own = True
                    self._runner.taken.add(table)
                    self._runner.go_on(table)
            except Exception as problem:
                report(log, problem)
