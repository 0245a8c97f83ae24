"""Rate limits, shared by all processes on one database: what one of them accepts, the others are told and count too.

They are approximate by what is under way at the same moment, as far as a message travels (about a millisecond), and by
the half of a bucket that is not worth a message. A process that starts knows nothing of the last minute.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from partake.store.bus import Bus
from partake.table.model import TooFastError, TooManyError

WINDOW = 60.0
"""Seconds after which a rate limit counts from zero again."""
BURST = 2.0
"""The seconds whose events a token bucket holds when it is full."""
BUCKETS = 10_000
"""The number of buckets at which those that are full are dropped."""
TOLD_EVERY = 0.1
"""Seconds between two messages about token buckets."""
MOST_TOLD = 50
"""The most buckets of one message."""
RATES, BUCKETS_SPENT = "rate", "bucket"
"""The kinds of messages: an event of an address; what was spent from some buckets."""


class RateLimit:
    """Fixed-window rate limit: a number of events in a minute for each address; 0 for any number."""

    def __init__(
        self,
        per_minute: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        bus: Bus | None = None,
        name: str = "",
    ) -> None:
        """`name` tells this limit from others on the same bus."""
        self._most, self._clock, self._name = per_minute, clock, name
        self._began = clock()
        self._used: dict[str, int] = {}
        self._bus = bus or Bus()
        self._bus.on(RATES, self._spent_elsewhere)

    def spend(self, address: str) -> None:
        """Count one event, or refuse it."""
        if not self._most:
            return
        used = self._count(address)
        if used > self._most:
            raise TooManyError("that is too much in one minute: wait a little")
        # With a number, because PostgreSQL delivers equal messages of one transaction once.
        self._bus.tell(RATES, self._name, address, str(used))

    def _count(self, address: str) -> int:
        now = self._clock()
        if now - self._began >= WINDOW:
            self._began, self._used = now, {}
        found = self._used[address] = self._used.get(address, 0) + 1
        return found

    def _spent_elsewhere(self, _sender: str, name: str, address: str, _used: str) -> None:
        if name == self._name:
            self._count(address)


class TokenBucket:
    """Token bucket for each key: so many events in a second on average, and those of a few seconds at once.

    A bucket that is less than half empty is nobody else's concern. From then on the other processes are told what was
    taken out of it here, and take out as much: the sum counts, wherever the events come.
    """

    def __init__(
        self,
        per_second: float,
        clock: Callable[[], float] = time.monotonic,
        *,
        bus: Bus | None = None,
        name: str = "",
    ) -> None:
        self._rate, self._clock, self._name = per_second, clock, name
        self._full: dict[str, float] = {}
        """When the bucket of each key will be full again; keys whose bucket is full are not kept for long."""
        self._untold: dict[str, float] = {}
        """The seconds that were taken here since the others were told."""
        self._telling: asyncio.TimerHandle | None = None
        self._bus = bus or Bus()
        self._bus.on(BUCKETS_SPENT, self._spent_elsewhere)

    @property
    def _size(self) -> float:
        return max(BURST, 1 / self._rate)

    def spend(self, key: str) -> None:
        """Count one event, or refuse it."""
        if not self._rate:
            return
        now = self._clock()
        ahead = max(self._full.get(key, now) - now, 0.0) + 1 / self._rate
        if ahead > self._size:
            raise TooFastError("more than {rate:g} moves a second are too many: wait a little", rate=self._rate)
        if len(self._full) >= BUCKETS:
            self._full = {one: full for one, full in self._full.items() if full > now}
            self._untold = {one: spent for one, spent in self._untold.items() if one in self._full}
        self._full[key] = now + ahead
        if self._bus.is_shared:
            self._untold[key] = min(self._untold.get(key, 0.0) + 1 / self._rate, ahead)
            if ahead > self._size / 2 and self._telling is None:
                self._telling = asyncio.get_running_loop().call_later(TOLD_EVERY, self.tell)

    def tell(self) -> None:
        """Tell the others what was taken out of the buckets that are less than half full."""
        self._telling, now = None, self._clock()
        low = [key for key in self._untold if self._full.get(key, now) - now > self._size / 2 - TOLD_EVERY]
        for first in range(0, len(low), MOST_TOLD):
            chunk = low[first : first + MOST_TOLD]
            told = (part for key in chunk for part in (key, f"{self._untold.pop(key):.3f}"))
            self._bus.tell(BUCKETS_SPENT, self._name, *told)

    def _spent_elsewhere(self, _sender: str, name: str, *told: str) -> None:
        if name != self._name or not self._rate:
            return
        now = self._clock()
        for key, seconds in zip(told[::2], told[1::2], strict=True):
            level = max(self._full.get(key, now) - now, 0.0) + float(seconds)
            self._full[key] = now + min(level, self._size)
