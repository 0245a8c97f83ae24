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
THREE_PLY_CANDIDATES = 4
"""The most candidates that get a third ply."""
THREE_PLY_MARGIN = 1 / 8
"""The share of the most points of a line that a candidate may be behind by and still get a third ply."""
THREE_PLY_EVALUATIONS = 60_000
"""Evaluations that the third ply of a move may take: less than a tenth of a second."""
THREE_PLY_TILES = 4
"""With fewer next tiles that these evaluations pay for there is no third ply: their mean would say too little."""
VALUE_CANDIDATES = 4
"""The most candidates that the bot `value` takes a second look at, by a network."""
VALUE_EVALUATIONS = 3000
"""Evaluations that it may spend on them at a move; a tenth to a sixth of them are spent on average."""
VALUE_MARGIN = 2 / 25
"""The share of the most points of a line that a candidate may be behind by and still get its second look."""
EXACT = 3
"""With fewer open positions than this before the last placement of a call, one-ply values are exact anyway."""
ILLEGAL = -1e9
"""The value of a position where the tile may not go: below every other value."""


@njit(cache=True)
def affordable_candidates(tiles: int, positions: int, evaluations: int) -> int:
    """The candidates whose two-ply values so many evaluations pay for: each takes all tiles to all open positions."""
    return int(min(VALUE_CANDIDATES, evaluations // max(tiles * positions, 1)))


@njit(cache=True)
def affordable_tiles(tiles: int, positions: int) -> int:
    """The next tiles that a third ply can try, each of them with a two-ply value of all candidates; 0 if too few."""
    found = THREE_PLY_EVALUATIONS // (THREE_PLY_CANDIDATES * max(tiles * positions, 1))
    return int(found) if found >= THREE_PLY_TILES else 0


@njit(cache=True)
def correction_factor(open_positions: int, draws: int) -> float:
    """The factor of the expected correction, for the third ply and all after it: v3 = v2 + factor * correction.

    Corrections persist from ply to ply, so it is above 1, and greater the more plies are to come: as fitted on Classic
    (`bench/surprises.py`), by the share of the game that is left.
    """
    return 1.5 + 2.0 * open_positions / draws


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
