"""Histograms of durations as plain integers: what is measured on the way of a move, for whoever publishes it.

Each is written by one thread and needs no lock; a reader may see a count without its sum for a moment. Adding a
duration costs a binary search in a short tuple, so that it is always done, whether anybody reads it or not.
"""

from __future__ import annotations

from bisect import bisect_left

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""The upper bounds of the buckets in seconds, each included; a last bucket has everything above."""


class Durations:
    """A histogram of durations with fixed buckets."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        """The number of durations in each bucket."""
        self.total = 0.0
        """The sum of all durations in seconds."""

    def add(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds
