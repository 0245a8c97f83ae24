"""Search budget: the number of candidates that a deeper search evaluates, or the seconds it may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.rules.kernels import are_interpreted

Values = NDArray[np.float64]

CANDIDATES = 8
"""The number of candidates for two-ply search by default."""
EXTRAPOLATION = 1.0
"""Extrapolation factor for the gain from one-ply to two-ply search: deeper plies find as much again on average."""
VALUE_EVALUATIONS = 700
"""Evaluations that the bot `value` may spend on second looks at a move by a network: about a millisecond."""
ILLEGAL = -1e9
"""The value of a position where the tile may not go: below every other value."""


@njit(cache=True)
def affordable_candidates(tiles: int, positions: int, evaluations: int) -> int:
    """The candidates whose two-ply values so many evaluations pay for: each takes all tiles to all open positions."""
    return int(min(CANDIDATES, evaluations // max(tiles * positions, 1)))


@dataclass(frozen=True)
class SearchBudget:
    """The budget of one move; its clock starts when it is made."""

    candidates: int = CANDIDATES
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "begun", self.clock())

    @property
    def is_over(self) -> bool:
        """Whether time is up."""
        return self.seconds is not None and self.clock() - self.begun > self.seconds

    def deepened(
        self, values: Values, deepen: Callable[[int], float], *, margin: float = np.inf, most: int | None = None
    ) -> dict[int, float]:
        """Deeper values of the candidates with the best shallow values, in this order.

        Candidates further behind the best than the margin are pruned. Nothing is deepened if only one remains, and
        nothing more once time is up; nothing at all while kernels are interpreted.
        """
        least = max(ILLEGAL, values.max() - margin)
        # A stable sort: of equal values the first position comes first, as in the kernels.
        order = [int(candidate) for candidate in np.argsort(-values, kind="stable") if values[candidate] > least]
        found: dict[int, float] = {}
        if self.candidates < 2 or len(order) == 1 or are_interpreted():
            return found
        for candidate in order[: min(self.candidates, most or self.candidates)]:
            if self.is_over:
                break
            found[candidate] = deepen(candidate)
        return found
