"""Exact endings: expectimax over everything that may still be drawn, in whole numbers.

A value is a mean over orders of drawing, so with n tiles in the bag and k still to come it is a whole number divided by
n (n - 1) … (n - k + 1). The kernel keeps these numerators, and what is proven is proven without rounding.

Different orders of play end in the same boards, k! of them in each. All boards are scored once, into a table with an
index for the tile on each open position, and the search over orders only looks them up.
"""

from __future__ import annotations

from fractions import Fraction
from math import perm

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.engine.hexagon.state import Cells
from partake.fast.bits import NONE, Word, bit
from partake.fast.placement import open_mask, surroundings
from partake.fast.scoring import EMPTY, score, scoring_scratch
from partake.fast.variant_arrays import HAS_WILD, POSITIONS, RESERVE, SYMBOL, TARGETS, VariantArrays, arrays_of
from partake.fast.variant_arrays import Cells as Row
from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

MOST_TILES = 5
"""The most tiles to place, with the one on call, for which values are computed exactly."""
MOST_BOARDS = 2_000_000
"""The most final boards after a placement that are scored: more take too long."""
MOST_TARGETS = 3
"""The most special cells that the kernel fills from the reserve."""

Table = NDArray[np.int32]
"""[tile on open position 0, on position 1, …] flat: the score of each final board."""


def open_positions(variant: Variant, cells: Cells) -> list[int]:
    """The empty positions that called tiles go to."""
    return [i for i, tile in enumerate(cells) if tile is None and i not in variant.targets]


def can_prove(variant: Variant, cells: Cells) -> bool:
    """Whether the position, with a tile on call, is small enough for `exact_values`."""
    left = len(open_positions(variant, cells))
    if not 1 <= left <= MOST_TILES or variant.options.draw != 1 or len(variant.targets) > MOST_TARGETS:
        return False
    bag = len(variant.tiles.tiles) - sum(tile is not None for tile in cells) - 1
    ways = 34 if variant.targets else 1  # the sets of moves of three tiles to three cells
    return perm(bag, left - 1) * ways <= MOST_BOARDS


def exact_values(variant: Variant, cells: Cells, tile: Tile) -> dict[int, Fraction]:
    """The expected final score after each legal placement of a tile under best play, exactly.

    All that lies on the cells and the tile itself is out of the bag; of equal slots of a reserve only the first is
    listed.
    """
    if not can_prove(variant, cells):
        raise PartakeError("only endings of up to {most} tiles are computed exactly", most=MOST_TILES)
    arrays, index = arrays_of(variant), {found: i for i, found in enumerate(variant.tiles.tiles)}
    sheet = np.array([EMPTY if found is None else index[found] for found in cells], np.int8)
    gone = {*cells, tile}
    bag = np.array([i for found, i in index.items() if found not in gone], np.int8)
    left = len(open_positions(variant, cells))
    values: dict[int, Fraction] = {}
    for position in _legal(arrays, sheet, index[tile]):
        after = sheet.copy()
        after[position] = index[tile]
        open_ = np.array([i for i in open_positions(variant, cells) if i != position], np.int64)
        table = np.zeros(max(1, len(bag)) ** len(open_), np.int32)
        used, scratch = np.zeros(len(bag), np.bool_), scoring_scratch(arrays)
        _score_boards(arrays, after, open_, bag, used, 0, 0, 1, table, scratch)
        numerator = _expectimax(arrays, after, open_, bag, used, 0, len(open_), table)
        values[position] = Fraction(int(numerator), perm(len(bag), left - 1))
    return values


def _legal(arrays: VariantArrays, sheet: Row, tile: int) -> list[int]:
    mask = _legal_mask(arrays, sheet, tile)
    return [i for i in range(len(sheet)) if int(mask) >> i & 1]


@njit(cache=True)
def _legal_mask(arrays: VariantArrays, sheet: Row, tile: int) -> Word:
    """The positions open to a tile; of equal slots of a reserve the first."""
    occupied, near, suns, moons = surroundings(sheet, arrays.rules, arrays.attributes, arrays.neighbours)
    symbol = arrays.attributes[tile, SYMBOL]
    mask = open_mask(symbol, occupied, near, suns, moons, arrays.rules, arrays.position_sets)
    slots = mask & arrays.position_sets[RESERVE]
    if slots:
        mask = (mask & ~slots) | (slots & (~slots + np.uint64(1)))
    return mask


@njit(cache=True)
def _final_score(arrays: VariantArrays, sheet: Row, scratch: NDArray[np.uint64]) -> int:
    """The score of a full board after the best moves from its reserve."""
    best = score(
        sheet, scratch, arrays.rules, arrays.attributes, arrays.tile_words, arrays.numbers, arrays.lines,
        arrays.line_masks, arrays.scrapyard_lines, arrays.scrapyard_masks, arrays.position_sets,
    )  # fmt: skip
    targets, reserve = arrays.position_sets[TARGETS], arrays.position_sets[RESERVE]
    if targets == NONE:
        return best
    cells, slots = np.zeros(MOST_TARGETS, np.int64), np.zeros(sheet.size, np.int64)
    count, movable = 0, 0
    for i in range(arrays.rules[POSITIONS]):
        if targets & bit(i):
            cells[count] = i
            count += 1
        if reserve & bit(i) and sheet[i] != EMPTY and not arrays.attributes[sheet[i], HAS_WILD]:
            slots[movable] = i
            movable += 1
    tiles = sheet.copy()
    # Each special cell takes a movable tile or none (-1); a, b and c are indices of slots.
    for a in range(-1, movable):
        for b in range(-1, movable if count > 1 else 0):
            for c in range(-1, movable if count > 2 else 0):
                if (a >= 0 and a in (b, c)) or (b >= 0 and b == c):
                    continue
                for target, source in ((0, a), (1, b), (2, c)):
                    if source >= 0:
                        sheet[cells[target]], sheet[slots[source]] = tiles[slots[source]], EMPTY
                found = score(
                    sheet, scratch, arrays.rules, arrays.attributes, arrays.tile_words, arrays.numbers, arrays.lines,
                    arrays.line_masks, arrays.scrapyard_lines, arrays.scrapyard_masks, arrays.position_sets,
                )  # fmt: skip
                best = max(best, found)
                sheet[:] = tiles
    return best


@njit(cache=True)
def _score_boards(
    arrays: VariantArrays, sheet: Row, open_: NDArray[np.int64], bag: Row, used: NDArray[np.bool_], depth: int,
    index: int, step: int, table: Table, scratch: NDArray[np.uint64],
) -> int:  # fmt: skip
    """Fill the table: the score for each choice of different tiles for the open positions; gives their number."""
    if depth == open_.size:
        table[index] = _final_score(arrays, sheet, scratch)
        return 1
    total = 0
    for i in range(bag.size):
        if not used[i]:
            used[i] = True
            sheet[open_[depth]] = bag[i]
            total += _score_boards(
                arrays, sheet, open_, bag, used, depth + 1, index + i * step, step * bag.size, table, scratch
            )
            used[i] = False
    sheet[open_[depth]] = EMPTY
    return total


@njit(cache=True)
def _expectimax(
    arrays: VariantArrays, sheet: Row, open_: NDArray[np.int64], bag: Row, used: NDArray[np.bool_], index: int,
    left: int, table: Table,
) -> int:  # fmt: skip
    """The sum over all orders of drawing of the final score under best play: chance nodes add, max nodes choose.

    `index` is the part of the table's index that the tiles placed so far make up.
    """
    if left == 0:
        return int(table[index])
    total = 0
    if left == 1:  # one position is left: no choice, and no call for each tile
        step = 1
        for at in range(open_.size):
            if sheet[open_[at]] == EMPTY:
                break
            step *= bag.size
        for i in range(bag.size):
            if not used[i]:
                total += table[index + i * step]
        return total
    for i in range(bag.size):
        if used[i]:
            continue
        used[i] = True
        mask, best, is_first, step = _legal_mask(arrays, sheet, bag[i]), 0, True, 1
        for at in range(open_.size):
            position = open_[at]
            if sheet[position] == EMPTY and mask & bit(position):
                sheet[position] = bag[i]
                value = _expectimax(arrays, sheet, open_, bag, used, index + i * step, left - 1, table)
                sheet[position] = EMPTY
                if is_first or value > best:
                    best, is_first = value, False
            step *= bag.size
        used[i] = False
        total += best
    return total
