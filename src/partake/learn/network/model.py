"""A feed-forward network over sparse binary features, as NNUE: features -> width -> 32 -> 32 -> 1 with ReLU.

The first layer is a sum of rows, one for each active feature. The hidden layers exist once for each of five stages of
the game, by what is still to come. Beside them each feature has a direct weight to the output (a linear skip).

value = scale * (sum of direct + w4 . relu(w3 relu(w2 relu(sum of rows) + b2) + b3) + b4)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
"""Weights and activations."""
Ints = NDArray[np.int64]
"""Counts, indices and points."""

HIDDEN = 32
"""Units of each hidden layer."""
STAGES = 5
"""Stages of the game, each with hidden layers of its own."""
CACHE_LINE = 64
"""Bytes."""
ZERO = np.float32(0)
"""Nothing, in single precision."""


class Network(NamedTuple):
    """The parameters; the field names are those of the arrays in weight files."""

    rows: Floats
    """[feature, first-layer unit]"""
    direct: Floats
    """[feature] its weight straight to the output."""
    w2: Floats
    """[stage, hidden unit, first-layer unit]"""
    b2: Floats
    """[stage, hidden unit]"""
    w3: Floats
    """[stage, hidden unit, hidden unit]"""
    b3: Floats
    """[stage, hidden unit]"""
    w4: Floats
    """[stage, hidden unit]"""
    b4: Floats
    """[stage]"""

    @property
    def width(self) -> int:
        """Units of the first layer."""
        return int(self.rows.shape[1])


def aligned_zeros(*shape: int, dtype: type[np.generic] = np.float32) -> NDArray[Any]:
    """Zeros that begin with a line of the cache: a vector that lies across two lines takes twice as long."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + CACHE_LINE, np.uint8)
    first = -memory.ctypes.data % CACHE_LINE
    return memory[first : first + size].view(dtype).reshape(shape)


def random_network(
    seed: int, factors: Ints, *, width: int, spread: float, output_spread: float = 0.0, output: float = 0.0
) -> Network:
    """Random initial weights (He initialisation of the hidden layers), alike for features that share a factor.

    `factors` are those of each feature, see `factors`; `spread` is the deviation of the rows' parts. The hidden layers
    start the same in all stages, and the output at `output`, give or take what `output_spread` lets through.
    """
    rng = np.random.default_rng(seed)

    def normal(scale: float, *size: int) -> Floats:
        return rng.normal(0, scale, size).astype(np.float32)

    rows = aligned_zeros(len(factors), width)
    rows[...] = normal(spread, len(factors), width)
    # -1 where a feature has fewer factors than there are columns: the extra, last row of the draw.
    shared = normal(spread, int(factors.max(initial=-1)) + 2, width)
    for column in range(factors.shape[1]):
        rows += shared[factors[:, column]]
    return Network(
        rows=rows,
        direct=np.zeros(len(factors), np.float32),
        w2=np.repeat(normal((2 / width) ** 0.5, 1, HIDDEN, width), STAGES, 0),
        b2=np.zeros((STAGES, HIDDEN), np.float32),
        w3=np.repeat(normal((2 / HIDDEN) ** 0.5, 1, HIDDEN, HIDDEN), STAGES, 0),
        b3=np.zeros((STAGES, HIDDEN), np.float32),
        w4=normal(output_spread, STAGES, HIDDEN),
        b4=np.full(STAGES, output, np.float32),
    )


def widened(network: Network, fresh: Network) -> Network:
    """A network as wide as a fresh one that says what a narrower one says.

    Its new units are the last ones of the fresh network, with no weight in the second layer at first (as in Net2Net).
    """
    rows, w2 = fresh.rows.copy(), np.zeros_like(fresh.w2)
    rows[:, : network.width], w2[:, :, : network.width] = network.rows, network.w2
    return network._replace(rows=rows, w2=w2)


def zero_network(features: int, width: int) -> Network:
    """All parameters zero."""
    shapes = (
        (features, width), (features,), (STAGES, HIDDEN, width), (STAGES, HIDDEN), (STAGES, HIDDEN, HIDDEN),
        (STAGES, HIDDEN), (STAGES, HIDDEN), (STAGES,),
    )  # fmt: skip
    return Network(*(aligned_zeros(*shape) for shape in shapes))


@njit(cache=True, fastmath=True)
def layer(inputs: Floats, weights: Floats, bias: Floats, out: Floats) -> None:
    """relu(weights @ inputs + bias), eight sums at a time: as many as stay in vector registers."""
    # Eight scalar accumulators, so that each input is loaded once for eight outputs.
    for j in range(0, HIDDEN, 8):
        a = b = c = d = e = f = g = h = ZERO
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
        out[j], out[j + 1] = max(a + bias[j], ZERO), max(b + bias[j + 1], ZERO)
        out[j + 2], out[j + 3] = max(c + bias[j + 2], ZERO), max(d + bias[j + 3], ZERO)
        out[j + 4], out[j + 5] = max(e + bias[j + 4], ZERO), max(f + bias[j + 5], ZERO)
        out[j + 6], out[j + 7] = max(g + bias[j + 6], ZERO), max(h + bias[j + 7], ZERO)


@njit(cache=True, fastmath=True)
def output(
    accumulator: Floats, w2: Floats, b2: Floats, w3: Floats, b3: Floats, w4: Floats, b4: float, one: Floats, two: Floats
) -> float:
    """The output of a stage's hidden layers for a sum of rows, to which ReLU is applied in place.

    `one` and `two` are scratch for the activations.
    """
    for i in range(accumulator.size):
        accumulator[i] = max(accumulator[i], ZERO)
    layer(accumulator, w2, b2, one)
    layer(one, w3, b3, two)
    total = b4
    for i in range(HIDDEN):
        total += two[i] * w4[i]
    return float(total)
