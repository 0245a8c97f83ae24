"""Backpropagation: the gradient of the Huber loss of a batch, compiled.

No matrix product is left to a BLAS library: how such a library splits and orders its sums may depend on the number of
its threads, and so would the last bits of every weight. Here the order is that of the boards, on any number of cores.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.classic.board import Floats
from partake.learn.classic.network import ACCUMULATOR, HIDDEN, SCALE, ZERO, Network, layer, stage_of, zero_network
from partake.learn.classic.prospects import FEATURES
from partake.learn.classic.self_play import TrainingBatch

ONE = np.float32(1)
"""The corner of the Huber loss, in outputs: `SCALE` points."""


class Gradient(NamedTuple):
    """The gradient of each parameter, and which rows of features occurred."""

    of: Network
    touched: NDArray[np.bool_]


def new_gradient() -> Gradient:
    """A gradient of zero."""
    return Gradient(zero_network(), np.zeros(FEATURES, np.bool_))


def backward(network: Network, batch: TrainingBatch, gradient: Gradient) -> float:
    """Compute the gradient of the mean Huber loss, with its corner at `SCALE` points; gives the mean absolute error.

    It is added to the rows and direct weights, which the optimiser resets, and replaces that of all other parameters.
    """
    for array in gradient.of[2:]:
        array[...] = 0
    return float(_backward(network, batch, gradient.of, gradient.touched))


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
def _backward(net: Network, batch: TrainingBatch, grad: Network, touched: NDArray[np.bool_]) -> float:
    """Forward and backward pass, board by board; the mean absolute error in points."""
    one, two, three = np.zeros(ACCUMULATOR, np.float32), np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32)
    first, back, error_sum = np.zeros(ACCUMULATOR, np.float32), np.zeros((2, HIDDEN), np.float32), 0.0
    for board in range(batch.counts.size):
        features, stage = batch.features[board, : batch.counts[board]], stage_of(batch.open_cells[board])
        w2, w3, w4 = net.w2[stage], net.w3[stage], net.w4[stage]
        # Forward, as `network.output`: the sum of rows, ReLU, two hidden layers, the output beside direct weights.
        one[:] = ZERO
        error = net.b4[stage] - batch.targets[board] / SCALE
        for feature in features:
            error += net.direct[feature]
            for i in range(ACCUMULATOR):
                one[i] += net.rows[feature, i]
        for i in range(ACCUMULATOR):
            one[i] = max(one[i], ZERO)
        layer(one, w2, net.b2[stage], two)
        layer(two, w3, net.b3[stage], three)
        for j in range(HIDDEN):
            error += three[j] * w4[j]
        error_sum += abs(error)
        # Backwards: the derivative of the Huber loss is the error, clipped.
        pull = max(min(error, ONE), -ONE) / np.float32(batch.counts.size)
        grad.b4[stage] += pull
        for j in range(HIDDEN):
            grad.w4[stage, j] += pull * three[j]
            back[1, j] = pull * w4[j] if three[j] > ZERO else ZERO
        _through(back[1], two, w3, grad.w3[stage], grad.b3[stage], back[0])
        _through(back[0], one, w2, grad.w2[stage], grad.b2[stage], first)
        for feature in features:
            touched[feature] = True
            grad.direct[feature] += pull
            for i in range(ACCUMULATOR):
                grad.rows[feature, i] += first[i]
    return error_sum * float(SCALE) / max(batch.counts.size, 1)
