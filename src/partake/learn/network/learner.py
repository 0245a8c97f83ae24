"""The learner of a variant's network: linear values first, then self-play by the averaged weights, TD(0), Adam.

The direct weights of the network are linear values of the same features. So these are learned first, by TD(0) with
temporal coherence as in `learn.td`, which is fast; the network begins with them and learns what they cannot say. They
are kept beside it: rollouts, which must be fast, play by them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partake.fast.shuffle import checked_seed
from partake.fast.variant_arrays import Cells
from partake.learn.encoding import CALL_SIZE, DRAWS, MAX_TILES, encoding_of
from partake.learn.linear_learner import (
    RANDOM_CALLS,
    Evaluation,
    LinearLearner,
    decks_of,
    linear_groups,
    seats_of,
)
from partake.learn.network.averaging import AveragedNetwork
from partake.learn.network.backprop import TrainingBatch, joined
from partake.learn.network.factors import factors_of
from partake.learn.network.files import about_network
from partake.learn.network.inputs import GREATEST_WORTH, Inputs, inputs_of
from partake.learn.network.lookahead import active_features, new_scratch
from partake.learn.network.model import Floats, Network, random_network, widened
from partake.learn.network.optimizer import Optimiser, blend
from partake.learn.network.packing import pack
from partake.learn.network.replay import ReplayBuffer
from partake.learn.network.self_play import collect, new_batch, play_decks
from partake.learn.network.transfer import Start
from partake.learn.players import Players, Threads, score_decks, writable
from partake.learn.position import new_position, start
from partake.learn.registry import LINEAR, name_of
from partake.learn.terminal_value import UNITS_PER_POINT
from partake.learn.weights import Arrays, prefixed, without_prefix, write_weights
from partake.rules.variant import Variant

WIDTH = 64
"""Units of the first layer, unless others are asked for."""
LINEAR_GAMES = 300_000
"""Games that linear values are learned from, before the network learns."""
STEP_BOARDS = 2560
"""About the number of boards of an optimiser's step."""
BATCHES = (20, 40, 60, 80, 100, 120, 200, 240, 400)
"""Sizes of a batch in games: multiples of `CHUNKS` that `LINEAR_GAMES` is whole batches of."""
CHUNKS = 4
"""Tasks in which the games of a batch are played."""
LEARNING_RATE = 1e-3
"""Adam's initial learning rate."""
DECAY_STEPS = 2_000
"""The learning rate is divided by sqrt(1 + steps / this)."""
WARM_STEPS = 10_000
"""The steps that a warm start is taken to have behind it: it begins with smaller learning rates and a long average."""
REPLAYS = 8
"""Steps with samples of the replay buffer for each new batch: they cost far less than to play."""
REPLAYED_BATCHES = 40
"""Batches that the replay buffer holds."""
OTHER_TILES = ((300, 0), (5000, 1), (math.inf, MAX_TILES))
"""Batches, and until then the number of other next tiles that a target is the mean over, beside the one that comes.

That number is for an empty board; on fuller ones there are more, see `self_play.collect`. The smaller the errors that
are left, the more of them the luck of the draw would hide: in the end a target is the mean over all tiles.
"""
TEMPERATURE = 1 / 30
"""Share of the most points of a line that a position may be worse by and still be taken e times less often only."""
OUTPUT = 3.5
"""The output that stands for the optimistic value of an empty board; it decides the scale."""
DIRECT_RATE = 0.5
"""The learning rate of direct weights, in that of all others: they begin with linear values that were learned."""
ACTIVE_SPREAD = 0.55
"""The initial deviation of a first-layer unit from one part of all active rows."""
REPLAY = "replay."
"""How the names of the replay buffer's arrays begin in a checkpoint."""


def play_part(
    variant: Variant, seed: int, first: int, games: int, others: int, temperature: float, network: Network, scale: float
) -> TrainingBatch:
    """The training data of games number first, first + 1, … of a seed, played by a network; see `self_play.collect`."""
    inputs, seats = inputs_of(variant), seats_of(variant)
    found = new_batch(games * seats * _calls(inputs), inputs.most_active)
    collect(
        checked_seed(seed), first, games, seats, RANDOM_CALLS, others, temperature, inputs.geo, inputs.turned,
        inputs.arrays, writable(network), scale, new_scratch(inputs, network.width), found,
    )  # fmt: skip
    return found


def _calls(inputs: Inputs) -> int:
    return -(-int(inputs.geo[DRAWS]) // int(inputs.geo[CALL_SIZE]))


def score_part(
    decks: Cells, network: Network, variant: Variant, seats: int, scale: float, candidates: int = 1
) -> Floats:
    """The first seat's score of a game for each row of tiles: by one-ply play, or as `self_play.play_decks` says."""
    found, inputs = np.zeros((len(decks), seats), np.int64), inputs_of(variant)
    play_decks(
        np.ascontiguousarray(decks, np.int64), RANDOM_CALLS, candidates, inputs.geo, inputs.arrays,
        writable(network), scale, new_scratch(inputs, network.width), found,
    )  # fmt: skip
    return (found[:, 0] / UNITS_PER_POINT).astype(np.float32)


class NetworkLearner:
    """The network of a variant, learning by TD(0) from self-play of its averaged weights.

    Double buffering: the next games are played while the network learns from the last ones. Which games they are, and
    by which average, depends on the seed alone and not on who plays them: `workers` threads, or `players`.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        seed: int = 1,
        linear_games: int = LINEAR_GAMES,
        batch: int | None = None,
        workers: int | None = None,
        warm: Start | None = None,
        width: int | None = None,
    ) -> None:
        """`warm` is what a warm start begins with, instead of learning linear values first.

        The first layer has `width` units, or as many as that network; if it has fewer it gets new ones, which count for
        nothing at first.
        """
        self.variant, self.seed, self.inputs = variant, seed, inputs_of(variant)
        geo = self.inputs.geo
        self.seats = seats_of(variant)
        wanted = STEP_BOARDS / (_calls(self.inputs) * self.seats)
        self.batch = batch or min(BATCHES, key=lambda size: abs(size - wanted))
        self.linear_games = 0 if warm else linear_games
        self.linear: LinearLearner | None = LinearLearner(variant, seed=seed) if self.linear_games else None
        self.scale = warm.scale if warm else self.inputs.optimistic_value / OUTPUT
        self.temperature = TEMPERATURE * float(geo[GREATEST_WORTH])
        factors = factors_of(self.inputs)
        width = width or (warm.network.width if warm else WIDTH)
        state, scratch = new_position(), new_scratch(self.inputs, width)
        start(state, geo)
        active = active_features(state, geo, scratch, scratch.after)
        spread = ACTIVE_SPREAD / math.sqrt(active)
        begun = random_network(seed, factors, width=width, spread=spread)
        if warm:
            begun = widened(warm.network, begun)
        optimiser = Optimiser(factors, width=width, scale=self.scale, direct_rate=DIRECT_RATE)
        self._averaged = AveragedNetwork(begun, optimiser, factors="factors")
        self.network, self.average, self.optimiser = self._averaged.network, self._averaged.average, optimiser
        self.start = warm.name if warm else ""
        self.earlier = warm.games if warm else 0
        self._started: NDArray[np.bool_] = np.zeros(self.inputs.features, np.bool_)
        if warm:
            self._started[:] = warm.network.rows.any(axis=1)
        self.values = warm.linear.copy() if warm else encoding_of(variant, share=True).joined({}, 0.0)
        """The linear values that the network began with."""
        self.players: Players = Threads(workers)
        self._waiting: list[Future[TrainingBatch]] = []
        self._replay: ReplayBuffer | None = None

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""
        return name_of(self.variant)

    def advance(self, first: int, games: int) -> float:
        """Learn from whole batches of games number first, first + 1, … of its seed; gives the mean absolute error."""
        if not games:
            self._compile()
            return 0.0
        errors: list[float] = []
        if self.linear is not None:
            played = min(games, self.linear_games - first)
            errors.append(self.linear.advance(first, played))
            first, games = first + played, games - played
            if first == self.linear_games:
                self._begin(self.linear)
                self.linear = None  # from here on the network learns itself
        if games and not self._waiting:
            self._play(first)
        for begin in range(first, first + games, self.batch):
            # These games are learned from while the next ones are played.
            ready = joined([future.result() for future in self._waiting])
            self._averaged.hand_over()
            self._play(begin + self.batch)
            errors.extend(self._learn(minibatch) for minibatch in self._minibatches(ready, begin))
        return float(np.mean(errors)) if errors else 0.0

    def _begin(self, linear: LinearLearner) -> None:
        """Give the network the linear values that were learned."""
        self.values[:] = linear.model.values
        for network in (self.network, self.average, self._averaged.acting):
            network.direct[: len(self.inputs.shared)] = linear.model.values[self.inputs.shared] / self.scale

    def _compile(self) -> None:
        """Run each kernel once, with no effect, so that compiling is no learning time; the network's when it begins."""
        if self.linear is not None:
            self.linear.advance(0, 0)
            return
        network = Network(*(array.copy() for array in self.network))
        games = play_part(self.variant, self.seed, 0, 1, 0, self.temperature, network, self.scale)
        optimiser = Optimiser(
            factors_of(self.inputs), width=self.network.width, scale=self.scale, direct_rate=DIRECT_RATE
        )
        optimiser.learn(network, games, 0.0)
        blend(network.direct, network.direct, np.float32(0))
        self.scores(self.decks(0, 0, 1))

    def other_tiles(self, first: int) -> int:
        """See `OTHER_TILES`: for the batch that begins with a game."""
        # A warm start has some batches behind it; one of the same variant those of its games.
        before = max(WARM_STEPS // (REPLAYS + 1), self.earlier // self.batch) if self.start else 0
        batch = before + (first - self.linear_games) // self.batch
        return next(count for until, count in OTHER_TILES if batch < until)

    def _play(self, first: int) -> None:
        """Start the games of a batch."""
        size, others = self.batch // CHUNKS, self.other_tiles(first)
        acting = self.players.share(self._averaged.acting)
        self._waiting = [
            self.players.submit(
                play_part, self.variant, self.seed, first + i * size, size, others, self.temperature, acting, self.scale
            )
            for i in range(CHUNKS)
        ]

    def _new_replay(self) -> ReplayBuffer:
        boards = REPLAYED_BATCHES * self.batch * self.seats * _calls(self.inputs)
        return ReplayBuffer(new_batch(boards, self.inputs.most_active))

    def _minibatches(self, ready: TrainingBatch, begin: int) -> Iterator[TrainingBatch]:
        """The training data of each step, now that the games from number `begin` on are played."""
        yield ready
        self._replay = self._replay or self._new_replay()
        self._replay.add(ready)
        # Seeded by the game's number, so that a resumed training draws the same samples.
        rng, boards = np.random.default_rng([self.seed, begin]), len(ready.counts)
        for _ in range(min(REPLAYS, self._replay.size // boards - 1)):  # the buffer holds little at first
            yield self._replay.draw(boards, rng)

    def _learn(self, batch: TrainingBatch) -> float:
        before = WARM_STEPS if self.start else 0
        # The rate is that of the steps before this one; the average counts this one too.
        rate = LEARNING_RATE / math.sqrt(1 + (self.optimiser.steps + before) / DECAY_STEPS)
        return self._averaged.learn(batch, rate, before=before)

    def evaluate(self, decks: Cells) -> Evaluation:
        """Play a game for each row of tiles by the averaged weights, without learning."""
        if self.linear is not None:
            return self.linear.evaluate(decks, self.players)
        return Evaluation.of(
            score_decks(self.players, score_part, decks, self.average, self.variant, self.seats, self.scale)
        )

    def scores(self, decks: Cells) -> Floats:
        """The first seat's score of a game for each row of tiles by the averaged weights."""
        return score_part(decks, self.average, self.variant, self.seats, self.scale)

    def decks(self, seed: int, first: int, games: int) -> Cells:
        """The tiles of games number first, first + 1, … of a seed."""
        return decks_of(self.variant, seed, first, games)

    def configuration(self) -> dict[str, Any]:
        """Its configuration, as plain data; the names are part of checkpoints and must not change."""
        return {
            **about_network(self.variant),
            "seed": self.seed,
            "linear": self.linear_games,
            "seats": self.seats,
            "scale": self.scale,
            "width": self.network.width,
            "batch": self.batch,
            "rate": LEARNING_RATE,
            "decay": DECAY_STEPS,
            "temperature": self.temperature,
            "replays": REPLAYS,
            "start": self.start,
        }

    def save(self) -> Arrays:
        """Everything that it needs to go on; the games under way are played again."""
        if self.linear is not None:  # the network has not begun
            return prefixed(LINEAR, self.linear.save())
        self._settle()
        begun = {
            "start": np.array(self.start),
            "earlier": np.array(self.earlier),
            "started": self._started,
            "values": self.values,
        }
        replay = {} if self._replay is None else self._replay.save()
        return {**self._averaged.save(), **begun, **prefixed(REPLAY, replay)}

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        self._settle()
        self._waiting = []
        linear = without_prefix(LINEAR, arrays)
        if linear and self.linear is not None:
            self.linear.load(linear)
            return
        self.linear = None
        self._averaged.load(arrays)
        self.start, self.earlier = str(arrays["start"]), int(arrays["earlier"])
        self._started[:], self.values[:] = arrays["started"], arrays["values"]
        replay = without_prefix(REPLAY, arrays)
        self._replay = self._new_replay() if replay else None
        if self._replay is not None:
            self._replay.load(replay)

    def _settle(self) -> None:
        """Wait for the games under way."""
        for future in self._waiting:
            future.result()

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with."""
        path = folder / f"{self.name}.npz"
        if self.linear is not None:
            self._begin(self.linear)
        used = np.union1d(self.optimiser.occurred(), np.flatnonzero(self._started))
        earlier = {"earlier": self.earlier} if self.earlier else {}
        linear = prefixed(LINEAR, linear_groups(encoding_of(self.variant, share=True), self.values))
        write_weights(path, {**self.configuration(), **earlier, **about}, {**pack(self.average, used), **linear})
        return path
