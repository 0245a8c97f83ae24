"""Ratings by Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system"), a rating period for each answer.

A person who answers plays one game against the puzzle: right is a win, wrong a loss. Both ratings change by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

START = 1200.0
"""The rating of a person who has not answered yet: that of the casual bots, so that most begin neither far too high nor
far too low."""
START_DEVIATION = 250.0
"""Its deviation: hardly anything is known."""
LEAST_DEVIATION = 45.0
"""No deviation falls below this, so that a rating keeps following its person."""
VOLATILITY = 0.06
"""The volatility to begin with."""
SCALE = 173.7178
"""Points of a rating for a unit of Glicko-2's own scale."""
TAU = 0.5
"""How much the volatility may change: from 0.3 to 1.2, small where results hold few surprises."""
_PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is thought to be, and how sure that is."""

    value: float = START
    deviation: float = START_DEVIATION
    volatility: float = VOLATILITY


def expected(one: Rating, other: Rating) -> float:
    """The probability that the first beats the second, as the first one's next period counts it."""
    return 1 / (1 + exp(-_weight(other.deviation / SCALE) * (one.value - other.value) / SCALE))


def after(own: Rating, *games: tuple[Rating, float]) -> Rating:
    """The rating after the games of a period, each against another rating: 1 for a win and 0 for a loss."""
    phi, information, surplus = own.deviation / SCALE, 0.0, 0.0
    for other, score in games:
        g, e = _weight(other.deviation / SCALE), expected(own, other)
        information += g * g * e * (1 - e)
        surplus += g * (score - e)
    variance = 1 / information
    sigma = _volatility(own.volatility, phi, variance, variance * surplus)
    widened = sqrt(phi * phi + sigma * sigma)
    deviation = 1 / sqrt(1 / widened**2 + 1 / variance)
    value = own.value + SCALE * deviation**2 * surplus
    return Rating(value, min(START_DEVIATION, max(LEAST_DEVIATION, SCALE * deviation)), sigma)


def answered(person: Rating, puzzle: Rating, *, is_right: bool) -> tuple[Rating, Rating]:
    """Both ratings after an answer."""
    return after(person, (puzzle, float(is_right))), after(puzzle, (person, float(not is_right)))


def rounded(rating: Rating) -> Rating:
    """As it is stored: digits beyond these mean nothing."""
    return replace(rating, value=round(rating.value, 2), deviation=round(rating.deviation, 2))


def _weight(phi: float) -> float:
    """g(φ): a game against somebody whose rating is unsure counts less."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the new volatility, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        rest = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - rest) / (2 * rest * rest) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
