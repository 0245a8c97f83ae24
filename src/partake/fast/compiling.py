"""What is told while kernels are compiled: once on a machine, for most of a minute, and never in silence."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from partake.fast.cache import is_ready
from partake.rules.errors import capitalised
from partake.rules.messages import Message, said

TICK = 1.0
"""The seconds after which the line of a terminal is written anew."""


def is_compiled(*packages: str) -> bool:
    """Whether kernels of these packages are in the cache of this machine."""
    return is_ready(*packages)


@contextmanager
def announced(*packages: str) -> Iterator[None]:
    """Say on the standard error that kernels of these packages are compiled meanwhile, if they must be.

    A terminal shows the seconds as they pass; a log gets a line before and a line after.
    """
    if is_compiled(*packages):
        yield
        return
    done, start = threading.Event(), time.monotonic()
    ticking = threading.Thread(target=_tick, args=(done, start), name="compiling", daemon=True)
    _write(Message("compiling the kernels, once on this machine …"), end="" if sys.stderr.isatty() else "\n")
    if sys.stderr.isatty():
        ticking.start()
    try:
        yield
    finally:
        done.set()
        if ticking.is_alive():
            ticking.join()
        _write(Message("compiled the kernels in {seconds:.0f} s", seconds=time.monotonic() - start), end="\n")


def _tick(done: threading.Event, start: float) -> None:
    while not done.wait(TICK):
        seconds = time.monotonic() - start
        _write(Message("compiling the kernels, once on this machine … {seconds:.0f} s", seconds=seconds), end="")


def _write(words: Message, *, end: str) -> None:
    before, after = ("\r", "\033[K") if sys.stderr.isatty() else ("", "")
    with suppress(OSError):
        print(f"{before}partake: {capitalised(said(words))}{after}", end=end, file=sys.stderr, flush=True)
