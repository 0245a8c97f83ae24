"""Learned value functions of hexagon boards: afterstate features, linear model, TD learning, lookahead, weight files.

Needs the extra `fast` (NumPy and Numba). `encoding` makes arrays of a variant, `position` of a board; `features` and
`variant_features` give the active features, `one_ply` and `two_ply` the best placement by expectimax, `td` learns the
weights. Plain Classic has a network instead of the linear model, in `classic`.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "learn"):
    from partake.learn import rollouts, td, two_ply

__all__ = ["rollouts", "td", "two_ply"]
