"""Evaluation function of Take Five: a seat's chance to win the round after an action, in one world at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from partake.bots.five.belief import Belief, World
from partake.bots.five.prospects import Hand, HandProspects
from partake.bots.five.skill import Skill
from partake.engine.five.phases import Verdict
from partake.engine.five.view import FiveView

GROWTH = 5
"""What a pawn adds to a total in the phase score."""
RACE = {"score": (0.4, 7.0), "21": (0.4, 2.0), "quinte": (0.01, 5.0)}
"""How chances make a race: what is added to each chance, and the exponent by which the better one prevails."""
TEMPO = 1.2
"""What it is worth to have the next turn."""
STAYS = 0.75
"""The chance to reach a pawn in one's next turn that is within reach now."""
COMES = 0.35
"""The chance to reach a pawn in one's next turn that is not within reach now."""
CERTAIN = 0.95
"""The chance that a rival who can win does so."""
LATER = 0.3
"""What a useful pawn just seen is worth beyond the next turn."""

Options = list[tuple[float, int]]
"""Pawns that a player knows: the chance after taking it, and its square as a bit; best first."""


class Rival(NamedTuple):
    """Another player who is still in the round."""

    hand: Hand
    prospects: HandProspects
    squares: tuple[int, ...]
    """The face-down pawns that the player has seen."""
    chance: float
    guess: float
    """What a hand is worth that can only guess or wait."""


class After(NamedTuple):
    """What a seat leaves behind: its hand, what the pieces reach, which pawns are gone and which it learnt."""

    hand: Hand
    reach: int
    gone: int = 0
    learnt: tuple[tuple[int, int], ...] = ()
    """Squares as bits, with the values seen there."""
    shown: tuple[tuple[int, int], ...] = ()
    """The same for pawns that all players saw being laid down."""


class FiveEvaluator:
    """One seat's decision: the prospects of all players, and the value of each result."""

    def __init__(self, view: FiveView, skill: Skill, belief: Belief) -> None:
        self.view, self.skill, self.belief = view, skill, belief
        seat = view.seat or 1
        known = _counts(belief.values, belief.known.values())
        self.mine = self._prospects(seat, known, belief.pool)
        self.hand = self.mine.plain(view.hands[seat - 1])
        self.rivals = tuple(
            self._rival(other) for other in range(1, len(view.hands) + 1) if other != seat and other not in view.out
        )
        self._own: dict[Hand, tuple[float, Options]] = {}
        self._race = RACE[view.phase]
        self._results: dict[int, tuple[Verdict, Hand]] = {}

    def _prospects(self, seat: int, known: Sequence[float], pool: Sequence[float]) -> HandProspects:
        view, full = self.view, self.view.edition.hand - 1
        to_go = full - len(view.hands[seat - 1])
        bar = max(
            sum(hand) + GROWTH * max(0, min(full - len(hand), to_go))
            for other, hand in enumerate(view.hands, start=1)
            if other != seat
        )
        return HandProspects(view.edition, view.phase, known=known, pool=pool, bar=bar if view.phase == "score" else 0)

    def _rival(self, seat: int) -> Rival:
        """Another player, whose knowledge is ours where we share it and our guess of it where we do not."""
        belief, known = self.belief, [0.0] * len(self.belief.values)
        squares = tuple(at for at, pawn in enumerate(self.view.pawns) if pawn and (pawn.public or seat in pawn.seen))
        pool = [float(n) for n in belief.pool]
        for value in belief.known.values():
            pool[belief.values.index(value)] += 1
        for square in squares:
            for i, share in enumerate(belief.odds(square)):
                known[i] += share
                pool[i] = max(0.0, pool[i] - share)
        prospects = self._prospects(seat, known, pool)
        hand = prospects.plain(self.view.hands[seat - 1])
        return Rival(hand, prospects, squares, prospects.chance(hand), prospects.blind(hand))

    def options(self, world: World) -> list[Options]:
        """For each rival the pawns that would be worth a take to a player who knows them, as they lie in a world."""
        return [
            _worthwhile(rival.prospects, rival.hand, ((square, world.values[square]) for square in rival.squares))
            for rival in self.rivals
        ]

    def result(self, value: int) -> tuple[Verdict, Hand]:
        """What taking a pawn of this value comes to, and the hand that is left in the end."""
        found = self._results.get(value)
        if found is None:
            verdict = self.mine.verdict(self.hand, value)
            back = verdict is Verdict.BACK
            left = self.without_one(self.hand) if back else self.mine.plain((*self.hand, value))
            found = self._results[value] = verdict, left
        return found

    def without_one(self, hand: Hand) -> Hand:
        """A hand without the pawn that is missed least."""
        rests = [hand[:i] + hand[i + 1 :] for i in range(len(hand))]
        return max(rests, key=self.mine.chance, default=hand)

    def worth(self, after: After, options: Sequence[Options]) -> float:
        """The chance to win the round after this seat's turn, when the rivals know these pawns."""
        cushion, power = self._race
        against, safe, gone = 0.0, 1.0, after.gone
        for rival, known in zip(self.rivals, options, strict=True):
            chance, target = self._reply(rival, known, after)
            gone |= target
            if chance >= 1.0:
                safe *= 1 - CERTAIN
            against += TEMPO * (chance + cushion) ** power
        own: float = (self._next(after, gone) + cushion) ** power
        return safe * own / (own + against)

    def _reply(self, rival: Rival, known: Options, after: After) -> tuple[float, int]:
        """The best that a rival can do from where the pieces are left, and the square that it costs us."""
        if not self.skill.reply:
            return rival.chance, 0
        best, target, within = rival.guess, 0, after.reach & ~after.gone
        for chance, square in known:
            if square & within:
                best, target = chance, square
                break
        for square, value in after.shown:
            if square & after.reach and (chance := rival.prospects.after(rival.hand, value)) > best:
                best, target = chance, square
        return best, target

    def _next(self, after: After, gone: int) -> float:
        """The chance in this seat's next turn: the best pawn that can be reached, else a guess or another look."""
        fallback, options = self._known(after.hand)
        fresh, later = Options(), 0.0
        for square, value in (*after.learnt, *after.shown) if after.shown else after.learnt:
            chance = self.mine.after(after.hand, value)
            if chance > fallback:
                fresh.append((chance, square))
                later += LATER * (chance - fallback)
        if fresh:
            options = sorted(options + fresh, reverse=True)
        total, left = 0.0, 1.0
        for chance, square in options:
            if square & gone:
                continue
            grip = STAYS if square & after.reach else COMES
            total += left * grip * chance
            left *= 1 - grip
        return total + left * fallback + later * left

    def _known(self, hand: Hand) -> tuple[float, Options]:
        """What a guess is worth to a hand of ours, and the pawns in mind that are better."""
        found = self._own.get(hand)
        if found is None:
            better = _worthwhile(self.mine, hand, self.belief.known.items())
            found = self._own[hand] = self.mine.blind(hand), better
        return found


def _worthwhile(prospects: HandProspects, hand: Hand, pawns: Iterable[tuple[int, int]]) -> Options:
    """Those of the pawns that are better than a guess, best first."""
    least = prospects.blind(hand)
    rated = ((prospects.after(hand, value), 1 << square) for square, value in pawns)
    return sorted((option for option in rated if option[0] > least), reverse=True)


def _counts(values: Sequence[int], found: Iterable[int]) -> list[float]:
    held = list(found)
    return [float(held.count(value)) for value in values]
