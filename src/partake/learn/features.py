"""Which of many yes-or-no features hold on a board in the middle of a game.

The future of a game of lines depends on the state of each line (open, one number so far, or dead), on the empty cells,
and on the tiles left. The features that every variant has are

- each line that can still score: its number, how many tiles it needs, how many tiles left suit it;
- each empty cell: the states of its three lines, and how many tiles left would suit all of them;
- the tiles left: how many suit each number, each pair of numbers, and each tile; how many places are open.

What a variant adds is in `extras`.
"""

from __future__ import annotations

from numba import njit

from partake.fast.scoring import EMPTY
from partake.learn.encoding import (
    AT_CELLS,
    AT_COUNTS,
    AT_LINES,
    AT_PAIRS,
    AT_STAGES,
    AT_TILES,
    BUCKETS,
    CELL_NAMES,
    CELLS,
    CELLS_OF,
    DIRECTIONS,
    LINE_NAMES,
    LINES,
    LINES_OF,
    LONGEST,
    MOST,
    NUMBERS,
    TILE_NUMBERS,
    TILES,
    WIDEST,
    WIDTHS,
    Ints,
)  # fmt: skip
from partake.learn.position import ANY, BAG, EMPTIES, LEFT, OPEN, PAIRS, SHEET, STATES, TRIPLES, grown
from partake.learn.variant_features import extras

MOST_FEATURES = 1024
"""More than ever hold at once."""


@njit(cache=True, forceinline=True)
def _line(state: Ints, geo: Ints, line: int, out: Ints, count: int) -> int:
    """Note the feature of a line that can still score."""
    number, empty, n = state[STATES + line], state[EMPTIES + line], geo[NUMBERS]
    if empty == 0 or number > n:
        return count
    each = 1 + n * geo[LONGEST] * (geo[MOST] + 1)
    found = geo[AT_LINES] + geo[LINE_NAMES + line] * each
    if number != ANY:
        left = state[LEFT + geo[DIRECTIONS + line] * n + number - 1]
        found += 1 + ((number - 1) * geo[LONGEST] + empty - 1) * (geo[MOST] + 1) + left
    out[count] = found
    return count + 1


@njit(cache=True, forceinline=True)
def _cell(state: Ints, geo: Ints, cell: int, out: Ints, count: int) -> int:
    """Note the feature of a cell if it is empty."""
    if state[SHEET + cell] != EMPTY:
        return count
    base = geo[NUMBERS] + 2
    a = state[STATES + geo[LINES_OF + 3 * cell]]
    b = state[STATES + geo[LINES_OF + 3 * cell + 1]]
    c = state[STATES + geo[LINES_OF + 3 * cell + 2]]
    place = ((geo[CELL_NAMES + cell] * base + a) * base + b) * base + c
    out[count] = geo[AT_CELLS] + place * BUCKETS + _suiting(state, geo, a, b, c)
    return count + 1


@njit(cache=True, forceinline=True)
def _suiting(state: Ints, geo: Ints, a: int, b: int, c: int) -> int:
    """How many tiles left suit three lines in these states, in a few steps; open and dead ones ask for nothing."""
    n = geo[NUMBERS]
    one, two, three = 1 <= a <= n, 1 <= b <= n, 1 <= c <= n
    if one and two and three:
        return int(min(state[TRIPLES + ((a - 1) * n + b - 1) * n + c - 1], BUCKETS - 1))
    if one + two + three == 2:
        at = (a - 1) * n + b - 1 if not three else ((n + a - 1) if one else (2 * n + b - 1)) * n + c - 1
        return int(min(state[PAIRS + at], BUCKETS - 1))
    if one:
        return _step(state[LEFT + a - 1])
    if two:
        return _step(state[LEFT + n + b - 1])
    return _step(state[LEFT + 2 * n + c - 1]) if three else 0


@njit(cache=True, forceinline=True)
def _step(count: int) -> int:
    if count < 3:
        return min(count, 1)
    return 2 if count < 6 else 3


@njit(cache=True)
def common(state: Ints, geo: Ints, out: Ints) -> int:
    """Write down the features that every variant has; how many hold."""
    n, count = geo[NUMBERS], 0
    for line in range(geo[LINES]):
        count = _line(state, geo, line, out, count)
    for cell in range(geo[CELLS]):
        count = _cell(state, geo, cell, out, count)
    for i in range(3 * n):
        out[count] = geo[AT_COUNTS] + i * (geo[MOST] + 1) + state[LEFT + i]
        count += 1
    for i in range(3 * n * n):
        out[count] = geo[AT_PAIRS] + i * BUCKETS + min(state[PAIRS + i], BUCKETS - 1)
        count += 1
    for tile in range(geo[TILES]):
        if state[BAG + tile]:
            out[count] = geo[AT_TILES] + tile
            count += 1
    out[count] = geo[AT_STAGES] + state[OPEN]
    return count + 1


@njit(cache=True)
def active(state: Ints, geo: Ints, out: Ints) -> int:
    """Write down all features that hold; how many they are."""
    return extras(state, geo, out, common(state, geo, out))


@njit(cache=True)
def turning(state: Ints, geo: Ints, place: int, tile: int) -> int:
    """The directions, as bits, whose line changes its state when a tile is put on a place."""
    if place >= geo[CELLS]:
        return 0
    found = 0
    for direction in range(3):
        before = state[STATES + geo[LINES_OF + 3 * place + direction]]
        if grown(before, geo[TILE_NUMBERS + 3 * tile + direction], geo[NUMBERS]) != before:
            found |= 1 << direction
    return found


@njit(cache=True)
def around(state: Ints, geo: Ints, place: int, directions: int, out: Ints) -> int:
    """Write down the common features that a placement changes, before it or after it; how many hold.

    They are those of the place, of its lines, and of the cells along the lines that change their state.
    """
    out[0] = geo[AT_STAGES] + state[OPEN]
    if place >= geo[CELLS]:
        return 1
    count = _cell(state, geo, place, out, 1)
    for direction in range(3):
        line = geo[LINES_OF + 3 * place + direction]
        count = _line(state, geo, line, out, count)
        if directions >> direction & 1:
            for i in range(geo[WIDTHS + line]):
                cell = geo[CELLS_OF + WIDEST * line + i]
                if cell != place:
                    count = _cell(state, geo, cell, out, count)
    return count
