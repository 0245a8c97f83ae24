"""The learner of the network: self-play by the averaged weights in threads, TD(lambda) with replay, Adam."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partake.fast.shuffle import checked_seed, shuffle_all
from partake.fast.variant_arrays import Cells
from partake.learn.classic.batch_games import ONE_PLY, play_decks
from partake.learn.classic.board import CLASSIC, DRAWS, TILES
from partake.learn.classic.feature_factors import FACTORS_OF
from partake.learn.classic.files import NAME, about_network
from partake.learn.classic.lookahead import new_scratch
from partake.learn.classic.network import ACCUMULATOR, DIRECT_RATE, SCALE, new_network
from partake.learn.classic.prospects import FEATURES
from partake.learn.classic.self_play import BOARDS, REPLAY_CAPACITY, collect, empty_batch, joined, new_batch
from partake.learn.learner import Evaluation
from partake.learn.network.averaging import AveragedNetwork, prefixed, without_prefix
from partake.learn.network.backprop import TrainingBatch
from partake.learn.network.model import Network
from partake.learn.network.optimizer import Optimiser, blend
from partake.learn.network.packing import pack
from partake.learn.network.replay import ReplayBuffer
from partake.learn.players import Players, Threads, parts, score_decks, writable
from partake.learn.weights import Arrays, write_weights

BATCH = 256
"""Games of a batch."""
LEARNING_RATE = 1e-3
"""Adam's initial learning rate."""
DECAY_GAMES = 1e5
"""The learning rate is divided by sqrt(1 + games / this)."""
FULL_TARGETS_AFTER = 400_000
"""Games after which a target is the mean over all tiles that may come next.

Such targets cost fifteen times as much and have no variance from the draw, so boards are kept and replayed.
"""
REPLAYS = 12
"""Steps with samples of the replay buffer for each new batch, from then on."""
TRACE_DECAY = 0.3
"""Lambda of TD(lambda), from then on."""
TEMPERATURE = 1.5
"""Points by which a cell may be worse and still be taken e times less often only, in every other game."""
REPLAY = "replay."
"""How the names of the replay buffer's arrays begin in a checkpoint."""


def play_part(seed: int, first: int, games: int, is_full: bool, trace: float, network: Network) -> TrainingBatch:
    """The training data of games number first, first + 1, … of a seed, played by a network."""
    batch = new_batch(games)
    collect(checked_seed(seed), first, games, is_full, trace, TEMPERATURE, writable(network), new_scratch(), batch)
    return batch


def score_part(decks: Cells, network: Network) -> NDArray[np.int64]:
    """The score of a game for each row of tiles, by one-ply play."""
    found = np.zeros(len(decks), np.int64)
    play_decks(np.ascontiguousarray(decks, np.int64), ONE_PLY, writable(network), new_scratch(), found)
    return found


def new_optimiser() -> Optimiser:
    """The optimiser of the network."""
    return Optimiser(FACTORS_OF, width=ACCUMULATOR, scale=float(SCALE), direct_rate=DIRECT_RATE)


class ClassicLearner:
    """The network of plain Classic, learning by TD(lambda) from self-play of its averaged weights.

    Double buffering: the next games are played while the network learns from the last ones. Which games they are, and
    by which average, depends on the seed alone and not on who plays them: `workers` threads, or `players`.
    """

    batch = BATCH
    rounds_alike = False

    def __init__(
        self, *, seed: int = 1, full_targets_after: int = FULL_TARGETS_AFTER, workers: int | None = None
    ) -> None:
        self.seed, self.full_targets_after = seed, full_targets_after
        self._averaged = AveragedNetwork(new_network(seed), new_optimiser(), factors="kinds")
        self.network, self.average = self._averaged.network, self._averaged.average
        self.optimiser = self._averaged.optimiser
        self._threads = Threads(workers)
        self.players: Players = self._threads
        self._waiting: list[Future[TrainingBatch]] = []
        self._replay: ReplayBuffer | None = None

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""
        return NAME

    def advance(self, first: int, games: int) -> float:
        """Learn from whole batches of games number first, first + 1, … of its seed; gives the mean absolute error."""
        errors: list[float] = []
        if not games:
            self._compile()
        elif not self._waiting:
            self._play(first)
        for start in range(first, first + games, BATCH):
            ready = joined([future.result() for future in self._waiting])
            self._averaged.hand_over()
            self._play(start + BATCH)
            errors.extend(self._learn(minibatch, start) for minibatch in self._minibatches(ready, start))
        return float(np.mean(errors)) if errors else 0.0

    def _compile(self) -> None:
        """Run each kernel once, with a network that is thrown away, so that compiling is no learning time."""
        network, games = new_network(0), new_batch(1)
        collect(checked_seed(0), 0, 1, False, 0.0, TEMPERATURE, network, new_scratch(), games)
        new_optimiser().learn(network, games, 0.0)
        blend(network.direct, network.direct, np.float32(0))
        score_part(self.decks(0, 0, 1), network)

    def _play(self, first: int) -> None:
        """Start the games of a batch."""
        is_full = first >= self.full_targets_after
        # Before that, a batch is played in less time than its weights take to another machine.
        players = self.players if is_full else self._threads
        acting, trace = players.share(self._averaged.acting), TRACE_DECAY if is_full else 0.0
        self._waiting = [
            players.submit(play_part, self.seed, begin, games, is_full, trace, acting)
            for begin, games in parts(first, BATCH, players.workers)
        ]

    def _minibatches(self, ready: TrainingBatch, start: int) -> Iterator[TrainingBatch]:
        """The training data of each step, now that the games from number `start` on are played."""
        if start < self.full_targets_after:
            yield ready
            return
        self._replay = self._replay or ReplayBuffer(empty_batch(REPLAY_CAPACITY))
        self._replay.add(ready)
        # Seeded by the game's number, so that a resumed training draws the same samples.
        rng = np.random.default_rng([self.seed, start])
        minibatch = BATCH * BOARDS
        for _ in range(min(REPLAYS, self._replay.size // minibatch)):  # the buffer holds little at first
            yield self._replay.draw(minibatch, rng)

    def _learn(self, minibatch: TrainingBatch, start: int) -> float:
        return self._averaged.learn(minibatch, LEARNING_RATE / math.sqrt(1 + start / DECAY_GAMES))

    def evaluate(self, decks: Cells) -> Evaluation:
        """Play a game for each row of tiles by the averaged weights, without learning."""
        found = score_decks(self.players, score_part, decks, self.average)
        return Evaluation(float(found.mean()), 1.96 * float(found.std()) / math.sqrt(found.size))

    def decks(self, seed: int, first: int, games: int) -> Cells:
        """The tiles of games number first, first + 1, … of a seed."""
        found = np.empty((games, TILES), np.int8)
        shuffle_all(checked_seed(seed), first, DRAWS, found)
        return found[:, :DRAWS]

    def configuration(self) -> dict[str, Any]:
        """Its configuration, as plain data; the names are part of checkpoints and must not change."""
        sizes = {
            "features": FEATURES,
            "batch": BATCH,
            "pace": LEARNING_RATE,
            "half": DECAY_GAMES,
            "heat": TEMPERATURE,
            "trace": TRACE_DECAY,
            "replays": REPLAYS,
            "settled": self.full_targets_after,
        }
        return {**about_network(CLASSIC), "seed": self.seed, **sizes}

    def save(self) -> Arrays:
        """Everything that it needs to go on, the replay buffer included; the games under way are played again."""
        self._settle()
        replay = {} if self._replay is None else self._replay.save()
        return {**self._averaged.save(), **prefixed(REPLAY, replay)}

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        self._settle()
        self._waiting = []
        self._averaged.load(arrays)
        replay = without_prefix(REPLAY, arrays)
        self._replay = ReplayBuffer(empty_batch(REPLAY_CAPACITY)) if replay else None
        if self._replay is not None:
            self._replay.load(replay)

    def _settle(self) -> None:
        """Wait for the games under way."""
        for future in self._waiting:
            future.result()

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with."""
        path = folder / f"{self.name}.npz"
        write_weights(path, {**self.configuration(), **about}, pack(self.average, self.optimiser.occurred()))
        return path
