"""The greedy bot: it maximizes the score now, and is the baseline for all others."""

from __future__ import annotations

from partake.bots.bot import FREE, Bot, Budget
from partake.bots.five.greedy import wish
from partake.bots.hexagon.greedy import GreedyEvaluation
from partake.engine.actions import Action, Place, TakeBack
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView


class GreedyBot(Bot):
    """Takes the action after which its own sheet scores most, then the one that promises most.

    In Take Five it takes the most useful pawn that it knows and can reach, and looks at unknown ones otherwise.
    """

    name = "greedy"
    summary = "the move that scores most now, then the one that leaves the best lines open"

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """The best of the legal actions by the sheet as it stands after it; equal ones by lot."""
        actions = [action for action in view.legal if not isinstance(action, TakeBack)]
        if isinstance(view, FiveView):
            return self.best(actions, lambda action: wish(view, action))
        if not isinstance(view, HexagonView):
            raise TypeError("greedy plays hexagon games and Take Five")
        handed = [action for action in actions if isinstance(action, Place) and action.owner]
        if handed:  # a neighbour's scrapped tile has to be placed in any case
            return self.best(handed, lambda action: GreedyEvaluation(view, action.owner).promise(action))
        rating = GreedyEvaluation(view, view.seat or 1)
        return self.best(actions, lambda action: (rating.score(action), rating.promise(action)))
