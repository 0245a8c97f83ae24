"""The reply of another player, in expectation over all that they may have seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from partake.bots.five.belief import Belief
from partake.bots.five.mobility import members
from partake.bots.five.prospects import Hand, HandProspects
from partake.bots.five.weights import Weights


class Reply(NamedTuple):
    """What a rival's next turn comes to."""

    wins: float
    """The chance that it wins the round."""
    strength: float
    """How strong the rival is after it, on the scale on which chances are compared."""


class Rival:
    """Another player who is still in the round: their hand, and what they may know of the pawns that they saw."""

    def __init__(
        self, prospects: HandProspects, hand: Hand, seen: Sequence[int], belief: Belief, weights: Weights
    ) -> None:
        self._values = len(belief.values)
        self.seen = sum(1 << square for square in seen)
        self._odds = {square: belief.odds(square) for square in seen}
        guess = prospects.blind(hand)
        rated = sorted(((prospects.after(hand, value), i) for i, value in enumerate(belief.values)), reverse=True)
        total, values = sum(hand), belief.values
        self._useful = [
            (i, chance >= 1.0, weights.strength(chance, total + values[i] - weights.growth))
            for chance, i in rated
            if chance > guess
        ]
        self._guess = weights.strength(guess, total)
        self._strength = weights.strength(prospects.chance(hand), total)
        self._missing: dict[int, list[float]] = {}
        self._replies: dict[tuple[int, int], Reply] = {}

    def unmoved(self) -> Reply:
        """How strong the rival is wherever the pieces stand."""
        return Reply(0.0, self._strength)

    def reply(self, within: int, shown: int = -1) -> Reply:
        """The best that the rival can do with the pawns on these squares; one of a value (by its index) may be sure."""
        key = within & self.seen, shown
        found = self._replies.get(key)
        if found is None:
            found = self._replies[key] = self._best(self._missed(key[0]), shown)
        return found

    def _best(self, missed: Sequence[float], shown: int) -> Reply:
        wins, strength, left = 0.0, 0.0, 1.0
        for i, is_win, power in self._useful:
            share = left if i == shown else left * (1 - missed[i])
            left -= share
            strength += share * power
            if is_win:
                wins += share
        return Reply(wins, strength + left * self._guess)

    def _missed(self, within: int) -> list[float]:
        """For each value the chance that the rival has seen none of it on these squares."""
        found = self._missing.get(within)
        if found is None:
            found = [1.0] * self._values
            for square in members(within):
                found = [miss * (1 - share) for miss, share in zip(found, self._odds[square], strict=True)]
            self._missing[within] = found
        return found
