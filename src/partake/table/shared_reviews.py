"""Reviews where processes share a database: made by a worker process, kept by the digest of what was played.

The queue of each server is as always (`partake.table.review_queue`); what differs is who computes. A review that is
kept is taken from there; one that another process is at is waited for; else a worker is asked for it, and where none
lives it is computed here.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import orjson

from partake import __version__
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.review import to_json
from partake.review.stored import dumps, loads
from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError
from partake.store.jobs import REVIEWS, Job, JobQueue
from partake.store.reviews import ReviewRow, ReviewStore
from partake.store.store import Store
from partake.table.limits import Limits
from partake.table.review_queue import (
    BROKEN,
    Found,
    ProcessReviewer,
    ProgressCallback,
    Reviewer,
    ReviewJob,
    Stage,
    ThreadReviewer,
)

LOOK = 0.5
"""Seconds between two looks at a review that somebody else makes."""
TOLD = 1.0
"""Seconds between two notes of how far one is."""
PATIENCE = 5.0
"""Seconds that a worker has to begin a job after it was taken from the queue, until it counts as lost."""

T = TypeVar("T")


def anonymous(record: Record) -> Record:
    """The same game of players without names, which a review does not depend on."""
    seats = tuple((f"seat {number}",) for number in range(1, len(record.setup.seats) + 1))
    return replace(record, setup=replace(record.setup, seats=seats))


class SharedReviews:
    """What is kept of reviews, for all processes."""

    def __init__(self, store: Store, limits: Limits, files: Sequence[str], jobs: JobQueue | None = None) -> None:
        self.rows, self._limits, self._files, self._jobs = ReviewStore(store), limits, tuple(files), jobs

    def reviewer(self, inner: Reviewer) -> Reviewer:
        """What computes with others, and by `inner` where nobody else does."""
        return SharedReviewer(inner, self, self._jobs)

    async def recall(self, table: str, record: Record) -> ReviewJob | None:
        """What is known of a review."""
        row = await self.find(record)
        if row is None:
            return None
        found = ReviewJob(table, record, stage=Stage.WORKING, done=row.done, total=row.total, is_elsewhere=True)
        if row.found is not None:
            found.found, found.json = await asyncio.to_thread(found_in, row, record.setup.names)
            found.stage = Stage.DONE
        return found

    def digest(self, text: str) -> str:
        """By what a review is known: the game without names, the time it may take, and who made it."""
        made = f"{__version__}\n{self._limits.review_seconds:g}\n{text}"
        return hashlib.sha256(made.encode()).hexdigest()

    async def find(self, record: Record) -> ReviewRow | None:
        """What is known of the review of a record."""
        return await self.rows.find(self.digest(format_record(anonymous(record))))

    def read(self, text: str) -> Record:
        """A record by the operator's boards and tiles."""
        return read_record(text, catalogue(*self._files))


def found_in(row: ReviewRow, names: Sequence[str]) -> Found:
    """A review that was kept, and its JSON."""
    assert row.found is not None
    found = loads(row.found, names)
    return found, orjson.dumps(to_json(found))


class SharedReviewer(Reviewer):
    """Computes one review at a time in a thread of the queue, or has it computed by others."""

    def __init__(self, inner: Reviewer, reviews: SharedReviews, jobs: JobQueue | None) -> None:
        """`inner` computes here; without `jobs` nobody else does. Made in the event loop of the store."""
        self._inner, self._reviews, self._jobs = inner, reviews, jobs
        self._loop, self._is_closed = asyncio.get_running_loop(), False

    def _await(self, work: Coroutine[Any, Any, T]) -> T:
        """What a coroutine gives in the event loop, from a thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def review(self, text: str, progress: ProgressCallback) -> Found:
        """The review of a record's text, and its JSON."""
        record = self._reviews.read(text)
        names, blank = record.setup.names, format_record(anonymous(record))
        digest = self._reviews.digest(blank)
        row = self._wait(digest, progress, is_asked=False)
        if row is None and self._jobs is not None and self._await(self._jobs.states(())).workers:
            self._await(self._jobs.defer([Job(REVIEWS, digest, {"record": blank})]))
            row = self._wait(digest, progress, is_asked=True)
        return found_in(row if row is not None else self._compute(blank, digest, progress), names)

    def _wait(self, digest: str, progress: ProgressCallback, *, is_asked: bool) -> ReviewRow | None:
        """Wait for a review that somebody else makes; None when nobody does any more."""
        seen = time.monotonic()
        while True:
            if self._is_closed:
                raise PartakeError(BROKEN)
            row = self._await(self._reviews.rows.find(digest))
            if row is not None:
                progress(row.done, row.total)
            if row is not None and row.found is not None:
                return row
            if row is not None:
                seen = time.monotonic()
            elif not is_asked or (time.monotonic() - seen > PATIENCE and not self._is_queued(digest)):
                return None
            time.sleep(LOOK)

    def _is_queued(self, digest: str) -> bool:
        assert self._jobs is not None
        found = self._await(self._jobs.states([digest]))
        return bool(found.workers) and digest in found.pending

    def _compute(self, text: str, digest: str, progress: ProgressCallback) -> ReviewRow:
        told, decisions = 0.0, 0

        def note(done: int, total: int) -> None:
            nonlocal told, decisions
            decisions = total
            progress(done, total)
            if time.monotonic() - told > TOLD:
                told = time.monotonic()
                self._await(self._reviews.rows.touch(digest, done, total))

        try:
            note(0, 0)
            found, _ = self._inner.review(text, note)
        except BaseException:
            if not self._is_closed:
                self._await(self._reviews.rows.give_up(digest))
            raise
        data = dumps(found)
        self._await(self._reviews.rows.keep(digest, decisions, data))
        return ReviewRow(time.time(), decisions, decisions, data)

    def close(self) -> None:
        """Stop what is computed here."""
        self._is_closed = True
        self._inner.close()


class ReviewMaker:
    """What a worker does for a review."""

    def __init__(self, store: Store, limits: Limits, files: Sequence[str]) -> None:
        inner: Reviewer = (ProcessReviewer if limits.workers else ThreadReviewer)(files, limits.review_seconds)
        self._reviewer = SharedReviewer(inner, SharedReviews(store, limits, files), None)

    async def review(self, record: str) -> None:
        """Review a game and keep what was found, unless somebody else has."""
        await asyncio.to_thread(self._reviewer.review, record, lambda done, total: None)

    def close(self) -> None:
        """Give up what is not finished."""
        self._reviewer.close()


def shared_reviews(store: Store, limits: Limits, files: Sequence[str]) -> SharedReviews | None:
    """The reviews of a server, where other processes may use its database."""
    return SharedReviews(store, limits, files, JobQueue(store)) if store.bus.is_shared else None
