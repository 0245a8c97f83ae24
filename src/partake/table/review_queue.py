"""A job queue for reviews of finished games: one worker process, each review computed once and cached for a while.

A review belongs to a record, not to a table: when a record changes, because a player wants to be forgotten, the review
of what it was is not shown any more.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from multiprocessing.connection import Connection
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

import orjson

from partake.engine.actions import DEALER
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.review import review, to_json
from partake.rules.catalogue import catalogue
from partake.rules.diagnostics import report
from partake.rules.errors import PartakeError
from partake.table.limits import Limits
from partake.table.model import ConflictError

if TYPE_CHECKING:
    from partake.review.five.model import FiveReview
    from partake.review.hexagon.model import Review

BROKEN = "the review was interrupted: ask for it again"
"""What is said when the worker has ended."""
MISTAKE = "this game cannot be reviewed: that is a mistake in Partake itself, and it was noted (reference {})"
"""What is said when the worker has failed, with the reference of its report."""
ProgressCallback = Callable[[int, int], None]
"""Is told the number of decisions that are evaluated, and of how many."""

log = logging.getLogger("partake.table")


class Stage(StrEnum):
    """How far a review is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


@dataclass(eq=False)
class ReviewJob:
    """A review that was asked for."""

    record: Record
    position: int
    """Its queue position, counted from the first review that was ever asked for."""
    stage: Stage = Stage.WAITING
    done: int = 0
    """The number of decisions that are evaluated."""
    total: int = 0
    """The number of decisions in all; 0 before the first is evaluated."""
    found: Review | FiveReview | None = None
    json: bytes = b"null"
    """What was found, as JSON."""
    problem: str = ""
    """Why there is nothing, in a sentence."""

    @property
    def is_pending(self) -> bool:
        """Whether there is more to come."""
        return self.stage in (Stage.WAITING, Stage.WORKING)


class ReviewQueue:
    """All reviews that were asked for lately; at most one of them is computed at a time."""

    def __init__(self, limits: Limits, files: Sequence[str] = ()) -> None:
        """Let a process of its own do the work, or a thread when there are to be no processes."""
        self._limits, kind = limits, ProcessReviewer if limits.workers else ThreadReviewer
        self._reviewer: Reviewer = kind(files, limits.review_seconds)
        self._queue = ThreadPoolExecutor(1, thread_name_prefix="partake-review")
        self._known: OrderedDict[str, ReviewJob] = OrderedDict()
        self._positions = count()

    def find(self, table: str, record: Record) -> ReviewJob | None:
        """The review of a table's record, if it was asked for."""
        if record.outcome is None:
            raise ConflictError("a game can be reviewed when it is over")
        known = self._known.get(table)
        if known is None or known.record != record:
            return None
        self._known.move_to_end(table)
        return known

    def ask(self, table: str, record: Record) -> ReviewJob:
        """The review of a table's record, begun now unless it was asked for before."""
        known = self.find(table, record)
        if known is not None and known.stage is not Stage.FAILED:
            return known
        if sum(actor != DEALER for actor, _ in record.moves) > self._limits.review_moves:
            raise ConflictError("this game is too long to be reviewed here: 'partake review' can do it from its record")
        if sum(one.stage is Stage.WAITING for one in self._known.values()) >= self._limits.review_queue:
            raise ConflictError("many games are waiting for their review: ask again in a few minutes")
        asked = self._known[table] = ReviewJob(record, next(self._positions))
        self._known.move_to_end(table)
        surplus = max(0, len(self._known) - self._limits.reviews_kept)
        for name in [name for name, one in self._known.items() if not one.is_pending][:surplus]:
            del self._known[name]
        self._queue.submit(self._work, asked)
        return asked

    def ahead(self, asked: ReviewJob) -> int:
        """How many reviews come before this one."""
        return sum(one.is_pending and one.position < asked.position for one in self._known.values())

    def close(self) -> None:
        """Give up what is not finished."""
        self._reviewer.close()
        self._queue.shutdown(wait=True, cancel_futures=True)

    def _work(self, asked: ReviewJob) -> None:
        def progress(done: int, total: int) -> None:
            asked.done, asked.total = done, total

        asked.stage = Stage.WORKING
        try:
            asked.found, asked.json = self._reviewer.review(format_record(asked.record), progress)
            asked.stage = Stage.DONE
        except PartakeError as problem:
            asked.problem, asked.stage = str(problem), Stage.FAILED
        except Exception as problem:
            asked.problem, asked.stage = MISTAKE.format(report(log, problem)), Stage.FAILED


Found = tuple["Review | FiveReview", bytes]


class Reviewer(Protocol):
    """A worker: computes one review at a time."""

    def review(self, text: str, progress: ProgressCallback) -> Found:
        """The review of a record's text, and its JSON."""

    def close(self) -> None:
        """Stop at once, or as soon as may be."""


class ThreadReviewer:
    """Computes in the calling thread; closing stops it between two decisions."""

    def __init__(self, files: Sequence[str], seconds: float = Limits.review_seconds) -> None:
        self._files, self._seconds, self._is_closed = files, seconds, False

    def review(self, text: str, progress: ProgressCallback) -> Found:
        """The review of a record's text, and its JSON."""

        def told(done: int, total: int) -> None:
            if self._is_closed:
                raise PartakeError(BROKEN)
            progress(done, total)

        return reviewed(text, self._files, told, seconds=self._seconds)

    def close(self) -> None:
        """Stop before the next decision."""
        self._is_closed = True


class ProcessReviewer:
    """Computes in a process of its own, started when first needed; closing ends it in the middle of its work."""

    def __init__(self, files: Sequence[str], seconds: float = Limits.review_seconds) -> None:
        self._files, self._seconds, self._is_closed, self._lock = files, seconds, False, Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection[Any, Any] | None = None

    def review(self, text: str, progress: ProgressCallback) -> Found:
        """The review of a record's text, and its JSON."""
        try:
            connection = self._open()
            connection.send(text)
            while True:
                match connection.recv():
                    case int(done), int(total):
                        progress(done, total)
                    case str(sentence):
                        raise PartakeError(sentence)
                    case found, json:
                        return found, json
        except (EOFError, OSError):
            self._end()
            raise PartakeError(BROKEN) from None

    def _open(self) -> Connection[Any, Any]:
        with self._lock:
            if self._is_closed:
                raise EOFError
            if self._connection is None:
                context = multiprocessing.get_context("spawn")
                self._connection, other = context.Pipe()
                self._process = context.Process(
                    target=serve, args=(other, tuple(self._files), self._seconds), daemon=True
                )
                self._process.start()
                other.close()
            return self._connection

    def _end(self) -> None:
        with self._lock:
            process, connection = self._process, self._connection
            self._process = self._connection = None
        if process is not None:
            process.terminate()
            process.join()
        if connection is not None:
            connection.close()

    def close(self) -> None:
        """End the process, whatever it does; a caller that waits for it is told that the review was interrupted."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                self._process.terminate()
                self._process.join()


def serve(connection: Connection[Any, Any], files: tuple[str, ...], seconds: float) -> None:
    """The worker process: review one text after the other, until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            text = connection.recv()
            try:
                told = reviewed(text, files, lambda done, total: connection.send((done, total)), seconds=seconds)
                connection.send(told)
            except PartakeError as problem:
                connection.send(str(problem))
            except (EOFError, OSError):
                raise
            except Exception as problem:
                connection.send(MISTAKE.format(report(log, problem)))


def reviewed(
    text: str, files: Sequence[str], progress: ProgressCallback, *, seconds: float = Limits.review_seconds
) -> Found:
    """The review of a record's text, and its JSON; `seconds` for the best boards of all its games."""
    record = read_record(text, catalogue(*files))
    found = review(record, seconds=seconds / record.setup.options.rounds, progress=progress)
    return found, orjson.dumps(to_json(found))
