"""The inputs of the network: the sparse features of `learn.features`, and groups that only networks have.

- `demands`: each number of each direction: the empty cells that want it, and the tiles left that have it;
- `closings`: each empty cell that is the last of a line: the numbers it would complete, and the tiles left that do so;
- `gains`: each tile left: what it would gain on its best cell, and the number of cells on which it loses nothing;
- `wanted`: each empty cell: the number of tiles left for which it is the best one, by the phase of the game;
- `means`: the mean over the tiles left of the gain on the best cell;
- `completions`: the same as `closings`, for each cell by itself: lines of one number differ in length.

`gains`, `wanted` and `means` are a cheap static one-ply lookahead, see `gains`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numba import njit

from partake.fast.variant_arrays import VariantArrays
from partake.learn.encoding import (
    AT_END,
    BOARD,
    BONUS_COUNT,
    CELL_CLASSES,
    CELLS,
    DIRECTIONS,
    IS_TARGET,
    LINE_CLASSES,
    LINES,
    LINES_OF,
    MAX_SHOWN,
    NUMBERS,
    TARGET_COUNT,
    TILES,
    WORTH,
    Encoding,
    Ints,
    encoding_of,
    turned_cells,
)  # fmt: skip
from partake.learn.position import EMPTIES, LEFT, PAIRS, STATES, TRIPLES
from partake.rules.variant import Variant

MAX_DEMAND = 15
"""Counts of cells that want a number are capped here."""
MAX_SUITABLE = 7
"""Counts of tiles that complete lines at a cell are capped here."""
GAIN_BUCKETS = 14
"""Buckets of a tile's gain on its best cell."""
KEEPING_LEVELS = 4
"""Levels of the number of cells on which a tile loses nothing: 0, 1, 2, more."""
PHASES = 4
"""Phases of the game, by open positions."""
WANTED_LEVELS = 8
"""Levels of the number of tiles for which a cell is the best one."""
MEAN_BUCKETS = 60
"""Buckets of the mean gain."""

# Scalars of the array that only networks use; 48 is the last one of `learn.encoding`.
AT_DEMANDS = AT_END  # these groups follow those of `learn.encoding`
AT_CLOSINGS = 49
AT_GAINS = 50
AT_WANTED = 51
AT_MEANS = 52
AT_COMPLETIONS = 53
AT_INPUTS_END = 54  # one past the last feature
GREATEST_WORTH = 55  # the most points of a line

MAX_ACTIVE = 1024
"""Size of index buffers: more than the active features of any position."""


LINE_GROUPS = ("lines", "wilds", "rays")
"""Groups whose first digit is a line."""
CELL_GROUPS = {"cells": CELLS, "reach": BOARD}
"""Groups whose first digit is a cell, and the scalar with their number."""


class Inputs(NamedTuple):
    """A variant's array for networks, the same for the board turned by half, and the sizes of all groups."""

    geo: Ints
    turned: Ints
    """The array in which each line and cell has the name of its image under a half turn; the same if there is none."""
    arrays: VariantArrays
    sizes: Mapping[str, int]
    """The number of features of each group, in their order."""
    optimistic_value: float
    """See `Encoding.optimistic_value`."""

    @property
    def features(self) -> int:
        """The number of features, which is the number of rows of the network."""
        return int(self.geo[AT_INPUTS_END])

    shared: Ints
    """[feature] of the groups that linear values have too: the feature of theirs that says the same.

    Linear values are shared between lines and cells that a half turn swaps.
    """

    @property
    def most_active(self) -> int:
        """More features than are ever active at once."""
        geo = self.geo
        lines, cells, numbers, tiles = (int(geo[at]) for at in (LINES, CELLS, NUMBERS, TILES))
        bag = 6 * numbers + 3 * numbers * numbers + 2 * tiles
        special = int(geo[BONUS_COUNT] + geo[TARGET_COUNT])
        return 3 * lines + 5 * cells + bag + special + 16

    @property
    def has_symmetry(self) -> bool:
        """Whether a half turn of the board gives the same game."""
        return not np.array_equal(self.geo, self.turned)


@lru_cache(maxsize=64)
def inputs_of(variant: Variant) -> Inputs:
    """The inputs of a variant."""
    encoding = encoding_of(variant)
    geo = encoding.geo.copy()
    sizes = {**encoding.sizes, **_own_sizes(encoding)}
    own = list(_own_sizes(encoding).values())
    geo[AT_DEMANDS : AT_INPUTS_END + 1] = [encoding.features + start for start in (0, *accumulate(own))]
    geo[GREATEST_WORTH] = geo[WORTH : WORTH + int(np.prod((8, 64)))].max()
    shared = _shared(encoding, encoding_of(variant, share=True).geo)
    return Inputs(geo, _turned(variant, geo), encoding.arrays, sizes, encoding.optimistic_value, shared)


def _shared(encoding: Encoding, classes: Ints) -> Ints:
    found, first = np.arange(encoding.features), 0
    for group, size in encoding.sizes.items():
        at = LINE_CLASSES if group in LINE_GROUPS else CELL_CLASSES
        if size and group in (*LINE_GROUPS, *CELL_GROUPS):
            # The first digit of these groups is the line or cell.
            each = size // int(encoding.geo[CELL_GROUPS.get(group, LINES)])
            name, rest = np.divmod(np.arange(size), each)
            found[first : first + size] = first + classes[at + name] * each + rest
        first += size
    return found


def _own_sizes(encoding: Encoding) -> dict[str, int]:
    geo = encoding.geo
    cells, tiles, numbers, most = int(geo[CELLS]), int(geo[TILES]), int(geo[NUMBERS]), int(geo[MAX_SHOWN])
    closings = (numbers + 1) ** 3 * (MAX_SUITABLE + 1)
    return {
        "demands": 3 * numbers * (MAX_DEMAND + 1) * (most + 1),
        "closings": closings,
        "gains": tiles * GAIN_BUCKETS * KEEPING_LEVELS,
        "wanted": (cells + 1) * PHASES * WANTED_LEVELS,  # the last for all slots of the reserve
        "means": MEAN_BUCKETS,
        "completions": cells * closings,
    }


def _turned(variant: Variant, geo: Ints) -> Ints:
    """The board turned by half, the scrapyard with it: the only symmetry that keeps the directions of numbers."""
    found, first = geo.copy(), 0
    for zone in (variant.board, *([variant.scrapyard] if variant.scrapyard else [])):
        images = turned_cells(zone)
        found[CELL_CLASSES + first : CELL_CLASSES + first + len(images)] = [first + image for image in images]
        first += len(images)
    for cell in range(first):
        for direction in range(3):
            line = geo[LINES_OF + 3 * cell + direction]
            image = geo[LINES_OF + 3 * found[CELL_CLASSES + cell] + direction]
            found[LINE_CLASSES + line] = image
    return found


@njit(cache=True)
def count_demands(state: Ints, geo: Ints, out: Ints) -> None:
    """out[direction and number]: the empty cells of lines with that number."""
    n = geo[NUMBERS]
    out[: 3 * n] = 0
    for line in range(geo[LINES]):
        number = state[STATES + line]
        if 0 < number <= n:
            out[geo[DIRECTIONS + line] * n + number - 1] += state[EMPTIES + line]


@njit(cache=True, forceinline=True)
def demand_feature(state: Ints, geo: Ints, which: int, wanted: int) -> int:
    """The feature of a demand: [direction and number, empty cells that want it, tiles left that have it]."""
    case = which * (MAX_DEMAND + 1) + min(wanted, MAX_DEMAND)
    return int(geo[AT_DEMANDS] + case * (geo[MAX_SHOWN] + 1) + state[LEFT + which])


@njit(cache=True, forceinline=True)
def _closing_number(state: Ints, geo: Ints, cell: int, direction: int) -> int:
    """The number that a tile on this cell would complete a line of; 0 if none."""
    line = geo[LINES_OF + 3 * cell + direction]
    number = state[STATES + line]
    return int(number) if state[EMPTIES + line] == 1 and number <= geo[NUMBERS] else 0


@njit(cache=True, forceinline=True)
def closing_feature(state: Ints, geo: Ints, cell: int) -> int:
    """The feature of an empty cell: [numbers that a tile on it completes lines of, tiles left with these]; or -1."""
    n = geo[NUMBERS]
    a, b = _closing_number(state, geo, cell, 0), _closing_number(state, geo, cell, 1)
    c = _closing_number(state, geo, cell, 2)
    # Special cells are not filled before the end.
    if (a == 0 and b == 0 and c == 0) or (cell < geo[BOARD] and geo[IS_TARGET + cell]):
        return -1
    if a and b and c:
        tiles = state[TRIPLES + ((a - 1) * n + b - 1) * n + c - 1]
    elif a and b:
        tiles = state[PAIRS + (a - 1) * n + b - 1]
    elif a and c:
        tiles = state[PAIRS + (n + a - 1) * n + c - 1]
    elif b and c:
        tiles = state[PAIRS + (2 * n + b - 1) * n + c - 1]
    else:
        tiles = state[LEFT + (a - 1 if a else (n + b - 1 if b else 2 * n + c - 1))]
    case = (a * (n + 1) + b) * (n + 1) + c
    return int(geo[AT_CLOSINGS] + case * (MAX_SUITABLE + 1) + min(tiles, MAX_SUITABLE))


@njit(cache=True, forceinline=True)
def completion_shift(geo: Ints, cell: int) -> int:
    """What is added to the feature of the lines that a tile on a cell would complete, for that of the cell itself."""
    return int(geo[AT_COMPLETIONS] - geo[AT_CLOSINGS] + geo[CELL_CLASSES + cell] * (geo[AT_GAINS] - geo[AT_CLOSINGS]))
