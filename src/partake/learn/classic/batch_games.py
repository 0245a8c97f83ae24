"""Batches of whole games by the network, on all processors: one-ply play, or selective two-ply and three-ply search.

The search deepens selectively: all cells by one ply, the best of them by two plies, the closest of those by a third ply
as an expected correction. `classic/player.py` makes the same choices for a single move: `value` by the same kernel,
`search` within a budget.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.variant_arrays import Cells
from partake.learn.classic.board import CELLS, DRAWS, OPEN_CELLS, SIZE, TILES, Ints, Position, put, start, take
from partake.learn.classic.lookahead import (
    Scratch,
    Values,
    expected_correction,
    new_scratch,
    one_ply_values,
    two_ply_value,
)
from partake.learn.network.model import Network
from partake.learn.search_budget import CANDIDATES, EXTRAPOLATION, ILLEGAL

EXACT_CELLS = 4
"""One-ply play solves afterstates with at most this many empty cells exactly."""
SEARCH_EXACT_CELLS = 5
"""Two-ply search solves afterstates with at most this many empty cells exactly."""
TWO_PLY_MARGIN = 4.0
"""Cells this far behind the best one-ply value are pruned: of 4,200 moves by twelve candidates none took one."""
THREE_PLY_MARGIN = 2.0
"""Cells this many points behind the best extrapolated two-ply value are pruned before the third ply."""
THREE_PLY_CANDIDATES = 5
"""The most cells that get a third ply."""
OPENING = CELLS - 1
"""With this many empty cells after a placement, the first, there is no third ply: it is not worth its time."""


class Depth(NamedTuple):
    """How deep a move is searched."""

    candidates: int
    """The most cells that get a second ply; with fewer than two, play is one-ply."""
    margin: float
    """Cells this many points behind the best one-ply value are pruned before the second ply."""
    three_ply: int
    """The most cells that get a third ply."""
    most_open: int
    """The most empty cells after a placement that is searched at all."""


ONE_PLY = Depth(candidates=1, margin=0.0, three_ply=0, most_open=0)
"""One-ply play: self-play and the measurements of training."""
VALUE = Depth(candidates=4, margin=2.0, three_ply=0, most_open=OPENING - 1)
"""The bot `value`: a second ply only where cells are close, so that a move takes less than a millisecond on average."""
SEARCH = Depth(candidates=CANDIDATES, margin=TWO_PLY_MARGIN, three_ply=THREE_PLY_CANDIDATES, most_open=OPENING)
"""The bot `search` with its candidates by default."""


@njit(cache=True)
def extrapolated_value(open_cells: int, first: float, second: float) -> float:
    """The extrapolated two-ply value, v2 + k (v2 - v1) with k = `EXTRAPOLATION`; exact values are not extrapolated."""
    return second if open_cells <= SEARCH_EXACT_CELLS else second + EXTRAPOLATION * (second - first)


@njit(cache=True)
def correction_factor(open_cells: int) -> float:
    """The factor of the expected correction, for the third ply and all after it: v3 = v2 + factor * correction.

    Corrections persist from ply to ply, so the factor is above 1: a linear fit to playouts of pairs of close cells
    (`bench/surprises.py`). After boards that are solved exactly no further correction comes.
    """
    return 1.0 if open_cells - 1 <= SEARCH_EXACT_CELLS else 1.5 + 0.1 * open_cells


@njit(cache=True)
def choose(pos: Position, tile: int, depth: Depth, net: Network, scratch: Scratch) -> tuple[int, float, float]:
    """The best cell for a tile that is out of the bag, the best one-ply value, and the two-ply value of the cell.

    The best cells by one ply are searched by two, the closest of them by three. Where the rest is solved exactly both
    values are the same; where nothing was searched by two plies the second is `ILLEGAL`.
    """
    values, two_ply, extrapolated = scratch.values[0], scratch.values[3], scratch.values[4]
    best, left = one_ply_values(pos, tile, EXACT_CELLS, net, scratch, values), pos[OPEN_CELLS] - 1
    first = values[best]
    if left <= EXACT_CELLS:
        return best, first, first
    # Mergesort is stable: of equal values the first cell comes first, as in `SearchBudget`.
    near = np.argsort(-values, kind="mergesort")[: min(depth.candidates, left + 1)]
    if len(near) < 2 or left > depth.most_open or values[near[1]] <= first - depth.margin:
        return best, first, ILLEGAL
    extrapolated[:] = ILLEGAL  # cells that are not searched cannot be chosen
    for cell in near:
        if values[cell] <= first - depth.margin:
            break
        two_ply[cell] = two_ply_value(pos, tile, cell, SEARCH_EXACT_CELLS, net, scratch)
        extrapolated[cell] = extrapolated_value(left, values[cell], two_ply[cell])
    order = np.argsort(-extrapolated, kind="mergesort")[: max(1, min(depth.candidates, depth.three_ply))]
    best, least, top = order[0], extrapolated[order[0]] - THREE_PLY_MARGIN, ILLEGAL
    # A third ply only where its answers are not exact already, and only if at least two cells are close.
    if len(order) > 1 and SEARCH_EXACT_CELLS < left < OPENING and extrapolated[order[1]] > least:
        for cell in order:
            if extrapolated[cell] <= least:
                break
            value = two_ply[cell] + correction_factor(left) * expected_correction(
                pos, tile, cell, SEARCH_EXACT_CELLS, net, scratch
            )
            if value > top:
                best, top = cell, value
    return best, first, two_ply[best]


@njit(cache=True, nogil=True)
def play_with_luck(decks: Ints, depth: Depth, net: Network, scratch: Scratch, out: Ints, luck: Values) -> None:
    """The score of a game for each row of tiles, and the luck in it: a control variate for its mean.

    luck = sum over draws of (best value with the tile that came - mean of it over all tiles that could have come). Its
    expectation is exactly zero, however wrong the network is, because tiles come with equal odds: the score less its
    luck has the same mean and a far smaller variance.
    """
    pos, values = np.zeros(SIZE, np.int64), scratch.values[2]
    start(pos)
    # The mean over the first tile is the same for all games.
    at_first = 0.0
    for tile in range(TILES):
        take(pos, tile, -1)
        at_first += values[one_ply_values(pos, tile, EXACT_CELLS, net, scratch, values)] / TILES
        take(pos, tile, 1)
    for game in range(out.size):
        start(pos)
        out[game], luck[game], expected = 0, 0.0, at_first
        for draw in range(DRAWS):
            tile = decks[game, draw]
            take(pos, tile, -1)
            cell, first, second = choose(pos, tile, depth, net, scratch)
            luck[game] += first - expected
            # The mean over next tiles of the best one-ply value is the two-ply value, less the points of the placement.
            if second == ILLEGAL:
                second = two_ply_value(pos, tile, cell, SEARCH_EXACT_CELLS, net, scratch)
            points = put(pos, cell, tile)
            expected = second - points
            out[game] += points


@njit(cache=True, nogil=True)
def play_decks(decks: Ints, depth: Depth, net: Network, scratch: Scratch, out: Ints) -> None:
    """The score of a game for each row of tiles."""
    pos = np.zeros(SIZE, np.int64)
    for game in range(out.size):
        start(pos)
        out[game] = 0
        for draw in range(DRAWS):
            tile = decks[game, draw]
            take(pos, tile, -1)
            out[game] += put(pos, choose(pos, tile, depth, net, scratch)[0], tile)


def scores_and_luck(
    network: Network, decks: Cells, *, depth: Depth = ONE_PLY
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The score of a game for each row of tiles and the luck in it, on all processors."""
    # Kernels release the GIL: one thread for each processor, with scratch buffers of its own.
    parts = np.array_split(np.ascontiguousarray(decks, np.int64), os.cpu_count() or 1)
    found, luck = [np.zeros(len(part), np.int64) for part in parts], [np.zeros(len(part)) for part in parts]
    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(lambda p, a, b: play_with_luck(p, depth, network, new_scratch(), a, b), parts, found, luck))
    return np.concatenate(found), np.concatenate(luck)


def scores(network: Network, decks: Cells, *, depth: Depth = ONE_PLY) -> NDArray[np.int64]:
    """The score of a game for each row of tiles, on all processors."""
    parts = np.array_split(np.ascontiguousarray(decks, np.int64), os.cpu_count() or 1)
    found = [np.zeros(len(part), np.int64) for part in parts]
    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(lambda part, out: play_decks(part, depth, network, new_scratch(), out), parts, found))
    return np.concatenate(found)
