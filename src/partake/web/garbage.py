"""When the server looks for cyclic garbage: often among what is new, and through everything when nobody plays.

A pass of the collector stops all tables. What a move leaves behind is freed by its reference count; cycles are left by
connections and by tables that were dropped, and most passes find none. So only young objects are looked through by
themselves, few at a time, and all of them in the upkeep of a minute without a move, or when the last such pass is long
ago: Python's own schedule looks through all that has survived a few passes every few seconds, for 60 to 80 ms with
2,000 players.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

YOUNG = 1_000
"""The number of new objects after which they are looked through: two milliseconds."""
NEVER = 1_000_000
"""The number of passes after which Python would go through older objects."""
LONGEST = 900.0
"""Seconds after which everything is looked through although somebody plays: half a second with 2,000 players."""


class GarbageSchedule:
    """Runs the passes of the collector through everything in the minutes in which they disturb nobody."""

    def __init__(self, moves: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        """`moves` tells how many moves there have been."""
        self._moves, self._clock = moves, clock
        self._seen, self._last = moves(), clock()

    @staticmethod
    def begin() -> None:
        """Let what is in memory by now stay there, and leave older objects to `sweep`."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)

    async def sweep(self) -> None:
        """The upkeep of a minute: look through everything, if nobody has moved meanwhile or it is long ago."""
        moves, now = self._moves(), self._clock()
        if moves == self._seen or now - self._last >= LONGEST:
            gc.collect()
            self._last = self._clock()
        self._seen = moves
