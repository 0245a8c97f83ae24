"""Timers of a table: the clock for a move, and which seats have missed it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Protocol

LAPSES = 2
"""After this number of missed clocks in a row a bot takes over."""


class Timer(Protocol):
    """A callback that is called later unless it is cancelled."""

    def cancel(self) -> None:
        """Never call it."""


Later = Callable[[float, Callable[[], object]], Timer]
"""Calls something after a number of seconds; tests pass their own."""


def call_later(seconds: float, what: Callable[[], object]) -> Timer:
    """The timers of the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, what)


class MoveClock:
    """The time for a move at one table: one timer for all seats that must act.

    When it runs out, the stand-in bot acts once for each late seat; after the second time in a row it takes over.
    """

    def __init__(self, later: Later) -> None:
        self._later = later
        self._timer: Timer | None = None
        self.deadline: float | None = None
        """When the clock runs out, in Unix time; None while it does not run."""
        self.stand_ins: set[int] = set()
        """The seats whose clock has run out, until they need not act or the next draw comes."""
        self._missed: dict[int, int] = {}
        """How often in a row each seat's clock ran out."""

    @property
    def is_running(self) -> bool:
        """Whether the clock will run out."""
        return self._timer is not None

    def start(self, seconds: float, expired: Callable[[float], object]) -> None:
        """Start anew; `expired` is called with the deadline when that is reached."""
        self.stop()
        deadline = self.deadline = time.time() + seconds
        self._timer = self._later(seconds, lambda: expired(deadline))

    def stop(self) -> None:
        """Stop, without consequences for anybody."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.deadline = None

    def acted(self, seat: int) -> None:
        """Forget the clocks that a seat missed: its player is there."""
        self._missed.pop(seat, None)

    def lapse(self, late: Iterable[int]) -> set[int]:
        """Count a missed clock for each late seat; the seats that have missed too many, for which a bot takes over."""
        self._timer = self.deadline = None
        seats = set(late)
        for seat in seats:
            self._missed[seat] = self._missed.get(seat, 0) + 1
        gone = {seat for seat in seats if self._missed[seat] >= LAPSES}
        self.stand_ins |= seats - gone
        return gone
