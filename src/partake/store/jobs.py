"""Jobs for worker processes on any machine: procrastinate's queue in the same PostgreSQL.

    jobs = JobQueue(store)                   # None where no other process could take one
    await jobs.defer([Job("moves", "a1b2/2/17", {...}, priority=-3)])
    await jobs.states(["a1b2/2/17"])         # who still waits or is at work, and whether a worker lives

A job is deferred in a transaction of the store's writer, and notified with its commit. A worker that gives no sign of
life for `LOST` seconds counts as dead; what it was at is lost, and whoever asked for it asks again or does it himself.
Nothing is true because a job was done: a job that is done twice, or late, loses against the version of its table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, text

from partake.rules.extras import load
from partake.rules.messages import Message
from partake.store.store import Store

PURPOSE = Message("jobs for worker processes")
MOVES, REVIEWS = "moves", "reviews"
"""The queues: bots' moves, and reviews of games."""
BEAT = 1.0
"""Seconds between two signs of life of a worker."""
LOST = 5.0
"""Seconds without one after which a worker counts as dead."""
_ALIVE = text("SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :lost)")
_STATES = text("""
SELECT job.queueing_lock, job.status = 'todo' OR worker.last_heartbeat > now() - make_interval(secs => :lost)
FROM procrastinate_jobs job LEFT JOIN procrastinate_workers worker ON worker.id = job.worker_id
WHERE job.queueing_lock = ANY(:keys) AND job.status IN ('todo', 'doing')""")


@dataclass(frozen=True, slots=True)
class Job:
    """Something for a worker to do, once at a time by its key."""

    queue: str
    key: str
    """What it is; while a job of this key waits, no second one is queued."""
    values: Mapping[str, Any]
    priority: int = 0
    """Greater numbers come first; among equals, who asked first."""


@dataclass(frozen=True, slots=True)
class JobStates:
    """What is known of jobs at one moment."""

    workers: int
    """The number of workers that live."""
    pending: frozenset[str]
    """The keys of the jobs that wait, or that a living worker is at."""


def task_name(queue: str) -> str:
    """The name under which the jobs of a queue are known to the workers."""
    return f"partake.{queue}"


@cache
def _manager() -> tuple[Any, Any]:
    """procrastinate's job manager, whose statements run on a connection that it is given, and its class of jobs."""
    procrastinate: Any = load("procrastinate", extra="postgresql", purpose=PURPOSE)
    jobs: Any = load("procrastinate.jobs", extra="postgresql", purpose=PURPOSE)
    return procrastinate.App(connector=procrastinate.SyncPsycopgConnector()).job_manager, jobs.Job


class JobQueue:
    """Defers jobs, and asks what became of them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def defer(self, jobs: Sequence[Job]) -> None:
        """Queue jobs, except those that wait already."""
        await self._store.write(lambda connection: defer_in(connection, jobs))

    async def states(self, keys: Collection[str]) -> JobStates:
        """How many workers live, and which of these jobs will still be done."""

        def query(connection: Connection) -> JobStates:
            workers = int(connection.execute(_ALIVE, {"lost": LOST}).scalar_one())
            rows = connection.execute(_STATES, {"lost": LOST, "keys": list(keys)}) if keys else ()
            return JobStates(workers, frozenset(key for key, is_pending in rows if is_pending))

        return await self._store.read(query)


def defer_in(connection: Connection, jobs: Sequence[Job]) -> None:
    """Queue jobs with the transaction of a connection: all at once, or one by one if some of them wait already."""
    manager, kind = _manager()
    made = [
        kind(
            queue=job.queue,
            task_name=task_name(job.queue),
            priority=job.priority,
            lock=None,
            queueing_lock=job.key,
            task_kwargs=dict(job.values),
        )
        for job in jobs
    ]
    if not _defer(connection, manager, made) and len(made) > 1:
        for one in made:
            _defer(connection, manager, [one])


def _defer(connection: Connection, manager: Any, jobs: list[Any]) -> bool:
    """Queue these jobs; nothing, if one of them waits already."""
    exceptions: Any = load("procrastinate.exceptions", extra="postgresql", purpose=PURPOSE)
    inner = connection.begin_nested()
    try:
        manager.batch_defer_jobs(jobs, connection=connection.connection.driver_connection)
    except exceptions.AlreadyEnqueued:
        inner.rollback()
        return False
    except BaseException:
        inner.rollback()
        raise
    inner.commit()
    return True
