"""Strength from reviewed games: what a player gives away with a move, and the score with luck taken off, as intervals.

Points given away a move are a ratio estimate: everything that was given away over all moves, so that long games of
Take Five weigh more. Its standard error is that of the ratio (linearised, as in any book on sampling), over games, for
the moves of one game depend on each other; the interval is Student's, 95 %. Scores with luck taken off are a mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

NORMAL = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""
LEAST = 5
"""The number of reviewed games before which there is no estimate: an interval of fewer says next to nothing."""
RECENT = 50
"""The number of games, the latest, that an estimate is of: strength is what somebody plays now."""


class Reviewed(Protocol):
    """A reviewed game."""

    @property
    def score(self) -> float:
        """The points."""

    @property
    def moves(self) -> int | None:
        """The number of decisions."""

    @property
    def lost(self) -> float | None:
        """What was given away."""

    @property
    def luck(self) -> float | None:
        """What the draws gave; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, error: float, games: int, *, least: float = -math.inf) -> Estimate:
        """The interval of a standard error over so many games; what cannot be below `least` is not."""
        margin = student(games - 1) * error
        return cls(value, max(least, value - margin), value + margin)


@dataclass(frozen=True, slots=True)
class Sums:
    """What estimates need of some games, so that a database can add it up: numbers of games, sums and products."""

    games: int = 0
    moves: float = 0.0
    lost: float = 0.0
    moves_moves: float = 0.0
    moves_lost: float = 0.0
    lost_lost: float = 0.0
    adjusted: float | None = 0.0
    """The sum of the scores with luck taken off; None where luck is not known."""
    adjusted_adjusted: float | None = 0.0

    @classmethod
    def of(cls, games: Iterable[Reviewed]) -> Sums:
        """The sums of games that were reviewed; others are left out."""
        found = [(game.moves, game.lost, adjusted(game)) for game in games if game.moves and game.lost is not None]
        moves, lost = [float(one[0] or 0) for one in found], [float(one[1] or 0) for one in found]
        scores = [one[2] for one in found if one[2] is not None]
        has_luck = len(scores) == len(found)
        return cls(
            len(found), math.fsum(moves), math.fsum(lost), _product(moves, moves), _product(moves, lost),
            _product(lost, lost), math.fsum(scores) if has_luck else None,
            _product(scores, scores) if has_luck else None,
        )  # fmt: skip

    @property
    def given_away(self) -> Estimate | None:
        """What is given away with a move; None before there are enough games."""
        if self.games < LEAST or not self.moves:
            return None
        ratio = self.lost / self.moves
        squares = self.lost_lost - 2 * ratio * self.moves_lost + ratio**2 * self.moves_moves
        error = math.sqrt(max(squares, 0.0) / (self.games - 1) * self.games) / self.moves
        return Estimate.around(ratio, error, self.games, least=0.0)

    @property
    def adjusted_score(self) -> Estimate | None:
        """The mean score with luck taken off; None before there are enough games, or where luck is not known."""
        if self.games < LEAST or self.adjusted is None or self.adjusted_adjusted is None:
            return None
        mean = self.adjusted / self.games
        squares = max(self.adjusted_adjusted - self.games * mean**2, 0.0)
        return Estimate.around(mean, math.sqrt(squares / (self.games - 1) / self.games), self.games)


def adjusted(game: Reviewed) -> float | None:
    """A score with luck taken off: what it would have been if the draws had been worth what such draws are worth."""
    return None if game.luck is None else game.score - game.luck


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, by its expansion around the normal one (Fisher and Cornish 1960);
    for four and more degrees of freedom it is right within 0.01."""
    z, v = NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def _product(some: list[float], others: list[float]) -> float:
    return math.fsum(one * other for one, other in zip(some, others, strict=True))
