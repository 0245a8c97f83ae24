"""Plain Classic by a neural network: board, features, exact endgame, network, TD(lambda) training, three-ply search.

Everything here is for the 19 cells and 27 tiles of the package's own Classic edition with its first options; sizes are
compile-time constants, so that loops are unrolled and vectorised.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "learn"):
    from partake.learn.classic import batch_games, self_play

__all__ = ["batch_games", "self_play"]
