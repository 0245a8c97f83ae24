"""Features that a placement changes, looked up instead of computed: what is left of the first layer's work is sums.

A tile changes a line in the same way wherever it is put on it: the line's state and the number of its empty cells. And
it changes another cell through one line only, as two lines have one cell in common. So the features of each line with
the tile on it, and of each cell when that happens to one of its lines, are computed once for all positions.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.bits import ONE, lowest
from partake.learn.encoding import (
    AT_STAGES,
    CELLS,
    CELLS_OF,
    DIRECTIONS,
    LINES,
    LINES_OF,
    MAX_LINES,
    MAX_NUMBERS,
    MAX_POSITIONS,
    MAX_WIDTH,
    NUMBERS,
    TILE_NUMBERS,
    WIDTHS,
    Ints,
)  # fmt: skip
from partake.learn.features import bag_features, cell_feature, line_feature
from partake.learn.network.inputs import closing_feature, completion_shift, count_demands, demand_feature
from partake.learn.position import EMPTIES, OCCUPIED, OPEN, STATES, state_after

# Offsets in the scratch buffer of changes, a flat array as positions are; features are -1 where there is none.
LINE_NOW = 0
"""[line] its feature."""
LINE_THEN = LINE_NOW + MAX_LINES
"""[line] the same with the tile on it."""
DEMAND_NOW = LINE_THEN + MAX_LINES
"""[line] the feature of the demand that the tile changes there."""
DEMAND_THEN = DEMAND_NOW + MAX_LINES
"""[line] the same with the tile on it."""
HAS_MOVED = DEMAND_THEN + MAX_LINES
"""[line] whether the tile changes its state."""
CELL_NOW = HAS_MOVED + MAX_LINES
"""[cell] the feature of an empty cell."""
CELL_THEN = CELL_NOW + MAX_POSITIONS
"""[direction, cell] the same with the tile on its line of this direction."""
CLOSING_NOW = CELL_THEN + 3 * MAX_POSITIONS
"""[cell] the feature of the lines that a tile on the cell would complete."""
CLOSING_THEN = CLOSING_NOW + MAX_POSITIONS
"""[direction, cell] the same with the tile on its line of this direction."""
DEMANDS = CLOSING_THEN + 3 * MAX_POSITIONS
"""[direction and number] the empty cells that want it."""
CHANGES_SIZE = DEMANDS + 3 * MAX_NUMBERS
"""The length of the array."""


def line_masks(geo: Ints) -> Ints:
    """[line] its cells, as bits."""
    masks = np.zeros(MAX_LINES, np.int64)
    for line in range(geo[LINES]):
        masks[line] = sum(1 << int(cell) for cell in geo[CELLS_OF + MAX_WIDTH * line :][: geo[WIDTHS + line]])
    return masks


@njit(cache=True)
def standing(state: Ints, geo: Ints, changes: Ints, out: Ints) -> int:
    """Write the features of lines, cells, demands and the bag, and keep them; gives their number."""
    n, count = geo[NUMBERS], 0
    for line in range(geo[LINES]):
        found = line_feature(state, geo, line, state[STATES + line], state[EMPTIES + line])
        changes[LINE_NOW + line] = out[count] = found
        count += found >= 0
    for cell in range(geo[CELLS]):
        if state[OCCUPIED] >> cell & 1:
            continue
        changes[CELL_NOW + cell] = out[count] = cell_feature(state, geo, cell)
        count += 1
        changes[CLOSING_NOW + cell] = out[count] = found = closing_feature(state, geo, cell)
        out[count + 1] = found + completion_shift(geo, cell)
        count += 2 * (found >= 0)
    count_demands(state, geo, changes[DEMANDS:])
    for which in range(3 * n):
        out[count + which] = demand_feature(state, geo, which, changes[DEMANDS + which])
    return bag_features(state, geo, out, count + 3 * n)


@njit(cache=True)
def try_tile(state: Ints, geo: Ints, tile: int, changes: Ints) -> None:
    """Compute the features of all lines, and of empty cells, with a tile on a line, after `standing`."""
    n = geo[NUMBERS]
    for line in range(geo[LINES]):
        direction, has, empty = geo[DIRECTIONS + line], state[STATES + line], state[EMPTIES + line] - 1
        if empty < 0:
            continue
        then = state_after(has, geo[TILE_NUMBERS + 3 * tile + direction], n)
        changes[LINE_THEN + line], changes[HAS_MOVED + line] = line_feature(state, geo, line, then, empty), then != has
        changes[DEMAND_NOW + line] = changes[DEMAND_THEN + line] = -1
        # A line that gets its number wants it on the other cells; one with a number wants it less often, or not at all.
        if then <= n and then != 0:
            which, more = direction * n + then - 1, -1 if then == has else empty
        elif 0 < has <= n:
            which, more = direction * n + has - 1, -1 - empty
        else:
            continue
        changes[DEMAND_NOW + line] = demand_feature(state, geo, which, changes[DEMANDS + which])
        changes[DEMAND_THEN + line] = demand_feature(state, geo, which, changes[DEMANDS + which] + more)
    for cell in range(geo[CELLS]):
        if state[OCCUPIED] >> cell & 1:
            continue
        for direction in range(3):
            line = geo[LINES_OF + 3 * cell + direction]
            has, empty = state[STATES + line], state[EMPTIES + line]
            # As if the tile lay elsewhere on this line.
            state[STATES + line] = state_after(has, geo[TILE_NUMBERS + 3 * tile + direction], n)
            state[EMPTIES + line] = empty - 1
            if changes[HAS_MOVED + line]:
                changes[CELL_THEN + MAX_POSITIONS * direction + cell] = cell_feature(state, geo, cell)
            changes[CLOSING_THEN + MAX_POSITIONS * direction + cell] = closing_feature(state, geo, cell)
            state[STATES + line], state[EMPTIES + line] = has, empty


@njit(cache=True)
def changed(
    state: Ints, geo: Ints, position: int, masks: Ints, changes: Ints, before: Ints, after: Ints
) -> tuple[int, int]:
    """Write the features that the tried tile takes away from a position and those that it brings; gives their numbers.

    The tile is not yet there. Nothing branches on the features: an entry that does not count is overwritten.
    """
    before[0], after[0] = geo[AT_STAGES] + state[OPEN], geo[AT_STAGES] + state[OPEN] - 1
    # A tile in the reserve touches no line: the stage is all that changes.
    if position >= geo[CELLS]:
        return 1, 1
    closing, lost, won = changes[CLOSING_NOW + position], 2, 1
    before[1], before[2], before[3] = changes[CELL_NOW + position], closing, closing + completion_shift(geo, position)
    lost += 2 * (closing >= 0)
    others = ~np.uint64(state[OCCUPIED]) & ~(ONE << np.uint64(position))
    for direction in range(3):
        line = geo[LINES_OF + 3 * position + direction]
        for row in (LINE_NOW, DEMAND_NOW):
            now, then = changes[row + line], changes[row + MAX_LINES + line]
            before[lost], after[won] = now, then
            lost += (now != then) & (now >= 0)
            won += (now != then) & (then >= 0)
        along, has_moved = others & np.uint64(masks[line]), changes[HAS_MOVED + line]
        while along:
            cell = lowest(along)
            along &= along - ONE
            before[lost], after[won] = changes[CELL_NOW + cell], changes[CELL_THEN + MAX_POSITIONS * direction + cell]
            lost += has_moved
            won += has_moved
            now, then = changes[CLOSING_NOW + cell], changes[CLOSING_THEN + MAX_POSITIONS * direction + cell]
            shift = completion_shift(geo, cell)
            before[lost], before[lost + 1] = now, now + shift
            after[won], after[won + 1] = then, then + shift
            lost += 2 * ((now != then) & (now >= 0))
            won += 2 * ((now != then) & (then >= 0))
    return lost, won
