"""Learning: a network is moved towards the targets of boards.

Games are played, and boards valued, by a running average of the network: it knows more than the network of the moment,
and the network cannot chase its own mistakes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.classic.backprop import backward, new_gradient
from partake.learn.classic.board import Floats, Ints
from partake.learn.classic.feature_groups import KINDS, KINDS_OF
from partake.learn.classic.network import NOTHING, WIDE, Network, blank_network
from partake.learn.classic.self_play import Batch

FAST, SLOW, LEAST = np.float32(0.9), np.float32(0.999), np.float32(1e-6)
"""The decays of Adam's two averages, and the least size of a gradient that it takes seriously."""


class Kin(NamedTuple):
    """What Adam keeps for the kinds of features: its two averages, the sums of gradients, the steps to take."""

    mean: Floats
    square: Floats
    slopes: Floats
    steps: Floats


def _new_kin(width: int) -> Kin:
    return Kin(*(np.zeros((KINDS, width), np.float32) for _ in Kin._fields))


class Optimiser:
    """Adam, with the rows of features that did not occur left alone but for what their kinds have learned."""

    def __init__(self) -> None:
        self.mean, self.square, self.steps = blank_network(), blank_network(), 0
        self.kin = {"rows": _new_kin(WIDE), "direct": _new_kin(1)}
        self._gradient, self._called = new_gradient(), np.zeros(KINDS, np.bool_)

    def learn(self, network: Network, batch: Batch, pace: float) -> float:
        """Move a network towards the targets of a batch; the mean size of the errors, in points."""
        self.steps += 1
        error = backward(network, batch, self._gradient)
        slow = 1 - float(SLOW) ** self.steps
        size = np.float32(pace * slow**0.5 / (1 - float(FAST) ** self.steps))
        for name, slope in self._gradient.of._asdict().items():
            weights, mean, square = (getattr(part, name) for part in (network, self.mean, self.square))
            if name == "rows":
                self._step_rows(weights, slope, mean, square, self.kin[name], size)
            elif name == "direct":
                one, two, three, four = (array[:, None] for array in (weights, slope, mean, square))
                self._step_rows(one, two, three, four, self.kin[name], 2 * size)
            else:
                mean += (1 - FAST) * (slope - mean)
                square += (1 - SLOW) * (slope * slope - square)
                weights -= size * mean / (np.sqrt(square) + np.float32(1e-8))
        self._gradient.touched[:] = False
        return error

    def occurred(self) -> Ints:
        """The features that have been learned from."""
        return np.flatnonzero(self.square.rows.any(axis=1))

    def _step_rows(
        self, weights: Floats, slopes: Floats, mean: Floats, square: Floats, kin: Kin, size: np.float32
    ) -> None:
        """One step of the rows that were touched, each by itself and with its kinds."""
        self._called[:] = False
        _add_up(slopes, self._gradient.touched, KINDS_OF, kin.slopes, self._called)
        kin.steps[:] = NOTHING
        _adam_rows(kin.steps, kin.slopes, kin.mean, kin.square, self._called, size)
        _hand_out(kin.steps, self._called, KINDS_OF, weights)
        _adam_rows(weights, slopes, mean, square, self._gradient.touched, size)


@njit(cache=True, nogil=True, fastmath=True)
def _add_up(slopes: Floats, touched: NDArray[np.bool_], kinds: Ints, sums: Floats, called: NDArray[np.bool_]) -> None:
    """Add the gradients of rows to those of their kinds."""
    for row in range(touched.size):
        if touched[row]:
            for place in range(kinds.shape[1]):
                kind = kinds[row, place]
                if kind >= 0:
                    called[kind] = True
                    for i in range(slopes.shape[1]):
                        sums[kind, i] += slopes[row, i]


@njit(cache=True, nogil=True, fastmath=True)
def _hand_out(steps: Floats, called: NDArray[np.bool_], kinds: Ints, weights: Floats) -> None:
    """Let all rows take the steps of their kinds."""
    for row in range(weights.shape[0]):
        for place in range(kinds.shape[1]):
            kind = kinds[row, place]
            if kind >= 0 and called[kind]:
                for i in range(weights.shape[1]):
                    weights[row, i] += steps[kind, i]


@njit(cache=True, nogil=True, fastmath=True)
def _adam_rows(
    weights: Floats, slopes: Floats, means: Floats, squares: Floats, touched: NDArray[np.bool_], size: np.float32
) -> None:
    """One step of Adam on the rows that were touched, whose gradients are then used up."""
    one = np.float32(1)
    for row in range(touched.size):
        if not touched[row]:
            continue
        for i in range(weights.shape[1]):
            slope = slopes[row, i]
            slopes[row, i] = NOTHING
            mean = FAST * means[row, i] + (one - FAST) * slope
            square = SLOW * squares[row, i] + (one - SLOW) * slope * slope
            means[row, i], squares[row, i] = mean, square
            weights[row, i] -= size * mean / (np.sqrt(square) + LEAST)


@njit(cache=True, nogil=True, fastmath=True)
def blend(average: Floats, weights: Floats, share: np.float32) -> None:
    """Move an average towards the weights."""
    for i in range(average.size):
        average[i] += share * (weights[i] - average[i])
