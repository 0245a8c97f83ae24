"""Workers are ended at their time, replaced when they are lost, and end with their parent, whatever they do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from partake.bots.worker import Worker, WorkerLostError, allow
from partake.rules.diagnostics import RemoteError, described
from partake.rules.errors import PartakeError
from strangers import ON_LINUX, children, is_alive

PATIENCE = 60.0


@pytest.fixture
def worker() -> Iterator[Worker]:
    found = Worker(memory=512)
    yield found
    found.close()


def double(number: int) -> int:
    """What a worker is for."""
    return 2 * number


def hang() -> None:
    """Sleep for ever."""
    while True:
        time.sleep(60)


def spin() -> None:
    """Hold the interpreter's lock for ever, as compiled code may."""
    import ctypes

    ctypes.PyDLL(None).pause()


def hang_with_leave() -> None:
    """Ask for little time, and take more."""
    allow(0.2, "somebody")
    hang()


def busy(function: Callable[[], None], tell: Callable[[], None]) -> None:
    """Tell that something is begun, and do it."""
    tell()
    function()


def fail() -> None:
    """Fail with something that nobody may read."""
    raise KeyError("something secret")


def refuse() -> None:
    """Refuse with a sentence."""
    raise PartakeError("not like this")


def eat() -> int:
    """Take a gigabyte."""
    return len(bytearray(2**30))


def leave() -> None:
    """Exit as a program may."""
    raise SystemExit("something secret")


def crash() -> None:
    """Read where nothing is."""
    os.kill(os.getpid(), signal.SIGSEGV)


def count(most: int, tell: object) -> int:
    """Tell of each number."""
    assert callable(tell)
    for number in range(most):
        tell(number)
    return most


def read_and_print() -> str:
    """Ask for input, and print."""
    print("printed")
    os.write(1, b"written\n")
    return sys.stdin.read() + os.read(0, 10).decode()


def start_another() -> int:
    """Start a process that outlives its parent if nobody ends it."""
    return subprocess.Popen(["sleep", "600"]).pid


def gone(process: int) -> bool:
    """Whether a process ends within the patience of a test."""
    end = time.monotonic() + PATIENCE
    while is_alive(process) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_alive(process)


def test_a_worker_answers_and_is_the_same_the_next_time(worker: Worker) -> None:
    assert worker.ask(double, 4) == 8
    first = worker.pid
    assert (worker.ask(double, 5), worker.pid) == (10, first)
    numbers: list[int] = []
    assert worker.ask(count, 3, told=numbers.append) == 3
    assert numbers == [0, 1, 2]


@pytest.mark.parametrize("function", [hang, spin, hang_with_leave], ids=["hang", "spin", "leave"])
def test_what_takes_too_long_is_ended_and_replaced(
    worker: Worker, function: Callable[..., None], capfd: pytest.CaptureFixture[str]
) -> None:
    assert worker.ask(double, 4) == 8
    first = worker.pid
    with pytest.raises(WorkerLostError) as lost:
        worker.ask(function, seconds=0.3)
    assert lost.value.is_late
    assert lost.value.who == ("somebody" if function is hang_with_leave else "")
    assert first is not None
    assert not is_alive(first)
    assert worker.ask(double, 5) == 10
    assert f"in {function.__name__}" in capfd.readouterr().err or function is spin, "the log says where it was"


@pytest.mark.parametrize("function", [crash, os._exit], ids=["crash", "exit"])
def test_a_process_that_ends_is_told_and_replaced(worker: Worker, function: Callable[..., None]) -> None:
    with pytest.raises(WorkerLostError) as lost:
        worker.ask(function, *([3] if function is os._exit else []))
    assert not lost.value.is_late
    assert worker.ask(double, 5) == 10


def test_a_failure_is_told_with_where_but_not_with_what(worker: Worker) -> None:
    with pytest.raises(RemoteError) as failed:
        worker.ask(fail)
    text = "\n".join(described(failed.value)) + str(failed.value)
    assert "KeyError" in text
    assert "table/test_workers.py" in text
    assert "secret" not in text
    first = worker.pid
    with pytest.raises(PartakeError, match="not like this"):
        worker.ask(refuse)
    assert worker.pid == first, "a refusal is an answer"


@pytest.mark.parametrize("function", [eat, leave])
def test_who_eats_memory_or_wants_to_leave_is_replaced(worker: Worker, function: Callable[..., object]) -> None:
    if function is eat and not ON_LINUX:
        pytest.skip("memory is limited on Linux")
    assert worker.ask(double, 4) == 8
    first = worker.pid
    with pytest.raises(RemoteError, match=r"MemoryError|SystemExit"):
        worker.ask(function)
    assert worker.ask(double, 5) == 10
    assert worker.pid != first


def test_there_is_nothing_to_read_and_printing_goes_to_the_log(
    worker: Worker, capfd: pytest.CaptureFixture[str]
) -> None:
    assert worker.ask(read_and_print) == ""
    worker.ask(double, 1)
    told = capfd.readouterr()
    assert told.out == ""
    assert "written" in told.err


def test_what_a_worker_has_started_ends_with_it(worker: Worker) -> None:
    other = worker.ask(start_another)
    with pytest.raises(WorkerLostError):
        worker.ask(hang, seconds=0.2)
    assert gone(other)


def test_closing_ends_what_hangs_and_tells_who_waits() -> None:
    worker, told = Worker(), list[Exception]()

    def wait() -> None:
        try:
            worker.ask(hang)
        except WorkerLostError as problem:
            told.append(problem)

    assert worker.ask(double, 1) == 2
    process = worker.pid
    thread = threading.Thread(target=wait)
    thread.start()
    worker.close()
    thread.join(PATIENCE)
    assert len(told) == 1
    assert process is not None
    assert gone(process)
    with pytest.raises(WorkerLostError, match="stopped"):
        worker.ask(double, 1)


KILLED = """
import sys, threading
sys.path.insert(0, sys.argv[1])
from table import test_workers as here
from partake.bots.worker import Worker
if __name__ == "__main__":
    workers, begun = [Worker() for _ in range(3)], threading.Semaphore(0)
    for worker in workers:
        worker.ask(here.double, 1)
    for worker, function in zip(workers, (here.hang, here.spin)):
        asked = {"target": worker.ask, "args": (here.busy, function), "kwargs": {"told": begun.release}}
        threading.Thread(**asked, daemon=True).start()
        begun.acquire()
    print(*(worker.pid for worker in workers), flush=True)
    threading.Event().wait()
"""


@pytest.mark.skipif(not ON_LINUX, reason="processes are read from /proc")
def test_workers_end_with_a_parent_that_is_killed() -> None:
    folder = Path(__file__).parent.parent
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder)], stdout=subprocess.PIPE, text=True, cwd=folder
    )
    assert process.stdout is not None
    known = {int(word) for word in process.stdout.readline().split()}
    found = children(process.pid)
    assert len(known) == 3
    assert known <= found
    process.kill()
    process.wait()
    process.stdout.close()
    assert all(map(gone, found))
