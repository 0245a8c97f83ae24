"""Expectimax over the own turn and the replies to it, then determinized search of the best: a bot that remembers,
infers and weighs every turn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from partake.bots.bot import Budget, FamilyBot
from partake.bots.five.belief import Belief
from partake.bots.five.evaluation import FiveEvaluator
from partake.bots.five.mobility import turn_reach
from partake.bots.five.search import BREADTH, WorldSearch
from partake.bots.five.skill import STRONG, Skill
from partake.bots.five.turns import turns
from partake.engine.actions import Action, GiveUp, Keep
from partake.engine.five.phases import Verdict
from partake.engine.five.view import FiveView

_EQUAL = 1 - 1e-9


class FiveBot(FamilyBot):
    """Plays the turn that wins the round most often, by all that it knows and may infer."""

    name = "reader"
    summary = "remembers and infers hidden pawns, and weighs every turn by all that they may be"
    families = frozenset({"five"})

    def __init__(self, seed: int = 0, skill: Skill = STRONG) -> None:
        super().__init__(seed)
        self.skill = skill

    def choose_five(self, view: FiveView, budget: Budget) -> Action:
        """The legal action with the best prospects; a step of the budget is an action tried out in a world."""
        if len(view.legal) == 1:
            return view.legal[0]
        end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        belief = Belief(view, self.skill)
        best = dict[Action, float]()
        for action, value in weighed(FiveEvaluator(view, self.skill, belief)):
            best[action] = max(value, best.get(action, 0.0))
        top = max(best.values())
        chosen = self.dice.pick([action for action, value in best.items() if value >= top * _EQUAL])
        playouts = budget.steps or (self.skill.playouts if end is None else None)
        if top >= 1 or view.moved or (playouts is not None and playouts < BREADTH):
            return chosen
        others = sorted((action for action in best if action != chosen), key=lambda action: -best[action])
        quick = FiveBot(self.dice.below(1 << 32), replace(self.skill, playouts=0))
        search = WorldSearch(view, belief, quick.choose, quick.judged)
        return search.best((chosen, *others[: BREADTH - 1]), playouts=playouts, end=end, dice=self.dice)

    def judged(self, view: FiveView) -> float:
        """The value of the best action."""
        return max(value for _, value in weighed(FiveEvaluator(view, self.skill, Belief(view, self.skill))))


def weighed(evaluator: FiveEvaluator) -> Iterator[tuple[Action, float]]:
    """Everything that can be done now, with the value of each."""
    view, mine, hand = evaluator.view, evaluator.mine, evaluator.hand
    known = evaluator.belief.known
    late = {square for square, value in known.items() if mine.verdict(hand, value) is not Verdict.WINS}
    moves = turns(view, late)
    if moves:
        for turn in moves:
            yield turn.action, evaluator.turn(turn)
        return
    reach = turn_reach(view.edition.size, tuple(view.squares.index(square) for _, square in view.pieces))
    for action in view.legal:
        if isinstance(action, GiveUp):
            at = hand.index(action.value)
            square = view.squares.index(action.square)
            yield action, evaluator.laid(hand[:at] + hand[at + 1 :], reach, square, action.value)
        elif isinstance(action, Keep) and view.square is not None:
            square = view.squares.index(view.square)
            kept = mine.plain((*hand, known[square]))
            yield action, evaluator.worth(kept, reach, gone=1 << square)
        else:
            yield action, evaluator.worth(evaluator.without_one(hand), reach)
