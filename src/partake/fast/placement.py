"""Where a tile may go, compiled. Proven equal to `engine.hexagon.placing` by the tests."""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.scoring import EMPTY, NONE, bit
from partake.fast.tables import (
    ADJACENT,
    ALL_STAMENS,
    BOARD,
    BY_SYMBOL,
    EVERYWHERE,
    IS_SUN,
    PLACEMENT,
    STAMEN_RULE,
    STAMENS_FIRST,
    SYMBOL,
    TARGETS,
    WHOLE_BOARD,
    Cells,
    Numbers,
    Tables,
    Word,
    Words,
)  # fmt: skip


@njit(cache=True, forceinline=True)
def open_mask(
    symbol: int,
    occupied: Word,
    near: Word,
    near_suns: Word,
    near_moons: Word,
    rules: Numbers,
    sets: Words,
) -> Word:
    """The positions open to a tile of this symbol: `near…` are the cells that touch any tile, a sun, a moon."""
    empty = sets[EVERYWHERE] & ~occupied & ~sets[TARGETS]
    board, beside = empty & sets[WHOLE_BOARD], empty & ~sets[WHOLE_BOARD]
    stamens = sets[ALL_STAMENS]
    if stamens:
        if rules[STAMEN_RULE] == STAMENS_FIRST and board & stamens:
            return board & stamens
        if board & ~stamens:
            board &= ~stamens
    if rules[PLACEMENT] == ADJACENT:
        if board & near:
            board &= near
    elif rules[PLACEMENT] == BY_SYMBOL and symbol:
        touching = near_suns if symbol == IS_SUN else near_moons
        if board & touching:
            board &= touching
    return board | beside


@njit(cache=True, forceinline=True)
def surroundings(sheet: Cells, rules: Numbers, facts: Numbers, neighbours: Words) -> tuple[Word, Word, Word, Word]:
    """The occupied positions, and the cells that touch any tile, a sun, a moon."""
    occupied, near, near_suns, near_moons = NONE, NONE, NONE, NONE
    for position in range(sheet.size):
        tile = sheet[position]
        if tile != EMPTY:
            occupied |= bit(position)
            if position < rules[BOARD]:
                near |= neighbours[position]
                if facts[tile, SYMBOL] == IS_SUN:
                    near_suns |= neighbours[position]
                elif facts[tile, SYMBOL]:
                    near_moons |= neighbours[position]
    return occupied, near, near_suns, near_moons


@njit(cache=True)
def legal_all(tables: Tables, sheets: Cells, hands: Cells, out: np.ndarray) -> None:
    """For each game and each tile in hand (-1: none) whether it may go to each position."""
    rules, facts, neighbours, sets = tables.rules, tables.facts, tables.neighbours, tables.sets
    for game in range(sheets.shape[0]):
        occupied, near, near_suns, near_moons = surroundings(sheets[game], rules, facts, neighbours)
        for place in range(hands.shape[1]):
            tile, mask = hands[game, place], NONE
            if tile != EMPTY:
                mask = open_mask(facts[tile, SYMBOL], occupied, near, near_suns, near_moons, rules, sets)
            for position in range(sheets.shape[1]):
                out[game, place, position] = (mask & bit(position)) != NONE
