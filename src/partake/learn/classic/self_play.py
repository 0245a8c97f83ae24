"""Self-play: afterstates with TD(lambda) targets, exploration by Gumbel noise, and experience replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import Word
from partake.fast.shuffle import GOLDEN_GAMMA, randbelow, shuffle, stream_start
from partake.learn.classic.board import BAG, CELLS, DRAWS, OPEN_CELLS, SIZE, TILES, Floats, Ints, put, start, take
from partake.learn.classic.lookahead import Scratch, Values, one_ply_values
from partake.learn.classic.network import Network
from partake.learn.classic.prospects import MAX_ACTIVE, active_features
from partake.learn.search_budget import ILLEGAL

EXACT_CELLS = 3
"""Boards with at most this many empty cells are solved exactly, not learned."""
BOARDS = DRAWS - EXACT_CELLS - 1
"""The number of afterstates of a game that are learned from."""
UNIFORM_RESOLUTION = 1 << 24
"""Steps of a uniform random number between 0 and 1."""
MOVE_GAMMA = np.uint64((CELLS + 1) * int(GOLDEN_GAMMA) % 2**64)
"""The distance of a move's random words from those of the next: one word for each cell, and one more."""
REPLAY_CAPACITY = 1_200_000
"""Boards that the replay buffer holds."""


class TrainingBatch(NamedTuple):
    """Training data: afterstates and their targets."""

    features: NDArray[np.int16]
    """[board, index] its active features."""
    counts: Ints
    """[board] their number."""
    open_cells: Ints
    """[board] its empty cells, which decide the stage."""
    targets: Floats
    """[board] the points still to come, as the target says."""


def new_batch(games: int) -> TrainingBatch:
    """Arrays for the boards of `games` games."""
    return empty_batch(games * BOARDS)


def empty_batch(size: int) -> TrainingBatch:
    """Arrays for `size` boards."""
    return TrainingBatch(
        np.zeros((size, MAX_ACTIVE), np.int16),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
    )


def joined(batches: Sequence[TrainingBatch]) -> TrainingBatch:
    """The boards of several batches, one after another."""
    return TrainingBatch(*(np.concatenate(arrays) for arrays in zip(*batches, strict=True)))


@njit(cache=True)
def gumbel_choice(values: Values, temperature: float, word: Word) -> int:
    """Sample a cell from softmax(values / temperature) by the Gumbel-max trick.

    The argmax of v - T log(-log(u)) over independent uniform u has the odds exp(v / T): a cell that is `temperature`
    points worse is taken e times less often.
    """
    chosen, top = -1, ILLEGAL
    for cell in range(CELLS):
        if values[cell] > ILLEGAL:
            word += GOLDEN_GAMMA
            uniform = (randbelow(word, UNIFORM_RESOLUTION) + 0.5) / UNIFORM_RESOLUTION
            value = values[cell] - temperature * np.log(-np.log(uniform))
            if chosen < 0 or value > top:
                chosen, top = cell, value
    return chosen


@njit(cache=True, nogil=True)
def collect(
    seed: Word, first: int, games: int, is_full: bool, trace: float, temperature: float, net: Network,
    scratch: Scratch, batch: TrainingBatch,
) -> None:  # fmt: skip
    """Play games number first, first + 1, … of a seed; collect their afterstates with TD(lambda) targets.

    The one-step target of an afterstate is the best one-ply value for the tile that comes next or, if `is_full`, its
    mean over all tiles that may come (an expected backup, without the variance of the draw). `trace` is lambda: the
    errors of later afterstates count by its powers.

    In every other game cells are sampled, not maximised: a target is the value of best play from a board, however the
    board came about (off-policy), and cells that are undervalued would never be tried otherwise.
    """
    pos, deck, values = np.zeros(SIZE, np.int64), np.empty(TILES, np.int8), scratch.values[0]
    is_greedy, estimates = np.zeros(BOARDS, np.bool_), np.zeros(BOARDS)
    board = 0
    for game in range(first, first + games):
        word = shuffle(deck, DRAWS, stream_start(seed, game))
        start(pos)
        for draw in range(BOARDS + 1):
            tile, total, count = deck[draw], 0.0, 0
            # The expected backup: the other tiles that could come now, in the position before the tile that does.
            if draw > 0 and is_full:
                for other in range(TILES):
                    if pos[BAG + other] and other != tile:
                        take(pos, other, -1)
                        total += values[one_ply_values(pos, other, EXACT_CELLS, net, scratch, values)]
                        count += 1
                        take(pos, other, 1)
            take(pos, tile, -1)
            best = one_ply_values(pos, tile, EXACT_CELLS, net, scratch, values)
            if draw > 0:
                batch.targets[board] = (total + values[best]) / (count + 1)
                board += 1
            if draw < BOARDS:
                # A value less the points of the placement is that of the afterstate.
                word += MOVE_GAMMA
                cell = gumbel_choice(values, temperature, word) if game % 2 and temperature > 0 else best
                estimates[draw], is_greedy[draw] = values[cell] - put(pos, cell, tile), cell == best
                word += MOVE_GAMMA
                # Data augmentation: half of the boards are recorded turned by half.
                count = active_features(pos, randbelow(word, 2) == 1, scratch.prospect, scratch.indices[0])
                batch.features[board, :count] = scratch.indices[0, :count]
                batch.counts[board], batch.open_cells[board] = count, pos[OPEN_CELLS]
        # Backwards: G[t-1] = target[t-1] + lambda * (G[t] - value[t]), value[t] being the network's value of board t.
        for draw in range(BOARDS - 1, 0, -1):
            if is_greedy[draw]:  # the trace is cut where the move was not the best one, as in Watkins's Q(lambda)
                later = board - BOARDS + draw
                batch.targets[later - 1] += trace * (batch.targets[later] - estimates[draw])


class ReplayBuffer:
    """Experience replay: a ring buffer of the latest boards, sampled uniformly with replacement."""

    def __init__(self, capacity: int = REPLAY_CAPACITY) -> None:
        self._boards, self._next, self.size = empty_batch(capacity), 0, 0

    def add(self, batch: TrainingBatch) -> None:
        """Add the boards of a batch, over the oldest ones."""
        capacity = len(self._boards.counts)
        slots = (self._next + np.arange(len(batch.counts))) % capacity
        boards = self._boards
        boards.features[slots], boards.counts[slots] = batch.features, batch.counts
        boards.open_cells[slots], boards.targets[slots] = batch.open_cells, batch.targets
        self._next = int(slots[-1] + 1) % capacity
        self.size = min(self.size + len(slots), capacity)

    def draw(self, count: int, rng: np.random.Generator) -> TrainingBatch:
        """A random sample of `count` boards."""
        drawn = rng.integers(0, self.size, count)
        boards = self._boards
        return TrainingBatch(
            boards.features[drawn], boards.counts[drawn], boards.open_cells[drawn], boards.targets[drawn]
        )

    def save(self) -> dict[str, NDArray[Any]]:
        """All boards, their features without padding, and where the next board goes."""
        boards, size = self._boards, self.size
        counts = boards.counts[:size]
        return {
            "features": boards.features[:size][np.arange(MAX_ACTIVE) < counts[:, None]],
            "counts": counts.astype(np.uint8),
            "open_cells": boards.open_cells[:size].astype(np.uint8),
            "targets": boards.targets[:size],
            "next": np.array(self._next),
        }

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        boards, self.size, self._next = self._boards, len(arrays["counts"]), int(arrays["next"])
        boards.counts[: self.size] = arrays["counts"]
        boards.open_cells[: self.size] = arrays["open_cells"]
        boards.targets[: self.size] = arrays["targets"]
        is_active = np.arange(MAX_ACTIVE) < boards.counts[: self.size, None]
        boards.features[: self.size][is_active] = arrays["features"]
