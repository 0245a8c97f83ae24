"""Features of what the tiles left could do next: a cheap static one-ply lookahead as part of the network's input.

The heuristic value of a line is its points times rough odds of completing it; the gain of a tile on a cell is what the
cell's three lines gain by it. The best cell of each tile is found for all tiles at once, by vector instructions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import ONE, Word, lowest
from partake.learn.encoding import (
    BOARD,
    BOARD_LINES,
    CELL_CLASSES,
    CELLS,
    CELLS_OF,
    DIRECTIONS,
    DRAWS,
    IS_TARGET,
    LINES,
    LINES_OF,
    MAX_LINES,
    MAX_NUMBERS,
    MAX_POSITIONS,
    MAX_WIDTH,
    NUMBERS,
    PLACEMENT,
    RESERVES,
    TILE_NUMBERS,
    TILES,
    WIDTHS,
    WORTH,
    Ints,
)  # fmt: skip
from partake.learn.network.inputs import (
    AT_GAINS,
    AT_MEANS,
    AT_WANTED,
    GAIN_BUCKETS,
    GREATEST_WORTH,
    KEEPING_LEVELS,
    MEAN_BUCKETS,
    PHASES,
    WANTED_LEVELS,
)
from partake.learn.position import (
    ANY,
    BAG,
    BAG_SIZE,
    EMPTIES,
    LEFT,
    NEAR,
    NEAR_MOONS,
    NEAR_SUNS,
    OCCUPIED,
    OPEN,
    STATES,
)

Floats = NDArray[np.float32]

STEP_BITS = 6
"""Bits of a cell's number in a key of `best`: as many as `MAX_POSITIONS` needs."""
STEP = np.float32(1 << STEP_BITS)
"""What a step of gains counts in `gains`; keys of `best` stay below 2^24, so that they are whole numbers."""
GAIN_RESOLUTION = np.float32(8)
"""Steps of gains for each point."""
LANES = 16
"""Tiles are padded to a multiple of this, so that loops over them run in whole vectors."""
ODDS: Floats = np.array([1.0, 0.72, 0.5, 0.36, 0.28, 0.23, 0.19, 0.16, 0.14, 0.12, 0.11, 0.1, 0.09], np.float32)
"""[empty cells] rough odds that a line is completed for which enough tiles are left."""
SCRAPYARD_SHARE = np.float32(0.3)
"""What points of a scrapyard's line count beside those of the board: it only has to be worth enough."""
USUAL_WORTH = np.float32(45)
"""The most points of a line on the board that the buckets below were made for; other boards scale them."""
GAIN_FLOOR = np.float32(-27)
"""Points where the first bucket of gains begins."""
GAIN_WIDTH = np.float32(4)
"""Points of a bucket."""
NO_LOSS = np.float32(-4)
"""A tile that loses less than this on a cell loses nothing there."""
MEAN_OFFSET = np.float32(20)
"""The bucket of a mean gain of zero."""
MEAN_RESOLUTION = np.float32(1.5)
"""Buckets for each point of the mean gain."""


class GainScratch(NamedTuple):
    """Scratch buffers of the gains; one per thread."""

    gains: Floats
    """[line, tile] what the line gains by it, in steps of `STEP`; the last three rows are for the lines that a tried
    placement changes."""
    row_of: Ints
    """[line] its row."""
    numbers: NDArray[np.int32]
    """[direction, tile] the index of the tile's number, 0 where it is wild."""
    masks: Ints
    """[line] its cells, as bits."""
    table: Floats
    """[number index] the gain of one line."""
    best: Floats
    """[tile] its gain on its best cell plus `MAX_POSITIONS` less the cell's name: one maximum finds both."""
    keeping: Floats
    """[tile] the number of cells on which it loses nothing."""
    wanted: Ints
    """[name] the number of tiles left for which this cell is the best one; also scratch of other features."""


def new_gain_scratch(geo: Ints) -> GainScratch:
    """New scratch buffers for a variant; each thread needs its own."""
    tiles, lines = int(geo[TILES]), int(geo[LINES])
    lanes = -(-tiles // LANES) * LANES
    numbers = np.zeros((3, lanes), np.int32)
    numbers[:, :tiles] = geo[TILE_NUMBERS : TILE_NUMBERS + 3 * tiles].reshape(tiles, 3).T
    masks = np.zeros(lines, np.int64)
    for line in range(lines):
        cells = geo[CELLS_OF + MAX_WIDTH * line :][: geo[WIDTHS + line]]
        masks[line] = sum(1 << int(cell) for cell in cells if not geo[IS_TARGET + cell] or cell >= geo[BOARD])
    return GainScratch(
        gains=np.zeros((MAX_LINES + 3, lanes), np.float32),
        row_of=np.arange(MAX_LINES),
        numbers=numbers,
        masks=masks,
        table=np.zeros(MAX_NUMBERS + 1, np.float32),
        best=np.zeros(lanes, np.float32),
        keeping=np.zeros(lanes, np.float32),
        wanted=np.zeros(MAX_POSITIONS + 3 * MAX_NUMBERS, np.int64),
    )


@njit(cache=True)
def line_gains(state: Ints, geo: Ints, line: int, table: Floats) -> None:
    """table[number index]: the gain of a line by a tile with this number, 0 for a wild one, in points.

    The value of a line is points * ODDS[empty cells] * ease, where ease falls with the tiles to spare; that of an open
    line is the mean over its numbers.
    """
    has, empty, n = state[STATES + line], state[EMPTIES + line], geo[NUMBERS]
    worth, left = WORTH + (MAX_NUMBERS + 2) * line, LEFT + geo[DIRECTIONS + line] * n - 1
    # Full, dead, or with too few tiles left: nothing to gain or to lose.
    if empty == 0 or has > n or (has != ANY and state[left + has] < empty):
        table[:] = np.float32(0)
        return
    share = SCRAPYARD_SHARE if line >= geo[BOARD_LINES] else np.float32(1)
    if has == ANY:
        points = np.float32(0)
        for index in range(1, n + 1):
            points += np.float32(geo[worth + index])
        points /= np.float32(n)
        now = points * ODDS[empty]
        table[0] = share * (points * ODDS[empty - 1] - now)
        for index in range(1, n + 1):
            # The tile itself is one of those left.
            ease = min(np.float32(state[left + index] - 1) / np.float32(empty), np.float32(1))
            table[index] = share * (np.float32(geo[worth + index]) * ODDS[empty - 1] * ease - now)
        return
    # Half the value if just enough tiles are left, all of it with two to spare.
    spare = np.float32(state[left + has] - empty)
    ease = min(np.float32(0.5) + np.float32(0.25) * spare, np.float32(1))
    points = np.float32(geo[worth + has])
    now = points * ODDS[empty] * ease
    table[:] = -share * now
    table[0] = table[has] = share * (points * (ODDS[empty - 1] * ease if empty > 1 else np.float32(1)) - now)


@njit(cache=True)
def update_gains(state: Ints, geo: Ints, line: int, row: int, scratch: GainScratch) -> None:
    """Compute a row of gains: those of a line as it is now, by each tile."""
    table, numbers, out = scratch.table, scratch.numbers[geo[DIRECTIONS + line]], scratch.gains[row]
    line_gains(state, geo, line, table)
    for index in range(geo[NUMBERS] + 1):
        table[index] = np.round(table[index] * GAIN_RESOLUTION) * STEP
    for tile in range(out.size):
        out[tile] = table[numbers[tile]]


@njit(cache=True)
def update_all_gains(state: Ints, geo: Ints, scratch: GainScratch) -> None:
    """The gains of all lines."""
    for line in range(geo[LINES]):
        scratch.row_of[line] = line
        update_gains(state, geo, line, line, scratch)


@njit(cache=True)
def update_gains_around(state: Ints, geo: Ints, position: int, scratch: GainScratch) -> None:
    """The gains of the lines through a position in rows of their own, until `forget_gains_around`."""
    if position < geo[CELLS]:
        for direction in range(3):
            line = geo[LINES_OF + 3 * position + direction]
            scratch.row_of[line] = MAX_LINES + direction
            update_gains(state, geo, line, MAX_LINES + direction, scratch)


@njit(cache=True)
def forget_gains_around(geo: Ints, position: int, scratch: GainScratch) -> None:
    """The lines through a position have the gains of `update_all_gains` again."""
    if position < geo[CELLS]:
        for direction in range(3):
            line = geo[LINES_OF + 3 * position + direction]
            scratch.row_of[line] = line


@njit(cache=True)
def _reachable(state: Ints, geo: Ints) -> Word:
    """The positions that a tile might go to next, as bits: roughly, as symbols are not looked at."""
    cells = (ONE << np.uint64(geo[CELLS])) - ONE
    open_cells = cells & ~np.uint64(state[OCCUPIED])
    for cell in range(geo[BOARD]):
        if geo[IS_TARGET + cell]:
            open_cells &= ~(ONE << np.uint64(cell))
    near = np.uint64(0)
    if geo[PLACEMENT] == 1:
        near = np.uint64(state[NEAR])
    elif geo[PLACEMENT] == 2:
        near = np.uint64(state[NEAR_SUNS] | state[NEAR_MOONS])
    if near:
        beside = open_cells >> np.uint64(geo[BOARD]) << np.uint64(geo[BOARD])
        reached = (open_cells & near) | beside
        return reached if reached else open_cells
    return open_cells


@njit(cache=True, fastmath=True)
def _best_cells(state: Ints, geo: Ints, scratch: GainScratch) -> None:
    """Find the best cell of each tile, the first of several, and the number of cells on which it loses nothing."""
    best, keeping, gains, row_of = scratch.best, scratch.keeping, scratch.gains, scratch.row_of
    least = NO_LOSS * np.float32(geo[GREATEST_WORTH]) / USUAL_WORTH * GAIN_RESOLUTION * STEP
    # In the reserve, position `CELLS`, a tile neither gains nor loses.
    is_reserve_open = geo[RESERVES] > 0 and np.uint64(state[OCCUPIED]) >> np.uint64(geo[CELLS]) != (
        (ONE << np.uint64(geo[RESERVES])) - ONE
    )
    best[:] = np.float32(MAX_POSITIONS - geo[CELLS]) if is_reserve_open else np.float32(-1e9)
    keeping[:] = 0
    positions = _reachable(state, geo)
    while positions:
        cell = lowest(positions)
        positions &= positions - ONE
        one = gains[row_of[geo[LINES_OF + 3 * cell]]]
        two = gains[row_of[geo[LINES_OF + 3 * cell + 1]]]
        three = gains[row_of[geo[LINES_OF + 3 * cell + 2]]]
        tag = np.float32(MAX_POSITIONS - geo[CELL_CLASSES + cell])  # by name, so that a turned board has the same
        # No branches and few arrays: the loop runs over vectors of tiles.
        for tile in range(best.size):
            whole = one[tile] + two[tile] + three[tile]
            best[tile] = max(best[tile], whole + tag)
            keeping[tile] += np.float32(1) if whole > least else np.float32(0)


@njit(cache=True)
def gain_features(state: Ints, geo: Ints, scratch: GainScratch, out: Ints, count: int) -> int:
    """Append the features of gains to the first `count`, once the gains are up to date; gives the new number."""
    _best_cells(state, geo, scratch)
    wanted, best, kept, total = scratch.wanted, scratch.best, scratch.keeping, 0
    wanted[: geo[CELLS] + 1] = 0
    scale = USUAL_WORTH / (np.float32(geo[GREATEST_WORTH]) * GAIN_RESOLUTION)
    for tile in range(geo[TILES]):
        if state[BAG + tile]:
            # A whole number of steps, and the cell in what remains: 1 … MAX_POSITIONS.
            key = int(best[tile]) - 1
            steps = key >> STEP_BITS
            wanted[MAX_POSITIONS - 1 - (key - (steps << STEP_BITS))] += 1
            total += steps
            step = min(max(int((np.float32(steps) * scale - GAIN_FLOOR) / GAIN_WIDTH), 0), GAIN_BUCKETS - 1)
            keeping = min(int(kept[tile]), KEEPING_LEVELS - 1)
            out[count] = geo[AT_GAINS] + (tile * GAIN_BUCKETS + step) * KEEPING_LEVELS + keeping
            count += 1
    phase = min(state[OPEN] * PHASES // geo[DRAWS], PHASES - 1)
    positions = _reachable(state, geo)
    while positions:
        cell = lowest(positions)
        positions &= positions - ONE
        name = geo[CELL_CLASSES + cell]
        out[count] = geo[AT_WANTED] + (name * PHASES + phase) * WANTED_LEVELS + min(wanted[name], WANTED_LEVELS - 1)
        count += 1
    if geo[RESERVES]:
        case = (geo[CELLS] * PHASES + phase) * WANTED_LEVELS
        out[count] = geo[AT_WANTED] + case + min(wanted[geo[CELLS]], WANTED_LEVELS - 1)
        count += 1
    mean = np.float32(total) * scale / np.float32(max(state[BAG_SIZE], 1))
    out[count] = geo[AT_MEANS] + min(max(int(mean * MEAN_RESOLUTION + MEAN_OFFSET), 0), MEAN_BUCKETS - 1)
    return count + 1
