"""A word before something is compiled that will not be compiled again."""

from __future__ import annotations

import sys
from collections.abc import Iterable

COMPILED = frozenset({"value", "search", "expert", "master"})
"""The bots and levels that play hexagon games by compiled code."""


def tell_preparing(bots: Iterable[str], family: str) -> None:
    """Say that the first use of a bot takes a while, where it does."""
    if family != "hexagon" or not COMPILED.intersection(name.partition("@")[0] for name in bots):
        return
    try:
        from partake.fast.cache import is_ready
    except ImportError:  # without the extra nothing is compiled
        return
    if not is_ready("fast", "learn"):
        print("partake: getting the learned bots ready, once on this machine: about half a minute", file=sys.stderr)
