"""Evaluation function of Take Five: the chance to win the round after a turn, in expectation over all hidden pawns.

What a look or a blind take will show, and what the rivals have seen, is summed over by the odds of each square instead
of sampled; squares are taken to be independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from partake.bots.five.belief import Belief
from partake.bots.five.mobility import turn_reach
from partake.bots.five.prospects import Hand, HandProspects
from partake.bots.five.rivals import Rival
from partake.bots.five.skill import Skill
from partake.bots.five.turns import NOWHERE, Turn
from partake.bots.five.weights import WEIGHTS
from partake.engine.five.phases import Verdict
from partake.engine.five.view import FiveView

NEARLY = 0.999
"""The value of a win that rests on a guess: less than a certain one."""

Sight = tuple[Sequence[float], float]
"""A pawn that we shall have seen: the odds of each value, and the chance to reach it in the next turn."""


class Useful(NamedTuple):
    """A value that is better for a hand than a guess."""

    chance: float
    """The chance to win the round with it."""
    at: int
    """Its place among the values."""
    squares: int
    """Where we know such pawns."""


class FiveEvaluator:
    """One seat's decision: the prospects of all players, and the value of each result."""

    def __init__(self, view: FiveView, skill: Skill, belief: Belief) -> None:
        self.view, self.skill, self.belief = view, skill, belief
        self._weights = WEIGHTS[view.phase]
        self._near = [(1 - self._weights.stays) ** n for n in range(belief.size + 1)]
        self._both = [(1 - self._weights.stays * self._weights.shared) ** n for n in range(belief.size + 1)]
        self._far = [(1 - self._weights.comes) ** n for n in range(belief.size + 1)]
        seat = view.seat or 1
        known = [float(list(belief.known.values()).count(value)) for value in belief.values]
        self.mine = self._prospects(seat, known, belief.pool)
        self.hand = self.mine.plain(view.hands[seat - 1])
        self.rivals = tuple(
            self._rival(other) for other in range(1, len(view.hands) + 1) if other != seat and other not in view.out
        )
        self._seen = 0
        for rival in self.rivals:
            self._seen |= rival.seen
        self._known = _mask(belief.known)
        self._squares = [_mask(at for at, v in belief.known.items() if v == value) for value in belief.values]
        self._useful: dict[Hand, tuple[float, list[Useful]]] = {}
        self._turns: dict[object, float] = {}

    def _prospects(self, seat: int, known: Sequence[float], pool: Sequence[float]) -> HandProspects:
        view, full = self.view, self.view.edition.hand - 1
        to_go = full - len(view.hands[seat - 1])
        bar = max(
            sum(hand) + self._weights.growth * max(0, min(full - len(hand), to_go))
            for other, hand in enumerate(view.hands, start=1)
            if other != seat
        )
        return HandProspects(view.edition, view.phase, known=known, pool=pool, bar=bar if view.phase == "score" else 0)

    def _rival(self, seat: int) -> Rival:
        """Another player, whose knowledge is ours where we share it and our guess of it where we do not."""
        belief, known = self.belief, [0.0] * len(self.belief.values)
        seen = [at for at, pawn in enumerate(self.view.pawns) if pawn and (pawn.public or seat in pawn.seen)]
        pool = [float(n) for n in belief.pool]
        for value in belief.known.values():
            pool[belief.values.index(value)] += 1
        for square in seen:
            for i, share in enumerate(belief.odds(square)):
                known[i] += share
                pool[i] = max(0.0, pool[i] - share)
        prospects = self._prospects(seat, known, pool)
        return Rival(prospects, prospects.plain(self.view.hands[seat - 1]), seen, belief, self._weights)

    def turn(self, turn: Turn) -> float:
        """The value of a turn; those that differ in nothing that matters are weighed once."""
        reach = turn_reach(self.view.edition.size, turn.pieces)
        stays, comes = self._weights.stays, self._weights.comes
        sights = sorted(
            (self.belief.odds(square), stays if reach >> square & 1 else comes)
            for square in turn.looks
            if square not in self.belief.known
        )
        matters, take = self._known | self._seen, turn.take
        if take != NOWHERE and not matters >> take & 1:
            take = -2 - (reach >> take & 1)
        key = reach & matters, take, *sights
        value = self._turns.get(key)
        if value is None:
            value = self._turns[key] = self._weighed(turn.take, reach, sights)
        return value

    def _weighed(self, take: int, reach: int, sights: Sequence[Sight]) -> float:
        if take == NOWHERE:
            return self.worth(self.hand, reach, sights)
        known = self.belief.known.get(take)
        if known is not None:
            return self._taken(known, take, reach, sights)
        odds = zip(self.belief.values, self.belief.odds(take), strict=True)
        return NEARLY * sum(share * self._taken(value, take, reach, sights) for value, share in odds if share)

    def _taken(self, value: int, square: int, reach: int, sights: Sequence[Sight]) -> float:
        """The value of a turn in which a pawn of this value is taken."""
        match self.mine.verdict(self.hand, value):
            case Verdict.WINS:
                return 1.0
            case Verdict.OUT:
                return 0.0
            case Verdict.BACK:
                return self.laid(self.without_one(self.hand), reach, square, value, sights)
        return self.worth(self.mine.plain((*self.hand, value)), reach, sights, gone=1 << square)

    def laid(self, hand: Hand, reach: int, square: int, value: int, sights: Sequence[Sight] = ()) -> float:
        """The value of a turn that leaves a pawn on a square for all to know."""
        weights, shown = self._weights, self.belief.values.index(value)
        is_near = reach >> square & 1
        odds = [0.0] * len(self.belief.values)
        odds[shown] = 1.0
        sight = odds, weights.stays * weights.shared if is_near else weights.comes
        return self.worth(hand, reach, (*sights, sight), shown=shown if is_near else -1)

    def without_one(self, hand: Hand) -> Hand:
        """A hand without the pawn that is missed least."""
        rests = [hand[:i] + hand[i + 1 :] for i in range(len(hand))]
        return max(rests, key=self.mine.chance, default=hand)

    def worth(self, hand: Hand, reach: int, sights: Sequence[Sight] = (), *, gone: int = 0, shown: int = -1) -> float:
        """The chance to win the round with a hand once the turn has passed, and the pieces reach these squares."""
        safe, against = 1.0, 0.0
        for rival in self.rivals:
            reply = rival.reply(reach & ~gone, shown) if self.skill.reply else rival.unmoved()
            safe *= 1 - self._weights.certain * reply.wins
            against += self._weights.tempo * reply.strength
        own = self._weights.strength(self._next(hand, reach, sights, gone), sum(hand))
        return safe * own / (own + against)

    def _next(self, hand: Hand, reach: int, sights: Sequence[Sight], gone: int) -> float:
        """The chance in this seat's next turn: the best pawn that can be reached, else a guess or another look."""
        fallback, useful = self._better(hand)
        total, left, later = 0.0, 1.0, 0.0
        for chance, i, squares in useful:
            miss = 1.0
            if squares:
                near = squares & reach & ~gone
                both = near & self._seen
                far = squares & ~reach & ~gone
                miss = self._near[(near ^ both).bit_count()] * self._both[both.bit_count()] * self._far[far.bit_count()]
            for odds, grip in sights:
                miss *= 1 - odds[i] * grip
                later += odds[i] * (chance - fallback)
            total += left * (1 - miss) * chance
            left *= miss
        return total + left * (fallback + self._weights.later * later)

    def _better(self, hand: Hand) -> tuple[float, list[Useful]]:
        """What a guess is worth to a hand of ours, and the values that are better, best first."""
        found = self._useful.get(hand)
        if found is None:
            guess = self.mine.blind(hand)
            rated = [
                Useful(self.mine.after(hand, value), i, self._squares[i]) for i, value in enumerate(self.belief.values)
            ]
            better = sorted((useful for useful in rated if useful.chance > guess), reverse=True)
            found = self._useful[hand] = guess, better
        return found


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)
