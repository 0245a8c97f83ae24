"""Boards to learn from, out of games that a network plays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.playing import STEP, below, shuffle, stream
from partake.fast.tables import Word
from partake.learn.classic.board import BAG, CELLS, DRAWS, OPEN_CELLS, SIZE, TILES, Floats, Ints, put, start, take
from partake.learn.classic.lookahead import Desk, Values, rate
from partake.learn.classic.network import Network
from partake.learn.classic.prospects import MOST_ACTIVE, active
from partake.learn.search_budget import NEVER

COUNTED = 3
"""With so many empty cells boards are counted out, not learned."""
BOARDS = DRAWS - COUNTED - 1
"""How many boards of a game are learned from."""
GRAINS, LOTS = 1 << 24, np.uint64((CELLS + 1) * int(STEP) % 2**64)
"""How fine a lot is, and what a move uses of a game's random words."""


class Batch(NamedTuple):
    """Boards to learn from."""

    features: NDArray[np.int16]
    """[board, place]"""
    counts: Ints
    """[board] how many features hold."""
    open_cells: Ints
    targets: Floats


def new_batch(games: int) -> Batch:
    """Room for the boards of so many games."""
    return empty_batch(games * BOARDS)


def empty_batch(size: int) -> Batch:
    """Room for so many boards."""
    return Batch(
        np.zeros((size, MOST_ACTIVE), np.int16),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
    )


def part_of(batch: Batch, first: int, games: int) -> Batch:
    """The boards of some of a batch's games."""
    part = slice(first * BOARDS, (first + games) * BOARDS)
    return Batch(batch.features[part], batch.counts[part], batch.open_cells[part], batch.targets[part])


@njit(cache=True)
def explored(values: Values, heat: float, word: Word) -> int:
    """A cell by lot: one that promises `heat` points less is taken e times less often."""
    chosen, top = -1, NEVER
    for cell in range(CELLS):
        if values[cell] > NEVER:
            word += STEP
            lot = (below(word, GRAINS) + 0.5) / GRAINS
            value = values[cell] - heat * np.log(-np.log(lot))
            if chosen < 0 or value > top:
                chosen, top = cell, value
    return chosen


@njit(cache=True, nogil=True)
def collect(
    seed: Word, first: int, games: int, is_full: bool, trace: float, heat: float, net: Network, desk: Desk, batch: Batch
) -> None:
    """Play games number first, first + 1, … of a seed; each board's target is what its next tiles promise.

    The next tile is the one that comes, or in full the mean over all that may come. What the tile that came turned out
    to promise later, more or less than was thought, counts by `trace`, and what came after that by its powers.

    In every other game cells are taken by lot, those that promise most the likelier: a target is what best play makes
    of a board, however it came about, and cells that are thought too little of would never be tried otherwise.
    """
    pos, deck, values = np.zeros(SIZE, np.int64), np.empty(TILES, np.int8), desk.values[0]
    telling, thought = np.zeros(BOARDS, np.bool_), np.zeros(BOARDS)
    board = 0
    for game in range(first, first + games):
        word = shuffle(deck, DRAWS, stream(seed, game))
        start(pos)
        for draw in range(BOARDS + 1):
            tile, total, count = deck[draw], 0.0, 0
            if draw > 0 and is_full:
                for other in range(TILES):
                    if pos[BAG + other] and other != tile:
                        take(pos, other, -1)
                        total += values[rate(pos, other, COUNTED, net, desk, values)]
                        count += 1
                        take(pos, other, 1)
            take(pos, tile, -1)
            best = rate(pos, tile, COUNTED, net, desk, values)
            if draw > 0:
                batch.targets[board] = (total + values[best]) / (count + 1)
                board += 1
            if draw < BOARDS:
                word += LOTS
                cell = explored(values, heat, word) if game % 2 and heat > 0 else best
                thought[draw], telling[draw] = values[cell] - put(pos, cell, tile), cell == best
                word += LOTS
                count = active(pos, below(word, 2) == 1, desk.ahead, desk.found[0])
                batch.features[board, :count] = desk.found[0, :count]
                batch.counts[board], batch.open_cells[board] = count, pos[OPEN_CELLS]
        for draw in range(BOARDS - 1, 0, -1):
            if telling[draw]:  # a cell by lot says nothing about best play
                later = board - BOARDS + draw
                batch.targets[later - 1] += trace * (batch.targets[later] - thought[draw])
