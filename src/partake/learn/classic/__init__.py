"""Plain Classic, where a network knows more than a table: its board, exact endings, the network, its learning, search.

Everything here is for the 19 cells and 27 tiles of the package's own Classic edition with its first options; the sizes
are constants, so that the compiler can make the most of them.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "learn"):
    from partake.learn.classic import batch_games, optimizer

__all__ = ["batch_games", "optimizer"]
