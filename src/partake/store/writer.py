"""Group commit: one thread writes, all jobs that wait share a transaction, and are answered after its commit."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from partake.store.appending import STALE, AppendJob, StaleError
from partake.store.bus import Note
from partake.store.database import BEGIN, roll_back
from partake.store.failures import lost_race
from partake.store.scrubbing import Scrubber

T = TypeVar("T")
Job = Callable[[Connection], Any]
Group = list[tuple[Job, asyncio.Future[Any]]]
LARGEST_GROUP = 500
"""The most jobs of one transaction."""
SQLITE_INTERVAL = 0.002
"""Seconds from the begin of one commit to that of the next while jobs come faster than they are committed.

A commit costs the processor as much as a move. A job that comes alone never waits.
"""
POSTGRESQL_INTERVAL = 0.005
"""The same where a commit costs another process as much again, and all others hear of it: whatever comes waits.

With two processes and 2,000 players at human pace on two cores the slowest of a hundred moves took 25 ms with it, and
30 to 80 with the rule for SQLite; half of the moves took as long as before.
"""


class Writer:
    """Runs jobs in the order of submission, many to a commit; a job that fails takes none of its group with it."""

    def __init__(self, engine: Engine) -> None:
        self._connection = engine.connect().execution_options(**{BEGIN: "IMMEDIATE"})
        self._is_shared = engine.dialect.name != "sqlite"
        self._appending = self._connection
        """For appends alone: with PostgreSQL one statement is a transaction, begun and committed in one round trip."""
        if self._is_shared:
            self._appending = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self.scrubber = Scrubber()
        self._began = 0.0
        """When the last commit began, on the monotonic clock; 0 where the next need not wait."""
        self._queue: queue.SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="partake-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """A future that is resolved when the job's transaction is committed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((job, future))
        return future

    @property
    def waiting(self) -> int:
        """The number of jobs that no transaction has taken yet."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish what is waiting, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        with self._connection as connection, self._appending:
            while True:
                group, is_last = self._next_group()
                self._began = time.monotonic() if self._is_shared or len(group) > 1 else 0.0
                for part in self._parts(group) if group else ():
                    are_appends = all(isinstance(job, AppendJob) for job, _ in part)
                    results = self._commit(self._appending if are_appends else connection, part)
                    self.scrubber.work(connection)
                    _answer(part, results)
                if is_last:
                    return

    def _next_group(self) -> tuple[Group, bool]:
        group: Group = []
        found = self._queue.get()
        interval = POSTGRESQL_INTERVAL if self._is_shared else SQLITE_INTERVAL
        wait = self._began + interval - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        while found is not None:
            group.append(found)
            if len(group) == LARGEST_GROUP:
                return group, False
            try:
                found = self._queue.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _parts(self, group: Group) -> list[Group]:
        """The jobs that share a transaction: all of SQLite's; with PostgreSQL appends and messages, and others alone.

        There several processes hold locks: appends take theirs in one order, and whatever else holds some ends soon.
        """
        if not self._is_shared:
            return [group]
        together = [one for one in group if isinstance(one[0], AppendJob | Note)]
        alone = [[one] for one in group if not isinstance(one[0], AppendJob | Note)]
        return [together, *alone] if together else alone

    def _commit(self, connection: Connection, group: Group, *, is_again: bool = False) -> list[Any]:
        """Each job's result, or the exception that stopped it; if one job spoils the group, each is tried alone."""
        is_complete = False
        try:
            with connection.begin():
                results = list(_results(connection, [job for job, _ in group]))
                is_complete = True
            return results
        except OperationalError as problem:
            roll_back(connection)
            # Nothing of it was committed; of appends alone perhaps, which then find that their version is an old one.
            may_repeat = not is_again and not is_complete
            if may_repeat and (problem.connection_invalidated or lost_race(problem)):
                return self._commit(connection, group, is_again=True)
            # It is the database that fails, and would fail each of them as slowly; what was being committed when the
            # connection was lost may have happened.
            is_unknown = is_complete and problem.connection_invalidated
            return [_unknown(job, problem) if is_unknown else problem for job, _ in group]
        except Exception as problem:
            roll_back(connection)
            is_single = len(group) == 1 and not isinstance(group[0][0], AppendJob)
            return [problem] if is_single else [_alone(self._connection, job) for job, _ in group]


def _results(connection: Connection, jobs: Sequence[Job]) -> Iterator[Any]:
    """The results of jobs, in their order; those that append do so in one statement (`AppendJob`)."""
    appending = [job for job in jobs if isinstance(job, AppendJob)]
    sender = appending[0].sender if appending else ""
    results = iter(AppendJob([one for job in appending for one in job.appends], sender)(connection))
    for job in jobs:
        yield list(islice(results, len(job.appends))) if isinstance(job, AppendJob) else job(connection)


def _unknown(job: Job, problem: Exception) -> Any:
    """What is said of a job whose commit was not answered: to append, one must look what is there."""
    return [StaleError(STALE)] * len(job.appends) if isinstance(job, AppendJob) else problem


def _alone(connection: Connection, job: Job) -> Any:
    try:
        with connection.begin():
            return job.one_by_one(connection) if isinstance(job, AppendJob) else job(connection)
    except Exception as problem:
        roll_back(connection)
        return problem


def _answer(group: Group, results: list[Any]) -> None:
    """Resolve the futures in their own event loops, with one call for each loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for (_, future), result in zip(group, results, strict=True):
        loops.setdefault(future.get_loop(), []).append((future, result))
    for loop, answers in loops.items():
        with suppress(RuntimeError):  # the loop was closed while its jobs were on their way
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in answers:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
