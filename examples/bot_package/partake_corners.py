"""A bot in a package of its own: `pip install .` here, and `partake bots` knows it."""

from __future__ import annotations

from partake.bots import FREE, Bot, Budget
from partake.engine.actions import Action, Place, TakeBack
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView


class CornersBot(Bot):
    """Puts a tile on the cell with the fewest neighbours, or beside the board while there is room."""

    name = "corners"
    summary = "fills the board from its rim"
    families = frozenset({"hexagon"})

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """The legal action nearest to the rim; equal ones by the bot's own lots, so that a seed repeats a game."""
        assert isinstance(view, HexagonView)
        neighbours = view.variant.board.neighbours

        def rim(action: Action) -> int:
            position = view.variant.index[action.cell] if isinstance(action, Place) else len(neighbours)
            return -len(neighbours[position]) if position < len(neighbours) else 0

        return self.best([action for action in view.legal if not isinstance(action, TakeBack)], rim)
