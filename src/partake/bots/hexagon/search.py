"""The bot that looks further: at every tile that may come after its move."""

from __future__ import annotations

from partake.bots.bot import Budget
from partake.bots.hexagon.value import Call, ValueBot
from partake.learn.player import player_of
from partake.learn.search_budget import CANDIDATES, Thought
from partake.rules.tiles import Tile


class SearchBot(ValueBot):
    """Plays by what the learned values promise after the next tile, whichever it is.

    A step of its budget is one place that it looks into; it starts with those that promise most.
    """

    name = "search"
    summary = "like value, and looks at every tile that may come next"

    def _place(self, call: Call, budget: Budget) -> tuple[Tile, int]:
        thought = Thought(CANDIDATES if budget.steps is None else budget.steps, budget.seconds)
        return player_of(call.variant).search(call.sheets, call.seat, call.drawn, call.hand, thought)
