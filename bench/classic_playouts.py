"""Playouts of positions of Classic: positions that `search` reaches, and what one-ply play makes of a board."""

from __future__ import annotations

from numba import njit

from partake.fast.bits import Word
from partake.fast.shuffle import GOLDEN_GAMMA, randbelow
from partake.learn.classic.batch_games import EXACT_CELLS, SEARCH, choose
from partake.learn.classic.board import BAG, CELLS, OPEN_CELLS, TILES, Ints, Position, put, start, take
from partake.learn.classic.endgame import endgame_value
from partake.learn.classic.lookahead import Scratch, one_ply_values
from partake.learn.network.model import Network


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
