"""`partake serve --processes N`: a parent that opens the port, and processes that answer requests there.

A supervisor in the manner of init: a process that ends is started again, at once the first time and later each time if
it keeps ending (exponential backoff). All accept from one socket (`partake.web.balance`), which is the parent's: when a
process dies, the others take the connections that wait. The parent has no threads and answers nothing; its processes
are spawned, never forked, and end with it, however it ends.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

from partake.bots.discovery import offer, offered_sources
from partake.bots.source import FileSource
from partake.bots.worker import end_with_parent, sigint_blocked
from partake.rules.catalogue import catalogue
from partake.rules.diagnostics import FIELDS, report
from partake.rules.errors import PartakeError
from partake.rules.languages import speaking
from partake.store.database import open_database
from partake.store.folder import FolderLock
from partake.table.job_worker import run_worker
from partake.web.balance import ConnectionBalance, shared_counts
from partake.web.log_lines import log_to_stderr
from partake.web.opening import OpenFolder
from partake.web.server import answer_requests, listen, listen_for_metrics, where_found
from partake.web.settings import Settings

LONGEST_PAUSE = 30.0
"""The most seconds until a process that keeps ending is started again."""
STEADY = 60.0
"""The seconds after which a process that ends counts as one that has worked."""
PATIENCE = 10.0
"""The seconds beyond those of the setting `stop_seconds` in which the processes must have stopped."""
GRACE = 1.0
"""The seconds until those that were told to stop before they could listen to it are told again."""

log = logging.getLogger("partake.web")


class Child:
    """A process that is started again whenever it ends."""

    def __init__(self, name: str, target: Callable[..., None], arguments: Sequence[Any]) -> None:
        self.name, self._target, self._arguments = name, target, tuple(arguments)
        self.process: BaseProcess | None = None
        self.due = 0.0
        """When it is started again, by the monotonic clock."""
        self._began, self._failures = 0.0, 0
        self.on_end: Callable[[], object] = lambda: None

    def start(self) -> None:
        """Start the process."""
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=self._target, args=self._arguments, name=self.name)
        self._began = time.monotonic()
        with sigint_blocked():
            self.process.start()

    def reap(self, *, is_expected: bool) -> None:
        """Note that the process has ended, and when it is started again."""
        assert self.process is not None
        self.process.join()
        pid, code = self.process.pid, self.process.exitcode
        self.process.close()
        self.process = None
        self.on_end()
        if is_expected:
            return
        now = time.monotonic()
        self._failures = 0 if now - self._began > STEADY else self._failures + 1
        pause = min(LONGEST_PAUSE, 2.0 ** (self._failures - 2)) if self._failures > 1 else 0.0
        self.due = now + pause
        fields = {"which": self.name, "pid": pid, "code": code, "pause": pause}
        log.warning("a process ended and is started again", extra={FIELDS: fields})


class Supervisor:
    """Keeps processes running until this one is told to stop."""

    def __init__(self, children: Sequence[Child], seconds: float) -> None:
        """`seconds` is what they have to stop before they are killed."""
        self._children, self._seconds = children, seconds
        self._is_stopping = False

    def run(self, started: Callable[[], object]) -> None:
        """Start all, call `started`, and keep them running; stop all in good order at SIGTERM or SIGINT."""
        with _waking(self._stop) as woken:
            try:
                for child in self._children:
                    child.start()
                started()
                while not self._is_stopping:
                    self._wait(woken)
            finally:
                self._end(woken)

    def _stop(self) -> None:
        self._is_stopping = True

    def _wait(self, woken: socket.socket) -> None:
        """Sleep until a process ends, one is due, or a signal comes."""
        now = time.monotonic()
        for child in self._children:
            if child.process is None and child.due <= now:
                child.start()
        dues = [child.due - now for child in self._children if child.process is None]
        self._reap(woken, max(0.0, min(dues)) if dues else None)

    def _reap(self, woken: socket.socket, seconds: float | None) -> None:
        running = {child.process.sentinel: child for child in self._children if child.process is not None}
        for ended in wait([*running, woken], seconds):
            if ended is woken:
                woken.recv(64)
            elif isinstance(ended, int):
                running[ended].reap(is_expected=self._is_stopping)

    def _end(self, woken: socket.socket) -> None:
        """Tell all to stop, wait until they have, and kill those that do not."""
        self._is_stopping = True
        end = time.monotonic() + self._seconds
        while any(child.process is not None for child in self._children):
            is_late = time.monotonic() > end
            for child in self._children:
                if child.process is not None:
                    child.process.kill() if is_late else child.process.terminate()
            self._reap(woken, GRACE)


@contextlib.contextmanager
def _waking(stop: Callable[[], object]) -> Iterator[socket.socket]:
    """Call `stop` at SIGTERM and SIGINT; the socket can be read when a signal has come."""
    reader, writer = socket.socketpair()
    with reader, writer:
        reader.setblocking(False)
        writer.setblocking(False)

        def handle(_number: int, _frame: FrameType | None) -> None:
            stop()

        before = {number: signal.signal(number, handle) for number in (signal.SIGTERM, signal.SIGINT)}
        signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        try:
            yield reader
        finally:
            signal.set_wakeup_fd(-1)
            for number, known in before.items():
                signal.signal(number, known)


def serve(settings: Settings, *, announce: Callable[[list[str]], None]) -> None:
    """Answer requests by several processes until interrupted; `announce` is given the links."""
    log_to_stderr(settings.log)
    catalogue(*settings.data)
    with FolderLock(settings.folder, is_needed=False) as lock, contextlib.ExitStack() as stack:
        open_database(settings.location).dispose()
        listener = stack.enter_context(listen(settings))
        counts = shared_counts(settings.processes)
        children = []
        for place in range(settings.processes):
            measured = stack.enter_context(listen_for_metrics(settings, place)) if settings.metrics else None
            # What nobody has asked for is reviewed by one of them.
            own = settings if place == 0 else replace(settings, idle_reviews=0)
            arguments = own, offered_sources(), listener, measured, counts, place
            child = Child(f"server {place + 1}", _server, arguments)
            child.on_end = ConnectionBalance(counts, place).leave
            children.append(child)
        if settings.workers:
            children.append(Child("worker", _worker, (settings, offered_sources())))
        links, address = where_found(settings, listener)
        lock.tell(link=links[0], address=address)
        Supervisor(children, settings.stop_seconds + PATIENCE).run(lambda: announce(links))


def _server(
    settings: Settings,
    sources: Sequence[FileSource],
    listener: socket.socket,
    measured: socket.socket | None,
    counts: Any,
    place: int,
) -> None:
    """One process that answers requests."""
    with child_process(settings, sources), contextlib.closing(OpenFolder(settings, is_held=True)) as opened:
        answer_requests(settings, opened, listener, measured, ConnectionBalance(counts, place))


def _worker(settings: Settings, sources: Sequence[FileSource]) -> None:
    """The process that thinks for the bots of all of them."""
    with child_process(settings, sources):
        run_worker(settings.database, settings, settings.data, started=lambda: None)


@contextlib.contextmanager
def child_process(settings: Settings, sources: Sequence[FileSource]) -> Iterator[None]:
    """What every process of a server begins with: it ends with its parent, which alone hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    end_with_parent()
    log_to_stderr(settings.log)
    for source in sources:
        offer(source)
    with speaking("en"):
        try:
            yield
        except PartakeError as problem:  # which a person can read as it is
            log.error("%s", problem)
            raise SystemExit(1) from None
        except Exception as problem:
            report(log, problem)
            raise SystemExit(1) from None
