"""A fair job queue for reviews of finished games: one worker process, each review computed once and kept for a while.

A review belongs to a record, not to a table: when a record changes, because a player wants to be forgotten, the review
of what it was is not shown any more.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from threading import Condition, Thread
from typing import TYPE_CHECKING, Protocol

import orjson

from partake.bots.worker import Worker, WorkerLostError
from partake.engine.actions import DEALER
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.review import review, to_json
from partake.review.model import Grade
from partake.rules.catalogue import catalogue
from partake.rules.diagnostics import report
from partake.rules.errors import PartakeError
from partake.rules.measurement import Durations
from partake.rules.messages import Message
from partake.table.fair_queue import FairQueue
from partake.table.limits import Limits
from partake.table.model import ConflictError, TooManyError

if TYPE_CHECKING:
    from partake.review.five.model import FiveReview
    from partake.review.hexagon.model import Review

SILENCE = 600.0
"""The seconds beyond those for the best boards in which the worker must have told of progress: kernels may have to be
compiled."""
BROKEN = Message("the review was interrupted: ask for it again")
"""What is said when the worker has ended."""
ProgressCallback = Callable[[int, int], None]
"""Is told the number of decisions that are evaluated, and of how many."""

log = logging.getLogger("partake.table")

WELL = (Grade.BEST, Grade.GOOD)
"""The grades of decisions that were well made."""


class Stage(StrEnum):
    """How far a review is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


@dataclass(eq=False)
class ReviewJob:
    """A review that was asked for."""

    table: str
    record: Record
    person: str = ""
    """Who has asked for it."""
    is_unasked: bool = False
    """Whether nobody has asked for it: it is computed because nothing else is to do."""
    stage: Stage = Stage.WAITING
    done: int = 0
    """The number of decisions that are evaluated."""
    total: int = 0
    """The number of decisions in all; 0 before the first is evaluated."""
    found: Review | FiveReview | None = None
    json: bytes = b"null"
    """What was found, as JSON."""
    problem: Message | None = None
    """Why there is nothing, in a sentence."""
    is_elsewhere: bool = False
    """Whether another process makes it, or made it."""

    @property
    def is_pending(self) -> bool:
        """Whether there is more to come."""
        return self.stage in (Stage.WAITING, Stage.WORKING)


class ReviewQueue:
    """All reviews that were asked for lately: one is computed at a time, in fair turns over people.

    Reviews that nobody has asked for, but that a page may show, come after all others.
    """

    def __init__(self, limits: Limits, files: Sequence[str] = (), shared: Shared | None = None) -> None:
        """Let a process of its own do the work, or a thread when there are to be no processes.

        With `shared`, reviews are kept for other processes too.
        """
        self._limits, kind = limits, ProcessReviewer if limits.workers else ThreadReviewer
        self._reviewer: Reviewer = kind(files, limits.review_seconds)
        self._shared = shared
        if shared is not None:
            self._reviewer = shared.reviewer(self._reviewer)
        self._known: OrderedDict[str, ReviewJob] = OrderedDict()
        self._lock = Condition()
        """Held for every change of what waits."""
        self._asked, self._unasked = FairQueue[ReviewJob](), FairQueue[ReviewJob]()
        self._is_closed = False
        self._thread: Thread | None = None
        self.done: list[Callable[[str, Review | FiveReview], None]] = []
        """What is told of each review that was made, and of which table it is; in the thread that made it."""
        self.spent = Durations()
        """The time that reviews took which were finished."""

    async def recall(self, table: str, record: Record) -> None:
        """Know what other processes have made of a table's record, or are about to."""
        known = self._known.get(table)
        is_own = known is not None and known.record == record and not (known.is_elsewhere and known.is_pending)
        if self._shared is None or record.outcome is None or is_own:
            return
        found = await self._shared.recall(table, record)
        if found is not None:
            self._known[table] = found
        elif known is not None and known.is_elsewhere and self._known.get(table) is known:
            del self._known[table]

    def find(self, table: str, record: Record) -> ReviewJob | None:
        """The review of a table's record, if it was asked for."""
        if record.outcome is None:
            raise ConflictError("a game can be reviewed when it is over")
        known = self._known.get(table)
        if known is None or known.record != record:
            return None
        self._known.move_to_end(table)
        return known

    def well_played(self, table: str, seat: int) -> tuple[int, int] | None:
        """How many decisions of a seat were the best or good, of how many; None while there is no review."""
        from partake.review.five.model import FiveReview  # only where there are reviews

        known = self._known.get(table)
        found = known.found if known else None
        if found is None:
            return None
        if isinstance(found, FiveReview):
            grades = found.players[seat - 1].grades
            return sum(grades.get(grade, 0) for grade in WELL), sum(grades.values())
        moves = [move for game in found.games for move in game.players[seat - 1].moves]
        return sum(move.grade in WELL for move in moves), len(moves)

    def ask(self, table: str, record: Record, person: str = "", *, is_unasked: bool = False) -> ReviewJob:
        """The review of a table's record for a person, begun when it is its turn unless it was asked for before.

        With `is_unasked` nobody waits for it: it comes after all others, until somebody asks for it.
        """
        known = self.find(table, record)
        if known is not None and known.stage is not Stage.FAILED:
            if known.is_unasked and not is_unasked:
                self._prefer(known, person)
            return known
        if sum(actor != DEALER for actor, _ in record.moves) > self._limits.review_moves:
            raise ConflictError("this game is too long to be reviewed here: 'partake review' can do it from its record")
        self._check(person, is_unasked=is_unasked)
        asked = self._known[table] = ReviewJob(table, record, person, is_unasked)
        self._known.move_to_end(table)
        surplus = max(0, len(self._known) - self._limits.reviews_kept)
        for name in [name for name, one in self._known.items() if not one.is_pending][:surplus]:
            del self._known[name]
        with self._lock:
            (self._unasked if is_unasked else self._asked).push(asked, (person,), 1.0)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="partake-review", daemon=True)
                self._thread.start()
            self._lock.notify()
        return asked

    def _check(self, person: str, *, is_unasked: bool) -> None:
        """Refuse what would wait too long, or what is more than one person may ask for."""
        pending = [one for one in self._known.values() if one.is_pending and not one.is_elsewhere]
        if sum(one.stage is Stage.WAITING for one in pending) >= self._limits.review_queue:
            raise TooManyError("many games are waiting for their review: ask again in a few minutes")
        own = sum(one.person == person and not one.is_unasked for one in pending)
        if not is_unasked and own >= self._limits.reviews_per_person:
            raise TooManyError("{own} of your games are waiting for their review: ask again when one is done", own=own)

    def _prefer(self, job: ReviewJob, person: str) -> None:
        """Let a review that nobody waited for take its turn among those of people."""
        if job.is_pending:
            self._check(person, is_unasked=False)
        with self._lock:
            job.person, job.is_unasked = person, False
            if job.stage is Stage.WAITING:
                self._unasked.remove(job)
                self._asked.push(job, (person,), 1.0)

    @property
    def is_quiet(self) -> bool:
        """Whether no review waits or is under way."""
        return not any(one.is_pending and not one.is_elsewhere for one in tuple(self._known.values()))

    @property
    def is_idle(self) -> bool:
        """Whether a process of its own has nothing to do: a review that nobody waits for then costs nobody time."""
        return bool(self._limits.workers) and self.is_quiet

    @property
    def waiting(self) -> int:
        """The number of reviews that wait for their turn."""
        with self._lock:
            return len(self._asked) + len(self._unasked)

    def ahead(self, asked: ReviewJob) -> int:
        """How many reviews come before this one, if nobody else asks."""
        if asked.stage is not Stage.WAITING:
            return 0
        with self._lock:
            order = [*self._asked.order(), *self._unasked.order()]
        working = sum(one.stage is Stage.WORKING and not one.is_elsewhere for one in self._known.values())
        return working + next((place for place, one in enumerate(order) if one is asked), 0)

    def close(self) -> None:
        """Give up what is not finished."""
        with self._lock:
            self._is_closed = True
            self._lock.notify()
        self._reviewer.close()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        """Review what waits, one after the other, until the queue is closed."""
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._is_closed or self._asked or self._unasked)
                if self._is_closed:
                    return
                job = (self._asked or self._unasked).pop()
                job.stage = Stage.WORKING
            self._work(job)
            with self._lock:
                (self._unasked if job.is_unasked else self._asked).finish((job.person,), 1.0, 1.0)

    def _work(self, asked: ReviewJob) -> None:
        def progress(done: int, total: int) -> None:
            asked.done, asked.total = done, total

        began = time.perf_counter()
        try:
            asked.found, asked.json = self._reviewer.review(format_record(asked.record), progress)
            self.spent.add(time.perf_counter() - began)
            asked.stage = Stage.DONE
            for task in self.done:
                task(asked.table, asked.found)
        except PartakeError as problem:
            asked.problem, asked.stage = problem.message, Stage.FAILED
        except Exception as problem:
            asked.problem, asked.stage = _mistake(report(log, problem)), Stage.FAILED


def _mistake(reference: str) -> Message:
    """What is said when the worker has failed, with the reference of its report."""
    return Message(
        "this game cannot be reviewed: that is a mistake in Partake itself, and it was noted (reference {reference})",
        reference=reference,
    )


Found = tuple["Review | FiveReview", bytes]


class Reviewer(Protocol):
    """A worker: computes one review at a time."""

    def review(self, text: str, progress: ProgressCallback) -> Found:
        """The review of a record's text, and its JSON."""

    def close(self) -> None:
        """Stop at once, or as soon as may be."""


class Shared(Protocol):
    """Reviews that processes share."""

    def reviewer(self, inner: Reviewer) -> Reviewer:
        """What computes with others, and by `inner` where nobody else does."""

    async def recall(self, table: str, record: Record) -> ReviewJob | None:
        """What is known of a review."""


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
        self._files, self._seconds, self.worker = tuple(files), seconds, Worker()

    def review(self, text: str, progress: ProgressCallback) -> Found:
        """The review of a record's text, and its JSON."""
        try:
            return self.worker.ask(
                review_in_worker, text, self._files, self._seconds, seconds=SILENCE + self._seconds, told=progress
            )
        except WorkerLostError as problem:
            raise PartakeError(BROKEN) from problem

    def close(self) -> None:
        """End the process, whatever it does; a caller that waits for it is told that the review was interrupted."""
        self.worker.close()


def review_in_worker(text: str, files: tuple[str, ...], seconds: float, progress: ProgressCallback) -> Found:
    """What a worker process does for a review."""
    return reviewed(text, files, progress, seconds=seconds)


def reviewed(
    text: str, files: Sequence[str], progress: ProgressCallback, *, seconds: float = Limits.review_seconds
) -> Found:
    """The review of a record's text, and its JSON; `seconds` for the best boards of all its games."""
    record = read_record(text, catalogue(*files))
    found = review(record, seconds=seconds / record.setup.options.rounds, progress=progress)
    return found, orjson.dumps(to_json(found))
