"""What reviews of all games share: grades, plain data, and how numbers are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum, StrEnum
from typing import Any

Progress = Callable[[int, int], None]
"""A callback: the number of decisions that are weighed, and of all."""

DIGITS = 4
"""The number of decimals in JSON."""


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
    """The grade of a move that lost this much."""
    return list(Grade)[sum(lost >= limit for limit in limits)]


def to_json(value: object) -> Any:
    """A review, a hint or a part of one as plain data; numbers are rounded, not their sums."""
    if is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (tuple, list)):
        return [to_json(part) for part in value]
    if isinstance(value, dict):
        return {str(key): to_json(part) for key, part in value.items()}
    if isinstance(value, Enum):
        return value.value
    return round(value, DIGITS) if isinstance(value, float) else value


def percent(share: float) -> str:
    """A chance as people say it."""
    if 0 < share < 0.01:
        return "under 1 %"
    return "over 99 %" if 0.99 < share < 1 else f"{share:.0%}".replace("%", " %")


def signed(value: float) -> str:
    """A difference with its sign."""
    return f"{value:+.1f}".replace("-", "−")
