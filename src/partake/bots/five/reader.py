"""Determinized search (perfect-information Monte Carlo): a bot that remembers, infers, and tries its turns out in
sampled worlds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from partake.bots.bot import Budget, FamilyBot
from partake.bots.five.belief import Belief
from partake.bots.five.evaluation import After, FiveEvaluator, Options
from partake.bots.five.mobility import turn_reach
from partake.bots.five.skill import STRONG, Skill
from partake.bots.five.turns import NOWHERE, Turn, turns
from partake.engine.actions import Action, GiveUp, Keep
from partake.engine.five.phases import Verdict
from partake.engine.five.view import FiveView

HALVING = ((160, 2, 1 / 8), (48, 5, 1 / 3), (16, 10, 2 / 3))
"""Successive halving: the number of candidates kept, the number of worlds after which the others are dropped, and the
share of all worlds that counts instead if it is more."""
NEARLY = 0.99
"""The value of a win that rests on a guess: less than a certain one in every sample of guesses."""
_GOLDEN = 0.6180339887498949
_EQUAL = 1 - 1e-9
_MOST = 1_000_000

WorldValue = Callable[[Sequence[Options], Mapping[int, int]], float]
"""What a candidate is worth when the rivals know these pawns, and these are on the squares that we do not know."""


@dataclass
class Candidate:
    """Something that can be done, and how good it has turned out in the worlds tried so far."""

    action: Action
    value: WorldValue
    total: float = 0.0


class FiveBot(FamilyBot):
    """Plays the turn that wins the round most often over the worlds that agree with what it knows."""

    name = "reader"
    summary = "remembers and infers hidden pawns, and tries every turn out in worlds that may be true"
    families = frozenset({"five"})

    def __init__(self, seed: int = 0, skill: Skill = STRONG) -> None:
        super().__init__(seed)
        self.skill = skill

    def choose_five(self, view: FiveView, budget: Budget) -> Action:
        """The legal action with the best prospects; a step of the budget is a world."""
        if len(view.legal) == 1:
            return view.legal[0]
        end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        evaluator = FiveEvaluator(view, self.skill, Belief(view, self.skill))
        candidates = list(candidates_of(evaluator))
        steps = budget.steps or (self.skill.worlds if end is None else _MOST)
        halving = _halving(budget.steps or self.skill.worlds)
        for number in range(1, steps + 1):
            # The golden ratio gives a low-discrepancy sequence: few guesses cover all degrees of luck.
            luck = (0.5 + (number - 1) * _GOLDEN) % 1
            world, guesses = evaluator.belief.world(self.dice), evaluator.belief.lucky(luck)
            options = evaluator.options(world)
            for candidate in candidates:
                candidate.total += world.weight * candidate.value(options, guesses)
            if len(candidates) > halving.get(number, len(candidates)):
                candidates = sorted(candidates, key=lambda candidate: -candidate.total)[: halving[number]]
            if end is not None and time.perf_counter() >= end:
                break
        top = max(candidate.total for candidate in candidates)
        return self.dice.pick([candidate.action for candidate in candidates if candidate.total >= top * _EQUAL])


def _halving(worlds: int) -> dict[int, int]:
    return {max(least, int(worlds * share)): kept for kept, least, share in HALVING}


def candidates_of(evaluator: FiveEvaluator) -> Iterator[Candidate]:
    """Everything that can be done now, with the value of each."""
    view = evaluator.view
    moves = turns(view)
    if moves:
        for turn in moves:
            yield Candidate(turn.action, _turn_value(evaluator, turn))
        return
    here = turn_reach(view.edition.size, tuple(view.squares.index(square) for _, square in view.pieces))
    for action in view.legal:
        yield Candidate(action, _fixed_value(evaluator, _left(evaluator, action, here)))


def _left(evaluator: FiveEvaluator, action: Action, reach: int) -> After:
    """What a choice about a pawn just taken leaves behind."""
    view, hand = evaluator.view, evaluator.hand
    if isinstance(action, GiveUp):
        at = hand.index(action.value)
        laid = 1 << view.squares.index(action.square), action.value
        return After(hand[:at] + hand[at + 1 :], reach, shown=(laid,))
    if isinstance(action, Keep) and view.square is not None:
        square = view.squares.index(view.square)
        return After(evaluator.mine.plain((*hand, evaluator.belief.known[square])), reach, gone=1 << square)
    return After(evaluator.without_one(hand), reach)


def _fixed_value(evaluator: FiveEvaluator, after: After) -> WorldValue:
    return lambda options, guesses: evaluator.worth(after, options)


def _turn_value(evaluator: FiveEvaluator, turn: Turn) -> WorldValue:
    """The value of a turn: a pawn that we do not know has the sampled value."""
    belief, reach = evaluator.belief, turn_reach(evaluator.view.edition.size, turn.pieces)
    looks = [square for square in turn.looks if square not in belief.known]
    known = belief.known.get(turn.take)

    def value_of(options: Sequence[Options], guesses: Mapping[int, int]) -> float:
        learnt = tuple([(1 << square, guesses[square]) for square in looks])
        if turn.take == NOWHERE:
            return evaluator.worth(After(evaluator.hand, reach, 0, learnt), options)
        value = known or guesses[turn.take]
        verdict, hand = evaluator.result(value)
        if verdict is Verdict.WINS:
            return 1.0 if known else NEARLY
        if verdict is Verdict.OUT:
            return 0.0
        bit = 1 << turn.take
        if verdict is Verdict.BACK:
            return evaluator.worth(After(hand, reach, 0, (*learnt, (bit, value))), options)
        return evaluator.worth(After(hand, reach, bit, learnt), options)

    return value_of
