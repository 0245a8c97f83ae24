"""What plays: bots by name. A bot is given views and nothing else; with the same seed it plays the same.

from partake import bots
bot = bots.named("greedy")(seed=7)
table.play(1, bot.choose(table.view(1)))
"""

from __future__ import annotations

from collections.abc import Mapping

from partake.bots.bot import Bot, Budget
from partake.bots.greedy import GreedyBot
from partake.bots.heuristic import HeuristicBot
from partake.bots.random import RandomBot
from partake.rules.errors import PartakeError

__all__ = ["BOTS", "Bot", "Budget", "GreedyBot", "HeuristicBot", "RandomBot", "named"]

BOTS: Mapping[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, GreedyBot, HeuristicBot)}
"""Every bot by its name."""


def named(name: str) -> type[Bot]:
    """The bot of this name; call it with a seed to seat one."""
    if name not in BOTS:
        raise PartakeError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]
