"""A small network over sparse features: a wide first layer that is a sum of rows, two narrow layers, a value.

The narrow layers are kept for several stages of the game, by how many cells are empty; beside them every feature has
a value of its own that is simply added.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from partake.learn.classic.board import Floats
from partake.learn.classic.feature_groups import KINDS, KINDS_OF
from partake.learn.classic.prospects import FEATURES

WIDE, NARROW = 256, 32
STAGES, FIRST, SPAN = 5, 4, 3
"""How many stages there are, with how many empty cells the last begins, and how many cells one lasts."""
SCALE = np.float32(40)
"""What an output of 1 means in points."""
NOTHING = np.float32(0)


class Network(NamedTuple):
    """The parameters."""

    rows: Floats
    """[feature, wide]"""
    direct: Floats
    """[feature]"""
    w2: Floats
    """[stage, narrow, wide]"""
    b2: Floats
    w3: Floats
    """[stage, narrow, narrow]"""
    b3: Floats
    w4: Floats
    """[stage, narrow]"""
    b4: Floats
    """[stage]"""


def new_network(seed: int) -> Network:
    """Small random weights, alike for features of a kind, and the hope of a good game everywhere."""
    rng = np.random.default_rng(seed)

    def normal(scale: float, *size: int) -> Floats:
        return rng.normal(0, scale, size).astype(np.float32)

    return Network(
        rows=normal(0.05, FEATURES, WIDE) + normal(0.05, KINDS + 1, WIDE)[KINDS_OF].sum(1),
        direct=np.zeros(FEATURES, np.float32),
        w2=np.repeat(normal((2 / WIDE) ** 0.5, 1, NARROW, WIDE), STAGES, 0),
        b2=np.zeros((STAGES, NARROW), np.float32),
        w3=np.repeat(normal((2 / NARROW) ** 0.5, 1, NARROW, NARROW), STAGES, 0),
        b3=np.zeros((STAGES, NARROW), np.float32),
        w4=normal(0.05, STAGES, NARROW),
        b4=np.full(STAGES, 140 / SCALE, np.float32),
    )


def blank_network() -> Network:
    """All weights zero."""
    shapes = (
        (FEATURES, WIDE), (FEATURES,), (STAGES, NARROW, WIDE), (STAGES, NARROW), (STAGES, NARROW, NARROW),
        (STAGES, NARROW), (STAGES, NARROW), (STAGES,),
    )  # fmt: skip
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


@njit(cache=True, forceinline=True)
def stage_of(open_cells: int) -> int:
    """Which of the narrow layers counts."""
    return min(max(open_cells - FIRST, 0) // SPAN, STAGES - 1)


@njit(cache=True, fastmath=True)
def layer(inputs: Floats, weights: Floats, bias: Floats, out: Floats) -> None:
    """The positive parts of the weighted sums, eight at a time: as many as the processor has room to add up at once."""
    for j in range(0, NARROW, 8):
        a = b = c = d = e = f = g = h = NOTHING
        for i in range(inputs.size):
            x = inputs[i]
            a += x * weights[j, i]
            b += x * weights[j + 1, i]
            c += x * weights[j + 2, i]
            d += x * weights[j + 3, i]
            e += x * weights[j + 4, i]
            f += x * weights[j + 5, i]
            g += x * weights[j + 6, i]
            h += x * weights[j + 7, i]
        out[j], out[j + 1] = max(a + bias[j], NOTHING), max(b + bias[j + 1], NOTHING)
        out[j + 2], out[j + 3] = max(c + bias[j + 2], NOTHING), max(d + bias[j + 3], NOTHING)
        out[j + 4], out[j + 5] = max(e + bias[j + 4], NOTHING), max(f + bias[j + 5], NOTHING)
        out[j + 6], out[j + 7] = max(g + bias[j + 6], NOTHING), max(h + bias[j + 7], NOTHING)


@njit(cache=True, fastmath=True)
def output(
    wide: Floats, stage: int, w2: Floats, b2: Floats, w3: Floats, b3: Floats, w4: Floats, b4: Floats, narrow: Floats
) -> float:
    """What the narrow layers make of a sum of rows, whose negative parts are cut off in place."""
    for i in range(WIDE):
        wide[i] = max(wide[i], NOTHING)
    layer(wide, w2[stage], b2[stage], narrow[0])
    layer(narrow[0], w3[stage], b3[stage], narrow[1])
    total = b4[stage]
    for i in range(NARROW):
        total += narrow[1, i] * w4[stage, i]
    return float(total)
