"""How hard a puzzle is: how often each level of bots finds the best answer, and the first rating from that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log

from partake.bots.bot import Bot
from partake.bots.discovery import LEVELS
from partake.puzzles.model import LEVEL_NAMES

ANCHORS = (900.0, 1200.0, 1500.0, 1800.0, 2100.0)
"""The ratings at which the levels are set, weakest first; a decision that gives the scale its meaning."""
PRIOR, PRIOR_DEVIATION = 1500.0, 350.0
"""A puzzle of which nothing is known: normally distributed like this."""
TRIES = 3
"""How many bots of each level are asked: they break ties differently."""
_POINTS = 400 / log(10)
"""Elo's scale: ten to one for 400 points."""


def shares(finds: Callable[[Bot], bool]) -> tuple[int, ...]:
    """For each level, how many of a hundred bots find the answer."""
    kinds = [LEVELS[name] for name in LEVEL_NAMES]
    return tuple(round(100 * sum(finds(kind(seed)) for seed in range(TRIES)) / TRIES) for kind in kinds)


def first_rating(found: Sequence[int]) -> int:
    """The maximum a posteriori rating under Elo's curve: each level has tried the puzzle `TRIES` times.

    The derivative of the logarithm of the posterior falls with the rating, so bisection finds its zero.
    """
    low, high = 0.0, 3000.0
    while high - low > 0.01:
        middle = (low + high) / 2
        slope = (PRIOR - middle) / PRIOR_DEVIATION**2
        for level, share in zip(ANCHORS, found, strict=True):
            solved = 1 / (1 + exp((middle - level) / _POINTS))
            slope += TRIES * (solved - share / 100) / _POINTS
        low, high = (middle, high) if slope > 0 else (low, middle)
    return round(middle)
