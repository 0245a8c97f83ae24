"""The first stage of a training: the linear values of a variant, learned by TD(0) from self-play."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partake.fast.shuffle import checked_seed, shuffle_all
from partake.fast.variant_arrays import Cells
from partake.learn.encoding import Encoding, encoding_of
from partake.learn.one_ply import Floats
from partake.learn.players import Players, Threads, score_decks, writable
from partake.learn.td import LinearModel, optimistic_model, play_games
from partake.learn.terminal_value import UNITS_PER_POINT
from partake.learn.weights import Arrays
from partake.rules.variant import Variant

SEATS_COMPARED = 2
"""The number of players in self-play where the rules compare players."""
RANDOM_CALLS = 1
"""The number of calls that the other players place at random there."""


class Evaluation(NamedTuple):
    """The mean of some games that are always the same, and half the width of its 95 % confidence interval."""

    mean: float
    margin: float

    @classmethod
    def of(cls, scores: NDArray[Any]) -> Evaluation:
        """The evaluation of some scores."""
        return cls(float(scores.mean()), 1.96 * float(scores.std()) / math.sqrt(scores.size))


def seats_of(variant: Variant) -> int:
    """The number of players in self-play."""
    return SEATS_COMPARED if variant.options.ties_players else 1


def decks_of(variant: Variant, seed: int, first: int, games: int) -> Cells:
    """The tiles of games number first, first + 1, … of a seed."""
    found = np.empty((games, len(variant.tiles.tiles)), np.int8)
    shuffle_all(checked_seed(seed), first, variant.draws, found)
    return found[:, : variant.draws]


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
    """The linear values of one variant.

    They are learned from one game after another, each played by the weights that the last one left; only the games of
    evaluations can be played apart.
    """

    def __init__(self, variant: Variant, *, seed: int = 1, rate: float = 1.0) -> None:
        self.variant, self.seed, self.rate = variant, seed, rate
        self.encoding = encoding_of(variant, share=True)
        self.model = optimistic_model(self.encoding)
        self.seats = seats_of(variant)

    def advance(self, first: int, games: int) -> float:
        """Learn from games number first, first + 1, … of its seed; the mean size of its errors."""
        decks = decks_of(self.variant, self.seed, first, games)
        return play_decks(self.encoding, self.model, decks, self.seats, random_calls=RANDOM_CALLS, rate=self.rate)[0]

    def evaluate(self, decks: Cells, players: Players | None = None) -> Evaluation:
        """Play a game for each row of tiles without learning, on threads of this process unless others play them."""
        players = players or Threads()
        return Evaluation.of(score_decks(players, score_part, decks, self.model, self.variant, self.seats))

    def save(self) -> Arrays:
        """Everything that it needs to go on."""
        return self.model._asdict()

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        for name, array in self.model._asdict().items():
            array[...] = arrays[name]


def linear_groups(encoding: Encoding, values: Floats) -> Arrays:
    """Linear values, group by group, in half precision: they are of the order of points, for which 11 bits suffice."""
    ends = np.cumsum(list(encoding.sizes.values()))
    parts: Mapping[str, Floats] = dict(zip(encoding.sizes, np.split(values, ends[:-1]), strict=True))
    return {name: part.astype(np.float16) for name, part in parts.items() if part.size}
