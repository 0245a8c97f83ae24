"""Reviews of people's finished games that nobody has asked for: one at a time, as everybody's last, when all is quiet.

What is not reviewed yet is what the database says, so a restart or a kill costs nothing. A game is begun only when no
bot thinks and no review is asked for; one that is asked for meanwhile ends it in the middle, and it is begun anew.
It has a process of its own, which is ended when there is nothing to do; of several servers on one database one takes
it (`store/rounds.py`). Summaries of reviews that people have asked for
are kept here too.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from partake.bots.worker import Worker
from partake.engine.actions import DEALER
from partake.engine.record.files import read_record
from partake.engine.record.text import format_record
from partake.review.summary import SeatSummary, summaries_of, summarise
from partake.rules.catalogue import catalogue
from partake.rules.diagnostics import report
from partake.store.rounds import HOUR, Rounds
from partake.table.model import MissingError
from partake.table.review_queue import SILENCE, ProgressCallback, ReviewQueue
from partake.table.runner import log
from partake.table.service import TableService

if TYPE_CHECKING:
    from partake.review.five.model import FiveReview
    from partake.review.hexagon.model import Review

LOWEST = 19
"""The niceness of the process that computes: anything else that wants a processor has it."""


class YieldError(Exception):
    """A review that nobody has asked for makes way; no error of the worker, which is ended by it."""


class BackgroundReviews:
    """Reviews what is due, and keeps the summaries of all reviews."""

    def __init__(self, tables: TableService, queue: ReviewQueue, files: Sequence[str] = ()) -> None:
        self._tables, self._queue, self._files = tables, queue, tuple(files)
        self._pause, self._most = tables.limits.idle_reviews, tables.limits.review_moves
        self._worker = Worker() if tables.limits.workers else None
        self._thread = ThreadPoolExecutor(1, "partake-background-review")
        self._loop = asyncio.get_running_loop()
        self._failed: set[str] = set()
        """The tables whose review failed, which is not tried again before the next start."""
        self._rounds = Rounds(tables.store)
        self._elsewhere: set[str] = set()
        """The tables that other processes have at present."""
        self._is_closed = False
        self._keeping: set[asyncio.Task[None]] = set()
        queue.done.append(self._asked_is_done)

    @property
    def is_idle(self) -> bool:
        """Whether nothing else is to do: no review waits or is under way, no bot thinks."""
        return self._queue.is_quiet and not self._tables.runner.census().bots

    async def run(self) -> None:
        """Review what is due, for ever, with a pause after each; with no pause set, nothing."""
        while self._pause:
            await asyncio.sleep(self._pause)
            try:
                await self.work()
            except Exception as problem:
                report(log, problem)

    async def work(self) -> bool:
        """Review one game, if one is due and nothing else is to do; whether that was done."""
        if not self.is_idle:
            return False
        due = await self._tables.results.store.unreviewed(self._failed | self._elsewhere)
        if due is None:
            self._elsewhere.clear()  # whoever had these may have ended
            await asyncio.get_running_loop().run_in_executor(self._thread, self._rest)
            return False
        table, seats = due
        taken = f"review {table}"
        if not await self._rounds.take(taken, HOUR):
            self._elsewhere.add(table)
            return False
        try:
            return await self._review(table, seats)
        finally:
            await self._rounds.release(taken)

    async def _review(self, table: str, seats: Sequence[int]) -> bool:
        try:
            record = await self._tables.results.record(table)
            if sum(actor != DEALER for actor, _ in record.moves) > self._most:
                self._failed.add(table)
                return False
            text = format_record(record)
            found = await asyncio.get_running_loop().run_in_executor(self._thread, self._summarise, text, seats)
            await self._tables.results.reviewed(table, found)
        except YieldError:
            return False
        except Exception as problem:
            self._failed.add(table)
            if not self._is_closed:
                report(log, problem)
            return False
        return True

    async def close(self) -> None:
        """Give up what is not finished; what was found is kept."""
        self._is_closed = True
        if self._worker is not None:
            self._worker.close()
        await asyncio.to_thread(self._thread.shutdown)
        await asyncio.gather(*self._keeping, return_exceptions=True)

    def _rest(self) -> None:
        if self._worker is not None:
            self._worker.rest()

    def _summarise(self, text: str, seats: Sequence[int]) -> list[SeatSummary]:
        if self._worker is None:
            return summarised(text, seats, self._files, self._make_way)
        return self._worker.ask(
            summarise_in_worker, text, seats, self._files, seconds=SILENCE, told=lambda done, total: self._make_way()
        )

    def _make_way(self, done: int = 0, total: int = 0) -> None:
        """End the review in the middle when somebody waits for another, or the server stops."""
        if self._is_closed or not self._queue.is_quiet:
            raise YieldError

    def _asked_is_done(self, table: str, found: Review | FiveReview) -> None:
        """Keep the summary of a review that somebody has asked for; called in the thread of the queue."""
        summaries = summaries_of(found)
        with suppress(RuntimeError):  # the server stops: what was not kept is found again
            self._loop.call_soon_threadsafe(self._keep_soon, table, summaries)

    def _keep_soon(self, table: str, found: list[SeatSummary]) -> None:
        task = asyncio.ensure_future(self._keep(table, found))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def _keep(self, table: str, found: list[SeatSummary]) -> None:
        try:
            await self._tables.results.reviewed(table, found)
        except MissingError:  # tiles that were called, not a table
            pass
        except Exception as problem:
            report(log, problem)


def summarise_in_worker(
    text: str, seats: Sequence[int], files: tuple[str, ...], progress: ProgressCallback
) -> list[SeatSummary]:
    """What the worker process does, as everybody's last."""
    with suppress(OSError, AttributeError):
        os.nice(LOWEST)
    return summarised(text, seats, files, progress)


def summarised(text: str, seats: Sequence[int], files: Sequence[str], progress: ProgressCallback) -> list[SeatSummary]:
    """What some seats of a record gave away."""
    return summarise(read_record(text, catalogue(*files)), seats, progress=progress)
