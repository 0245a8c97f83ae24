"""The network as something that the trainer can teach."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from partake.fast.playing import shuffle_all
from partake.fast.playouts import checked_seed
from partake.fast.tables import Cells
from partake.learn.classic.board import CLASSIC, DRAWS, TILES
from partake.learn.classic.choosing import desk
from partake.learn.classic.files import NAME, facts, pack
from partake.learn.classic.learning import Optimiser, blend, collect, new_batch, part_of
from partake.learn.classic.network import Network, new_network
from partake.learn.classic.playing import scores
from partake.learn.learner import Evaluation
from partake.learn.weights import Arrays, write_weights

BATCH, CHUNKS = 256, 4
"""How many games are learned from in one step, and in how many parts they are played."""
PACE, HALF = 1e-3, 1e6
"""The size of a step, and after how many games it is smaller by the square root of two."""
HEAT = 1.5
"""How many points a cell may promise less and still be tried often, in every other game."""
REFRESH, MEMORY = 2, 10
"""After how many steps the average is renewed, and which part of all steps it spans: a tenth."""


class NetworkLearner:
    """The network of plain Classic, learning by temporal differences from games of its own running average.

    The next games are played while the network learns from the last ones. Which games they are, and by which average,
    depends on the seed alone and not on the number of processors.
    """

    batch = BATCH

    def __init__(self, *, seed: int = 1, samples: int = 1, heat: float = HEAT) -> None:
        self.seed, self.samples, self.heat = seed, samples, heat
        self.network = new_network(seed)
        self.average = Network(*(array.copy() for array in self.network))
        self._acting = Network(*(array.copy() for array in self.network))
        self.optimiser = Optimiser(self.network)
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1)
        self._desks = [desk() for _ in range(CHUNKS)]
        self._rooms = [new_batch(BATCH), new_batch(BATCH)]
        self._waiting: list[Future[None]] = []

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""
        return NAME

    def advance(self, first: int, games: int) -> float:
        """Learn from whole batches of games number first, first + 1, … of its seed; the mean size of its errors."""
        errors = []
        if games and not self._waiting:
            self._play(first)
        for start in range(first, first + games, BATCH):
            for future in self._waiting:
                future.result()
            ready, steps = self._rooms[0], self.optimiser.steps
            self._rooms.reverse()
            if steps % REFRESH == 0:
                for acting, average in zip(self._acting, self.average, strict=True):
                    acting[...] = average
            self._play(start + BATCH)
            errors.append(self.optimiser.learn(self.network, ready, PACE / math.sqrt(1 + start / HALF)))
            if steps % REFRESH == 0:
                self._renew(steps // REFRESH)
        return float(np.mean(errors)) if errors else 0.0

    def _play(self, first: int) -> None:
        """Begin with the games of a batch."""
        size, seed, room = BATCH // CHUNKS, checked_seed(self.seed), self._rooms[0]
        parts = [part_of(room, i * size, size) for i in range(CHUNKS)]
        self._waiting = [
            self._pool.submit(
                collect, seed, first + i * size, size, self.samples, self.heat, self._acting, self._desks[i], part
            )
            for i, part in enumerate(parts)
        ]  # fmt: skip

    def _renew(self, times: int) -> None:
        share = np.float32(MEMORY / (times + 1 + MEMORY))
        for average, weights in zip(self.average, self.network, strict=True):
            blend(average.reshape(-1), weights.reshape(-1), share)

    def evaluate(self, decks: Cells) -> Evaluation:
        """Play a game for each row of tiles by the average, without learning."""
        found = scores(self.average, decks)
        return Evaluation(float(found.mean()), 1.96 * float(found.std()) / math.sqrt(found.size))

    def decks(self, seed: int, first: int, games: int) -> Cells:
        """The tiles of games number first, first + 1, … of a seed."""
        found = np.empty((games, TILES), np.int8)
        shuffle_all(checked_seed(seed), first, DRAWS, found)
        return found[:, :DRAWS]

    def facts(self) -> dict[str, Any]:
        """Its configuration, as plain data."""
        return {
            **facts(CLASSIC),
            "seed": self.seed,
            "samples": self.samples,
            "batch": BATCH,
            "pace": PACE,
            "half": HALF,
        }

    def save(self) -> Arrays:
        """Everything that it needs to go on."""
        for future in self._waiting:
            future.result()
        self._waiting = []
        kinds = {
            "network": self.network,
            "average": self.average,
            "acting": self._acting,
            "mean": self.optimiser.mean,
            "square": self.optimiser.square,
        }
        arrays = {f"{kind}.{name}": array for kind, net in kinds.items() for name, array in net._asdict().items()}
        return {**arrays, "steps": np.array(self.optimiser.steps)}

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        kinds = {
            "network": self.network,
            "average": self.average,
            "acting": self._acting,
            "mean": self.optimiser.mean,
            "square": self.optimiser.square,
        }
        for kind, net in kinds.items():
            for name, array in net._asdict().items():
                array[...] = arrays[f"{kind}.{name}"]
        self.optimiser.steps = int(arrays["steps"])

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with."""
        path = folder / f"{self.name}.npz"
        write_weights(path, {**self.facts(), **about}, pack(self.average))
        return path
