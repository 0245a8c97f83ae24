"""Monte Carlo playouts: whole random games in compiled code, and the scores of many boards at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from partake.engine.hexagon.sheet import Sheet
from partake.fast.bits import NONE, Word, bit, nth_bit, popcount
from partake.fast.lockstep import LANES, lockstep_scores, shuffle_lanes
from partake.fast.placement import open_mask
from partake.fast.scoring import EMPTY, score, score_all, scoring_scratch
from partake.fast.shuffle import GOLDEN_GAMMA, checked_seed, randbelow
from partake.fast.variant_arrays import (
    BOARD,
    CALL_SIZE,
    DRAWS,
    HAS_WILD,
    IS_SUN,
    PLACEMENT,
    POSITIONS,
    RESERVE,
    SYMBOL,
    TARGETS,
    Cells,
    Numbers,
    VariantArrays,
    Words,
    arrays_of,
)
from partake.rules.errors import PartakeError
from partake.rules.variant import Variant

MAX_GAMES = 2**40
"""The greatest number of games of one call: far more than memory holds, and small enough for all arithmetic."""


def random_scores(variant: Variant, games: int, *, seed: int = 0, first: int = 0) -> Numbers:
    """The scores of random games number `first`, `first + 1`, … of a seed, always the same for the same numbers."""
    if not 0 <= games <= MAX_GAMES or first < 0:
        raise PartakeError("the number of games must be from 0 to {most}, and the first not below 0", most=MAX_GAMES)
    arrays, out = arrays_of(variant), np.empty(games, np.int64)
    play = lockstep_scores if len(arrays.lane_tiles) else _generic_scores
    play(arrays, checked_seed(seed), first, out)
    return out


def score_boards(variant: Variant, boards: ArrayLike) -> Numbers:
    """The score of each board: a row of tiles by position, each as its index in the variant's set, -1 for none."""
    sheets = checked_boards(variant, boards)
    out = np.empty(len(sheets), np.int64)
    score_all(arrays_of(variant), sheets, out)
    return out


def checked_boards(variant: Variant, boards: ArrayLike) -> Cells:
    """Boards as an array of the right shape, with tiles of the set, none twice on a board."""
    sheets = np.asarray(boards)
    size, tiles = len(variant.positions), len(variant.tiles.tiles)
    if sheets.ndim != 2 or sheets.shape[1] != size:
        raise PartakeError(
            "boards of {edition} must have shape (games, {size}), not {shape}",
            edition=variant.edition.name,
            size=size,
            shape=sheets.shape,
        )
    if sheets.dtype.kind not in "iu" or (sheets.size and (sheets.min() < EMPTY or sheets.max() >= tiles)):
        raise PartakeError(
            "tiles are whole numbers from 0 to {tiles}, or {empty} for none", tiles=tiles - 1, empty=EMPTY
        )
    cells = np.ascontiguousarray(sheets, np.int8)
    if _holds_twice(cells):
        raise PartakeError("a board holds a tile twice")
    return cells


def board_of(sheet: Sheet) -> list[int]:
    """A sheet as a row for `score_boards`."""
    indices = {tile: i for i, tile in enumerate(sheet.variant.tiles.tiles)}
    return [EMPTY if tile is None else indices[tile] for tile in sheet.cells]


def sheet_of(variant: Variant, row: Sequence[int]) -> Sheet:
    """A row of tile indices as a sheet."""
    return Sheet(variant, tuple(None if tile == EMPTY else variant.tiles.tiles[tile] for tile in row))


@njit(cache=True)
def _holds_twice(sheets: Cells) -> bool:
    """Whether a board holds a tile twice."""
    for game in range(sheets.shape[0]):
        low, high = NONE, NONE
        for position in range(sheets.shape[1]):
            tile = sheets[game, position]
            if tile != EMPTY:
                here = bit(tile & 63)
                if (high if tile >= 64 else low) & here:
                    return True
                if tile >= 64:
                    high |= here
                else:
                    low |= here
    return False


@njit(cache=True, forceinline=True)
def _place_at_random(
    sheet: Cells, deck: Cells, state: Word, rules: Numbers, attributes: Numbers, neighbours: Words, position_sets: Words
) -> Word:
    """Uniformly random legal placements where legality depends on what lies on the board."""
    occupied, near, near_suns, near_moons = NONE, NONE, NONE, NONE
    for start in range(0, rules[DRAWS], rules[CALL_SIZE]):
        for count in range(min(rules[CALL_SIZE], rules[DRAWS] - start), 0, -1):
            one = open_mask(
                attributes[deck[start], SYMBOL], occupied, near, near_suns, near_moons, rules, position_sets
            )
            two = NONE
            if count == 2:
                two = open_mask(
                    attributes[deck[start + 1], SYMBOL], occupied, near, near_suns, near_moons, rules, position_sets
                )
            # One draw over the moves of both tiles, so that each legal move is equally likely.
            state += GOLDEN_GAMMA
            some = popcount(one)
            choice = randbelow(state, some + popcount(two))
            # deck[start] is the tile to place if the hand has one; of two, the other one moves there.
            tile = deck[start]
            if choice < some:
                position = nth_bit(one, choice)
                if count == 2:
                    deck[start] = deck[start + 1]
            else:
                position = nth_bit(two, choice - some)
                tile = deck[start + 1]
            sheet[position] = tile
            occupied |= bit(position)
            if position < rules[BOARD]:
                near |= neighbours[position]
                if attributes[tile, SYMBOL] == IS_SUN:
                    near_suns |= neighbours[position]
                elif attributes[tile, SYMBOL]:
                    near_moons |= neighbours[position]
    return state


@njit(cache=True, forceinline=True)
def _relocate_at_random(sheet: Cells, state: Word, rules: Numbers, attributes: Numbers, position_sets: Words) -> Word:
    """Random moves from the reserve to special cells; "done" is one more choice beside the moves."""
    movable, free = NONE, position_sets[TARGETS]
    for position in range(rules[POSITIONS]):
        is_reserve = position_sets[RESERVE] & bit(position)
        if is_reserve and sheet[position] != EMPTY and not attributes[sheet[position], HAS_WILD]:
            movable |= bit(position)
    while True:
        targets = popcount(free)
        moves = popcount(movable) * targets
        state += GOLDEN_GAMMA
        choice = randbelow(state, moves + 1)
        if choice == moves:
            return state
        source, target = nth_bit(movable, choice // targets), nth_bit(free, choice % targets)
        sheet[target] = sheet[source]
        sheet[source] = EMPTY
        movable ^= bit(source)
        free ^= bit(target)


@njit(cache=True)
def _generic_scores(arrays: VariantArrays, seed: Word, first: int, out: Numbers) -> None:
    """Playouts of any variant: the scores of random games number first, first + 1, …"""
    rules, attributes, tile_words, numbers = arrays.rules, arrays.attributes, arrays.tile_words, arrays.numbers
    lines, line_masks, position_sets = arrays.lines, arrays.line_masks, arrays.position_sets
    scrapyard_lines, scrapyard_masks = arrays.scrapyard_lines, arrays.scrapyard_masks
    neighbours, order, scratch = arrays.neighbours, arrays.order, scoring_scratch(arrays)
    states, fractions = np.empty(LANES, np.uint64), np.empty(LANES, np.uint64)
    decks = np.empty((rules[DRAWS], LANES), np.uint8)
    sheet, deck = np.empty(rules[POSITIONS], np.int8), np.empty(rules[DRAWS], np.int8)
    for game in range(out.size):
        lane = game % LANES
        if lane == 0:
            shuffle_lanes(seed, first + game, attributes.shape[0], states, fractions, decks)
        state = states[lane]
        for position in range(sheet.size):
            sheet[position] = EMPTY
        if rules[PLACEMENT]:
            for i in range(rules[DRAWS]):
                deck[i] = decks[i, lane]
            state = _place_at_random(sheet, deck, state, rules, attributes, neighbours, position_sets)
        else:
            # Whatever the order of filling, a shuffled deck makes every arrangement equally likely.
            for i in range(rules[DRAWS]):
                sheet[order[i]] = decks[i, lane]
        if position_sets[TARGETS]:
            state = _relocate_at_random(sheet, state, rules, attributes, position_sets)
        out[game] = score(
            sheet, scratch, rules, attributes, tile_words, numbers, lines, line_masks, scrapyard_lines,
            scrapyard_masks, position_sets,
        )  # fmt: skip
