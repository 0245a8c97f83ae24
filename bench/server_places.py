"""Where a server spends its time, for bench/server.py: a look at the stack of its event loop every millisecond.

The server installs the handlers of two signals, one to begin and one to end. Milliseconds are of processor time; what
is found is sorted by the modules on the stack. The thread that writes is measured by its own clock.
"""

from __future__ import annotations

import json
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

BEGIN, END = signal.SIGUSR1, signal.SIGUSR2
INTERVAL = 0.001
WRITER, WRITING = "partake-writer", "SQLite (its thread)"
PLACES = (
    ("writing streams", ("partake/web/streams.py",)),
    ("building events", ("partake/table/events.py", "partake/table/views.py", "partake/table/channels.py")),
    ("rules", ("partake/engine/", "partake/table/running.py")),
    ("tables and queueing", ("partake/table/", "partake/store/")),
    ("HTTP", ("",)),
)
"""What is counted as what: the first line that fits a module on the stack."""


class Sampler:
    """Looks at the event loop between the two signals, and leaves the shares of all places in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: Counter[str] = Counter()
        self._since = (0.0, 0.0)

    def install(self) -> None:
        """Wait for the signals; the main thread must be the event loop's."""
        signal.signal(BEGIN, self._begin)
        signal.signal(END, self._end)
        signal.signal(signal.SIGPROF, self._look)

    def _begin(self, _number: int, _frame: FrameType | None) -> None:
        self._found.clear()
        self._since = _seconds()
        signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        names: set[str] = set()
        while frame is not None:
            names.add(frame.f_code.co_filename)
            frame = frame.f_back
        self._found[next(place for place, parts in PLACES if any(p in name for p in parts for name in names))] += 1

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        every, writing = (now - then for now, then in zip(_seconds(), self._since, strict=True))
        loop = (every - writing) / every / max(1, self._found.total())
        shares = {place: loop * self._found[place] for place, _ in reversed(PLACES)}
        partial = self._path.with_suffix(".partial")
        partial.write_text(json.dumps({**shares, WRITING: writing / every}))
        partial.rename(self._path)


def _seconds() -> tuple[float, float]:
    """The processor time of the whole process, and of the thread that writes."""
    writer = next(thread for thread in threading.enumerate() if thread.name == WRITER)
    assert writer.ident is not None
    return time.process_time(), time.clock_gettime(time.pthread_getcpuclockid(writer.ident))
