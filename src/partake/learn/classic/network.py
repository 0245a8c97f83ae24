"""The network of plain Classic: the sizes of `learn.network.model` for its 27,592 features, 256 units, 5 stages."""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.learn.classic.feature_factors import FACTORS_OF
from partake.learn.network.model import STAGES, Network, random_network

ACCUMULATOR = 256
"""Units of the first layer."""
FEWEST_CELLS = 4
"""Empty cells at the end of stage 0, the last of a game; what has fewer is solved exactly."""
STAGE_CELLS = 3
"""Empty cells that a stage lasts."""
SCALE = np.float32(40)
"""Points that an output of 1 stands for."""
SPREAD = 0.05
"""The deviation of the initial rows' parts, and of the weights of the output."""
OPTIMISM = 140
"""The initial value of all boards, in points: more than random play reaches (optimistic initial values)."""
DIRECT_RATE = 2.0
"""The learning rate of direct weights, in that of all others."""


def new_network(seed: int) -> Network:
    """Random initial weights."""
    output = OPTIMISM / float(SCALE)
    return random_network(seed, FACTORS_OF, width=ACCUMULATOR, spread=SPREAD, output_spread=SPREAD, output=output)


@njit(cache=True, forceinline=True)
def stage_of(open_cells: int) -> int:
    """The stage whose hidden layers apply."""
    return min(max(open_cells - FEWEST_CELLS, 0) // STAGE_CELLS, STAGES - 1)
