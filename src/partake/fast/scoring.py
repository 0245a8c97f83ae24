"""The score of a sheet, compiled. Proven equal to `engine.hexagon.scoring` by the tests.

Functions that run once a game take the tables' arrays one by one: an array inside a tuple is counted in and out at each
call, which costs more than scoring.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import popcount
from partake.fast.tables import (
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
    SILVER_POINTS,
    SKIPS,
    SUN_BIT,
    SUNRAY,
    THRESHOLD,
    YARD,
    Cells,
    Numbers,
    Tables,
    Word,
    Words,
)  # fmt: skip

ONE, NONE, ALL = np.uint64(1), np.uint64(0), ~np.uint64(0)
EMPTY = -1
"""No tile on this position."""


@njit(cache=True, forceinline=True)
def bit(position: int) -> Word:
    """The set of one position."""
    return ONE << np.uint64(position)


@njit(cache=True, forceinline=True)
def _number(common: Word, first: int, numbers: Numbers, direction: int) -> int:
    """The highest number of a direction that a line's tiles have in common; 0 if there is none."""
    shown = common >> np.uint64(first)
    for place in range(numbers.shape[1] - 1, -1, -1):
        if numbers[direction, place] and shown >> np.uint64(place) & ONE:
            return int(numbers[direction, place])
    return 0


@njit(cache=True, forceinline=True)
def _bonuses(
    sheet: Cells, a: Word, b: Word, c: Word, first: int, last: int, kind: int, points: int, most: int,
    facts: Numbers,
) -> int:  # fmt: skip
    """What the best bonus tiles of a kind earn, at most so many: crossed by three scoring lines all, by two half."""
    full, half = 0, 0
    if (a & b) | (a & c) | (b & c):
        for position in range(first, last):
            tile = sheet[position]
            if tile != EMPTY and facts[tile, BONUS] == kind:
                here = bit(position)
                crossed = int((a & here) != NONE) + int((b & here) != NONE) + int((c & here) != NONE)
                full += crossed == 3
                half += crossed == 2
    full = min(full, most)
    half = min(half, most - full)
    return full * points + half * (points // 2)


@njit(cache=True, forceinline=True)
def _yard_value(
    sheet: Cells, room: Words, lines: NDArray[np.uint8], sets: Words, numbers: Numbers, rules: Numbers, facts: Numbers
) -> int:
    """The greatest of a scrapyard's best three lines, best two silvers and best gold."""
    best, second, third = 0, 0, 0
    a, b, c = NONE, NONE, NONE
    first = 0
    for direction in range(3):
        fields = ~(ALL << np.uint64(numbers.shape[1])) << np.uint64(first)
        for line in range(lines.shape[1]):
            common = fields
            for place in range(lines.shape[2]):
                common &= room[lines[direction, line, place]]
            if common and sets[direction, line]:
                earned = _number(common, first, numbers, direction) * popcount(sets[direction, line])
                if earned:
                    if direction == 0:
                        a |= sets[direction, line]
                    elif direction == 1:
                        b |= sets[direction, line]
                    else:
                        c |= sets[direction, line]
                if earned > best:
                    best, second, third = earned, best, second
                elif earned > second:
                    second, third = earned, second
                elif earned > third:
                    third = earned
        first += _count(numbers, direction)
    value, start, end = best + second + third, rules[BOARD], rules[BOARD] + rules[YARD]
    value = max(value, _bonuses(sheet, a, b, c, start, end, IS_SILVER, rules[SILVER_POINTS], 2, facts))
    return max(value, _bonuses(sheet, a, b, c, start, end, IS_GOLD, rules[GOLD_POINTS], 1, facts))


@njit(cache=True, forceinline=True)
def _count(numbers: Numbers, direction: int) -> int:
    """How many numbers a direction has."""
    found = 0
    for place in range(numbers.shape[1]):
        found += numbers[direction, place] != 0
    return found


@njit(cache=True, forceinline=True)
def score(
    sheet: Cells, room: Words, rules: Numbers, facts: Numbers, bits: Words, numbers: Numbers, lines: NDArray[np.uint8],
    line_sets: Words, yard_lines: NDArray[np.uint8], yard_sets: Words, sets: Words,
) -> int:  # fmt: skip
    """The score of a sheet; `room` is for its tiles' words, see `working_room`."""
    for position in range(rules[POSITIONS]):
        room[position] = bits[np.uint64(sheet[position] + 1)]
    room[rules[POSITIONS]] = ALL
    without = NONE
    if sets[SKIPS]:
        for position in range(rules[BOARD]):
            if sets[SKIPS] & bit(position) and sheet[position] == EMPTY:
                room[position] = ALL
                without |= bit(position)
    total, each, longest, first = 0, 0, 0, 0
    a, b, c = NONE, NONE, NONE
    symbols = SUN_BIT | MOON_BIT if rules[RAYS] else NONE
    for direction in range(3):
        fields = (~(ALL << np.uint64(numbers.shape[1])) << np.uint64(first)) | symbols
        for line in range(lines.shape[1]):
            common = fields
            for place in range(lines.shape[2]):
                common &= room[lines[direction, line, place]]
            if common:
                cells = line_sets[direction, line]
                length = popcount(cells & ~without)
                number = _number(common, first, numbers, direction)
                total += number * length
                if number:
                    if direction == 0:
                        a |= cells
                    elif direction == 1:
                        b |= cells
                    else:
                        c |= cells
                if common & symbols and length:
                    earned = length * (rules[SUNRAY] if common & SUN_BIT else rules[MOONRAY])
                    each += earned
                    longest = max(longest, earned)
        first += _count(numbers, direction)
    total += each if rules[RAYS] == RAYS_EACH else longest
    if rules[GOLD_POINTS]:
        total += _bonuses(sheet, a, b, c, 0, rules[BOARD], IS_GOLD, rules[GOLD_POINTS], rules[BOARD], facts)
    if rules[SILVER_POINTS]:
        total += _bonuses(sheet, a, b, c, 0, rules[BOARD], IS_SILVER, rules[SILVER_POINTS], rules[BOARD], facts)
    if rules[YARD] and _yard_value(sheet, room, yard_lines, yard_sets, numbers, rules, facts) < rules[THRESHOLD]:
        total -= rules[PENALTY]
    return total


@njit(cache=True)
def working_room(tables: Tables) -> Words:
    """Room for scoring: a word for each position, and one that has all bits."""
    return np.empty(tables.rules[POSITIONS] + 1, np.uint64)


@njit(cache=True)
def score_all(tables: Tables, sheets: Cells, out: Numbers) -> None:
    """The score of each row of sheets."""
    rules, facts, bits, numbers, lines = tables.rules, tables.facts, tables.bits, tables.numbers, tables.lines
    line_sets, yard_lines, yard_sets, sets = tables.line_sets, tables.yard_lines, tables.yard_sets, tables.sets
    room = working_room(tables)
    for game in range(sheets.shape[0]):
        out[game] = score(
            sheets[game], room, rules, facts, bits, numbers, lines, line_sets, yard_lines, yard_sets, sets
        )  # fmt: skip
