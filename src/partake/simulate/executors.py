"""Who plays the chunks: this process, several processes, or a cluster that is already there."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

from partake.rules.errors import PartakeError
from partake.simulate.optional_packages import has_fast, load

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 10
"""How many seconds a cluster may take to answer."""


class AddressError(PartakeError):
    """What was written is not the address of a cluster."""


@dataclass(frozen=True)
class Crew:
    """An executor, how many workers it has, and how to find out whether all of them have the compiled engine."""

    executor: Executor
    workers: int
    has_fast: Callable[[], bool] = has_fast

    @property
    def ahead(self) -> int:
        """How many chunks are handed out at a time: one being played and one waiting for each worker."""
        return self.workers if isinstance(self.executor, InProcess) else 2 * self.workers


class InProcess(Executor):
    """Does at once, here, what it is given."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The finished future of a call."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


class _Processes(ProcessPoolExecutor):
    """Processes that leave an interrupt from the keyboard to the one who started them."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand a call to a process, starting one if need be."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def alone() -> Iterator[Crew]:
    """This process, one chunk after the other."""
    yield Crew(InProcess(), 1)


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """So many processes on this machine, each with an interpreter of its own."""
    pool = _Processes(workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        yield Crew(pool, workers)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """All workers of the Dask cluster whose scheduler listens at this address."""
    distributed = load("distributed", extra="cluster", purpose="a cluster")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost cluster is told in a sentence
    host, port = parse_address(address)
    try:
        socket.create_connection((host, port), timeout=PATIENCE).close()
        asyncio.run(asyncio.wait_for(_meet(distributed, address), PATIENCE))
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, RuntimeError):
        raise PartakeError(f"there is no cluster at {address}: start one, or check the address") from None
    try:
        threads = client.nthreads()
        if not threads:
            raise PartakeError(f"the cluster at {address} has no workers")
        executor = client.get_executor(pure=False)
        try:
            compiles = _greet(client, address)
            yield Crew(executor, sum(threads.values()), lambda: compiles)
        except (distributed.KilledWorker, distributed.comm.CommClosedError, CancelledError):
            raise PartakeError(f"the cluster at {address} was lost") from None
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()


def parse_address(text: str) -> tuple[str, int]:
    """The host and port of a scheduler written `tcp://HOST:PORT`, `tls://HOST:PORT` or `HOST:PORT`."""
    found = re.fullmatch(r"(?:(?:tcp|tls)://)?(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})", text, re.ASCII)
    if found is None or not 1 <= int(found[3]) <= 65535:
        raise AddressError(f"{text!r} is not the address of a cluster: write it like tcp://192.168.1.5:8786")
    return found[1] or found[2], int(found[3])


async def _meet(distributed: Any, address: str) -> None:
    """Ask a scheduler who it is: a client would wait for ever for anything else that listens there."""
    secrets = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, connection_args=secrets) as scheduler:
        await scheduler.identity()


def _greet(client: Any, address: str) -> bool:
    """See that every worker has this version of the package; gives whether all have the compiled engine."""
    try:
        answers = list(client.run(hello).values())
    except Exception as problem:
        raise PartakeError(f"the workers at {address} cannot run partake: {problem}") from None
    mine = hello()[0]
    other = next((version for version, _ in answers if version != mine), None)
    if other is not None:
        raise PartakeError(f"a worker at {address} has partake {other}, and this is {mine}: use one version everywhere")
    return all(compiles for _, compiles in answers)


def hello() -> tuple[str, bool]:
    """The version of the package here, and whether the compiled engine is."""
    import partake

    return partake.__version__, has_fast()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back, so that a process started meanwhile never sees one, not even before it can ignore them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
