"""Descriptive statistics of a histogram of scores; sums are exact, so the order of addition does not matter."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from partake.engine.outcome import plain

NORMAL = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""The quantiles of a report, in percent."""


@dataclass(frozen=True)
class Statistics:
    """The histogram of one seat: each score with the number of its games, at least one game in all."""

    counts: Mapping[int | Fraction, int] = field(hash=False)

    def __repr__(self) -> str:
        return f"<Statistics: {self.games} games, mean {self.mean:.2f}>"

    @cached_property
    def games(self) -> int:
        """The number of games."""
        return sum(self.counts.values())

    @cached_property
    def scores(self) -> tuple[int | Fraction, ...]:
        """The scores that occurred, the lowest first."""
        return tuple(sorted(self.counts))

    @property
    def least(self) -> int | Fraction:
        """The lowest score."""
        return self.scores[0]

    @property
    def most(self) -> int | Fraction:
        """The highest score."""
        return self.scores[-1]

    @cached_property
    def _sum(self) -> Fraction:
        return Fraction(sum(score * count for score, count in self.counts.items()))

    @cached_property
    def mean(self) -> float:
        """The mean score."""
        return float(self._sum / self.games)

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of single scores, estimated from the sample (divided by games - 1); 0 for one game."""
        if self.games < 2:
            return 0.0
        squares = Fraction(sum(score * score * count for score, count in self.counts.items()))
        return math.sqrt((squares - self._sum**2 / self.games) / (self.games - 1))

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % confidence interval of the mean; unknown after one game."""
        return NORMAL * self.deviation / math.sqrt(self.games) if self.games > 1 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the mean, mean ± 1.96 · deviation / √games; unknown after one game."""
        return None if self.margin is None else (self.mean - self.margin, self.mean + self.margin)

    def quantile(self, percent: int) -> int | Fraction:
        """The lowest score that at least `percent` of all games do not exceed."""
        seen = 0
        for score in self.scores:
            seen += self.counts[score]
            if 100 * seen >= percent * self.games:
                return score
        return self.most

    def to_json(self) -> dict[str, Any]:
        """The statistics as plain data."""
        return {
            "mean": self.mean,
            "interval": None if self.interval is None else list(self.interval),
            "deviation": self.deviation,
            "least": plain(self.least),
            "most": plain(self.most),
            "quantiles": {str(percent): plain(self.quantile(percent)) for percent in QUANTILES},
            "counts": [[plain(score), self.counts[score]] for score in self.scores],
        }
