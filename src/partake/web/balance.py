"""Least connections: processes that accept from one socket leave new connections to the one that has the fewest.

The kernel wakes all of them for a new connection, and the last one that slept is the first to run, so that without a
rule one process would have most of the players. Their counts are in shared memory; nothing is locked, because a count
that is a moment old does no harm. A process that ends takes no waiting connection with it: the socket is everybody's.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import MutableSequence

AWAY = -1
"""The count of a process that does not accept."""


def shared_counts(processes: int) -> MutableSequence[int]:
    """The counts of so many processes, in memory that they share once it is handed to them."""
    counts: MutableSequence[int] = multiprocessing.get_context("spawn").RawArray("i", [AWAY] * processes)
    return counts


class ConnectionBalance:
    """What one process knows of the connections of all."""

    def __init__(self, counts: MutableSequence[int], own: int) -> None:
        """`own` is the place of this process among the counts."""
        self._counts, self._own = counts, own

    def note(self, count: int) -> None:
        """Let the others know how many connections this process has."""
        self._counts[self._own] = count

    def leave(self) -> None:
        """Accept nothing more: the others need not wait for this process."""
        self._counts[self._own] = AWAY

    @property
    def others(self) -> tuple[int, ...]:
        """The counts of the others at this moment."""
        return tuple(count for place, count in enumerate(self._counts) if place != self._own)

    def is_ahead(self, count: int) -> bool:
        """Whether another process that accepts has fewer connections than this one."""
        return any(AWAY < other < count for other in self._counts)
