"""Features of what the tiles left could do next: a cheap static one-ply lookahead as part of the network's input.

The heuristic value of a line is its points times rough odds of completing it; the gain of a tile on a cell is what its
three lines gain by it. From the gains follow features:

- each tile left: its gain on its best cell, and the number of cells on which it would kill no line;
- each empty cell: the number of tiles left for which it is the best one, and the phase of the game;
- the mean over the tiles left of the gain on the best cell.
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
    ROTATED_CELLS,
    STATE,
    TILE_NUMBERS,
    TILES,
    TILES_LEFT,
    WORTH,
    Floats,
    Ints,
    Position,
)
from partake.learn.classic.features import MAX_STANDING, STANDING, standing

ODDS: Floats = np.array([1.0, 0.72, 0.5, 0.36, 0.28], np.float32)
"""[empty cells] rough odds that a line is completed for which enough tiles are left."""
ODDS_BEGUN = np.float32(0.28)
"""Rough odds of a line that a tile begins, with ample tiles left."""
AMPLE_TILES = np.float32(5)
"""Other tiles left of its number that make such a line easy."""
UNTOUCHED_NUMBER = np.float32(5)
"""The number that an untouched line is assumed to get."""
ODDS_UNTOUCHED = np.float32(0.25)
"""Rough odds of an untouched line."""
GAIN_BUCKETS = 14
"""Buckets of a tile's gain on its best cell."""
GAIN_FLOOR = np.float32(-27)
"""Points where the first bucket begins."""
GAIN_WIDTH = np.float32(4)
"""Points of a bucket."""
KEEPING_LEVELS = 4
"""Levels of the number of cells on which a tile kills no line: 0, 1, 2, more."""
PHASES = 4
"""Phases of the game, by empty cells."""
WANTED_LEVELS = 8
"""Levels of the number of tiles for which a cell is the best one."""
MEAN_BUCKETS = 60
"""Buckets of the mean gain."""
MEAN_OFFSET = np.float32(20)
"""The bucket of a mean gain of zero."""
MEAN_RESOLUTION = np.float32(1.5)
"""Buckets for each point of the mean gain."""

# The first feature of each group, after those of `features`.
AT_GAINS = STANDING
AT_WANTED = AT_GAINS + TILES * GAIN_BUCKETS * KEEPING_LEVELS
AT_MEANS = AT_WANTED + CELLS * PHASES * WANTED_LEVELS
FEATURES = AT_MEANS + MEAN_BUCKETS
"""The number of features, which is the number of rows of the network."""
MAX_ACTIVE = MAX_STANDING + TILES + CELLS + 1
"""The most features that are active at once."""

LANES = 32
"""Tiles of a vector: all 27, padded to whole registers of the processor."""
SHOWN: Floats = np.zeros((3, NUMBERS, LANES), np.float32)
"""[direction, number, tile] 1 if the tile shows the number there."""
for _tile in range(TILES):
    SHOWN[np.arange(3), TILE_NUMBERS[_tile] - 1, _tile] = 1
SHOWING: Ints = (SHOWN[:, :, :TILES] * 2.0 ** np.arange(TILES)).sum(2).astype(np.int64)
"""[direction, number] the tiles that show it, as bits."""


class ProspectScratch(NamedTuple):
    """Scratch buffers of the prospects; one per thread."""

    gains: Floats
    """[line, tile] what the line gains by it."""
    ends: Ints
    """[line] the tiles that would kill it, as bits."""
    best: Floats
    """[tile] its gain on its best cell."""
    at: NDArray[np.int32]
    """[tile] its best cell."""
    wanted: Ints
    """[cell] the number of tiles left for which it is the best one."""


def new_prospect_scratch() -> ProspectScratch:
    """New scratch buffers; each thread needs its own."""
    return ProspectScratch(
        np.zeros((LINES, LANES), np.float32),
        np.zeros(LINES, np.int64),
        np.zeros(LANES, np.float32),
        np.zeros(LANES, np.int32),
        np.zeros(CELLS, np.int64),
    )


@njit(cache=True, forceinline=True)
def gain(pos: Position, line: int, number: int) -> tuple[np.float32, int]:
    """The gain of a line with an empty cell by a tile with this number, and 1 if that kills it.

    The value of a line is points * ODDS[empty cells] * ease, where ease falls with the tiles to spare.
    """
    state, empty, way = pos[STATE + line], pos[EMPTY + line], DIRECTIONS[line] * NUMBERS - 1
    if state == ANY:
        ease = min(np.float32(pos[LEFT + way + number] - 1) / AMPLE_TILES, np.float32(1))
        untouched = UNTOUCHED_NUMBER * ODDS_UNTOUCHED * np.float32(LENGTHS[line])
        return np.float32(WORTH[line, number]) * ODDS_BEGUN * ease - untouched, 0
    spare = pos[LEFT + way + state] - empty if state != DEAD else -1
    if spare < 0:  # dead, or too few tiles left: nothing to gain or to lose
        return np.float32(0), 0
    # Half the value if just enough tiles are left, all of it with two to spare.
    ease = min(np.float32(0.5) + np.float32(0.25) * np.float32(spare), np.float32(1))
    points = np.float32(WORTH[line, state])
    now = points * ODDS[empty] * ease
    if number != state:
        return -now, 1
    return points * (ODDS[empty - 1] * ease if empty > 1 else np.float32(1)) - now, 0


@njit(cache=True)
def update_gains(pos: Position, line: int, out: ProspectScratch) -> None:
    """The gain of a line by each tile, and the tiles that kill it; what it gives for a full line is not used."""
    one, is_end_one = gain(pos, line, 1)
    two, is_end_two = gain(pos, line, 2)
    three, is_end_three = gain(pos, line, 3)
    shown, showing, row = SHOWN[DIRECTIONS[line]], SHOWING[DIRECTIONS[line]], out.gains[line]
    # A select without branches: exactly one of the three masks is 1 for each tile.
    for tile in range(LANES):
        row[tile] = one * shown[0, tile] + two * shown[1, tile] + three * shown[2, tile]
    out.ends[line] = is_end_one * showing[0] + is_end_two * showing[1] + is_end_three * showing[2]


@njit(cache=True)
def update_all_gains(pos: Position, out: ProspectScratch) -> None:
    """The gains of all lines."""
    for line in range(LINES):
        update_gains(pos, line, out)


@njit(cache=True)
def _best_cells(pos: Position, is_rotated: bool, scratch: ProspectScratch) -> tuple[int, int]:
    """Find the best cell of each tile, the first of several; gives the numbers of cells on which it kills no line.

    These are saturating two-bit counters of all tiles at once, bit-sliced: the word of low bits and that of high bits.
    """
    best, at, gains, ends = scratch.best, scratch.at, scratch.gains, scratch.ends
    best[:], at[:] = np.float32(-1e9), 0
    low = high = 0
    for index in range(CELLS):
        cell = ROTATED_CELLS[index] if is_rotated else index
        if not pos[OPEN + cell]:
            continue
        x, y, z = LINES_OF[cell, 0], LINES_OF[cell, 1], LINES_OF[cell, 2]
        keeps = ~(ends[x] | ends[y] | ends[z])  # the tiles that kill none of the three lines
        # Add one to the counters of the tiles in `keeps`, without going beyond 3: 0 -> 1 -> 2 -> 3 -> 3.
        low, high = (low ^ keeps) | (high & low), high | (low & keeps)
        one, two, three = gains[x], gains[y], gains[z]
        # Selects instead of branches: the loop runs over vectors of tiles.
        for tile in range(LANES):
            whole = one[tile] + two[tile] + three[tile]
            is_better = whole > best[tile]
            at[tile] = cell if is_better else at[tile]
            best[tile] = whole if is_better else best[tile]
    return low, high


@njit(cache=True)
def prospects(pos: Position, is_rotated: bool, scratch: ProspectScratch, out: Ints, count: int) -> int:
    """Append the features of prospects to the first `count`, once the gains are up to date; gives the new number."""
    low, high = _best_cells(pos, is_rotated, scratch)
    wanted = scratch.wanted
    wanted[:] = 0
    total = np.float32(0)
    for tile in range(TILES):
        if pos[BAG + tile]:
            total += scratch.best[tile]
            wanted[scratch.at[tile]] += 1
            step = min(max(int((scratch.best[tile] - GAIN_FLOOR) / GAIN_WIDTH), 0), GAIN_BUCKETS - 1)
            keeping = (low >> tile & 1) + 2 * (high >> tile & 1)
            out[count] = AT_GAINS + (tile * GAIN_BUCKETS + step) * KEEPING_LEVELS + keeping
            count += 1
    # Phases of four empty cells each, counted from the end of the game.
    time = min(max(pos[OPEN_CELLS] - 4, 0) // 4, PHASES - 1)
    for cell in range(CELLS):
        if pos[OPEN + cell]:
            name = ROTATED_CELLS[cell] if is_rotated else cell
            out[count] = AT_WANTED + (name * PHASES + time) * WANTED_LEVELS + min(wanted[cell], WANTED_LEVELS - 1)
            count += 1
    mean = total / np.float32(pos[TILES_LEFT])
    out[count] = AT_MEANS + min(max(int(mean * MEAN_RESOLUTION + MEAN_OFFSET), 0), MEAN_BUCKETS - 1)
    return count + 1


@njit(cache=True)
def active_features(pos: Position, is_rotated: bool, scratch: ProspectScratch, out: Ints) -> int:
    """Write all active features of the position, or of it turned by half; gives their number."""
    update_all_gains(pos, scratch)
    return prospects(pos, is_rotated, scratch, out, standing(pos, is_rotated, out))
