"""Pools of workers: this process, processes of this machine; one interface for all that is spread over workers."""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from partake.bots.worker import ENDED, Worker, WorkerLostError
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.simulate.worker import HANGING, MARGIN

P = ParamSpec("P")
T = TypeVar("T")
Stop = Callable[[], bool]
"""Whether to stop before all is done."""
POLL_SECONDS = 0.1
"""The interval at which `stop` is asked while a result is awaited."""


def never() -> bool:
    """The default of `stop`: do everything."""
    return False


def has_fast() -> bool:
    """Whether the compiled engine can be imported here."""
    try:
        importlib.import_module("partake.fast")
    except (ImportError, PartakeError):
        return False
    return True


@dataclass(frozen=True)
class WorkerPool:
    """An executor with the number of its workers: all that is spread over processes or machines goes through it."""

    executor: Executor
    workers: int
    has_fast: Callable[[], bool] = has_fast
    """Whether all workers have the compiled engine."""
    send: Callable[[Any], Any] | None = None
    """Sends a value to where the workers are, and gives what stands for it in calls; None where it need not be sent."""
    is_lost: Stop = never
    """Whether the workers cannot be reached any more: nobody tells then what became of a call."""

    @property
    def max_pending(self) -> int:
        """The largest number of submitted calls: for each worker one running and one queued."""
        return self.workers if isinstance(self.executor, InProcess) else 2 * self.workers

    def submit(self, function: Callable[..., T], /, *arguments: Any) -> Future[T]:
        """Run a call in the first worker that is free."""
        return self.executor.submit(function, *arguments)

    def share(self, value: T) -> T:
        """What stands for a large value in several calls, so that it is sent only once."""
        return value if self.send is None else self.send(value)

    def map(
        self, function: Callable[..., T], calls: Iterable[tuple[Any, ...]], /, *, stop: Stop = never
    ) -> Iterator[T]:
        """The results of calls with these arguments, in their order, until all are done or `stop` returns true.

        Calls are taken as workers become free, so that an iterator can decide late what comes next. Results that are
        there when it stops, without a gap, are still given.
        """
        waiting: deque[Future[T]] = deque()
        coming = iter(calls)
        try:
            while not stop():
                while len(waiting) < self.max_pending and (call := next(coming, None)) is not None:
                    waiting.append(self.submit(function, *call))
                if not waiting:
                    return
                if wait([waiting[0]], timeout=POLL_SECONDS).done:
                    yield waiting.popleft().result()
                elif self.is_lost():
                    raise CancelledError
            while waiting and waiting[0].done():
                yield waiting.popleft().result()
        except BrokenExecutor:
            raise PartakeError(ENDED) from None
        finally:
            for future in waiting:
                future.cancel()


class InProcess(Executor):
    """Runs each call at once in the caller's thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a call and return its completed future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


class Workers(Executor):
    """A pool of worker processes; a bot of another package that hangs or exits is named in a `PartakeError`."""

    def __init__(self, workers: int) -> None:
        self._workers = [Worker(is_logged=False) for _ in range(workers)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="partake-workers")

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a call in the first worker that is free."""
        return self._threads.submit(self._ask, partial(fn, *args, **kwargs))

    def _ask(self, call: Callable[[], T]) -> T:
        worker = self._idle.get()
        try:
            return self._guarded(worker, call)
        finally:
            self._idle.put(worker)

    def _guarded(self, worker: Worker, call: Callable[[], T]) -> T:
        try:
            return worker.ask(call)
        except WorkerLostError as problem:
            raise (PartakeError(_blame(problem)) if problem.who else problem) from None

    def everywhere(self, fn: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Run a call in each worker, in all of them at the same time, while none has anything else to do."""
        call = partial(fn, *args, **kwargs)
        waiting = [self._threads.submit(self._guarded, worker, call) for worker in self._workers]
        for future in waiting:
            future.result()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop; with `cancel_futures` at once, whatever the workers do."""
        if cancel_futures:
            self._end()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        self._end()

    def _end(self) -> None:
        for worker in self._workers:
            worker.close()


def _blame(problem: WorkerLostError) -> Message:
    seconds = problem.message.values.get("seconds")
    if problem.is_late and isinstance(seconds, float) and seconds != HANGING:
        return Message(
            "the bot {bot} was ended: a move took more than {seconds:g} s, and its limit is {limit:g} s",
            bot=problem.who,
            seconds=seconds,
            limit=round(seconds - MARGIN, 6),
        )
    if problem.is_late:
        return Message("the bot {bot} was ended: a move took more than {seconds:g} s", bot=problem.who, seconds=seconds)
    return Message("the bot {bot} ended its process", bot=problem.who)


@contextmanager
def alone() -> Iterator[WorkerPool]:
    """This process, one chunk after another."""
    yield WorkerPool(InProcess(), 1)


@contextmanager
def processes(workers: int) -> Iterator[WorkerPool]:
    """A pool of worker processes on this machine; in the end they are ended, whatever they do."""
    pool = Workers(workers)
    try:
        yield WorkerPool(pool, workers)
    finally:
        pool.shutdown(cancel_futures=True)
