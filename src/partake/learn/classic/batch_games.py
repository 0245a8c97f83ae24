"""Whole games by the network, many at a time: one look ahead, or up to three."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.tables import Cells
from partake.learn.classic.board import CELLS, DRAWS, OPEN_CELLS, SIZE, TILES, Ints, Position, put, start, take
from partake.learn.classic.lookahead import Desk, Values, desk, look_further, rate, surprise
from partake.learn.classic.network import Network
from partake.learn.search_budget import LASTING, NEVER

COUNTED, COUNTED_BY_SEARCH = 4, 5
"""With so many empty cells left after a placement the rest is counted out, by one look ahead and by two."""

MARGIN = 4.0
"""Cells that promise so many points less than the best get no second look: of 4,200 moves by twelve candidates none
took one."""
CLOSE, THIRDS = 2.0, 5
"""Cells that promise so many points less than the best after two looks get no third one, and how many get it."""
OPENING = CELLS - 1
"""With so many empty cells left after a placement nothing is worth a third look: the first tile."""


@njit(cache=True)
def hope(open_cells: int, first: float, second: float) -> float:
    """What a cell promises after two looks, with so many cells left empty."""
    return second if open_cells <= COUNTED_BY_SEARCH else second + LASTING * (second - first)


@njit(cache=True)
def faith(open_cells: int) -> float:
    """How many times a surprise is to be expected in the third look and all after it, with so many cells left empty.

    After boards that are counted out nothing comes; else a line through what play-outs of pairs of cells say.
    """
    return 1.0 if open_cells - 1 <= COUNTED_BY_SEARCH else 1.5 + 0.1 * open_cells


@njit(cache=True)
def choose(pos: Position, tile: int, candidates: int, net: Network, desk: Desk) -> tuple[int, float, float]:
    """The best cell for a tile that is out of the bag, the best first look, and the second look at the cell.

    So many of the most promising cells are looked into, and the closest of them once more; with fewer than two, or
    where the rest is counted out, both looks are the same.
    """
    values, seconds, hopes = desk.values[0], desk.values[3], desk.values[4]
    best, left = rate(pos, tile, COUNTED, net, desk, values), pos[OPEN_CELLS] - 1
    first = values[best]
    if candidates < 2 or left <= COUNTED:
        return best, first, first
    hopes[:] = NEVER
    for cell in np.argsort(-values, kind="mergesort")[: min(candidates, left + 1)]:
        if values[cell] <= first - MARGIN:
            break
        seconds[cell] = look_further(pos, tile, cell, COUNTED_BY_SEARCH, net, desk)
        hopes[cell] = hope(left, values[cell], seconds[cell])
    order = np.argsort(-hopes, kind="mergesort")[: min(candidates, THIRDS)]
    best, least, top = order[0], hopes[order[0]] - CLOSE, NEVER
    if COUNTED_BY_SEARCH < left < OPENING and hopes[order[1]] > least:
        for cell in order:
            if hopes[cell] <= least:
                break
            value = seconds[cell] + faith(left) * surprise(pos, tile, cell, COUNTED_BY_SEARCH, net, desk)
            if value > top:
                best, top = cell, value
    return best, first, seconds[best]


@njit(cache=True, nogil=True)
def play_weighed(decks: Ints, candidates: int, net: Network, desk: Desk, out: Ints, luck: Values) -> None:
    """The score of a game for each row of tiles, and the luck in it: what each tile that came promised more than all.

    The expectation of luck is exactly nothing, however wrong the network is: a score without it has the same mean, and
    a far smaller deviation.
    """
    pos, values = np.zeros(SIZE, np.int64), desk.values[2]
    start(pos)
    at_first = 0.0
    for tile in range(TILES):
        take(pos, tile, -1)
        at_first += values[rate(pos, tile, COUNTED, net, desk, values)] / TILES
        take(pos, tile, 1)
    for game in range(out.size):
        start(pos)
        out[game], luck[game], expected = 0, 0.0, at_first
        for draw in range(DRAWS):
            tile = decks[game, draw]
            take(pos, tile, -1)
            cell, first, second = choose(pos, tile, candidates, net, desk)
            luck[game] += first - expected
            if candidates < 2 and pos[OPEN_CELLS] - 1 > COUNTED:
                second = look_further(pos, tile, cell, COUNTED_BY_SEARCH, net, desk)
            points = put(pos, cell, tile)
            expected = second - points
            out[game] += points


@njit(cache=True, nogil=True)
def play_decks(decks: Ints, candidates: int, net: Network, desk: Desk, out: Ints) -> None:
    """The score of a game for each row of tiles."""
    pos = np.zeros(SIZE, np.int64)
    for game in range(out.size):
        start(pos)
        out[game] = 0
        for draw in range(DRAWS):
            tile = decks[game, draw]
            take(pos, tile, -1)
            out[game] += put(pos, choose(pos, tile, candidates, net, desk)[0], tile)


def weighed(network: Network, decks: Cells, *, candidates: int = 1) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The score of a game for each row of tiles and the luck in it, on all processors."""
    parts = np.array_split(np.ascontiguousarray(decks, np.int64), os.cpu_count() or 1)
    found, luck = [np.zeros(len(part), np.int64) for part in parts], [np.zeros(len(part)) for part in parts]
    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(lambda p, a, b: play_weighed(p, candidates, network, desk(), a, b), parts, found, luck))
    return np.concatenate(found), np.concatenate(luck)


def scores(network: Network, decks: Cells, *, candidates: int = 1) -> NDArray[np.int64]:
    """The score of a game for each row of tiles, on all processors; `candidates` cells get a second look."""
    parts = np.array_split(np.ascontiguousarray(decks, np.int64), os.cpu_count() or 1)
    found = [np.zeros(len(part), np.int64) for part in parts]
    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(lambda part, out: play_decks(part, candidates, network, desk(), out), parts, found))
    return np.concatenate(found)
