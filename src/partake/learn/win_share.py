"""Placements by the chance to win, for rules that compare players: rollouts of the table after each candidate.

Search knows best how many points a placement is worth, rollouts how far results scatter and what the others will have.
So the rollouts of a candidate are shifted until their mean is ahead of the others' by as much as its searched value is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from partake.learn.player import Cells, Player
from partake.learn.position import OPEN
from partake.learn.rollouts import final_points
from partake.learn.search_budget import EXACT, SearchBudget
from partake.rules.kernels import are_interpreted
from partake.rules.tiles import Tile

ROLLOUTS = 128
"""The number of rollouts of each candidate."""
LATE = 0.5
"""The share of the draws that may be left: before that, whoever has the most points has the best chance."""
SOFTNESS = 1.0
"""The points, for each tile to come, that make a win likely instead of sure: rollouts are few, and by one-ply play."""
MARGIN = 25.0
"""The points that a candidate may be behind the best: what is further behind wins by the errors of rollouts only."""
MOST_CALLED = 2
"""The most tiles of one call."""


def likeliest_winner(
    player: Player, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile],
    budget: SearchBudget,
) -> tuple[Tile, int]:  # fmt: skip
    """The placement with the largest share of wins, and of equal ones with the most points; a shared win is a share."""
    states = player.positions(sheets, drawn)
    values = player.searched_values(states[seat - 1], hand, budget)
    best = max(values.values())
    close = [moves for moves, value in values.items() if value >= best - MARGIN]
    candidates = sorted(close, key=values.__getitem__, reverse=True)
    left = int(states[seat - 1, OPEN]) - len(hand)
    to_place = states[:, OPEN] - left
    is_late = left <= LATE * player.variant.draws
    # A table that is not in step, as one that was set up by hand, is played for points.
    is_in_step = to_place.min() >= 0 and to_place.max() <= MOST_CALLED
    if len(candidates) == 1 or not is_late or not is_in_step or budget.is_over or are_interpreted():
        return candidates[0][0]
    points = final_points(player.variant, states, seat, drawn, candidates, ROLLOUTS if left else 1)
    searched = np.array([values[candidate] for candidate in candidates])
    # With the last two tiles nothing is searched, and values take the others' boards as they are: rollouts know better.
    shares = win_shares(points, seat, searched if left >= EXACT - 1 else None, SOFTNESS * left)
    return candidates[int(np.argmax(shares))][0]


def win_shares(
    points: NDArray[np.float64], seat: int, searched: NDArray[np.float64] | None, softness: float
) -> NDArray[np.float64]:
    """[candidate] the share of wins of a seat, from final scores [candidate, rollout, seat].

    With searched values the results of each candidate are shifted to be as far ahead of the first candidate's, on
    average, as their searched values are. A softness smooths the step from losing to winning (logistic).
    """
    own = points[:, :, seat - 1]
    others = np.delete(points, seat - 1, axis=2)
    best = others.max(axis=2)
    ahead = own - best
    if searched is not None:
        means = own.mean(axis=1)
        ahead = ahead + ((searched - searched[0]) - (means - means[0]))[:, None]
    if softness:
        wins = 0.5 * (1 + np.tanh(ahead / (2 * softness)))
    else:
        tied = (others == best[:, :, None]).sum(axis=2)
        wins = np.where(ahead > 0, 1.0, np.where(ahead == 0, 1 / (1 + tied), 0.0))
    shares: NDArray[np.float64] = wins.mean(axis=1)
    return shares
