"""A line about what is going on: rewritten in a terminal, now and then a new one in a file."""

from __future__ import annotations

import sys
import time

SELDOM = 15.0
"""The seconds between two lines where nothing can be rewritten."""


class Progress:
    """The line of one thing that takes a while."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def show(self, line: str) -> None:
        """Say how far it is."""
        if sys.stderr.isatty():
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._last >= SELDOM:
            self._last = time.monotonic()
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take the line away."""
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
