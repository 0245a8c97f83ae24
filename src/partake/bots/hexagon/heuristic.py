"""The bot that plays by rule of thumb: points times the chance that they come."""

from __future__ import annotations

from typing import ClassVar

from partake.bots.bot import FREE, Bot, Budget
from partake.bots.hexagon.prospects import Outlook
from partake.engine.actions import Action, Place, TakeBack
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView


class HeuristicBot(Bot):
    """Puts each tile where the lines through the cell gain most, or lose least, by what the bag may still bring."""

    name = "heuristic"
    summary = "the move after which the open lines promise most, by what is left in the bag"
    families = frozenset({"hexagon"})
    outlook: ClassVar[type[Outlook]] = Outlook
    """How it looks at a sheet; those who see less have another."""

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """The legal action with the best outlook; equal ones by lot."""
        if not isinstance(view, HexagonView):
            raise TypeError(f"{self.name} plays hexagon games")
        own = self.outlook(view, view.seat or 1)

        def gain(action: Action) -> float:
            rating = self.outlook(view, action.owner) if isinstance(action, Place) and action.owner else own
            return rating.gain(action)

        return self.best([action for action in view.legal if not isinstance(action, TakeBack)], gain)
