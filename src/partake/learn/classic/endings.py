"""The last placements, exactly: the points that best play may still expect, over all orders in which tiles may come.

With three empty cells or fewer the numbers on them tell everything: what a tile earns on a cell is a sum over the
cell's lines, and only the lines through two of the empty cells tie them together.
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
    TILE_PLACES,
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

Room = NDArray[np.float32]
"""[row, tile] space to work in."""

WIDTH = 16
"""Tiles left, with fillers that show no number: a fixed count is what the compiler does best with."""
BEST, ONE, ONE_TIED, OTHER, OTHER_TIED = range(3, 8)
"""Rows of the room, after three with the numbers of each tile: the best so far, and what tiles earn on two cells."""
NOTHING = np.float32(0)


def working_room() -> Room:
    """Space for the endings to work in."""
    return np.zeros((8, WIDTH), np.float32)


@njit(cache=True)
def ending(pos: Position, room: Room) -> float:
    """The points to expect from the empty cells of a position; the time grows fiftyfold with each cell after three."""
    if pos[OPEN_CELLS] <= 3:
        return few_left(pos, room)
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
                best = max(best, points + ending(pos, room))
                lift(pos, cell, states)
        count_tile(pos, tile, 1)
        total += best
    return float(total / pos[TILES_LEFT])


@njit(cache=True)
def few_left(pos: Position, room: Room) -> float:
    """The points to expect with at most three empty cells."""
    count, a, b, c = 0, 0, 0, 0
    for cell in range(CELLS):
        if pos[OPEN + cell]:
            a, b, c = b, c, cell
            count += 1
    if count == 0:
        return 0.0
    if count == 1:
        return one_left(pos, c)
    return two_left(pos, b, c, room) if count == 2 else three_left(pos, a, b, c, room)


@njit(cache=True)
def one_left(pos: Position, cell: int) -> float:
    """The points to expect with one empty cell."""
    total = 0
    for direction in range(3):
        line = LINES_OF[cell, direction]
        state = pos[STATE + line]
        if state != ANY and state != DEAD:
            total += pos[LEFT + direction * NUMBERS + state - 1] * WORTH[line, state]
    return float(total / pos[TILES_LEFT])


@njit(cache=True)
def two_left(pos: Position, a: int, b: int, room: Room) -> float:
    """The points to expect with two empty cells."""
    count, tie = _lay_out(pos, room), SHARED[a, b]
    on_a, on_b = _earned(pos, a, tie, -1, room, ONE), _earned(pos, b, tie, -1, room, OTHER)
    value = _better_orders(room, ONE, OTHER, on_a, on_b, count, np.float32(1 / (count - 1))) / count
    if tie >= 0 and pos[STATE + tie] != DEAD:
        state = pos[STATE + tie]
        value += _both(WORTH[tie, state], pos[LEFT + DIRECTIONS[tie] * NUMBERS + state - 1], count)
    return float(value)


@njit(cache=True, fastmath=True)
def three_left(pos: Position, x: int, y: int, z: int, room: Room) -> float:
    """The points to expect with three empty cells."""
    count = _lay_out(pos, room)
    rest, share = count - 1, np.float32(1 / (count - 2))
    room[BEST] = NOTHING
    for turn in range(3):
        first, a, b = (x, y, z) if turn == 0 else ((y, z, x) if turn == 1 else (z, x, y))
        to_a, to_b, tie = SHARED[first, a], SHARED[first, b], SHARED[a, b]
        is_row = tie >= 0 and to_a == tie  # all three on one line
        on_a, on_b = _earned(pos, a, tie, to_a, room, ONE), _earned(pos, b, tie, to_b, room, OTHER)
        on_a_tied, on_b_tied, wants_a, wants_b = on_a, on_b, DEAD, DEAD
        if to_a >= 0 and not is_row:
            on_a_tied, wants_a = _earned(pos, a, tie, -1, room, ONE_TIED), pos[STATE + to_a]
        if to_b >= 0 and not is_row:
            on_b_tied, wants_b = _earned(pos, b, tie, -1, room, OTHER_TIED), pos[STATE + to_b]
        state, way = (pos[STATE + tie], DIRECTIONS[tie]) if tie >= 0 else (DEAD, 0)
        i = -1
        for tile in range(TILES):
            if not pos[BAG + tile]:
                continue
            i += 1
            # A tile that fits the line between the first cell and another one keeps that line alive for the other.
            fits_a = wants_a != DEAD and TILE_PLACES[tile, DIRECTIONS[to_a]] == wants_a
            fits_b = wants_b != DEAD and TILE_PLACES[tile, DIRECTIONS[to_b]] == wants_b
            row_a, row_b = ONE_TIED if fits_a else ONE, OTHER_TIED if fits_b else OTHER
            own_a, own_b = room[row_a, i], room[row_b, i]
            sum_a, sum_b = (on_a_tied if fits_a else on_a) - own_a, (on_b_tied if fits_b else on_b) - own_b
            pairs = _better_orders(room, row_a, row_b, sum_a, sum_b, count, share)
            pairs -= max(own_a + (sum_b - own_b) * share, own_b + (sum_a - own_a) * share)
            value = points_of(pos, first, tile) + pairs / rest
            place = TILE_PLACES[tile, way]
            if is_row:
                if state in (ANY, place):
                    value += _both(WORTH[tie, place], pos[LEFT + way * NUMBERS + place - 1] - 1, rest)
            elif state != DEAD:
                left = pos[LEFT + way * NUMBERS + state - 1] - int(place == state)
                value += _both(WORTH[tie, state], left, rest)
            room[BEST, i] = max(room[BEST, i], np.float32(value))
    total = 0.0
    for i in range(count):
        total += room[BEST, i]
    return total / count


@njit(cache=True)
def _lay_out(pos: Position, room: Room) -> int:
    """Write down the numbers of the tiles left; how many they are."""
    count = 0
    for tile in range(TILES):
        if pos[BAG + tile]:
            for direction in range(3):
                room[direction, count] = TILE_PLACES[tile, direction]
            count += 1
    for i in range(count, WIDTH):
        room[0, i], room[1, i], room[2, i] = -1, -1, -1
    return count


@njit(cache=True, fastmath=True, forceinline=True)
def _earned(pos: Position, cell: int, skip: int, skip_too: int, room: Room, row: int) -> np.float32:
    """Write down what each tile earns on a cell by its lines but these two; the sum."""
    a, b, c = LINES_OF[cell, 0], LINES_OF[cell, 1], LINES_OF[cell, 2]
    x, y, z = pos[STATE + a], pos[STATE + b], pos[STATE + c]
    u = np.float32(0 if a in (skip, skip_too) else WORTH[a, x])
    v = np.float32(0 if b in (skip, skip_too) else WORTH[b, y])
    w = np.float32(0 if c in (skip, skip_too) else WORTH[c, z])
    total = NOTHING
    for i in range(WIDTH):
        earned = u if room[0, i] == x else NOTHING
        earned += v if room[1, i] == y else NOTHING
        earned += w if room[2, i] == z else NOTHING
        room[row, i] = earned
        total += earned
    return total


@njit(cache=True, fastmath=True, forceinline=True)
def _better_orders(
    room: Room, a: int, b: int, on_a: np.float32, on_b: np.float32, count: int, share: np.float32
) -> np.float32:
    """The sum over the tiles of the better cell for it, the other cell getting its share of what all others earn."""
    total = NOTHING
    for i in range(WIDTH):
        x, y = room[a, i], room[b, i]
        total += max(x + (on_b - y) * share, y + (on_a - x) * share)
    return np.float32(total - (WIDTH - count) * max(on_a, on_b) * share)


@njit(cache=True, forceinline=True)
def _both(worth: int, left: int, count: int) -> float:
    """What a line through both last cells may bring when so many of the tiles left fit it."""
    return worth * left * (left - 1) / (count * (count - 1))
