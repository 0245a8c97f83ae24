"""Executors that play chunks: this process, a process pool, or a running Dask cluster."""

from __future__ import annotations

import asyncio
import importlib
import logging
import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from partake.bots.worker import Worker, WorkerLostError
from partake.rules.errors import PartakeError
from partake.rules.extras import load
from partake.rules.messages import Message
from partake.simulate.worker import HANGING, MARGIN

P = ParamSpec("P")
T = TypeVar("T")
TIMEOUT = 10
"""Seconds within which a cluster must answer."""


class AddressError(PartakeError):
    """A text that is not the address of a cluster."""


def has_fast() -> bool:
    """Whether the compiled engine can be imported here."""
    try:
        importlib.import_module("partake.fast")
    except (ImportError, PartakeError):
        return False
    return True


@dataclass(frozen=True)
class WorkerPool:
    """An executor with the number of its workers."""

    executor: Executor
    workers: int
    has_fast: Callable[[], bool] = has_fast
    """Whether all workers have the compiled engine."""

    @property
    def max_pending(self) -> int:
        """The largest number of submitted chunks: for each worker one running and one queued."""
        return self.workers if isinstance(self.executor, InProcess) else 2 * self.workers


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


@contextmanager
def cluster(address: str) -> Iterator[WorkerPool]:
    """All workers of the Dask cluster whose scheduler listens at this address."""
    distributed = load("distributed", extra="cluster", purpose=Message("a cluster"))
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost cluster is reported below
    host, port = parse_address(address)
    try:
        socket.create_connection((host, port), timeout=TIMEOUT).close()
        asyncio.run(asyncio.wait_for(_check_scheduler(distributed, address), TIMEOUT))
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError, RuntimeError):
        raise PartakeError(
            "there is no cluster at {address}: start one, or check the address", address=address
        ) from None
    try:
        threads = client.nthreads()
        if not threads:
            raise PartakeError("the cluster at {address} has no workers", address=address)
        executor = client.get_executor(pure=False)
        try:
            compiles = _check_workers(client, address)
            yield WorkerPool(executor, sum(threads.values()), lambda: compiles)
        except (distributed.KilledWorker, distributed.comm.CommClosedError, CancelledError):
            raise PartakeError("the cluster at {address} was lost", address=address) from None
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()


def parse_address(text: str) -> tuple[str, int]:
    """The host and port of a scheduler written `tcp://HOST:PORT`, `tls://HOST:PORT` or `HOST:PORT`."""
    found = re.fullmatch(r"(?:(?:tcp|tls)://)?(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})", text, re.ASCII)
    if found is None or not 1 <= int(found[3]) <= 65535:
        raise AddressError(
            "{given!r} is not the address of a cluster: write it like tcp://192.168.1.5:8786", given=text
        )
    return found[1] or found[2], int(found[3])


async def _check_scheduler(distributed: Any, address: str) -> None:
    """Ask the scheduler for its identity: a client would wait for ever for another server at that address."""
    secrets = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, connection_args=secrets) as scheduler:
        await scheduler.identity()


def _check_workers(client: Any, address: str) -> bool:
    """Check that each worker has this version of the package; returns whether all have the compiled engine."""
    try:
        answers = list(client.run(describe_worker).values())
    except Exception as problem:
        raise PartakeError(
            "the workers at {address} cannot run partake: {problem}", address=address, problem=problem
        ) from None
    mine = describe_worker()[0]
    other = next((version for version, _ in answers if version != mine), None)
    if other is not None:
        raise PartakeError(
            "a worker at {address} has partake {other}, and this is {mine}: use one version everywhere",
            address=address,
            other=other,
            mine=mine,
        )
    return all(compiles for _, compiles in answers)


def describe_worker() -> tuple[str, bool]:
    """The version of the package in this process, and whether it has the compiled engine."""
    import partake

    return partake.__version__, has_fast()
