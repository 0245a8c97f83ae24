"""How a network would have to change to come nearer to the targets of some boards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.classic.board import Floats, Ints
from partake.learn.classic.network import FIRST, SCALE, SPAN, STAGES, WIDE, Network, blank_network
from partake.learn.classic.prospects import FEATURES
from partake.learn.classic.self_play import Batch


class Gradient(NamedTuple):
    """The gradient of each parameter, and which rows have one."""

    of: Network
    touched: NDArray[np.bool_]


def new_gradient() -> Gradient:
    """Nothing to change."""
    return Gradient(blank_network(), np.zeros(FEATURES, np.bool_))


def backward(network: Network, batch: Batch, gradient: Gradient) -> float:
    """Write down the gradient of the loss, which grows with the square of small errors and evenly with big ones."""
    stages = np.clip((batch.open_cells - FIRST) // SPAN, 0, STAGES - 1)
    order = np.argsort(stages, kind="stable")
    bounds, size = np.searchsorted(stages[order], np.arange(STAGES + 1)), len(order)
    wide, errors = np.zeros((size, WIDE), np.float32), np.zeros(size, np.float32)
    _gather(order, batch, network.rows, network.direct, wide, errors)
    errors -= batch.targets[order] / SCALE
    slopes = gradient.of
    for s in range(STAGES):
        part = slice(bounds[s], bounds[s + 1])
        one = np.maximum(wide[part], 0)
        two = np.maximum(one @ network.w2[s].T + network.b2[s], 0)
        three = np.maximum(two @ network.w3[s].T + network.b3[s], 0)
        errors[part] += three @ network.w4[s] + network.b4[s]
        pull = np.clip(errors[part], -1, 1) / np.float32(size)
        slopes.w4[s], slopes.b4[s] = pull @ three, pull.sum()
        back = np.outer(pull, network.w4[s]) * (three > 0)
        slopes.w3[s], slopes.b3[s] = back.T @ two, back.sum(0)
        back = (back @ network.w3[s]) * (two > 0)
        slopes.w2[s], slopes.b2[s] = back.T @ one, back.sum(0)
        wide[part] = (back @ network.w2[s]) * (one > 0)
    pulls = np.clip(errors, -1, 1) / np.float32(size)
    _scatter(order, batch, wide, pulls, slopes.rows, slopes.direct, gradient.touched)
    return float(np.abs(errors).mean() * SCALE)


@njit(cache=True, nogil=True, fastmath=True)
def _gather(order: Ints, batch: Batch, rows: Floats, direct: Floats, wide: Floats, alone: Floats) -> None:
    """Add up the rows of each board's features."""
    features, counts = batch.features, batch.counts
    for k in range(order.size):
        board = order[k]
        for place in range(counts[board]):
            row = features[board, place]
            alone[k] += direct[row]
            for i in range(WIDE):
                wide[k, i] += rows[row, i]


@njit(cache=True, nogil=True, fastmath=True)
def _scatter(
    order: Ints, batch: Batch, wide: Floats, alone: Floats, rows: Floats, direct: Floats, touched: NDArray[np.bool_]
) -> None:
    """Add each board's gradient to the rows of its features."""
    features, counts = batch.features, batch.counts
    for k in range(order.size):
        board = order[k]
        for place in range(counts[board]):
            row = features[board, place]
            touched[row] = True
            direct[row] += alone[k]
            for i in range(WIDE):
                rows[row, i] += wide[k, i]
