"""Playouts of positions of Classic: positions that `search` reaches, and what one-ply play makes of a board."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import Word
from partake.fast.shuffle import GOLDEN_GAMMA, randbelow
from partake.learn.classic.batch_games import EXACT_CELLS, SEARCH, choose
from partake.learn.classic.board import BAG, CELLS, CLASSIC, OPEN_CELLS, TILES, Ints, Position, put, start, take
from partake.learn.classic.endgame import endgame_value
from partake.learn.classic.lookahead import Scratch, new_scratch, one_ply_values
from partake.learn.network.model import Network
from partake.simulate.deck_lists import PUBLISHED, decks, published_seed

Row = NDArray[np.float64]
"""What is found at one position."""


def at_positions(
    analyse: Callable[[Ints, int, np.uint64, Scratch], Row | None], *, minutes: float, fewest: int, most: int
) -> Row:
    """[position, column] what `analyse` finds at moves of the published decks, for so long, on two threads.

    It is given the deck, the number of cells that the move leaves empty, from `fewest` to `most` in turn, a seed and
    scratch buffers; where it finds nothing the position does not count.
    """
    orders = decks(CLASSIC, published_seed("classic"), PUBLISHED).astype(np.int64)
    until = time.monotonic() + 60 * minutes

    def work(core: int) -> list[Row]:
        scratch, found = new_scratch(), []
        for game in range(core, len(orders), 2):
            row = analyse(orders[game], fewest + game // 2 % (most - fewest + 1), np.uint64(game), scratch)
            if row is not None:
                found.append(row)
            if core == 0:
                left = max(until - time.monotonic(), 0) / 60
                print(f"\r{len(found)} positions, {left:.1f} minutes left ", end="", flush=True)
            if time.monotonic() > until:
                break
        return found

    with ThreadPoolExecutor(2) as pool:
        return np.array([row for part in pool.map(work, range(2)) for row in part])


@njit(nogil=True)
def play_until(deck: Ints, left: int, net: Network, scratch: Scratch, pos: Position) -> int:
    """Let `search` play until the next placement leaves so many cells empty; gives the tile, out of the bag."""
    start(pos)
    for draw in range(CELLS - left - 1):
        take(pos, deck[draw], -1)
        put(pos, choose(pos, deck[draw], SEARCH, net, scratch)[0], deck[draw])
    tile = deck[CELLS - left - 1]
    take(pos, tile, -1)
    return int(tile)


@njit(nogil=True)
def play_out(board: Position, word: Word, net: Network, scratch: Scratch, pos: Position, tiles: Ints) -> float:
    """What a board brings by one-ply play without luck (a control variate), the end solved exactly."""
    pos[:] = board
    count, values = 0, scratch.values[0]
    for tile in range(TILES):
        if pos[BAG + tile]:
            tiles[count] = tile
            count += 1
    brought = 0.0
    while pos[OPEN_CELLS] > EXACT_CELLS:
        word += GOLDEN_GAMMA
        at = randbelow(word, count)
        count -= 1
        tile, mean = tiles[at], 0.0
        tiles[at] = tiles[count]
        for other in range(TILES):
            if pos[BAG + other]:
                take(pos, other, -1)
                mean += values[one_ply_values(pos, other, EXACT_CELLS, net, scratch, values)] / (count + 1)
                take(pos, other, 1)
        take(pos, tile, -1)
        best = one_ply_values(pos, tile, EXACT_CELLS, net, scratch, values)
        brought += mean - values[best] + put(pos, best, tile)
    return brought + endgame_value(pos, scratch.endgame)
