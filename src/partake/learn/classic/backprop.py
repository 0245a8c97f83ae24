"""Backpropagation: the gradient of the Huber loss of a batch."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.classic.board import Floats, Ints
from partake.learn.classic.network import (
    ACCUMULATOR,
    FEWEST_CELLS,
    SCALE,
    STAGE_CELLS,
    STAGES,
    Network,
    zero_network,
)
from partake.learn.classic.prospects import FEATURES
from partake.learn.classic.self_play import TrainingBatch


class Gradient(NamedTuple):
    """The gradient of each parameter, and which rows of features occurred."""

    of: Network
    touched: NDArray[np.bool_]


def new_gradient() -> Gradient:
    """A gradient of zero."""
    return Gradient(zero_network(), np.zeros(FEATURES, np.bool_))


def backward(network: Network, batch: TrainingBatch, gradient: Gradient) -> float:
    """Compute the gradient of the mean Huber loss, with its corner at `SCALE` points; gives the mean absolute error.

    Boards are sorted by stage, so that each stage's hidden layers are one matrix product.
    """
    stages = np.clip((batch.open_cells - FEWEST_CELLS) // STAGE_CELLS, 0, STAGES - 1)
    order = np.argsort(stages, kind="stable")
    bounds, size = np.searchsorted(stages[order], np.arange(STAGES + 1)), len(order)
    accumulator, errors = np.zeros((size, ACCUMULATOR), np.float32), np.zeros(size, np.float32)
    _gather(order, batch, network.rows, network.direct, accumulator, errors)
    # errors begins as the direct weights less the target; the hidden layers' output is added stage by stage.
    errors -= batch.targets[order] / SCALE
    gradients = gradient.of
    for s in range(STAGES):
        part = slice(bounds[s], bounds[s + 1])
        one = np.maximum(accumulator[part], 0)
        two = np.maximum(one @ network.w2[s].T + network.b2[s], 0)
        three = np.maximum(two @ network.w3[s].T + network.b3[s], 0)
        errors[part] += three @ network.w4[s] + network.b4[s]
        # The derivative of the Huber loss is the error, clipped; from here backwards through w4, w3 and w2.
        pull = np.clip(errors[part], -1, 1) / np.float32(size)
        gradients.w4[s], gradients.b4[s] = pull @ three, pull.sum()
        back = np.outer(pull, network.w4[s]) * (three > 0)
        gradients.w3[s], gradients.b3[s] = back.T @ two, back.sum(0)
        back = (back @ network.w3[s]) * (two > 0)
        gradients.w2[s], gradients.b2[s] = back.T @ one, back.sum(0)
        # The sums are not needed any more: their buffer takes the gradient of the first layer.
        accumulator[part] = (back @ network.w2[s]) * (one > 0)
    pulls = np.clip(errors, -1, 1) / np.float32(size)
    _scatter(order, batch, accumulator, pulls, gradients.rows, gradients.direct, gradient.touched)
    return float(np.abs(errors).mean() * SCALE)


@njit(cache=True, nogil=True, fastmath=True)
def _gather(
    order: Ints, batch: TrainingBatch, rows: Floats, direct: Floats, accumulator: Floats, alone: Floats
) -> None:
    """The first layer: the sum of the rows, and of the direct weights, of each board's features."""
    features, counts = batch.features, batch.counts
    for k in range(order.size):
        board = order[k]
        for index in range(counts[board]):
            row = features[board, index]
            alone[k] += direct[row]
            for i in range(ACCUMULATOR):
                accumulator[k, i] += rows[row, i]


@njit(cache=True, nogil=True, fastmath=True)
def _scatter(
    order: Ints, batch: TrainingBatch, accumulator: Floats, alone: Floats, rows: Floats, direct: Floats,
    touched: NDArray[np.bool_],
) -> None:  # fmt: skip
    """The gradient of the first layer: each board's gradient is added to the rows of its features."""
    features, counts = batch.features, batch.counts
    for k in range(order.size):
        board = order[k]
        for index in range(counts[board]):
            row = features[board, index]
            touched[row] = True
            direct[row] += alone[k]
            for i in range(ACCUMULATOR):
                rows[row, i] += accumulator[k, i]
