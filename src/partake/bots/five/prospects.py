"""Dynamic programming over hands: the chance that a hand wins the round, memoized for every hand it can become.

In each turn a player takes the best pawn that is known and can be reached, or waits, or takes a pawn blindly; with
every turn that passes, another player may have won. The value of a hand is the chance to be in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from partake.bots.five.weights import WEIGHTS
from partake.engine.five.phases import Verdict, judge
from partake.rules.edition import FiveEdition

Hand = tuple[int, ...]


class HandProspects:
    """The chances of one player's hands, for what the player knows and what is left to find."""

    def __init__(
        self, edition: FiveEdition, phase: str, *, known: Sequence[float], pool: Sequence[float], bar: int
    ) -> None:
        self._edition, self._phase, self._bar = edition, phase, bar
        weights = WEIGHTS[phase]
        total = sum(pool)
        self._draw = tuple(n / total if total else 0.0 for n in pool)
        self._ready = tuple(
            1 - (1 - weights.grip) ** n * (1 - weights.grip * min(1.0, weights.looks * share))
            for n, share in zip(known, self._draw, strict=True)
        )
        self._pace, self._setback = weights.pace, weights.setback
        self._restart = weights.restart
        self._chances: dict[Hand, float] = {}
        self._blind: dict[Hand, float] = {}
        self._after: dict[tuple[Hand, int], float] = {}

    def plain(self, hand: Hand) -> Hand:
        """A hand as far as it matters: in the phase 21 only how many pawns it has and what they add up to."""
        if self._phase == "21":
            return (*(0,) * (len(hand) - 1), sum(hand)) if hand else hand
        return tuple(sorted(hand))

    def verdict(self, hand: Hand, value: int) -> Verdict:
        """What the rules say of a pawn of this value taken to this hand."""
        return _verdicts(self._edition, self._phase, hand, self._bar)[self._edition.values.index(value)]

    def after(self, hand: Hand, value: int) -> float:
        """The chance once a pawn of this value has been taken to a plain hand and the turn has passed."""
        found = self._after.get((hand, value))
        if found is None:
            found = self._after[hand, value] = self._taken(hand, value)
        return found

    def _taken(self, hand: Hand, value: int) -> float:
        match self.verdict(hand, value):
            case Verdict.WINS:
                return 1.0
            case Verdict.OUT:
                return 0.0
            case Verdict.BACK:
                return (self._setback if hand else self._pace) * self.chance(hand)
        return self._pace * self.chance(self.plain((*hand, value)))

    def blind(self, hand: Hand) -> float:
        """The chance of a plain hand that takes an unseen pawn, or waits, whichever is better."""
        if hand not in self._blind:
            guess = sum(
                share * self.after(hand, value)
                for share, value in zip(self._draw, self._edition.values, strict=True)
                if share
            )
            self._blind[hand] = max(guess, self._pace * self.chance(hand))
        return self._blind[hand]

    def chance(self, hand: Hand) -> float:
        """The chance of a plain hand before its turn."""
        if hand not in self._chances:
            self._chances[hand] = max(self._restart, self._solved(hand))
        return self._chances[hand]

    def _solved(self, hand: Hand) -> float:
        """The best of all ways to be choosy: take from the best value down to some value, else wait or guess."""
        options: list[tuple[float, float]] = []
        guess = back = 0.0
        verdicts = _verdicts(self._edition, self._phase, hand, self._bar)
        for value, verdict, ready, share in zip(self._edition.values, verdicts, self._ready, self._draw, strict=True):
            if not ready:
                continue
            if verdict is Verdict.BACK:
                back += share
            elif verdict is not Verdict.OUT:
                gain = 1.0 if verdict is Verdict.WINS else self._pace * self.chance(self.plain((*hand, value)))
                guess += share * gain
                options.append((gain, ready))
        options.sort(reverse=True)
        back *= self._setback if hand else self._pace
        taken, left = 0.0, 1.0
        best = guess / (1 - back)
        for gain, ready in options:
            taken += left * ready * gain
            left *= 1 - ready
            best = max(best, taken / (1 - left * self._pace), (taken + left * guess) / (1 - left * back))
        return best


@cache
def _verdicts(edition: FiveEdition, phase: str, hand: Hand, bar: int) -> tuple[Verdict, ...]:
    """The verdict on each value, when the others' best total is the bar."""
    return tuple(judge(phase, edition, (hand, (bar,)), 1, value) for value in edition.values)
