"""Learned values of hexagon boards: features, a linear model over them, the training that makes it, its files.

Needs the extra `fast` (NumPy and Numba). A variant becomes a `shape`, a board of it a `position`; `features` and
`extras` say what holds on it, `choosing` finds the best placement by a `table` of values, `td` learns them.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "learn"):
    from partake.learn import td, two_ply

__all__ = ["td", "two_ply"]
