"""Legal placements as bit sets, compiled. Tests prove them equal to `engine.hexagon.placement`."""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.bits import NONE, Word, bit
from partake.fast.scoring import EMPTY
from partake.fast.variant_arrays import (
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
    VariantArrays,
    Words,
)  # fmt: skip


@njit(cache=True, forceinline=True)
def open_mask(
    symbol: int, occupied: Word, near: Word, near_suns: Word, near_moons: Word, rules: Numbers,
    position_sets: Words,
) -> Word:  # fmt: skip
    """The positions open to a tile of this symbol: `near…` are the cells that touch any tile, a sun, a moon.

    Each rule falls away where it leaves no cell of the board; scrapyard and reserve are always open.
    """
    # Special cells are filled only from the reserve, at the end.
    empty = position_sets[EVERYWHERE] & ~occupied & ~position_sets[TARGETS]
    board, beside = empty & position_sets[WHOLE_BOARD], empty & ~position_sets[WHOLE_BOARD]
    stamens = position_sets[ALL_STAMENS]
    # Stamens first: no other cell while one is empty. Stamens last: none of them while another cell is empty.
    if stamens:
        if rules[STAMEN_RULE] == STAMENS_FIRST and board & stamens:
            return board & stamens
        if board & ~stamens:
            board &= ~stamens
    # A tile must touch another one (or one of its symbol) if any empty cell does; `beside`, scrapyard and reserve,
    # is free of this rule.
    if rules[PLACEMENT] == ADJACENT:
        if board & near:
            board &= near
    elif rules[PLACEMENT] == BY_SYMBOL and symbol:
        touching = near_suns if symbol == IS_SUN else near_moons
        if board & touching:
            board &= touching
    return board | beside


@njit(cache=True, forceinline=True)
def surroundings(sheet: Cells, rules: Numbers, attributes: Numbers, neighbours: Words) -> tuple[Word, Word, Word, Word]:
    """The occupied positions, and the cells that touch any tile, a sun, a moon."""
    occupied, near, near_suns, near_moons = NONE, NONE, NONE, NONE
    for position in range(sheet.size):
        tile = sheet[position]
        if tile != EMPTY:
            occupied |= bit(position)
            # Only the board has neighbours: a tile in the scrapyard or the reserve opens nothing.
            if position < rules[BOARD]:
                near |= neighbours[position]
                if attributes[tile, SYMBOL] == IS_SUN:
                    near_suns |= neighbours[position]
                elif attributes[tile, SYMBOL]:
                    near_moons |= neighbours[position]
    return occupied, near, near_suns, near_moons


@njit(cache=True)
def legal_all(arrays: VariantArrays, sheets: Cells, hands: Cells, out: np.ndarray) -> None:
    """out[game, index in hand, position]: whether that tile (-1: none) may go there."""
    rules, attributes, neighbours, position_sets = (
        arrays.rules,
        arrays.attributes,
        arrays.neighbours,
        arrays.position_sets,
    )
    for game in range(sheets.shape[0]):
        occupied, near, near_suns, near_moons = surroundings(sheets[game], rules, attributes, neighbours)
        for index in range(hands.shape[1]):
            tile, mask = hands[game, index], NONE
            if tile != EMPTY:
                mask = open_mask(attributes[tile, SYMBOL], occupied, near, near_suns, near_moons, rules, position_sets)
            for position in range(sheets.shape[1]):
                out[game, index, position] = (mask & bit(position)) != NONE


@njit(cache=True)
def place_all(arrays: VariantArrays, sheets: Cells, hands: Cells, positions: Numbers, chosen: Numbers) -> int:
    """Put a tile of each game's hand on a position: -1, or the first game where it may not go, and nothing changes."""
    rules, attributes, neighbours, position_sets = (
        arrays.rules,
        arrays.attributes,
        arrays.neighbours,
        arrays.position_sets,
    )
    for game in range(sheets.shape[0]):
        tile = hands[game, chosen[game]]
        if tile == EMPTY:
            return game
        occupied, near, near_suns, near_moons = surroundings(sheets[game], rules, attributes, neighbours)
        mask = open_mask(attributes[tile, SYMBOL], occupied, near, near_suns, near_moons, rules, position_sets)
        if not mask & bit(positions[game]):
            return game
    for game in range(sheets.shape[0]):
        sheets[game, positions[game]] = hands[game, chosen[game]]
        hands[game, chosen[game]] = EMPTY
    return -1
