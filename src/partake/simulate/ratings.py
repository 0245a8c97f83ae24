"""Ratings of bots from their duels: the Bradley-Terry model on an Elo-like scale, bootstrapped over deals.

Two bots have a duel wherever both played the same deal, or sat at the same table: the higher score wins, and a draw is
half a win for each. The maximum-likelihood strengths come from choix (iterative Luce spectral ranking), with one draw
of each pair added, which keeps the rating of a bot that always wins finite. A difference of 400 points means that the
better one is expected to score ten times as much as the other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from partake.rules.errors import PartakeError
from partake.rules.extras import load
from partake.rules.messages import Listed, Message

SCALE = 400 / math.log(10)
"""Elo points for each unit of log-odds."""
RESAMPLES = 400
"""The number of bootstrap samples."""
PURPOSE = Message("a rating")
"""What choix is needed for."""


@dataclass(frozen=True)
class Rating:
    """The rating of one bot, with the 95 % interval of the bootstrap."""

    bot: str
    points: float
    low: float
    high: float
    score: float
    """The share of its duels that it won, draws counting half."""
    is_bound: bool = False
    """Whether it won or lost all its duels: then the rating says only that it is at least so far away."""

    def to_json(self) -> dict[str, Any]:
        """The rating as plain data."""
        found = {"bot": self.bot, "rating": self.points, "interval": [self.low, self.high], "score": self.score}
        return found | ({"bound": True} if self.is_bound else {})


def rate(
    names: Sequence[str], duels: Mapping[tuple[int, int, int], int], *, seed: int, anchor: str | None = None
) -> tuple[Rating, ...]:
    """The rating of each bot; the anchor has 0, without one the mean is 0.

    `duels` counts half wins by (block, winner, loser). The seed decides the bootstrap samples.
    """
    numpy = load("numpy", extra="ratings", purpose=PURPOSE)
    choix = load("choix", extra="ratings", purpose=PURPOSE)
    zero = anchor_index(names, anchor)
    number, blocks = len(names), sorted({block for block, _, _ in duels})
    place = {block: i for i, block in enumerate(blocks)}
    won = numpy.zeros((len(blocks), number, number))
    for (block, one, other), halves in duels.items():
        won[place[block], one, other] += halves / 2
    prior = (1 - numpy.eye(number)) / 2

    def strengths(wins: Any) -> Any:
        found = choix.ilsr_pairwise_dense(wins + prior) * SCALE
        return found - (found.mean() if zero is None else found[zero])

    # The legacy generator: NumPy promises that its numbers stay the same in every version.
    lots = numpy.random.RandomState(seed % 2**32)
    weights = lots.multinomial(len(blocks), [1 / len(blocks)] * len(blocks), size=RESAMPLES)
    samples = numpy.array([strengths(numpy.tensordot(one, won, axes=1)) for one in weights])
    low, high = numpy.percentile(samples, [2.5, 97.5], axis=0)
    total = won.sum(axis=0)
    points, gained, lost = strengths(total), total.sum(axis=1), total.sum(axis=0)
    return tuple(
        Rating(
            names[bot],
            float(points[bot]),
            float(low[bot]),
            float(high[bot]),
            float(gained[bot] / (gained[bot] + lost[bot])),
            is_bound=not (gained[bot] and lost[bot]),
        )
        for bot in range(number)
    )


def anchor_index(names: Sequence[str], anchor: str | None) -> int | None:
    """The place of the anchor among the bots."""
    if anchor is None:
        return None
    if anchor not in names:
        raise PartakeError(
            "the anchor {anchor!r} is none of the bots; they are {bots}", anchor=anchor, bots=Listed(names)
        )
    return list(names).index(anchor)
