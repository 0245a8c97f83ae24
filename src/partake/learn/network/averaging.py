"""What all network learners do with their weights: steps, their running average, the copy that plays; checkpoints."""

from __future__ import annotations

import numpy as np

from partake.learn.network.backprop import TrainingBatch
from partake.learn.network.model import Floats, Network
from partake.learn.network.optimizer import Optimiser, blend
from partake.learn.weights import Arrays

AVERAGE_INTERVAL = 2
"""Optimiser steps between two updates of the averaged weights."""
AVERAGE_SPAN = 10
"""The average spans about a tenth of all updates: the weight of a new one is this / (updates + this)."""
AVERAGE_MIN_WEIGHT = 0.001
"""The least weight of a new update."""


class AveragedNetwork:
    """A network that learns, the running (Polyak) average of its weights, and the copy of it that plays meanwhile."""

    def __init__(self, begun: Network, optimiser: Optimiser, *, factors: str) -> None:
        """`factors` is how the names of Adam's arrays for the factors of features begin in a checkpoint."""
        self.network, self.average, self.acting = (Network(*(array.copy() for array in begun)) for _ in range(3))
        self.optimiser, self._factors = optimiser, factors

    def hand_over(self) -> None:
        """Give the players a copy of the average, which changes while they play."""
        for acting, average in zip(self.acting, self.average, strict=True):
            acting[...] = average

    def learn(self, batch: TrainingBatch, rate: float, *, before: int = 0) -> float:
        """One step towards the targets of a batch; gives the mean absolute error, in points.

        `before` are the steps that the network had behind it when it began, for the span of the average.
        """
        error = self.optimiser.learn(self.network, batch, rate)
        if self.optimiser.steps % AVERAGE_INTERVAL == 0:
            updates = (self.optimiser.steps + before) / AVERAGE_INTERVAL
            share = np.float32(max(AVERAGE_SPAN / (updates + AVERAGE_SPAN), AVERAGE_MIN_WEIGHT))
            for average, weights in zip(self.average, self.network, strict=True):
                blend(average.reshape(-1), weights.reshape(-1), share)
        return error

    def _kept(self) -> dict[str, Floats]:
        """All arrays of a checkpoint, by name; the names must not change."""
        parts = {
            "network": self.network,
            "average": self.average,
            "acting": self.acting,
            "mean": self.optimiser.mean,
            "square": self.optimiser.square,
        }
        kept = {f"{part}.{name}": array for part, net in parts.items() for name, array in net._asdict().items()}
        for name, state in self.optimiser.factors.items():
            kept |= {f"{self._factors}.{name}.mean": state.mean, f"{self._factors}.{name}.square": state.square}
        return kept

    def save(self) -> Arrays:
        """Everything that it needs to go on."""
        return {**self._kept(), "steps": np.array(self.optimiser.steps)}

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        for name, array in self._kept().items():
            array[...] = arrays[name]
        self.optimiser.steps = int(arrays["steps"])
