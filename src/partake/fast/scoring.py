"""Scoring by intersection of bit sets, compiled. Tests prove it equal to `engine.hexagon.scoring`.

A tile is a word of the numbers it shows (see `variant_arrays`). The intersection of the words of a line's tiles holds
the numbers that all of them show, wild stripes included, and the symbol that all of them have.

Functions that run once a game take the variant's arrays one by one: Numba counts references to each array of a tuple at
each call, which costs more than scoring.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import ALL, NONE, ONE, Word, bit, popcount
from partake.fast.variant_arrays import (
    BOARD,
    BONUS,
    GOLD_POINTS,
    IS_GOLD,
    IS_SILVER,
    MOON_BIT,
    MOONRAY,
    PENALTY,
    POSITIONS,
    RAYS,
    RAYS_EACH,
    SCRAPYARD,
    SILVER_POINTS,
    SKIPS,
    SUN_BIT,
    SUNRAY,
    THRESHOLD,
    Cells,
    Numbers,
    VariantArrays,
    Words,
)  # fmt: skip

EMPTY = -1
"""No tile on this position."""


@njit(cache=True, forceinline=True)
def _number(common: Word, first: int, numbers: Numbers, direction: int) -> int:
    """The highest number of a direction in the intersection of a line's tiles; 0 if there is none.

    Only a line of nothing but wild stripes has more than one, and scores the highest. `first` is the direction's lowest
    bit.
    """
    shown = common >> np.uint64(first)
    for index in range(numbers.shape[1] - 1, -1, -1):
        if numbers[direction, index] and shown >> np.uint64(index) & ONE:
            return int(numbers[direction, index])
    return 0


@njit(cache=True, forceinline=True)
def _bonuses(
    sheet: Cells, a: Word, b: Word, c: Word, first: int, last: int, kind: int, points: int, most: int,
    attributes: Numbers,
) -> int:  # fmt: skip
    """What the `most` best bonus tiles of a kind earn: all points where three scoring lines cross, half where two do.

    `a`, `b` and `c` are the cells of the scoring lines of each direction.
    """
    full, half = 0, 0
    if (a & b) | (a & c) | (b & c):
        for position in range(first, last):
            tile = sheet[position]
            if tile != EMPTY and attributes[tile, BONUS] == kind:
                here = bit(position)
                crossed = int((a & here) != NONE) + int((b & here) != NONE) + int((c & here) != NONE)
                full += crossed == 3
                half += crossed == 2
    # Full bonuses first: they are worth more than half ones.
    full = min(full, most)
    half = min(half, most - full)
    return full * points + half * (points // 2)


@njit(cache=True, forceinline=True)
def _scrapyard_value(
    sheet: Cells, scratch: Words, lines: NDArray[np.uint8], masks: Words, numbers: Numbers, rules: Numbers,
    attributes: Numbers,
) -> int:  # fmt: skip
    """The value of a scrapyard: the greatest of its best three lines, its best two silvers and its best gold."""
    # The three best lines, by insertion; what scores in each direction, for the bonuses.
    best, second, third = 0, 0, 0
    a, b, c = NONE, NONE, NONE
    first = 0
    for direction in range(3):
        fields = ~(ALL << np.uint64(numbers.shape[1])) << np.uint64(first)
        for line in range(lines.shape[1]):
            common = fields
            for index in range(lines.shape[2]):
                common &= scratch[lines[direction, line, index]]
            if common and masks[direction, line]:
                earned = _number(common, first, numbers, direction) * popcount(masks[direction, line])
                if earned:
                    if direction == 0:
                        a |= masks[direction, line]
                    elif direction == 1:
                        b |= masks[direction, line]
                    else:
                        c |= masks[direction, line]
                if earned > best:
                    best, second, third = earned, best, second
                elif earned > second:
                    second, third = earned, second
                elif earned > third:
                    third = earned
        first += _number_count(numbers, direction)
    value, start, end = best + second + third, rules[BOARD], rules[BOARD] + rules[SCRAPYARD]
    value = max(value, _bonuses(sheet, a, b, c, start, end, IS_SILVER, rules[SILVER_POINTS], 2, attributes))
    return max(value, _bonuses(sheet, a, b, c, start, end, IS_GOLD, rules[GOLD_POINTS], 1, attributes))


@njit(cache=True, forceinline=True)
def _number_count(numbers: Numbers, direction: int) -> int:
    """The number of numbers that a direction has."""
    found = 0
    for index in range(numbers.shape[1]):
        found += numbers[direction, index] != 0
    return found


@njit(cache=True, forceinline=True)
def score(
    sheet: Cells, scratch: Words, rules: Numbers, attributes: Numbers, tile_words: Words, numbers: Numbers,
    lines: NDArray[np.uint8], line_masks: Words, scrapyard_lines: NDArray[np.uint8], scrapyard_masks: Words,
    position_sets: Words,
) -> int:  # fmt: skip
    """The score of a sheet, finished or not; `scratch` comes from `scoring_scratch`."""
    # scratch[position] is the word of the tile there. An empty position has no bits, so that its lines do not score;
    # the padding of short lines and special cells that a line does without have all bits and change nothing.
    for position in range(rules[POSITIONS]):
        scratch[position] = tile_words[np.uint64(sheet[position] + 1)]
    scratch[rules[POSITIONS]] = ALL
    skipped = NONE
    if position_sets[SKIPS]:
        for position in range(rules[BOARD]):
            if position_sets[SKIPS] & bit(position) and sheet[position] == EMPTY:
                scratch[position] = ALL
                skipped |= bit(position)
    # `first` is the lowest bit of the direction; a, b, c are the cells of its scoring lines, for the bonuses.
    total, each, longest, first = 0, 0, 0, 0
    a, b, c = NONE, NONE, NONE
    symbols = SUN_BIT | MOON_BIT if rules[RAYS] else NONE
    for direction in range(3):
        # The bits of this direction's numbers. Where it has fewer than another one, the field reaches into the next
        # direction's bits; `_number` stops at the padding of `numbers`.
        fields = (~(ALL << np.uint64(numbers.shape[1])) << np.uint64(first)) | symbols
        for line in range(lines.shape[1]):
            common = fields
            for index in range(lines.shape[2]):
                common &= scratch[lines[direction, line, index]]
            if common:
                cells = line_masks[direction, line]
                length = popcount(cells & ~skipped)
                number = _number(common, first, numbers, direction)
                total += number * length
                if number:
                    # Three variables instead of an array: they stay in registers.
                    if direction == 0:
                        a |= cells
                    elif direction == 1:
                        b |= cells
                    else:
                        c |= cells
                # The padding of `lines` has all bits too, but no length.
                if common & symbols and length:
                    earned = length * (rules[SUNRAY] if common & SUN_BIT else rules[MOONRAY])
                    each += earned
                    longest = max(longest, earned)
        first += _number_count(numbers, direction)
    total += each if rules[RAYS] == RAYS_EACH else longest
    if rules[GOLD_POINTS]:
        total += _bonuses(sheet, a, b, c, 0, rules[BOARD], IS_GOLD, rules[GOLD_POINTS], rules[BOARD], attributes)
    if rules[SILVER_POINTS]:
        total += _bonuses(sheet, a, b, c, 0, rules[BOARD], IS_SILVER, rules[SILVER_POINTS], rules[BOARD], attributes)
    if rules[SCRAPYARD]:
        value = _scrapyard_value(sheet, scratch, scrapyard_lines, scrapyard_masks, numbers, rules, attributes)
        if value < rules[THRESHOLD]:
            total -= rules[PENALTY]
    return total


@njit(cache=True)
def scoring_scratch(arrays: VariantArrays) -> Words:
    """Scratch buffer for scoring: a word for each position, and one with all bits for the padding of lines."""
    return np.empty(arrays.rules[POSITIONS] + 1, np.uint64)


@njit(cache=True)
def score_all(arrays: VariantArrays, sheets: Cells, out: Numbers) -> None:
    """The score of each row of sheets."""
    rules, attributes, tile_words, numbers = arrays.rules, arrays.attributes, arrays.tile_words, arrays.numbers
    lines, line_masks, position_sets = arrays.lines, arrays.line_masks, arrays.position_sets
    scrapyard_lines, scrapyard_masks = arrays.scrapyard_lines, arrays.scrapyard_masks
    scratch = scoring_scratch(arrays)
    for game in range(sheets.shape[0]):
        out[game] = score(
            sheets[game], scratch, rules, attributes, tile_words, numbers, lines, line_masks, scrapyard_lines,
            scrapyard_masks, position_sets,
        )  # fmt: skip
