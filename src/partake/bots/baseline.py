"""The baselines: a bot that plays at random, and a greedy one that maximizes the score now."""

from __future__ import annotations

from partake.bots.bot import FREE, Bot, Budget, FamilyBot
from partake.bots.five.greedy import wish
from partake.bots.hexagon.greedy import GreedyEvaluation
from partake.engine.actions import Action, Place, TakeBack
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView


class RandomBot(Bot):
    """Takes any legal action, each as likely as the others, and never takes one back."""

    name = "random"
    summary = "any legal move, each as likely as the others"

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """Any legal action but a take-back."""
        return self.dice.pick(_forward(view))


class GreedyBot(FamilyBot):
    """Takes the action after which its own sheet scores most, then the one that promises most.

    In Take Five it takes the most useful pawn that it knows and can reach, and looks at unknown ones otherwise.
    """

    name = "greedy"
    summary = "the move that scores most now, then the one that leaves the best lines open"

    def choose_hexagon(self, view: HexagonView, budget: Budget) -> Action:
        """The best of the legal actions by the sheet as it stands after it; ties broken at random."""
        actions = _forward(view)
        handed = [action for action in actions if isinstance(action, Place) and action.owner]
        if handed:  # a neighbour's scrapped tile has to be placed in any case
            return self.best(handed, lambda action: GreedyEvaluation(view, action.owner).promise(action))
        rating = GreedyEvaluation(view, view.seat or 1)
        return self.best(actions, lambda action: (rating.score(action), rating.promise(action)))

    def choose_five(self, view: FiveView, budget: Budget) -> Action:
        """The most useful of the legal actions; ties broken at random."""
        return self.best(_forward(view), lambda action: wish(view, action))


def _forward(view: View) -> list[Action]:
    return [action for action in view.legal if not isinstance(action, TakeBack)]
