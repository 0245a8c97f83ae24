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
    DIRECTIONS,
    DRAWS,
    IS_TARGET,
    LINES,
    LINES_OF,
    MAX_LINES,
    MAX_NUMBERS,
    MAX_POSITIONS,
    MAX_TILES,
    NUMBERS,
    PLACEMENT,
    RESERVES,
    TILE_NUMBERS,
    TILES,
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
from partake.learn.network.model import aligned_zeros
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
    state_after,
)

Floats = NDArray[np.float32]
Keys = NDArray[np.int32]
"""Gains in lanes: whole numbers of steps, exact in whatever order they are added."""

STEP_BITS = 6
"""Bits of a cell's number in a key of `best`: as many as `MAX_POSITIONS` needs."""
STEP = np.float32(1 << STEP_BITS)
"""What a step of gains counts in `gains`."""
GAIN_RESOLUTION = np.float32(8)
"""Steps of gains for each point."""
LANES = 32
"""Tiles left are padded to a multiple of this, so that loops over them run in whole vectors, however the
compiler unrolls them."""
LEAST_KEY = -(1 << 30)
"""Below each key of `best`."""
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


# Rows of `rated`, the scratch buffer of the tiles left and of what was found for them. Lanes are the tiles left,
# ascending, padded with wild ones. Few arrays with rows instead of a tuple of many: Numba counts references to each
# array of a tuple at each call. Loops over lanes write to another array than they read from: so they run in vectors.
BEST = 0  # [lane] the gain on the tile's best cell plus `MAX_POSITIONS` less the cell's name: one maximum finds both
KEEPING = 1  # [lane] the number of cells on which it loses nothing
LANE_TILES = 2  # [lane] the tile
LANE_NUMBERS = 3  # [lane] the index of the tile's number of direction 0, 0 where it is wild; then of 1 and 2
CASES = 6  # [lane] its level of gain and of cells on which it loses nothing, as one number; then with the tried tile
PLACES = 8  # [name] the feature of a cell that a tile can go to, or -1; then that of the mean; then with the tried tile
WANTED = 10  # [name] the number of tiles left for which this cell is the best one
STEPS = 11  # [number index] the gain of one line in steps
RATED_ROWS = 12  # the number of rows


class GainScratch(NamedTuple):
    """Scratch buffers of the gains; one per thread."""

    gains: Keys
    """[line, lane] what the line gains by the tile, in steps of `STEP`; row `MAX_LINES` + line is what that changes by
    once the tried tile lies on the line."""
    whole: Keys
    """[cell, lane] the gain of the tile on an empty cell: the sum over its three lines."""
    rated: Keys
    """[row, lane] see the rows above."""


def new_gain_scratch(geo: Ints) -> GainScratch:
    """New scratch buffers for a variant; each thread needs its own."""
    lanes = -(-int(geo[TILES]) // LANES) * LANES
    return GainScratch(
        gains=aligned_zeros(2 * MAX_LINES, lanes, dtype=np.int32),
        whole=aligned_zeros(MAX_POSITIONS, lanes, dtype=np.int32),
        rated=aligned_zeros(RATED_ROWS, MAX_TILES, dtype=np.int32),
    )


@njit(cache=True, forceinline=True)
def _lanes(state: Ints) -> int:
    """The lanes in use: whole vectors."""
    return int((state[BAG_SIZE] + LANES - 1) // LANES * LANES)


@njit(cache=True)
def _line_gains(state: Ints, geo: Ints, line: int, has: int, empty: int, rated: Keys) -> None:
    """The gain of a line in steps by a tile with each number, 0 for a wild one.

    The line is taken to be in state `has` with so many empty cells. The value of a line is points * ODDS[empty cells] *
    ease, where ease falls with the tiles to spare; that of an open line is the mean over its numbers.
    """
    n = geo[NUMBERS]
    worth, left = WORTH + (MAX_NUMBERS + 2) * line, LEFT + geo[DIRECTIONS + line] * n - 1
    # Full, dead, or with too few tiles left: nothing to gain or to lose.
    if empty == 0 or has > n or (has != ANY and state[left + has] < empty):
        for index in range(n + 1):
            rated[STEPS, index] = 0
        return
    share = SCRAPYARD_SHARE if line >= geo[BOARD_LINES] else np.float32(1)
    if has == ANY:
        points = np.float32(0)
        for index in range(1, n + 1):
            points += np.float32(geo[worth + index])
        points /= np.float32(n)
        now = points * ODDS[empty]
        rated[STEPS, 0] = _steps(share * (points * ODDS[empty - 1] - now))
        for index in range(1, n + 1):
            # The tile itself is one of those left.
            ease = min(np.float32(state[left + index] - 1) / np.float32(empty), np.float32(1))
            rated[STEPS, index] = _steps(share * (np.float32(geo[worth + index]) * ODDS[empty - 1] * ease - now))
        return
    # Half the value if just enough tiles are left, all of it with two to spare.
    spare = np.float32(state[left + has] - empty)
    ease = min(np.float32(0.5) + np.float32(0.25) * spare, np.float32(1))
    points = np.float32(geo[worth + has])
    now = points * ODDS[empty] * ease
    lost = _steps(-share * now)
    for index in range(1, n + 1):
        rated[STEPS, index] = lost
    won = _steps(share * (points * (ODDS[empty - 1] * ease if empty > 1 else np.float32(1)) - now))
    rated[STEPS, 0] = rated[STEPS, has] = won


@njit(cache=True, forceinline=True)
def _steps(points: float) -> int:
    """Points as a whole number of steps."""
    return int(np.round(points * GAIN_RESOLUTION) * STEP)


@njit(cache=True)
def update_gains(state: Ints, geo: Ints, gains: Keys, whole: Keys, rated: Keys) -> None:
    """The gains of a position: by each tile left, on each line and on each empty cell."""
    lanes, count = _lanes(state), 0
    rated[LANE_NUMBERS : LANE_NUMBERS + 3, :lanes] = 0
    for tile in range(geo[TILES]):
        if state[BAG + tile]:
            rated[LANE_TILES, count] = tile
            for direction in range(3):
                rated[LANE_NUMBERS + direction, count] = geo[TILE_NUMBERS + 3 * tile + direction]
            count += 1
    for line in range(geo[LINES]):
        _line_gains(state, geo, line, state[STATES + line], state[EMPTIES + line], rated)
        numbers = LANE_NUMBERS + geo[DIRECTIONS + line]
        for lane in range(lanes):
            gains[line, lane] = rated[STEPS, rated[numbers, lane]]
    cells = ((ONE << np.uint64(geo[CELLS])) - ONE) & ~np.uint64(state[OCCUPIED])
    while cells:
        cell = lowest(cells)
        cells &= cells - ONE
        one, two, three = geo[LINES_OF + 3 * cell], geo[LINES_OF + 3 * cell + 1], geo[LINES_OF + 3 * cell + 2]
        for lane in range(lanes):
            whole[cell, lane] = gains[one, lane] + gains[two, lane] + gains[three, lane]


@njit(cache=True)
def try_gains(state: Ints, geo: Ints, tile: int, gains: Keys, rated: Keys) -> None:
    """What the gains of each line change by if a tile is put on it, wherever that is, after `update_gains`."""
    for line in range(geo[LINES]):
        if state[EMPTIES + line]:
            direction = geo[DIRECTIONS + line]
            has = state_after(state[STATES + line], geo[TILE_NUMBERS + 3 * tile + direction], geo[NUMBERS])
            _line_gains(state, geo, line, has, state[EMPTIES + line] - 1, rated)
            numbers = LANE_NUMBERS + direction
            for lane in range(_lanes(state)):
                gains[MAX_LINES + line, lane] = rated[STEPS, rated[numbers, lane]] - gains[line, lane]


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


@njit(cache=True)
def _best_cells(state: Ints, geo: Ints, position: int, masks: Ints, gains: Keys, whole: Keys, rated: Keys) -> None:
    """Find the best cell of each tile, the first of several, and the number of cells on which it loses nothing."""
    lanes = _lanes(state)
    least = NO_LOSS * np.float32(geo[GREATEST_WORTH]) / USUAL_WORTH * GAIN_RESOLUTION * STEP
    keeps = np.int32(np.floor(least))
    # In the reserve, position `CELLS`, a tile neither gains nor loses.
    is_reserve_open = geo[RESERVES] > 0 and np.uint64(state[OCCUPIED]) >> np.uint64(geo[CELLS]) != (
        (ONE << np.uint64(geo[RESERVES])) - ONE
    )
    lowest_key = np.int32(MAX_POSITIONS - geo[CELLS] if is_reserve_open else LEAST_KEY)
    for lane in range(lanes):
        rated[BEST, lane], rated[KEEPING, lane] = lowest_key, 0
    positions = _reachable(state, geo)
    # No branches: the loops over lanes run in vectors. Tags are names, so that a turned board has the same.
    # Lines through one cell have no other cell in common: a cell is on one of the changed lines at most.
    if 0 <= position < geo[CELLS]:
        for direction in range(3):
            line = geo[LINES_OF + 3 * position + direction]
            along = positions & np.uint64(masks[line])
            positions ^= along
            while along:
                cell = lowest(along)
                along &= along - ONE
                tag = np.int32(MAX_POSITIONS - geo[CELL_CLASSES + cell])
                for lane in range(lanes):
                    value = np.int32(whole[cell, lane] + gains[MAX_LINES + line, lane])
                    rated[BEST, lane] = max(rated[BEST, lane], np.int32(value + tag))
                    rated[KEEPING, lane] += np.int32(value > keeps)
    while positions:
        cell = lowest(positions)
        positions &= positions - ONE
        tag = np.int32(MAX_POSITIONS - geo[CELL_CLASSES + cell])
        for lane in range(lanes):
            value = whole[cell, lane]
            rated[BEST, lane] = max(rated[BEST, lane], np.int32(value + tag))
            rated[KEEPING, lane] += np.int32(value > keeps)


@njit(cache=True)
def rate_gains(
    state: Ints, geo: Ints, position: int, masks: Ints, gains: Keys, whole: Keys, rated: Keys, row: int
) -> None:
    """Compute the features of gains into a row of `CASES` and `PLACES`: 0 for now, 1 with the tried tile.

    They are those of the position of `update_gains`, or after the tile of `try_gains` was put on a position.
    masks[line] are the cells of a line, as bits.
    """
    _best_cells(state, geo, position, masks, gains, whole, rated)
    cells, total = geo[CELLS], 0
    scale = USUAL_WORTH / (np.float32(geo[GREATEST_WORTH]) * GAIN_RESOLUTION)
    for lane in range(_lanes(state)):
        # A whole number of steps, and the cell in what remains: 1 … MAX_POSITIONS.
        steps = np.int32(np.int32(rated[BEST, lane] - 1) >> np.int32(STEP_BITS))
        step = np.int32((np.float32(steps) * scale - GAIN_FLOOR) / GAIN_WIDTH)
        step = min(max(step, np.int32(0)), np.int32(GAIN_BUCKETS - 1))
        rated[CASES + row, lane] = step * KEEPING_LEVELS + min(rated[KEEPING, lane], np.int32(KEEPING_LEVELS - 1))
    for name in range(cells + 1):
        rated[WANTED, name], rated[PLACES + row, name] = 0, -1
    for lane in range(state[BAG_SIZE]):
        key = rated[BEST, lane] - 1
        rated[WANTED, MAX_POSITIONS - 1 - (key & (MAX_POSITIONS - 1))] += 1
        total += key >> STEP_BITS
    phase = min(state[OPEN] * PHASES // geo[DRAWS], PHASES - 1)
    positions = _reachable(state, geo)
    while positions:
        name = geo[CELL_CLASSES + lowest(positions)]
        positions &= positions - ONE
        rated[PLACES + row, name] = _wanted_feature(geo, name, phase, rated[WANTED, name])
    if geo[RESERVES]:
        rated[PLACES + row, cells] = _wanted_feature(geo, cells, phase, rated[WANTED, cells])
    mean = np.float32(total) * scale / np.float32(max(state[BAG_SIZE], 1))
    bucket = min(max(int(mean * MEAN_RESOLUTION + MEAN_OFFSET), 0), MEAN_BUCKETS - 1)
    rated[PLACES + row, cells + 1] = geo[AT_MEANS] + bucket


@njit(cache=True, forceinline=True)
def _wanted_feature(geo: Ints, name: int, phase: int, tiles: int) -> int:
    """[cell, phase, tiles for which it is the best one]; the cell one past the last stands for the reserve."""
    return int(geo[AT_WANTED] + (name * PHASES + phase) * WANTED_LEVELS + min(tiles, WANTED_LEVELS - 1))


@njit(cache=True)
def gain_features(state: Ints, geo: Ints, rated: Keys, out: Ints, count: int) -> int:
    """Append the features of gains, as rated in row 0; gives the new number."""
    for lane in range(state[BAG_SIZE]):
        out[count] = geo[AT_GAINS] + rated[LANE_TILES, lane] * (GAIN_BUCKETS * KEEPING_LEVELS) + rated[CASES, lane]
        count += 1
    for name in range(geo[CELLS] + 2):
        if rated[PLACES, name] >= 0:
            out[count] = rated[PLACES, name]
            count += 1
    return count


@njit(cache=True)
def changed_gains(
    state: Ints, geo: Ints, rated: Keys, before: Ints, lost: int, after: Ints, won: int
) -> tuple[int, int]:
    """Append to `before` features of row 0 that are not in row 1, and the other way to `after`; gives the new numbers.

    Nothing branches on the features: an entry that does not count is overwritten.
    """
    for lane in range(state[BAG_SIZE]):
        now, then = rated[CASES, lane], rated[CASES + 1, lane]
        first = geo[AT_GAINS] + rated[LANE_TILES, lane] * (GAIN_BUCKETS * KEEPING_LEVELS)
        before[lost], after[won] = first + now, first + then
        lost += int(now != then)
        won += int(now != then)
    for name in range(geo[CELLS] + 2):
        now, then = rated[PLACES, name], rated[PLACES + 1, name]
        before[lost], after[won] = now, then
        lost += int((now != then) & (now >= 0))
        won += int((now != then) & (then >= 0))
    return lost, won
