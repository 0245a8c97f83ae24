"""The network as something that the trainer can teach."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from partake.fast.playing import shuffle_all
from partake.fast.playouts import checked_seed
from partake.fast.tables import Cells
from partake.learn.classic.batch_games import scores
from partake.learn.classic.board import CLASSIC, DRAWS, TILES, Floats
from partake.learn.classic.files import NAME, facts, pack
from partake.learn.classic.lookahead import desk
from partake.learn.classic.network import Network, new_network
from partake.learn.classic.optimizer import Optimiser, blend
from partake.learn.classic.prospects import FEATURES
from partake.learn.classic.replay_buffer import Memory
from partake.learn.classic.self_play import BOARDS, Batch, collect, new_batch, part_of
from partake.learn.learner import Evaluation
from partake.learn.weights import Arrays, write_weights

BATCH, CHUNKS = 256, 4
"""How many games are learned from in one step, and in how many parts they are played."""
PACE, HALF = 1e-3, 1e5
"""The size of a step, and after how many games it is smaller by the square root of two."""
SETTLED, REPLAYS = 400_000, 12
"""After so many games a target is the mean over all tiles that may come next. It costs fifteen times as much then and
does not tremble, so boards are kept, and so many steps are made with some drawn from all of them."""
TRACE = 0.3
"""How much the surprises after the next tile count then."""
HEAT = 1.5
"""How many points a cell may promise less and still be tried often, in every other game."""
REFRESH, SPAN, LEAST = 2, 10, 0.001
"""After how many steps the average is renewed, which part of all steps it spans, and the least share of a new step."""


class NetworkLearner:
    """The network of plain Classic, learning by temporal differences from games of its own running average.

    The next games are played while the network learns from the last ones. Which games they are, and by which average,
    depends on the seed alone and not on the number of processors.
    """

    batch = BATCH

    def __init__(self, *, seed: int = 1, settled: int = SETTLED) -> None:
        self.seed, self.settled = seed, settled
        self.network = new_network(seed)
        self.average = Network(*(array.copy() for array in self.network))
        self._acting = Network(*(array.copy() for array in self.network))
        self.optimiser = Optimiser()
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1)
        self._desks = [desk() for _ in range(CHUNKS)]
        self._rooms = [new_batch(BATCH), new_batch(BATCH)]
        self._waiting: list[Future[None]] = []
        self._memory: Memory | None = None

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""
        return NAME

    def advance(self, first: int, games: int) -> float:
        """Learn from whole batches of games number first, first + 1, … of its seed; the mean size of its errors."""
        errors: list[float] = []
        if not games:
            self._compile()
        elif not self._waiting:
            self._play(first)
        for start in range(first, first + games, BATCH):
            for future in self._waiting:
                future.result()
            ready = self._rooms[0]
            self._rooms.reverse()
            for acting, average in zip(self._acting, self.average, strict=True):
                acting[...] = average
            self._play(start + BATCH)
            errors.extend(self._learn(lesson, start) for lesson in self._lessons(ready, start))
        return float(np.mean(errors)) if errors else 0.0

    def _compile(self) -> None:
        """Do everything once with a network that is thrown away."""
        network, games = new_network(0), new_batch(1)
        collect(checked_seed(0), 0, 1, False, 0.0, HEAT, network, self._desks[0], games)
        Optimiser().learn(network, games, 0.0)
        blend(network.direct, network.direct, np.float32(0))
        scores(network, self.decks(0, 0, 1))

    def _play(self, first: int) -> None:
        """Begin with the games of a batch."""
        size, seed = BATCH // CHUNKS, checked_seed(self.seed)
        is_full = first >= self.settled
        trace = TRACE if is_full else 0.0
        self._waiting = [
            self._pool.submit(
                collect, seed, first + i * size, size, is_full, trace, HEAT, self._acting, self._desks[i],
                part_of(self._rooms[0], i * size, size),
            )
            for i in range(CHUNKS)
        ]  # fmt: skip

    def _lessons(self, ready: Batch, start: int) -> Iterator[Batch]:
        """What to learn from now that the games from number `start` on are played."""
        if start < self.settled:
            yield ready
            return
        self._memory = self._memory or Memory()
        self._memory.add(ready)
        rng = np.random.default_rng([self.seed, start])
        lesson = BATCH * BOARDS
        for _ in range(min(REPLAYS, self._memory.size // lesson)):  # little is remembered at first
            yield self._memory.draw(lesson, rng)

    def _learn(self, lesson: Batch, start: int) -> float:
        error = self.optimiser.learn(self.network, lesson, PACE / math.sqrt(1 + start / HALF))
        if self.optimiser.steps % REFRESH == 0:
            share = np.float32(max(SPAN / (self.optimiser.steps / REFRESH + SPAN), LEAST))
            for average, weights in zip(self.average, self.network, strict=True):
                blend(average.reshape(-1), weights.reshape(-1), share)
        return error

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
        sizes = {
            "features": FEATURES,
            "batch": BATCH,
            "pace": PACE,
            "half": HALF,
            "heat": HEAT,
            "trace": TRACE,
            "replays": REPLAYS,
            "settled": self.settled,
        }
        return {**facts(CLASSIC), "seed": self.seed, **sizes}

    def _parts(self) -> dict[str, Network]:
        return {
            "network": self.network,
            "average": self.average,
            "acting": self._acting,
            "mean": self.optimiser.mean,
            "square": self.optimiser.square,
        }

    def _kept(self) -> dict[str, Floats]:
        """All arrays that training goes on from, by name."""
        kept = {f"{kind}.{name}": array for kind, net in self._parts().items() for name, array in net._asdict().items()}
        for name, kin in self.optimiser.kin.items():
            kept |= {f"kinds.{name}.mean": kin.mean, f"kinds.{name}.square": kin.square}
        return kept

    def save(self) -> Arrays:
        """Everything that it needs to go on, but for the boards it remembers: those come again."""
        for future in self._waiting:
            future.result()
        self._waiting = []
        return {**self._kept(), "steps": np.array(self.optimiser.steps)}

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        for name, array in self._kept().items():
            array[...] = arrays[name]
        self.optimiser.steps = int(arrays["steps"])

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with."""
        path = folder / f"{self.name}.npz"
        write_weights(path, {**self.facts(), **about}, pack(self.average, self.optimiser.occurred()))
        return path
