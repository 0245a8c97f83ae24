"""Bots' moves as jobs for worker processes on any machine.

The steward of a table queues a job for each seat of a bot: the table, the seat, and the seat's number of the state that
the bot is to answer. A worker loads the table, thinks, and appends the move itself, by the version of the table
(optimistic concurrency); a job that comes too late is dropped without a word. The steward follows the table as always,
and looks every second after what it has asked for: a job that no living worker will do any more, it does itself.

Fairness over hosts is by priority: the more moves the bots of one host wait for, the later is the next of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from partake.rules.catalogue import Catalogue
from partake.rules.diagnostics import report
from partake.store.appending import Append, StaleError
from partake.store.jobs import MOVES, Job, JobQueue
from partake.store.store import Store
from partake.table.bot_pool import BotPool
from partake.table.clock import call_later
from partake.table.limits import Limits
from partake.table.retrying import TRIES
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.thinking import FAILED, Thinker

LOOK = 1.0
"""Seconds between two looks at the jobs that were asked for, and at the workers that live."""
SETTLE = 0.5
"""Seconds from the end of a job in which its move must have been seen here."""

log = logging.getLogger("partake.table")


@dataclass(slots=True)
class Pending:
    """A move that some worker is asked for."""

    table: RunningTable
    seat: int
    number: int
    bot: str
    began: float
    is_queued: bool = False
    ended: float | None = None
    """When it was first seen that no worker is at it any more, though the move has not come."""

    @property
    def key(self) -> str:
        """The key of its job."""
        return f"{self.table.row.id}/{self.seat}/{self.number}"

    @property
    def wanted(self) -> dict[str, Any]:
        """What the worker is told (`MoveMaker.move`)."""
        table, has_failed = self.table, self.seat in self.table.failures.reasons
        found = {"table": table.row.id, "seat": self.seat, "number": self.number, "bot": self.bot}
        return {**found, "has_failed": True} if has_failed else found

    @property
    def is_wanted(self) -> bool:
        """Whether the seat still waits for it."""
        table = self.table
        return table.awaits_bot(self.seat) and table.log.number(self.seat) == self.number


class JobThinker(Thinker):
    """Asks worker processes for the moves of bots, and thinks here where none lives."""

    def __init__(self, runner: TableRunner, jobs: JobQueue) -> None:
        super().__init__(runner)
        self._jobs = jobs
        self.workers = 0
        """The number of workers that lived when it was last looked."""
        self._pending: dict[str, Pending] = {}
        self._of_table: dict[RunningTable, set[str]] = {}
        self._waiting: Counter[str] = Counter()
        """The number of moves that are waited for, by the host of their table."""
        self._new: list[Pending] = []

    def ask(self, table: RunningTable, seat: int) -> None:
        """Queue a job for a seat's bot; what only this process knows of, a stand-in, thinks here."""
        bot = table.seats[seat - 1].bot
        if not self.workers or not bot:
            super().ask(table, seat)
            return
        table.thinking.add(seat)
        wanted = Pending(table, seat, table.log.number(seat), bot, time.perf_counter())
        if wanted.key in self._pending:
            self._release(self._pending[wanted.key])  # of the same table before it was dropped and loaded again
        self._pending[wanted.key] = wanted
        self._of_table.setdefault(table, set()).add(wanted.key)
        self._waiting[table.flow[0]] += 1
        if not self._new:
            asyncio.get_running_loop().call_soon(self._flush)
        self._new.append(wanted)

    def _flush(self) -> None:
        asked, self._new = self._new, []
        for one in asked:
            if not one.is_wanted:
                self._release(one)
        self._runner.spawn(self._defer([one for one in asked if one.is_wanted]))

    async def _defer(self, asked: list[Pending]) -> None:
        """Queue the jobs of one tick; what cannot be queued is thought of here."""
        jobs = [Job(MOVES, one.key, one.wanted, priority=1 - self._waiting[one.table.flow[0]]) for one in asked]
        try:
            await self._jobs.defer(jobs)
        except Exception as problem:
            report(log, problem)
            for one in asked:
                self._think_here(one)
        for one in asked:
            one.is_queued = True

    def look(self, table: RunningTable) -> None:
        """See which of the moves that were asked for have come; what follows them is this process's to do."""
        for key in tuple(self._of_table.get(table, ())):
            one = self._pending[key]
            if not one.is_wanted:
                self._release(one)
                table.is_own = True
                self._runner.thought.add(time.perf_counter() - one.began)

    def _release(self, one: Pending) -> None:
        if self._pending.get(one.key) is not one:
            return
        del self._pending[one.key]
        keys = self._of_table[one.table]
        keys.discard(one.key)
        if not keys:
            del self._of_table[one.table]
        host = one.table.flow[0]
        self._waiting[host] -= 1
        if not self._waiting[host]:
            del self._waiting[host]
        one.table.thinking.discard(one.seat)

    def _think_here(self, one: Pending) -> None:
        if self._pending.get(one.key) is one:
            self._release(one)
            if one.is_wanted and one.seat not in one.table.thinking:
                super().ask(one.table, one.seat)

    async def run(self) -> None:
        """Look after jobs and workers, for ever."""
        while True:
            try:
                await self._check()
            except Exception as problem:
                self.workers = 0
                report(log, problem)
            await asyncio.sleep(LOOK)

    async def _check(self) -> None:
        asked = [one for one in self._pending.values() if one.is_queued]
        found = await self._jobs.states([one.key for one in asked])
        self.workers = found.workers
        now = time.monotonic()
        for one in asked:
            if not one.is_wanted:
                self._release(one)
            elif one.key in found.pending and found.workers:
                one.ended = None
            elif one.ended is None and found.workers:
                one.ended = now  # its move may be on the way
            elif not found.workers or (one.ended is not None and now - one.ended >= SETTLE):
                self._think_here(one)


def ask_workers(runner: TableRunner) -> list[asyncio.Task[None]]:
    """Let the bots of a server be thought for by worker processes, where there may be some; what that needs to run."""
    if not runner.store.bus.is_shared:
        return []
    thinker = runner.thinker = JobThinker(runner, JobQueue(runner.store))
    return [asyncio.create_task(thinker.run())]


class MoveMaker:
    """What a worker does for a bot's move."""

    def __init__(self, store: Store, catalogue: Catalogue, limits: Limits, bots: BotPool) -> None:
        self._store, self._catalogue, self._limits, self._bots = store, catalogue, limits, bots

    async def move(self, table: str, seat: int, number: int, bot: str, has_failed: bool = False) -> None:
        """Let a bot act for a seat, unless somebody else has, or the game has moved on.

        The servers are told why a stand-in acts, and when a bot that `has_failed` acts itself again.
        """
        found = await self._load(table, seat, number, bot)
        if found is None:
            return
        thought = await self._bots.choose(bot, found.playing.view(seat), flow=found.flow)
        if thought.problem is not None or has_failed:
            self._store.bus.tell(FAILED, table, str(seat), bot, thought.problem.kind if thought.problem else "")
        again: RunningTable | None = found
        for _ in range(TRIES):
            if again is None:
                return
            row = again.play(seat, thought.action, time.time())
            stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
            append = Append(table, [row], again.version, again.due)
            self._store.append_all([append], lambda results, to=stored: to.set_result(results[0]))  # type: ignore[misc]
            problem = await stored
            if problem is None:
                return
            if not isinstance(problem, StaleError):
                raise problem
            again = await self._load(table, seat, number, bot)

    async def _load(self, table: str, seat: int, number: int, bot: str) -> RunningTable | None:
        """The table, if this bot must act at it and has seen all of it."""
        stored = await self._store.load(table)
        if stored is None:
            return None
        found = RunningTable(stored, self._catalogue, later=call_later, limits=self._limits)
        is_wanted = seat <= len(found.seats) and found.seats[seat - 1].bot == bot and found.awaits_bot(seat)
        return found if is_wanted and found.log.number(seat) == number else None
