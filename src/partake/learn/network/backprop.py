"""Backpropagation: the gradient of the Huber loss of a batch, compiled.

No matrix product is left to a BLAS library: how such a library splits and orders its sums may depend on the number of
its threads, and so would the last bits of every weight. Here the order is that of the boards, on any number of cores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.network.model import HIDDEN, ZERO, Floats, Ints, Network, layer, zero_network

ONE = np.float32(1)
"""The corner of the Huber loss, in outputs: `scale` points."""


class TrainingBatch(NamedTuple):
    """Training data: afterstates and their targets."""

    features: NDArray[Any]
    """[board, index] its active features."""
    counts: Ints
    """[board] their number; 0 for a board that is not learned from."""
    stages: Ints
    """[board] its stage of the game."""
    targets: Floats
    """[board] the points still to come, as the target says."""


def joined(parts: Sequence[TrainingBatch]) -> TrainingBatch:
    """The boards of several batches."""
    return TrainingBatch(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


class Gradient(NamedTuple):
    """The gradient of each parameter, and which rows of features occurred."""

    of: Network
    touched: NDArray[np.bool_]


def new_gradient(features: int, width: int) -> Gradient:
    """A gradient of zero."""
    return Gradient(zero_network(features, width), np.zeros(features, np.bool_))


def backward(network: Network, batch: TrainingBatch, scale: float, gradient: Gradient) -> float:
    """Compute the gradient of the mean Huber loss, with its corner at `scale` points; gives the mean absolute error.

    It is added to the rows and direct weights, which the optimiser resets, and replaces that of all other parameters.
    """
    for array in gradient.of[2:]:
        array[...] = 0
    return float(_backward(network, batch, np.float32(scale), gradient.of, gradient.touched))


@njit(cache=True, fastmath=True)
def _through(back: Floats, inputs: Floats, weights: Floats, grad: Floats, grad_bias: Floats, out: Floats) -> None:
    """One layer backwards: adds to the gradients of its weights and bias; `out` is the gradient of its inputs."""
    out[:] = ZERO
    for j in range(back.size):
        pull = back[j]
        if pull != ZERO:  # half of the units are cut off by ReLU
            grad_bias[j] += pull
            for i in range(inputs.size):
                grad[j, i] += pull * inputs[i]
                out[i] += pull * weights[j, i]
    for i in range(inputs.size):
        if inputs[i] <= ZERO:
            out[i] = ZERO


@njit(cache=True, nogil=True, fastmath=True)
def _backward(
    net: Network, batch: TrainingBatch, scale: np.float32, grad: Network, touched: NDArray[np.bool_]
) -> float:
    """Forward and backward pass, board by board; the mean absolute error in points."""
    width, boards = net.rows.shape[1], max((batch.counts > 0).sum(), 1)
    one, two, three = np.zeros(width, np.float32), np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32)
    first, back, error_sum = np.zeros(width, np.float32), np.zeros((2, HIDDEN), np.float32), 0.0
    rows, row_gradients = net.rows, grad.rows
    for board in range(batch.counts.size):
        if batch.counts[board] == 0:
            continue
        features, stage = batch.features[board, : batch.counts[board]], batch.stages[board]
        w2, w3, w4 = net.w2[stage], net.w3[stage], net.w4[stage]
        # Forward, as `model.output`: the sum of rows, ReLU, two hidden layers, the output beside direct weights.
        one[:] = ZERO
        error = net.b4[stage] - batch.targets[board] / scale
        for feature in features:
            error += net.direct[feature]
            for i in range(width):
                one[i] += rows[feature, i]
        for i in range(width):
            one[i] = max(one[i], ZERO)
        layer(one, w2, net.b2[stage], two)
        layer(two, w3, net.b3[stage], three)
        for j in range(HIDDEN):
            error += three[j] * w4[j]
        error_sum += abs(error)
        # Backwards: the derivative of the Huber loss is the error, clipped.
        pull = max(min(error, ONE), -ONE) / np.float32(boards)
        grad.b4[stage] += pull
        for j in range(HIDDEN):
            grad.w4[stage, j] += pull * three[j]
            back[1, j] = pull * w4[j] if three[j] > ZERO else ZERO
        _through(back[1], two, w3, grad.w3[stage], grad.b3[stage], back[0])
        _through(back[0], one, w2, grad.w2[stage], grad.b2[stage], first)
        for feature in features:
            touched[feature] = True
            grad.direct[feature] += pull
            for i in range(width):
                row_gradients[feature, i] += first[i]
    return float(error_sum * float(scale) / boards)
