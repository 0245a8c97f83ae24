"""A bot with two-ply lookahead (expectimax): the mean over every tile that may come after its move."""

from __future__ import annotations

from partake.bots.bot import Budget
from partake.bots.hexagon.value import Call, ValueBot
from partake.learn.player import player_of
from partake.learn.search_budget import CANDIDATES, SearchBudget
from partake.rules.tiles import Tile


class SearchBot(ValueBot):
    """Expectimax over the next draw, with learned values at the leaves.

    A step of its budget is one placement searched; it starts with those of the highest one-ply value.
    """

    name = "search"
    summary = "like value, and looks at every tile that may come next"

    def _place(self, call: Call, budget: Budget) -> tuple[Tile, int]:
        search_budget = SearchBudget(CANDIDATES if budget.steps is None else budget.steps, budget.seconds)
        return player_of(call.variant).search(call.sheets, call.seat, call.drawn, call.hand, search_budget)
