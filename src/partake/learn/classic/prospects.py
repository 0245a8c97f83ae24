"""What the tiles left could do next: the part of what the network sees that looks a step ahead.

A line is worth its points times the odds of completing it, roughly, and a tile gains on a cell what its three lines
gain by it. From this follow features:

- each tile left: what it gains on its best cell, and on how many cells it would end no line;
- each empty cell: for how many tiles left it is the best one, and when in the game;
- what a tile left gains on its best cell, on average.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.classic.board import (
    ANY,
    BAG,
    CELLS,
    DEAD,
    DIRECTIONS,
    EMPTY,
    LEFT,
    LENGTHS,
    LINES,
    LINES_OF,
    NUMBERS,
    OPEN,
    OPEN_CELLS,
    STATE,
    TILE_PLACES,
    TILES,
    TILES_LEFT,
    TURNED_CELLS,
    WORTH,
    Floats,
    Ints,
    Position,
)
from partake.learn.classic.features import MOST_STANDING, STANDING, standing

ODDS: Floats = np.array([1.0, 0.72, 0.5, 0.36, 0.28], np.float32)
"""[empty cells] how likely a line is completed that enough tiles are left for."""
BEGUN, EASY, HOPED, NEW = np.float32(0.28), np.float32(5), np.float32(5), np.float32(0.25)
"""The odds of a line that a tile begins, the tiles of its number left that make it easy; the number that an untouched
line will have, and its odds."""

GAINS, LOWEST, WIDTH = 14, np.float32(-27), np.float32(4)
"""How many steps of gains are told apart, where they begin, and how many points a step is."""
KEEPING = 4
"""How many counts of the cells on which a tile ends no line are told apart."""
TIMES, WANTED = 4, 8
"""How many times of the game are told apart, and where counting the tiles that want a cell stops."""
MEANS, MIDDLE, FINE = 60, np.float32(20), np.float32(1.5)
"""How many average gains are told apart, which of them is none, and how many of them a point is."""

AT_GAINS = STANDING
AT_WANTED = AT_GAINS + TILES * GAINS * KEEPING
AT_MEANS = AT_WANTED + CELLS * TIMES * WANTED
FEATURES = AT_MEANS + MEANS
MOST_ACTIVE = MOST_STANDING + TILES + CELLS + 1


LANES = 32
"""How many tiles are weighed side by side: all, and as many more as make whole registers of the processor."""
SHOWN: Floats = np.zeros((3, NUMBERS, LANES), np.float32)
"""[direction, number, tile] 1 if the tile shows the number there."""
for _tile in range(TILES):
    SHOWN[np.arange(3), TILE_PLACES[_tile] - 1, _tile] = 1
SHOWING: Ints = (SHOWN[:, :, :TILES] * 2.0 ** np.arange(TILES)).sum(2).astype(np.int64)
"""[direction, number] the tiles that show it, as bits."""


class Lookout(NamedTuple):
    """Space to look ahead in."""

    gains: Floats
    """[line, tile] what the line gains by it."""
    ends: Ints
    """[line] the tiles after which it could not score any more, as bits."""
    best: Floats
    """[tile]"""
    at: NDArray[np.int32]
    wanted: Ints
    """[cell]"""


def lookout() -> Lookout:
    """A new one; each thread needs its own."""
    return Lookout(
        np.zeros((LINES, LANES), np.float32),
        np.zeros(LINES, np.int64),
        np.zeros(LANES, np.float32),
        np.zeros(LANES, np.int32),
        np.zeros(CELLS, np.int64),
    )


@njit(cache=True, forceinline=True)
def gain(pos: Position, line: int, number: int) -> tuple[np.float32, int]:
    """What a line with an empty cell gains by a tile with this number, and 1 if it could not score any more then."""
    state, empty, way = pos[STATE + line], pos[EMPTY + line], DIRECTIONS[line] * NUMBERS - 1
    if state == ANY:
        ease = min(np.float32(pos[LEFT + way + number] - 1) / EASY, np.float32(1))
        return np.float32(WORTH[line, number]) * BEGUN * ease - HOPED * NEW * np.float32(LENGTHS[line]), 0
    spare = pos[LEFT + way + state] - empty if state != DEAD else -1
    if spare < 0:
        return np.float32(0), 0
    ease = min(np.float32(0.5) + np.float32(0.25) * np.float32(spare), np.float32(1))
    points = np.float32(WORTH[line, state])
    now = points * ODDS[empty] * ease
    if number != state:
        return -now, 1
    return points * (ODDS[empty - 1] * ease if empty > 1 else np.float32(1)) - now, 0


@njit(cache=True)
def weigh(pos: Position, line: int, out: Lookout) -> None:
    """Write down what every tile would do to a line; of a full one nobody asks."""
    one, is_end_one = gain(pos, line, 1)
    two, is_end_two = gain(pos, line, 2)
    three, is_end_three = gain(pos, line, 3)
    shown, showing, row = SHOWN[DIRECTIONS[line]], SHOWING[DIRECTIONS[line]], out.gains[line]
    for tile in range(LANES):
        row[tile] = one * shown[0, tile] + two * shown[1, tile] + three * shown[2, tile]
    out.ends[line] = is_end_one * showing[0] + is_end_two * showing[1] + is_end_three * showing[2]


@njit(cache=True)
def weigh_all(pos: Position, out: Lookout) -> None:
    """Write down what every tile would do to every line."""
    for line in range(LINES):
        weigh(pos, line, out)


@njit(cache=True)
def _look(pos: Position, is_turned: bool, room: Lookout) -> tuple[int, int]:
    """Find the best cell of every tile, the first if several are.

    And on how many cells it ends no line, three meaning more too: the low and the high bits of these counts.
    """
    best, at, gains, ends = room.best, room.at, room.gains, room.ends
    best[:], at[:] = np.float32(-1e9), 0
    low = high = 0
    for place in range(CELLS):
        cell = TURNED_CELLS[place] if is_turned else place
        if not pos[OPEN + cell]:
            continue
        x, y, z = LINES_OF[cell, 0], LINES_OF[cell, 1], LINES_OF[cell, 2]
        keeps = ~(ends[x] | ends[y] | ends[z])
        low, high = (low ^ keeps) | (high & low), high | (low & keeps)
        one, two, three = gains[x], gains[y], gains[z]
        for tile in range(LANES):
            whole = one[tile] + two[tile] + three[tile]
            is_better = whole > best[tile]
            at[tile] = cell if is_better else at[tile]
            best[tile] = whole if is_better else best[tile]
    return low, high


@njit(cache=True)
def prospects(pos: Position, is_turned: bool, room: Lookout, out: Ints, count: int) -> int:
    """Add the features of what the tiles left could do, now that all lines are weighed; how many there are then."""
    low, high = _look(pos, is_turned, room)
    wanted = room.wanted
    wanted[:] = 0
    total = np.float32(0)
    for tile in range(TILES):
        if pos[BAG + tile]:
            total += room.best[tile]
            wanted[room.at[tile]] += 1
            step = min(max(int((room.best[tile] - LOWEST) / WIDTH), 0), GAINS - 1)
            keeping = (low >> tile & 1) + 2 * (high >> tile & 1)
            out[count] = AT_GAINS + (tile * GAINS + step) * KEEPING + keeping
            count += 1
    time = min(max(pos[OPEN_CELLS] - 4, 0) // 4, TIMES - 1)
    for cell in range(CELLS):
        if pos[OPEN + cell]:
            name = TURNED_CELLS[cell] if is_turned else cell
            out[count] = AT_WANTED + (name * TIMES + time) * WANTED + min(wanted[cell], WANTED - 1)
            count += 1
    mean = total / np.float32(pos[TILES_LEFT])
    out[count] = AT_MEANS + min(max(int(mean * FINE + MIDDLE), 0), MEANS - 1)
    return count + 1


@njit(cache=True)
def active(pos: Position, is_turned: bool, room: Lookout, out: Ints) -> int:
    """Write down all features that hold, of the position or of it turned by half; how many they are."""
    weigh_all(pos, room)
    return prospects(pos, is_turned, room, out, standing(pos, is_turned, out))
