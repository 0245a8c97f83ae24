"""Sparse binary features of an afterstate (n-tuple style): the indices of those that are active.

The future of a game of lines depends on the state of each line (open, one number so far, or dead), on the empty cells,
and on the tiles left. The features that all variants have are

- each line that can still score: its number, the tiles it needs, the tiles left that suit it;
- each empty cell: the states of its three lines, and the tiles left that would suit all of them, in buckets;
- the tiles left: the number that suits each number and each pair of numbers, and each tile; the open positions.

What a variant adds is in `variant_features`. An index is the start of the group plus a number in mixed radix.
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
    CELL_CLASSES,
    CELLS,
    CELLS_OF,
    DIRECTIONS,
    LINE_CLASSES,
    LINES,
    LINES_OF,
    LONGEST,
    MAX_SHOWN,
    MAX_WIDTH,
    NUMBERS,
    TILE_NUMBERS,
    TILES,
    WIDTHS,
    Ints,
)  # fmt: skip
from partake.learn.position import ANY, BAG, EMPTIES, LEFT, OPEN, PAIRS, SHEET, STATES, TRIPLES, state_after
from partake.learn.variant_features import variant_features

MAX_ACTIVE = 1024
"""Size of index buffers: more than the active features of any position."""


@njit(cache=True, forceinline=True)
def line_feature(state: Ints, geo: Ints, line: int, number: int, empty: int) -> int:
    """The feature of a line that can still score: class, then 0 if open, else 1 + [number, empty cells, tiles left].

    -1 for others: complete lines are in the points, dead ones are worth nothing.
    """
    n = geo[NUMBERS]
    if empty == 0 or number > n:
        return -1
    each = 1 + n * geo[LONGEST] * (geo[MAX_SHOWN] + 1)
    found = geo[AT_LINES] + geo[LINE_CLASSES + line] * each
    if number != ANY:
        left = state[LEFT + geo[DIRECTIONS + line] * n + number - 1]
        found += 1 + ((number - 1) * geo[LONGEST] + empty - 1) * (geo[MAX_SHOWN] + 1) + left
    return int(found)


@njit(cache=True, forceinline=True)
def _line(state: Ints, geo: Ints, line: int, out: Ints, count: int) -> int:
    """Append the feature of a line, if it has one."""
    out[count] = line_feature(state, geo, line, state[STATES + line], state[EMPTIES + line])
    return count + int(out[count] >= 0)


@njit(cache=True, forceinline=True)
def cell_feature(state: Ints, geo: Ints, cell: int) -> int:
    """The feature of an empty cell: [class, states of its three lines, bucket of suitable tiles]."""
    base = geo[NUMBERS] + 2
    a = state[STATES + geo[LINES_OF + 3 * cell]]
    b = state[STATES + geo[LINES_OF + 3 * cell + 1]]
    c = state[STATES + geo[LINES_OF + 3 * cell + 2]]
    position = ((geo[CELL_CLASSES + cell] * base + a) * base + b) * base + c
    return int(geo[AT_CELLS] + position * BUCKETS + _suitable_bucket(state, geo, a, b, c))


@njit(cache=True, forceinline=True)
def _cell(state: Ints, geo: Ints, cell: int, out: Ints, count: int) -> int:
    """Append the feature of a cell, if it is empty."""
    if state[SHEET + cell] != EMPTY:
        return count
    out[count] = cell_feature(state, geo, cell)
    return count + 1


@njit(cache=True, forceinline=True)
def _suitable_bucket(state: Ints, geo: Ints, a: int, b: int, c: int) -> int:
    """The tiles left that suit three lines in these states, in buckets; open and dead lines ask for nothing."""
    n = geo[NUMBERS]
    one, two, three = 1 <= a <= n, 1 <= b <= n, 1 <= c <= n
    if one and two and three:
        return int(min(state[TRIPLES + ((a - 1) * n + b - 1) * n + c - 1], BUCKETS - 1))
    # Uncompiled these are NumPy's booleans, whose sum is a boolean too.
    if int(one) + int(two) + int(three) == 2:  # pairs of directions (0, 1), (0, 2), (1, 2), n rows each
        at = (a - 1) * n + b - 1 if not three else ((n + a - 1) if one else (2 * n + b - 1)) * n + c - 1
        return int(min(state[PAIRS + at], BUCKETS - 1))
    if one:
        return _bucket(state[LEFT + a - 1])
    if two:
        return _bucket(state[LEFT + n + b - 1])
    return _bucket(state[LEFT + 2 * n + c - 1]) if three else 0


@njit(cache=True, forceinline=True)
def _bucket(count: int) -> int:
    """0, 1 to 2, 3 to 5, 6 or more."""
    if count < 3:
        return min(count, 1)
    return 2 if count < 6 else 3


@njit(cache=True)
def common_features(state: Ints, geo: Ints, out: Ints) -> int:
    """Write the active features that all variants have; gives their number."""
    count = 0
    for line in range(geo[LINES]):
        count = _line(state, geo, line, out, count)
    for cell in range(geo[CELLS]):
        count = _cell(state, geo, cell, out, count)
    return bag_features(state, geo, out, count)


@njit(cache=True)
def bag_features(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Append the features of the tiles left and of the open positions; gives the new number."""
    n = geo[NUMBERS]
    for i in range(3 * n):
        out[count] = geo[AT_COUNTS] + i * (geo[MAX_SHOWN] + 1) + state[LEFT + i]
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
def active_features(state: Ints, geo: Ints, out: Ints) -> int:
    """Write all active features; gives their number."""
    return variant_features(state, geo, out, common_features(state, geo, out))


@njit(cache=True)
def changed_directions(state: Ints, geo: Ints, position: int, tile: int) -> int:
    """The directions, as bits, whose line changes its state when a tile is put on a position."""
    if position >= geo[CELLS]:
        return 0
    found = 0
    for direction in range(3):
        before = state[STATES + geo[LINES_OF + 3 * position + direction]]
        if state_after(before, geo[TILE_NUMBERS + 3 * tile + direction], geo[NUMBERS]) != before:
            found |= 1 << direction
    return found


@njit(cache=True)
def features_around(state: Ints, geo: Ints, position: int, directions: int, out: Ints) -> int:
    """Write the common features that a placement changes, before it or after it; gives their number.

    They are those of the position, of its lines, and of the cells along the lines that change their state: the value of
    an afterstate is the value before, less these before the placement, plus these after it.
    """
    out[0] = geo[AT_STAGES] + state[OPEN]
    # A tile in the reserve touches no line: the stage is all that changes.
    if position >= geo[CELLS]:
        return 1
    count = _cell(state, geo, position, out, 1)
    for direction in range(3):
        line = geo[LINES_OF + 3 * position + direction]
        count = _line(state, geo, line, out, count)
        if directions >> direction & 1:
            for i in range(geo[WIDTHS + line]):
                cell = geo[CELLS_OF + MAX_WIDTH * line + i]
                if cell != position:  # its own feature is there already
                    count = _cell(state, geo, cell, out, count)
    return count
