"""Exact optimisation: the best final board that the tiles of a game could have made, with a proof of optimality."""

from __future__ import annotations

from partake.solve.solution import Solution
from partake.solve.solver import solve

__all__ = ["Solution", "solve"]
