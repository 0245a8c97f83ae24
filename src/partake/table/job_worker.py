"""A worker process: takes jobs of the servers on one PostgreSQL, thinks for their bots, and reviews their games.

Its bots think in processes of their own, with the limits of time and memory that a server gives them. A worker that is
told to stop finishes what it is at; one that is killed is missed after a few seconds: the servers do its moves
themselves, and another worker begins its reviews anew.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from partake import __version__
from partake.rules.catalogue import catalogue
from partake.rules.diagnostics import note, report
from partake.rules.extras import load
from partake.store.jobs import BEAT, LOST, MOVES, PURPOSE, REVIEWS, task_name
from partake.store.store import Store
from partake.table.bot_jobs import MoveMaker
from partake.table.bot_pool import BotPool
from partake.table.limits import Limits
from partake.table.shared_reviews import ReviewMaker

FETCH = 5.0
"""Seconds after which jobs are looked for though nobody has told of one."""
STOP = 20.0
"""Seconds that jobs have to end when a worker is told to stop."""
FOREIGN = 8
"""Jobs beyond the number of processes that are taken at a time: bots of other packages have processes of their own."""
AGAIN = 5.0
"""Seconds until a database that does not answer is tried again."""

log = logging.getLogger("partake.table")
Work = Callable[..., Coroutine[Any, Any, None]]


class JobWorker:
    """Takes jobs until it is told to stop."""

    def __init__(self, url: str, limits: Limits, files: Sequence[str] = ()) -> None:
        self._url, self._limits, self._files = url, limits, tuple(files)
        self._procrastinate: Any = load("procrastinate", extra="postgresql", purpose=PURPOSE)
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)  # what goes wrong is reported by us
        self._is_stopping = asyncio.Event()
        self._is_deaf = asyncio.Event()
        """Set when the database was away: what tells procrastinate of new jobs may not notice that it was."""

    async def run(self, started: Callable[[], object]) -> None:
        """Work until SIGTERM or SIGINT comes; `started` is called when the database has answered."""
        loop = asyncio.get_running_loop()
        with suppress(RuntimeError):  # not every system can
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._is_stopping.set)
        store = await asyncio.to_thread(Store, self._url)
        store.bus.gaps.append(self._is_deaf.set)
        store.bus.open()
        bots, reviews = BotPool(self._limits), ReviewMaker(store, self._limits, self._files)
        try:
            maker = MoveMaker(store, catalogue(*self._files), self._limits, bots)
            started()
            note(log, "worker started", version=__version__, pid=os.getpid())
            while not self._is_stopping.is_set():
                try:
                    await self._work({MOVES: maker.move, REVIEWS: reviews.review})
                except (OSError, self._procrastinate.exceptions.ConnectorException) as problem:
                    report(log, problem)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._is_stopping.wait(), AGAIN)
        finally:
            reviews.close()
            await asyncio.to_thread(bots.close)
            await asyncio.to_thread(store.close)
            note(log, "worker stopped", pid=os.getpid())

    async def _work(self, tasks: dict[str, Work]) -> None:
        """Take jobs of these queues until told to stop, or until the database fails or was away."""
        self._is_deaf.clear()
        connector = self._procrastinate.PsycopgConnector(
            conninfo=self._url.replace("postgres://", "postgresql://", 1),
            kwargs={"application_name": "partake worker"},
            min_size=1,
            max_size=4,
        )
        app = self._procrastinate.App(connector=connector)
        for queue, work in tasks.items():
            app.task(name=task_name(queue), queue=queue)(_reported(work))
        async with app.open_async():
            running = [
                asyncio.create_task(self._take(app, queue, self._at_once(queue)), name=f"jobs of {queue}")
                for queue in tasks
            ]
            running.append(asyncio.create_task(self._mourn(app)))
            ending = [asyncio.create_task(event.wait()) for event in (self._is_stopping, self._is_deaf)]
            await asyncio.wait([*running, *ending], return_when=asyncio.FIRST_COMPLETED)
            for task in (*running, *ending):
                task.cancel()
            results = await asyncio.gather(*running, return_exceptions=True)
            for result in results:
                if isinstance(result, Exception):
                    raise result

    def _at_once(self, queue: str) -> int:
        return 1 if queue == REVIEWS else max(1, self._limits.workers) + FOREIGN

    async def _take(self, app: Any, queue: str, concurrency: int) -> None:
        await app.run_worker_async(
            queues=[queue],
            concurrency=concurrency,
            fetch_job_polling_interval=FETCH,
            shutdown_graceful_timeout=STOP,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=BEAT,
            stalled_worker_timeout=LOST,
        )

    async def _mourn(self, app: Any) -> None:
        """Take back what dead workers were at: reviews are queued again, moves are the business of their stewards."""
        status = self._procrastinate.jobs.Status.FAILED
        while True:
            for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=LOST):
                if job.queue == REVIEWS:
                    await app.job_manager.retry_job(job)
                else:
                    await app.job_manager.finish_job(job, status=status, delete_job=True)
            await asyncio.sleep(LOST)


def _reported(work: Work) -> Work:
    """The same, with what goes wrong reported here: whoever has asked for it notices that nothing came."""

    async def done(**values: Any) -> None:
        try:
            await work(**values)
        except Exception as problem:
            report(log, problem)

    return done


def run_worker(url: str, limits: Limits, files: Sequence[str] = (), *, started: Callable[[], object]) -> None:
    """Take jobs from a PostgreSQL until told to stop."""

    async def run() -> None:
        await JobWorker(url, limits, files).run(started)

    asyncio.run(run())
