"""Learned value functions of hexagon boards: afterstate features, linear values, networks, TD learning, weight files.

Needs the extra `fast` (NumPy and Numba). `encoding` makes arrays of a variant, `position` of a board; `features` and
`variant_features` give the active features, `one_ply` the best placement by linear values, which `td` learns and
`rollouts` play by. Networks over the same features and more are in `network`; `player` plays by them.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "learn"):
    from partake.learn import chance, rollouts, td

__all__ = ["chance", "rollouts", "td"]
