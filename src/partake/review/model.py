"""What reviews of all games share: grades, plain data, and how numbers are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from typing import Any

from partake.rules.messages import Listed, Message, Plural, said

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


_GRADES = {
    Grade.BEST: Message.keyed("grade", "best", {}),
    Grade.GOOD: Message.keyed("grade", "good", {}),
    Grade.INACCURACY: Message.keyed("grade", "inaccuracy", {}),
    Grade.MISTAKE: Message.keyed("grade", "mistake", {}),
    Grade.BLUNDER: Message.keyed("grade", "blunder", {}),
}


@dataclass(frozen=True, slots=True)
class HintStep:
    """One of the three steps of a hint: where to look, what it is about, the move itself."""

    seat: int
    """Whose sheet the cells are on; 0 for the one board of a game that has one."""
    cells: tuple[str, ...]
    """What to light up."""
    words: Message | Listed


def grade_name(found: Grade) -> Message:
    """What people call a grade."""
    return _GRADES[found]


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
    if isinstance(value, Message | Listed):
        return str(value)
    return round(value, DIGITS) if isinstance(value, float) else value


def likely(share: float) -> Message:
    """A chance as people say it."""
    if 0 < share < 0.01:
        return Message("under {percent} %", percent=1)
    if 0.99 < share < 1:
        return Message("over {percent} %", percent=99)
    return Message("{percent} %", percent=int(f"{share:.0%}"[:-1]))


def points(count: int) -> Message:
    """A number of points."""
    return Plural("{count} point", "{count} points", count=count)


def percent(share: float) -> str:
    """A chance in the reader's language."""
    return said(likely(share))


def signed(value: float) -> str:
    """A difference with its sign, in the reader's language."""
    return said(Message("{value:+.1f}", value=value)).replace("-", "−")
