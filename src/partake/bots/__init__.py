"""What plays: bots by name. A bot is given views and nothing else; with the same seed it plays the same.

from partake import bots
bot = bots.named("greedy")(seed=7)
table.play(1, bot.choose(table.view(1)))

`named` finds the bots of this package, the levels from `beginner` to `master`, and the bots of installed packages;
`bot_spec` also those of files, `mine.py:MyBot`, and classes.
"""

from __future__ import annotations

from partake.bots.bot import FREE, Bot, Budget
from partake.bots.discovery import BOTS, LEVELS, installed, named
from partake.bots.specifier import BotLike, BotSpec, SeatedBot, bot_spec, parse_bot_spec, parse_budget

__all__ = [
    "BOTS",
    "FREE",
    "LEVELS",
    "Bot",
    "BotLike",
    "BotSpec",
    "Budget",
    "SeatedBot",
    "bot_spec",
    "installed",
    "named",
    "parse_bot_spec",
    "parse_budget",
]  # fmt: skip
