"""The interface of learners that can be trained, and the learner of the linear model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from partake.fast.shuffle import checked_seed, shuffle_all
from partake.fast.variant_arrays import Cells
from partake.learn.encoding import Encoding, encoding_of
from partake.learn.players import Players, Threads, score_decks, writable
from partake.learn.registry import about_variant, groups_for, name_of
from partake.learn.td import LinearModel, optimistic_model, play_games
from partake.learn.terminal_value import UNITS_PER_POINT
from partake.learn.weights import Arrays, write_weights
from partake.rules.variant import Variant

SEATS_COMPARED = 2
"""The number of players in self-play where the rules compare players."""
RANDOM_CALLS = 1
"""The number of calls that the other players place at random there."""


class Evaluation(NamedTuple):
    """The mean of some games that are always the same, and half the width of its 95 % confidence interval."""

    mean: float
    margin: float


class Learner(Protocol):
    """A model that learns by self-play; `Training` decides when it plays, is evaluated and is saved."""

    players: Players
    """Who plays its games where they can be played apart; that changes no value."""
    rounds_alike: bool
    """Whether its values are the same on every kind of processor."""

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""

    @property
    def batch(self) -> int:
        """The number of games of a batch: it learns from whole batches only."""

    def advance(self, first: int, games: int) -> float:
        """Learn from games number first, first + 1, … of its seed; gives the mean absolute error."""

    def evaluate(self, decks: Cells) -> Evaluation:
        """Play a game for each row of tiles without learning."""

    def decks(self, seed: int, first: int, games: int) -> Cells:
        """The tiles of games number first, first + 1, … of a seed."""

    def configuration(self) -> dict[str, Any]:
        """Its configuration, as plain data."""

    def save(self) -> Arrays:
        """Everything that it needs to go on."""

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with."""


def play_decks(
    encoding: Encoding, model: LinearModel, decks: Cells, seats: int, *, random_calls: int = 0, rate: float = 0.0
) -> tuple[float, NDArray[np.float64]]:
    """Play a game for each row of tiles, learning if there is a rate: the mean absolute error, scores [game, seat]."""
    scores = np.zeros((len(decks), seats), np.int64)
    error = play_games(
        np.ascontiguousarray(decks, np.int64), random_calls, rate, encoding.geo, encoding.arrays, model, scores
    )
    return float(error), scores / UNITS_PER_POINT


def score_part(decks: Cells, model: LinearModel, variant: Variant, seats: int) -> NDArray[np.float64]:
    """The score of the first seat of a game for each row of tiles, without learning."""
    encoding = encoding_of(variant, share=True)
    return play_decks(encoding, writable(model), decks, seats, random_calls=RANDOM_CALLS)[1][:, 0]


class LinearLearner:
    """The linear model of one variant, learning by TD(0) from self-play.

    It learns from one game after another, each played by the weights that the last one left; only the games of
    evaluations can be played apart.
    """

    batch = 1
    rounds_alike = True

    def __init__(self, variant: Variant, *, seed: int = 1, warm: Path | None = None, rate: float = 1.0) -> None:
        self.variant, self.seed, self.rate = variant, seed, rate
        self.players: Players = Threads()
        self.encoding = encoding_of(variant, share=True)
        self.model = optimistic_model(self.encoding)
        self.seats = SEATS_COMPARED if variant.options.ties_players else 1
        self.is_warm = warm is not None
        if warm is not None:  # transfer from the nearest variant in a folder, instead of optimism
            self.model.values[:] = self.encoding.joined(groups_for(variant, [warm], cuts=True), 0.0)

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""
        return name_of(self.variant)

    def advance(self, first: int, games: int) -> float:
        """Learn from games number first, first + 1, … of its seed; the mean size of its errors."""
        decks = self.decks(self.seed, first, games)
        return play_decks(self.encoding, self.model, decks, self.seats, random_calls=RANDOM_CALLS, rate=self.rate)[0]

    def evaluate(self, decks: Cells) -> Evaluation:
        """Play a game for each row of tiles without learning."""
        scores = score_decks(self.players, score_part, decks, self.model, self.variant, self.seats)
        return Evaluation(float(scores.mean()), 1.96 * float(scores.std()) / math.sqrt(scores.size))

    def decks(self, seed: int, first: int, games: int) -> Cells:
        """The tiles of games number first, first + 1, … of a seed."""
        found = np.empty((games, len(self.variant.tiles.tiles)), np.int8)
        shuffle_all(checked_seed(seed), first, self.variant.draws, found)
        return found[:, : self.variant.draws]

    def configuration(self) -> dict[str, Any]:
        """Its configuration, as plain data."""
        return {
            **about_variant(self.variant),
            "seed": self.seed,
            "rate": self.rate,
            "seats": self.seats,
            "warm": self.is_warm,
        }

    def save(self) -> Arrays:
        """Everything that it needs to go on."""
        return self.model._asdict()

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        for name, array in self.model._asdict().items():
            array[...] = arrays[name]

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with: the weights, group by group, in half precision."""
        path, start, groups = folder / f"{self.name}.npz", 0, {}
        # Half precision halves the file; weights are of the order of points, for which its 11 bits suffice.
        for group, size in self.encoding.sizes.items():
            groups[group] = self.model.values[start : start + size].astype(np.float16)
            start += size
        write_weights(
            path, {**self.configuration(), **about}, {name: array for name, array in groups.items() if array.size}
        )
        return path
