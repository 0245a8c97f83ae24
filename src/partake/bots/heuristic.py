"""The bot that plays by rule of thumb: points times the chance that they come."""

from __future__ import annotations

from partake.bots.bot import FREE, Bot, Budget
from partake.bots.outlook import Outlook
from partake.engine.actions import Action, Place, TakeBack
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView


class HeuristicBot(Bot):
    """Puts each tile where the lines through the cell gain most, or lose least, by what the bag may still bring."""

    name = "heuristic"
    summary = "the move after which the open lines promise most, by what is left in the bag"
    families = frozenset({"hexagon"})

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """The legal action with the best outlook; equal ones by lot."""
        if not isinstance(view, HexagonView):
            raise TypeError("heuristic plays hexagon games")
        actions = [action for action in view.legal if not isinstance(action, TakeBack)]
        own = Outlook(view, view.seat or 1)
        rated = [((Outlook(view, a.owner) if isinstance(a, Place) and a.owner else own).gain(a), a) for a in actions]
        top = max(gain for gain, _ in rated)
        return self.dice.pick([action for gain, action in rated if gain == top])
