"""A bot with two-ply lookahead (expectimax): the mean over every tile that may come after its move."""

from __future__ import annotations

from partake.bots.bot import Budget
from partake.bots.hexagon.value import Call, ValueBot
from partake.learn.player import player_of
from partake.learn.search_budget import CANDIDATES, SearchBudget
from partake.learn.win_share import likeliest_winner
from partake.rules.tiles import Tile


class SearchBot(ValueBot):
    """Expectimax over the next draw, with learned values at the leaves.

    A step of its budget is one placement searched; it starts with those of the highest one-ply value. Where the rules
    compare players, the second half of a game is played for the chance to win instead of points.
    """

    name = "search"
    summary = "like value, and looks at every tile that may come next"

    def _place(self, call: Call, budget: Budget) -> tuple[Tile, int]:
        search_budget = SearchBudget(CANDIDATES if budget.steps is None else budget.steps, budget.seconds)
        player, table = player_of(call.variant), (call.sheets, call.seat, call.drawn, call.hand)
        if call.variant.options.ties_players and len(call.sheets) > 1:
            return likeliest_winner(player, *table, search_budget)
        return player.search(*table, search_budget)
