"""Boards that were learned from lately, to learn from them again."""

from __future__ import annotations

import numpy as np

from partake.learn.classic.self_play import Batch, empty_batch

CAPACITY = 1_200_000


class Memory:
    """The latest boards; the oldest make room for new ones."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._boards, self._next, self.size = empty_batch(capacity), 0, 0

    def add(self, batch: Batch) -> None:
        """Remember the boards of a batch."""
        capacity = len(self._boards.counts)
        places = (self._next + np.arange(len(batch.counts))) % capacity
        boards = self._boards
        boards.features[places], boards.counts[places] = batch.features, batch.counts
        boards.open_cells[places], boards.targets[places] = batch.open_cells, batch.targets
        self._next = int(places[-1] + 1) % capacity
        self.size = min(self.size + len(places), capacity)

    def draw(self, count: int, rng: np.random.Generator) -> Batch:
        """So many boards by lot."""
        drawn = rng.integers(0, self.size, count)
        boards = self._boards
        return Batch(boards.features[drawn], boards.counts[drawn], boards.open_cells[drawn], boards.targets[drawn])
