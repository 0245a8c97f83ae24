"""Worker processes: one spawned process with a pipe, ended when it takes too long, and ending with its parent.

What runs in a worker may hang, crash, exit, print or eat memory: only the worker is lost, and the next call starts
another. That contains faults; it is no sandbox, because a worker may do what its user may.
"""

from __future__ import annotations

import ctypes
import faulthandler
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from partake.rules.diagnostics import RemoteError, described, kinds_of
from partake.rules.errors import PartakeError
from partake.rules.messages import Message

T = TypeVar("T")
START = 120.0
"""The seconds in which a new process must take its first call: it imports what the call needs."""
WRITING = 1.0
"""The seconds that a worker has after its time is up to write where it hung, before it is killed."""
ENDED = Message("a worker process ended all of a sudden: is there enough memory?")
"""What is said of a process that ended by itself."""
NICENESS = 5
"""How much a worker yields to the process that answers people."""
SOUND = {"PartakeError", "RemoteError"}
"""After these the worker is as before: the function has answered that it cannot."""
UNSOUND = {"WorkerLostError", "MemoryError", "SystemExit", "KeyboardInterrupt", "GeneratorExit"}
"""After these it is replaced."""
PR_SET_PDEATHSIG = 1
"""The option of `prctl` by which Linux signals a process when its parent ends."""


class WorkerLostError(PartakeError):
    """The process of a worker ended, or was ended because it took too long; `who` was at work."""

    def __init__(self, text: str | Message, /, *, is_late: bool = False, who: str = "", **values: object) -> None:
        super().__init__(text, **values)
        self.is_late, self.who = is_late, who


class Asked(Protocol):
    """Runs functions one after the other: a process of its own, or the caller's thread."""

    took: float
    """The seconds of the last answer, without those for starting, or before the function last said `allow`."""

    def ask(self, function: Callable[..., T], *values: object, seconds: float | None = None) -> T:
        """What a function makes of these values."""

    def close(self) -> None:
        """Stop, at once or as soon as may be."""


class CallersThread(Asked):
    """Runs functions where they are asked for; nothing ends them."""

    def __init__(self) -> None:
        self.took = 0.0

    def ask(self, function: Callable[..., T], *values: object, seconds: float | None = None) -> T:
        """What a function makes of these values."""
        began = time.monotonic()
        try:
            return function(*values)
        finally:
            self.took = time.monotonic() - began

    def close(self) -> None:
        """Nothing is to be stopped."""


class Worker(Asked):
    """A process that runs functions of modules, one at a time; it is started when first needed, and again when lost.

    `ask` is called from one thread at a time, `close` from any. The thread that asks first must live as long as the
    worker: Linux counts it as the parent.
    """

    def __init__(self, *, memory: int = 0, is_logged: bool = True) -> None:
        """`memory` is the most that the process may use, in megabytes, where the system can hold it to that.

        With `is_logged`, where it hung or crashed is written to the standard error, as lines without values.
        """
        self._memory, self._is_logged, self._lock, self._is_closed = memory, is_logged, threading.Lock(), False
        self.took = 0.0
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection[Any, Any] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, while there is one."""
        return self._process.pid if self._process is not None else None

    def ask(
        self,
        function: Callable[..., T],
        *values: object,
        seconds: float | None = None,
        told: Callable[..., None] | None = None,
    ) -> T:
        """What a function makes of these values within these seconds, or those that it is allowed (`allow`).

        With `told` the function gets one argument more, a callable whose arguments `told` is called with here.
        A `PartakeError` of the function is raised here too, any other exception as a `RemoteError`.
        """
        call = function, values, seconds, told is not None
        try:
            connection = self._begin(call)
        except WorkerLostError:  # it ended while it was idle
            connection = self._begin(call)
        try:
            return self._answer(connection, seconds, told)  # type: ignore[no-any-return]
        except BaseException as problem:
            kinds = kinds_of(problem)
            if kinds.isdisjoint(SOUND) or not kinds.isdisjoint(UNSOUND):
                self._end()
            raise

    def _begin(self, call: object) -> Connection[Any, Any]:
        """Hand a call over; a process that was lost before it took the call is not the call's fault."""
        connection = self._open()
        try:
            connection.send(call)
            if not connection.poll(START):
                raise WorkerLostError("a worker process does not start", is_late=True)
            connection.recv()
        except (EOFError, OSError):
            self._end()
            raise WorkerLostError(ENDED) from None
        except BaseException:
            self._end()
            raise
        return connection

    def _answer(self, connection: Connection[Any, Any], seconds: float | None, told: Callable[..., None] | None) -> Any:
        who, began = "", time.monotonic()
        try:
            while True:
                if not connection.poll(None if seconds is None else seconds + WRITING):
                    raise WorkerLostError(
                        "there was no answer within {seconds:g} seconds", is_late=True, who=who, seconds=seconds
                    )
                match connection.recv():
                    case "allow", seconds, who:
                        began = time.monotonic()
                    case "told", arguments:
                        if told is not None:
                            told(*arguments)
                    case "failed", None, lines:
                        raise RemoteError(lines)
                    case "failed", sentence, lines:
                        raise PartakeError(sentence) from RemoteError(lines)
                    case "done", value:
                        return value
        except (EOFError, OSError):
            raise WorkerLostError(ENDED, who=who) from None
        finally:
            self.took = time.monotonic() - began

    def _open(self) -> Connection[Any, Any]:
        with self._lock:
            if self._is_closed:
                raise WorkerLostError("the workers have stopped")
            if self._connection is None:
                context = multiprocessing.get_context("spawn")
                connection, other = context.Pipe()
                process = context.Process(target=serve, args=(other, self._memory, self._is_logged), daemon=True)
                with sigint_blocked():
                    process.start()
                other.close()
                self._connection, self._process = connection, process
            return self._connection

    def _end(self) -> None:
        with self._lock:
            process, connection = self._process, self._connection
            self._process = self._connection = None
        if process is not None:
            _kill(process)
            process.join()
            process.close()
        if connection is not None:
            connection.close()

    def rest(self) -> None:
        """End the process while it has nothing to do, by the thread that asks; the next call starts another."""
        self._end()

    def close(self) -> None:
        """End the process, whatever it does; a caller that waits for it is told that it was lost."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                _kill(self._process)


def _kill(process: multiprocessing.process.BaseProcess) -> None:
    """Kill a worker with the processes that it may have started."""
    if process.pid is not None and hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


_line: Connection[Any, Any] | None = None
"""The pipe to the parent, in a worker."""
_is_retiring = False


def allow(seconds: float | None, who: str = "") -> None:
    """Let the parent wait so long for the next word of this worker, None for ever; `who` is at work from now on."""
    if _line is not None:
        _watch(seconds)
        _line.send(("allow", seconds, who))


def serve(connection: Connection[Any, Any], memory: int, is_logged: bool) -> None:
    """The process of a worker: run one function after the other, until the pipe is closed."""
    global _line
    _prepare(memory)
    if is_logged:
        with suppress(OSError, ValueError, RuntimeError):
            faulthandler.enable()
    _line = connection
    with suppress(EOFError, OSError):
        while True:
            function, values, seconds, is_told = connection.recv()
            connection.send("begun")
            _watch(seconds)
            try:
                found = function(*values, *([_tell] if is_told else ()))
                answer: tuple[object, ...] = "done", found
            except BaseException as problem:  # also an exit that was asked for: the parent ends such a worker
                sentence = problem.message if isinstance(problem, PartakeError) else None
                answer = "failed", sentence, described(problem)
            faulthandler.cancel_dump_traceback_later()
            connection.send(answer)
            if _is_retiring:  # the parent starts another for the next call, also for one that is on its way
                return


def is_worker() -> bool:
    """Whether this process is a worker."""
    return _line is not None


def retire() -> None:
    """End this worker after the answer to the present call."""
    global _is_retiring
    _is_retiring = True


def _tell(*arguments: object) -> None:
    if _line is not None:
        _line.send(("told", arguments))


def _watch(seconds: float | None) -> None:
    """Have the traceback of all threads, without any value, written to the log when the time is up."""
    if seconds is None or not faulthandler.is_enabled():
        faulthandler.cancel_dump_traceback_later()
    else:
        faulthandler.dump_traceback_later(seconds, file=sys.__stderr__ or sys.stderr)


def _prepare(memory: int) -> None:
    """Separate a worker from the terminal, let it end with its parent, and limit its memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.setpgid(0, 0)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    end_with_parent()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    with suppress(OSError):
        os.dup2(2, 1)  # what is printed goes to the log
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    if memory:
        _limit_memory(memory * 2**20)


def end_with_parent() -> None:
    """Let this process end with its parent, also when that is killed: by the kernel on Linux, by a thread elsewhere."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def outlive() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=outlive, name="parent", daemon=True).start()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent.pid:  # it ended before it could be asked for
            os._exit(1)


def _limit_memory(most: int) -> None:
    """Limit the writable memory of this process: what it asks for beyond is a `MemoryError`."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (least, hard))


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT: a process that is started meanwhile inherits the mask until it ignores the signal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
