"""Experience replay: a ring buffer of the latest boards, sampled uniformly with replacement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partake.learn.network.backprop import TrainingBatch


class ReplayBuffer:
    """The latest boards with their targets; `boards` are empty arrays for as many as it holds."""

    def __init__(self, boards: TrainingBatch) -> None:
        self._boards, self._next, self.size = boards, 0, 0

    def add(self, batch: TrainingBatch) -> None:
        """Add the boards of a batch, over the oldest ones."""
        capacity = len(self._boards.counts)
        slots = (self._next + np.arange(len(batch.counts))) % capacity
        boards = self._boards
        boards.features[slots], boards.counts[slots] = batch.features, batch.counts
        boards.stages[slots], boards.targets[slots] = batch.stages, batch.targets
        self._next = int(slots[-1] + 1) % capacity
        self.size = min(self.size + len(slots), capacity)

    def draw(self, count: int, rng: np.random.Generator) -> TrainingBatch:
        """A random sample of `count` boards."""
        drawn = rng.integers(0, self.size, count)
        boards = self._boards
        return TrainingBatch(boards.features[drawn], boards.counts[drawn], boards.stages[drawn], boards.targets[drawn])

    def save(self) -> dict[str, NDArray[Any]]:
        """All boards, their features without padding, and where the next board goes."""
        boards, size = self._boards, self.size
        counts = boards.counts[:size]
        return {
            "features": boards.features[:size][np.arange(boards.features.shape[1]) < counts[:, None]],
            "counts": counts.astype(np.uint16),
            "stages": boards.stages[:size].astype(np.uint8),
            "targets": boards.targets[:size],
            "next": np.array(self._next),
        }

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        boards, self.size, self._next = self._boards, len(arrays["counts"]), int(arrays["next"])
        boards.counts[: self.size] = arrays["counts"]
        boards.stages[: self.size] = arrays["stages"]
        boards.targets[: self.size] = arrays["targets"]
        is_active = np.arange(boards.features.shape[1]) < boards.counts[: self.size, None]
        boards.features[: self.size][is_active] = arrays["features"]
