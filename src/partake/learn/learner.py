"""What the trainer asks of anything that learns, and the linear model as such a learner."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from partake.fast.playing import shuffle_all
from partake.fast.playouts import checked_seed
from partake.fast.tables import Cells
from partake.learn.encoding import Shape, shape_of
from partake.learn.linear_model import Table, new_table
from partake.learn.registry import facts_of, groups_for, name_of
from partake.learn.td import play_games
from partake.learn.terminal_value import SIXTIETHS
from partake.learn.weights import Arrays, write_weights
from partake.rules.variant import Variant

RIVALS = 2
"""How many sit at a table where the rules compare players."""
STRAYS = 1
"""How many calls go astray at the other seats of such a table."""


class Evaluation(NamedTuple):
    """The mean of some games that are always the same, and half the width of its 95 % confidence interval."""

    mean: float
    margin: float


class Learner(Protocol):
    """Something that gets better by playing; the trainer decides when it plays, is measured and is saved."""

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""

    @property
    def batch(self) -> int:
        """It learns from so many games at once: from whole numbers of batches only."""

    def advance(self, first: int, games: int) -> float:
        """Learn from games number first, first + 1, … of its seed; the mean size of its errors."""

    def evaluate(self, decks: Cells) -> Evaluation:
        """Play a game for each row of tiles without learning."""

    def decks(self, seed: int, first: int, games: int) -> Cells:
        """The tiles of games number first, first + 1, … of a seed."""

    def facts(self) -> dict[str, Any]:
        """Its configuration, as plain data."""

    def save(self) -> Arrays:
        """Everything that it needs to go on."""

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with."""


def play_decks(
    shape: Shape, table: Table, decks: Cells, seats: int, *, strays: int = 0, rate: float = 0.0
) -> tuple[float, NDArray[np.float64]]:
    """Play a game for each row of tiles, learning if there is a rate: the mean size of errors, scores [game, seat]."""
    scores = np.zeros((len(decks), seats), np.int64)
    error = play_games(np.ascontiguousarray(decks, np.int64), strays, rate, shape.geo, shape.tables, table, scores)
    return float(error), scores / SIXTIETHS


class TableLearner:
    """The linear model of one variant, learning by temporal differences from its own games."""

    batch = 1

    def __init__(self, variant: Variant, *, seed: int = 1, warm: Path | None = None, rate: float = 1.0) -> None:
        self.variant, self.seed, self.rate = variant, seed, rate
        self.shape = shape_of(variant, share=True)
        self.table = new_table(self.shape)
        self.seats = RIVALS if variant.options.ties_players else 1
        self.is_warm = warm is not None
        if warm is not None:  # what the nearest variant in a folder has learned, instead of hope
            self.table.values[:] = self.shape.joined(groups_for(variant, [warm], cuts=True), 0.0)

    @property
    def name(self) -> str:
        """The name of its files, without a suffix."""
        return name_of(self.variant)

    def advance(self, first: int, games: int) -> float:
        """Learn from games number first, first + 1, … of its seed; the mean size of its errors."""
        decks = self.decks(self.seed, first, games)
        return play_decks(self.shape, self.table, decks, self.seats, strays=STRAYS, rate=self.rate)[0]

    def evaluate(self, decks: Cells) -> Evaluation:
        """Play a game for each row of tiles without learning."""
        scores = play_decks(self.shape, self.table, decks, self.seats, strays=STRAYS)[1][:, 0]
        return Evaluation(float(scores.mean()), 1.96 * float(scores.std()) / math.sqrt(scores.size))

    def decks(self, seed: int, first: int, games: int) -> Cells:
        """The tiles of games number first, first + 1, … of a seed."""
        found = np.empty((games, len(self.variant.tiles.tiles)), np.int8)
        shuffle_all(checked_seed(seed), first, self.variant.draws, found)
        return found[:, : self.variant.draws]

    def facts(self) -> dict[str, Any]:
        """Its configuration, as plain data."""
        return {
            **facts_of(self.variant),
            "seed": self.seed,
            "rate": self.rate,
            "seats": self.seats,
            "warm": self.is_warm,
        }

    def save(self) -> Arrays:
        """Everything that it needs to go on."""
        return self.table._asdict()

    def load(self, arrays: Arrays) -> None:
        """Go on from what `save` gave."""
        self.table = Table(**{name: np.array(arrays[name], np.float32) for name in Table._fields})

    def publish(self, folder: Path, about: Mapping[str, Any]) -> Path:
        """Write the file that bots play with: the values, group by group, in half precision."""
        path, start, groups = folder / f"{self.name}.npz", 0, {}
        for group, size in self.shape.sizes.items():
            groups[group] = self.table.values[start : start + size].astype(np.float16)
            start += size
        write_weights(path, {**self.facts(), **about}, {name: array for name, array in groups.items() if array.size})
        return path
