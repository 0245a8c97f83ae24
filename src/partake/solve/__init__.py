"""The truth about a game: the best board that its tiles could have made, proven."""

from __future__ import annotations

from partake.solve.solution import Solution
from partake.solve.solver import solve

__all__ = ["Solution", "solve"]
