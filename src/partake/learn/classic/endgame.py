"""The exact endgame: expectimax over all orders in which the remaining tiles may come.

With three empty cells or fewer it has a closed form: what a tile earns on a cell is a sum over the cell's lines, and
only lines through two of the empty cells couple them. So the mean over the later tiles is taken by sums over all tiles
left, less those already used, instead of by recursion.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.classic.board import (
    ANY,
    BAG,
    CELLS,
    DEAD,
    DIRECTIONS,
    LEFT,
    LINES_OF,
    NUMBERS,
    OPEN,
    OPEN_CELLS,
    SHARED,
    STATE,
    TILE_NUMBERS,
    TILES,
    TILES_LEFT,
    WORTH,
    Position,
    count_tile,
    lay,
    lift,
    points_of,
    states_at,
)  # fmt: skip

EndgameScratch = NDArray[np.float32]
"""[row, tile left] scratch buffer."""

WIDTH = 16
"""Tiles left, padded with tiles that show no number: loops of constant length are unrolled and vectorised."""
# Rows of the scratch buffer, after three rows with the number indices of each tile.
BEST = 3  # the best value of a tile over the cells tried so far
ONE = 4  # what a tile earns on one cell
ONE_TIED = 5  # the same when the line to the first cell is still alive
OTHER = 6  # what a tile earns on the other cell
OTHER_TIED = 7  # the same when the line to the first cell is still alive
ZERO = np.float32(0)
"""Nothing, in single precision: a plain 0.0 would make loops compute in double precision."""


def new_endgame_scratch() -> EndgameScratch:
    """Scratch buffer of the endgame; each thread needs its own."""
    return np.zeros((8, WIDTH), np.float32)


@njit(cache=True)
def endgame_value(pos: Position, scratch: EndgameScratch) -> float:
    """The expected points from the empty cells under best play; the time grows fiftyfold with each cell after three."""
    if pos[OPEN_CELLS] <= 3:
        return few_left(pos, scratch)
    # Chance node over the next tile, max node over the cells; all tiles of the bag are equally likely.
    total = 0.0
    for tile in range(TILES):
        if not pos[BAG + tile]:
            continue
        count_tile(pos, tile, -1)
        best = 0.0
        for cell in range(CELLS):
            if pos[OPEN + cell]:
                states = states_at(pos, cell)
                points = lay(pos, cell, tile)
                best = max(best, points + endgame_value(pos, scratch))
                lift(pos, cell, states)
        count_tile(pos, tile, 1)
        total += best
    return float(total / pos[TILES_LEFT])


@njit(cache=True)
def few_left(pos: Position, scratch: EndgameScratch) -> float:
    """The expected points with at most three empty cells."""
    # The last three empty cells in a, b and c, shifted in from the right.
    count, a, b, c = 0, 0, 0, 0
    for cell in range(CELLS):
        if pos[OPEN + cell]:
            a, b, c = b, c, cell
            count += 1
    if count == 0:
        return 0.0
    if count == 1:
        return one_left(pos, c)
    return two_left(pos, b, c, scratch) if count == 2 else three_left(pos, a, b, c, scratch)


@njit(cache=True)
def one_left(pos: Position, cell: int) -> float:
    """One empty cell: sum over its lines of P(the tile has the line's number) * points."""
    total = 0
    for direction in range(3):
        line = LINES_OF[cell, direction]
        state = pos[STATE + line]
        if state != ANY and state != DEAD:
            total += pos[LEFT + direction * NUMBERS + state - 1] * WORTH[line, state]
    return float(total / pos[TILES_LEFT])


@njit(cache=True)
def two_left(pos: Position, a: int, b: int, scratch: EndgameScratch) -> float:
    """Two empty cells: the mean over tiles t of max(t on a, then a mean tile on b; t on b, then a mean tile on a).

    A line through both cells scores when both tiles fit, whichever goes where: it is added as a constant.
    """
    # `tie` is the line through both cells, left out of what single tiles earn; -1 if there is none.
    count, tie = _load_tiles(pos, scratch), SHARED[a, b]
    on_a, on_b = _line_points(pos, a, tie, -1, scratch, ONE), _line_points(pos, b, tie, -1, scratch, OTHER)
    value = _sum_of_best(scratch, ONE, OTHER, on_a, on_b, count, np.float32(1 / (count - 1))) / count
    if tie >= 0 and pos[STATE + tie] != DEAD:
        state = pos[STATE + tie]
        value += _shared_line_value(WORTH[tie, state], pos[LEFT + DIRECTIONS[tie] * NUMBERS + state - 1], count)
    return float(value)


@njit(cache=True, fastmath=True)
def three_left(pos: Position, x: int, y: int, z: int, scratch: EndgameScratch) -> float:
    """Three empty cells: for each tile the best first cell, then the two-cell formula without that tile.

    The first tile may kill or keep the lines from the first cell to the two others; each case has its own row of what
    tiles earn there. Values for the bag without tile i follow from those of the whole bag by subtracting its terms.
    """
    count = _load_tiles(pos, scratch)
    rest, share = count - 1, np.float32(1 / (count - 2))
    scratch[BEST] = ZERO
    # For each choice of the first cell: the two others, and the lines that connect the three.
    for turn in range(3):
        first, a, b = (x, y, z) if turn == 0 else ((y, z, x) if turn == 1 else (z, x, y))
        to_a, to_b, tie = SHARED[first, a], SHARED[first, b], SHARED[a, b]
        is_row = tie >= 0 and to_a == tie  # all three on one line
        on_a, on_b = _line_points(pos, a, tie, to_a, scratch, ONE), _line_points(pos, b, tie, to_b, scratch, OTHER)
        on_a_tied, on_b_tied, wants_a, wants_b = on_a, on_b, DEAD, DEAD
        if to_a >= 0 and not is_row:
            on_a_tied, wants_a = _line_points(pos, a, tie, -1, scratch, ONE_TIED), pos[STATE + to_a]
        if to_b >= 0 and not is_row:
            on_b_tied, wants_b = _line_points(pos, b, tie, -1, scratch, OTHER_TIED), pos[STATE + to_b]
        state, way = (pos[STATE + tie], DIRECTIONS[tie]) if tie >= 0 else (DEAD, 0)
        i = -1  # the index of the tile among those left
        for tile in range(TILES):
            if not pos[BAG + tile]:
                continue
            i += 1
            # A tile that fits the line between the first cell and another one keeps that line alive for the other.
            fits_a = wants_a != DEAD and TILE_NUMBERS[tile, DIRECTIONS[to_a]] == wants_a
            fits_b = wants_b != DEAD and TILE_NUMBERS[tile, DIRECTIONS[to_b]] == wants_b
            row_a, row_b = ONE_TIED if fits_a else ONE, OTHER_TIED if fits_b else OTHER
            own_a, own_b = scratch[row_a, i], scratch[row_b, i]
            sum_a, sum_b = (on_a_tied if fits_a else on_a) - own_a, (on_b_tied if fits_b else on_b) - own_b
            # Over all tiles left, then less the term of the tile that is placed first.
            pairs = _sum_of_best(scratch, row_a, row_b, sum_a, sum_b, count, share)
            pairs -= max(own_a + (sum_b - own_b) * share, own_b + (sum_a - own_a) * share)
            value = points_of(pos, first, tile) + pairs / rest
            number = TILE_NUMBERS[tile, way]
            # The line through the two later cells; if the first cell lies on it too, the first tile must fit as well.
            if is_row:
                if state in (ANY, number):
                    value += _shared_line_value(WORTH[tie, number], pos[LEFT + way * NUMBERS + number - 1] - 1, rest)
            elif state != DEAD:
                left = pos[LEFT + way * NUMBERS + state - 1] - int(number == state)
                value += _shared_line_value(WORTH[tie, state], left, rest)
            scratch[BEST, i] = max(scratch[BEST, i], np.float32(value))
    total = 0.0
    for i in range(count):
        total += scratch[BEST, i]
    return total / count


@njit(cache=True)
def _load_tiles(pos: Position, scratch: EndgameScratch) -> int:
    """Fill the first three rows with the number indices of the tiles left; gives the number of tiles."""
    count = 0
    for tile in range(TILES):
        if pos[BAG + tile]:
            for direction in range(3):
                scratch[direction, count] = TILE_NUMBERS[tile, direction]
            count += 1
    for i in range(count, WIDTH):
        scratch[0, i], scratch[1, i], scratch[2, i] = -1, -1, -1
    return count


@njit(cache=True, fastmath=True, forceinline=True)
def _line_points(pos: Position, cell: int, skip: int, skip_too: int, scratch: EndgameScratch, row: int) -> np.float32:
    """scratch[row, tile]: what each tile earns on a cell by its lines, two of them skipped; gives the sum."""
    a, b, c = LINES_OF[cell, 0], LINES_OF[cell, 1], LINES_OF[cell, 2]
    x, y, z = pos[STATE + a], pos[STATE + b], pos[STATE + c]
    u = np.float32(0 if a in (skip, skip_too) else WORTH[a, x])
    v = np.float32(0 if b in (skip, skip_too) else WORTH[b, y])
    w = np.float32(0 if c in (skip, skip_too) else WORTH[c, z])
    total = ZERO
    for i in range(WIDTH):
        earned = u if scratch[0, i] == x else ZERO
        earned += v if scratch[1, i] == y else ZERO
        earned += w if scratch[2, i] == z else ZERO
        scratch[row, i] = earned
        total += earned
    return total


@njit(cache=True, fastmath=True, forceinline=True)
def _sum_of_best(
    scratch: EndgameScratch, a: int, b: int, on_a: np.float32, on_b: np.float32, count: int, share: np.float32
) -> np.float32:
    """Sum over tiles of max(x + mean of the others on b, y + mean of the others on a), x and y its points on a and b.

    `on_a` and `on_b` are the sums over all tiles, `share` is 1 / (tiles - 1). The padding adds the same constant for
    each entry, which is subtracted at the end.
    """
    total = ZERO
    for i in range(WIDTH):
        x, y = scratch[a, i], scratch[b, i]
        total += max(x + (on_b - y) * share, y + (on_a - x) * share)
    return np.float32(total - (WIDTH - count) * max(on_a, on_b) * share)


@njit(cache=True, forceinline=True)
def _shared_line_value(worth: int, left: int, count: int) -> float:
    """A line through both last cells, `left` of `count` tiles fitting: worth * C(left, 2) / C(count, 2)."""
    return worth * left * (left - 1) / (count * (count - 1))
