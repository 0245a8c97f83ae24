"""Grades: a word for how much a move gave away."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum


class Grade(StrEnum):
    """How good a move was, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


POINTS = (0.5, 2.0, 5.0, 10.0)
"""A move that loses fewer points than these is the best, good, an inaccuracy, a mistake; more is a blunder."""
CHANCES = (0.01, 0.03, 0.07, 0.15)
"""The same for Take Five, in chances to win the round."""


def grade(lost: float, limits: Sequence[float] = POINTS) -> Grade:
    """The grade of a move that gave so much away."""
    return list(Grade)[sum(lost >= limit for limit in limits)]
