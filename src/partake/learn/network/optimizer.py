"""Adam with sparse rows and factorised features, and the running (Polyak) average of the weights.

Self-play and targets use the average: it is stronger than the current network, and as a slowly moving target network it
keeps the network from chasing its own errors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.network.backprop import TrainingBatch, backward, new_gradient
from partake.learn.network.model import ZERO, Floats, Ints, Network, zero_network

BETA1 = np.float32(0.9)
"""Adam: decay of the mean of gradients."""
BETA2 = np.float32(0.999)
"""Adam: decay of the mean of squared gradients."""
EPSILON = np.float32(1e-6)
"""Adam: added to the root of the squares; larger than usual, so that rare rows do not jump at each occurrence."""


class FactorState(NamedTuple):
    """Adam's state for the factors of features: [factor, unit] each."""

    mean: Floats
    """The mean of gradients."""
    square: Floats
    """The mean of squared gradients."""
    gradients: Floats
    """The sum of the gradients of the factor's features."""
    steps: Floats
    """The change of the factor in this step, which all its features take."""


def _new_factor_state(factors: int, width: int) -> FactorState:
    return FactorState(*(np.zeros((factors, width), np.float32) for _ in FactorState._fields))


class Optimiser:
    """Lazy Adam: rows of features that did not occur are left alone, but for the steps of their factors."""

    def __init__(self, factors_of: Ints, *, width: int, scale: float, direct_rate: float) -> None:
        """`factors_of` are the factors of each feature, see `factors`; `scale` is what an output of 1 stands for.

        `direct_rate` is the learning rate of direct weights, in that of all others.
        """
        features, factors = len(factors_of), int(factors_of.max(initial=-1)) + 1
        self.mean, self.square, self.steps = zero_network(features, width), zero_network(features, width), 0
        self.factors = {"rows": _new_factor_state(factors, width), "direct": _new_factor_state(factors, 1)}
        self._factors_of, self._scale, self._direct_rate = factors_of, scale, np.float32(direct_rate)
        self._gradient, self._touched_factors = new_gradient(features, width), np.zeros(factors, np.bool_)

    def learn(self, network: Network, batch: TrainingBatch, learning_rate: float) -> float:
        """One step towards the targets of a batch; gives the mean absolute error, in points."""
        self.steps += 1
        error = backward(network, batch, self._scale, self._gradient)
        # Adam's bias correction, folded into the step size.
        slow = 1 - float(BETA2) ** self.steps
        size = np.float32(learning_rate * slow**0.5 / (1 - float(BETA1) ** self.steps))
        for name, gradient in self._gradient.of._asdict().items():
            weights, mean, square = (getattr(part, name) for part in (network, self.mean, self.square))
            if name == "rows":
                self._step_rows(weights, gradient, mean, square, self.factors[name], size)
            elif name == "direct":
                # Direct weights are rows of width 1, with a learning rate of their own.
                one, two, three, four = (array[:, None] for array in (weights, gradient, mean, square))
                self._step_rows(one, two, three, four, self.factors[name], size * self._direct_rate)
            else:
                # Dense parameters: plain Adam, in place.
                mean += (1 - BETA1) * (gradient - mean)
                square += (1 - BETA2) * (gradient * gradient - square)
                weights -= size * mean / (np.sqrt(square) + np.float32(1e-8))
        self._gradient.touched[:] = False
        return error

    def occurred(self) -> Ints:
        """The features that have occurred in training."""
        return np.flatnonzero(self.square.rows.any(axis=1))

    def _step_rows(
        self, weights: Floats, gradients: Floats, mean: Floats, square: Floats, factors: FactorState, size: np.float32
    ) -> None:
        """One step of the rows that occurred, each by its own gradient and by those of its factors.

        A row is the sum of its own part and its factors' parts, so that the gradient of a factor is the sum over its
        rows; instead of keeping the parts, each step of a factor is added to all its rows.
        """
        self._touched_factors[:] = False
        _sum_to_factors(gradients, self._gradient.touched, self._factors_of, factors.gradients, self._touched_factors)
        factors.steps[:] = ZERO
        _adam_rows(factors.steps, factors.gradients, factors.mean, factors.square, self._touched_factors, size)
        # First the factors' steps for all their rows, then the own step of each row that occurred.
        _apply_factor_steps(factors.steps, self._touched_factors, self._factors_of, weights)
        _adam_rows(weights, gradients, mean, square, self._gradient.touched, size)


@njit(cache=True, nogil=True, fastmath=True)
def _sum_to_factors(
    gradients: Floats, touched: NDArray[np.bool_], factors: Ints, sums: Floats, touched_factors: NDArray[np.bool_]
) -> None:
    """Sum the gradients of rows to their factors."""
    for row in range(touched.size):
        if touched[row]:
            for index in range(factors.shape[1]):
                factor = factors[row, index]
                if factor >= 0:
                    touched_factors[factor] = True
                    for i in range(gradients.shape[1]):
                        sums[factor, i] += gradients[row, i]


@njit(cache=True, nogil=True, fastmath=True)
def _apply_factor_steps(steps: Floats, touched_factors: NDArray[np.bool_], factors: Ints, weights: Floats) -> None:
    """Add the steps of factors to all their rows, occurred or not."""
    for row in range(weights.shape[0]):
        for index in range(factors.shape[1]):
            factor = factors[row, index]
            if factor >= 0 and touched_factors[factor]:
                for i in range(weights.shape[1]):
                    weights[row, i] += steps[factor, i]


@njit(cache=True, nogil=True, fastmath=True)
def _adam_rows(
    weights: Floats, gradients: Floats, means: Floats, squares: Floats, touched: NDArray[np.bool_], size: np.float32
) -> None:
    """One step of Adam on the rows that occurred; their gradients are reset."""
    one = np.float32(1)
    for row in range(touched.size):
        if not touched[row]:
            continue
        for i in range(weights.shape[1]):
            gradient = gradients[row, i]
            gradients[row, i] = ZERO
            mean = BETA1 * means[row, i] + (one - BETA1) * gradient
            square = BETA2 * squares[row, i] + (one - BETA2) * gradient * gradient
            means[row, i], squares[row, i] = mean, square
            weights[row, i] -= size * mean / (np.sqrt(square) + EPSILON)


@njit(cache=True, nogil=True, fastmath=True)
def blend(average: Floats, weights: Floats, share: np.float32) -> None:
    """Exponential moving average: average += share * (weights - average)."""
    for i in range(average.size):
        average[i] += share * (weights[i] - average[i])
