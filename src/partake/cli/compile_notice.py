"""A word before something is compiled that will not be compiled again."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from partake.bots.discovery import BOTS, LEVELS


def tell_preparing(bots: Iterable[str], family: str) -> None:
    """Say that the first use of a bot takes a while, where it does."""
    if family != "hexagon" or not any(_is_compiled(name.partition("@")[0]) for name in bots):
        return
    try:
        from partake.fast.cache import is_ready
    except ImportError:  # without the extra nothing is compiled
        return
    if not is_ready("fast", "learn"):
        print("partake: getting the learned bots ready, once on this machine: about half a minute", file=sys.stderr)


def _is_compiled(name: str) -> bool:
    """Whether a bot, or whoever plays hexagon games for a level, needs compiled code."""
    players = getattr(LEVELS[name], "hexagon", ()) if name in LEVELS else (name,)
    return any(player in BOTS.entries and BOTS.entries[player].extra == "fast" for player in players)
