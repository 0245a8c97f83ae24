"""Optima of many draws of one board where lines alone score: branch and bound for each, in the order of their masks."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import popcount
from partake.solve.compiled.kernels import best_pair, new_pair_cache, select, sweep

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

_FIRST_DROP = 4
"""Points by which the first threshold lies below the bound, as in `solve/solver.py`."""
_LARGEST_DROP = 16
"""The most points by which one threshold lies below the one before."""
_ENDLESS = 1 << 60
"""Work without a limit."""
_ONE = np.uint64(1)
"""The set of member 0."""


@njit(cache=True)
def optimum(
    draw: np.uint64,
    a: Words, a_points: Ints, b: Words, b_points: Ints, c: Words, c_points: Ints,
    fitting: Words, cells: Ints,
) -> int:  # fmt: skip
    """The most points that the tiles of a draw (a bit set) can make, with a tile on each cell.

    The arguments are those of `kernels.sweep`, for all tiles of the set; counts are taken for the draw.
    """
    # The arrays of `kernels` for this draw: one zone, the whole board, and no wild tiles, rays or bonuses.
    width = fitting.shape[1]
    counts, pair_counts = np.empty((1, 3, width), np.int64), np.empty((1, 3, width, width), np.int64)
    triple_counts = np.empty((width, width, width), np.int64)
    for n in range(width):
        for d in range(3):
            counts[0, d, n] = popcount(fitting[d, n] & draw)
        for m in range(width):
            pair_counts[0, 0, n, m] = popcount(fitting[0, n] & fitting[1, m] & draw)
            pair_counts[0, 1, n, m] = popcount(fitting[0, n] & fitting[2, m] & draw)
            pair_counts[0, 2, n, m] = popcount(fitting[1, n] & fitting[2, m] & draw)
            for k in range(width):
                triple_counts[n, m, k] = popcount(fitting[0, n] & fitting[1, m] & fitting[2, k] & draw)
    zones, wild = np.full(1, ~np.uint64(0)), np.zeros(1, np.int64)
    refused, scoring = np.zeros(width, np.uint64), np.empty(0, np.uint64)
    # Labelings are listed once for all draws; the counting bound selects those that this draw could fill.
    kept = select(a, zones, wild, counts[:, 0], refused, scoring)
    x, x_points = a[kept], a_points[kept]
    kept = select(b, zones, wild, counts[:, 1], refused, scoring)
    y, y_points = b[kept], b_points[kept]
    kept = select(c, zones, wild, counts[:, 2], refused, scoring)
    z, z_points = c[kept], c_points[kept]
    pairs = np.empty(3, np.int64)
    pairs[0] = best_pair(y, y_points, z, z_points, zones, wild, pair_counts, 2)
    pairs[1] = best_pair(x, x_points, z, z_points, zones, wild, pair_counts, 1)
    pairs[2] = best_pair(x, x_points, y, y_points, zones, wild, pair_counts, 0)
    # See `Search.bound`: half the sum of the three best pairs, or one direction with the best pair of the others.
    bound = min(pairs.sum() // 2, x_points[0] + pairs[0], y_points[0] + pairs[1], z_points[0] + pairs[2])
    bonuses, worth = np.empty((0, 4), np.int64), np.zeros((4, 1), np.int64)
    scrapyards, tiles = np.empty((0, 0), np.uint64), np.empty(len(cells), np.int64)
    allowed = np.full(len(cells), draw)
    fits, known = new_pair_cache(y, z)
    drop, best = _FIRST_DROP, -1
    # Lower the threshold until a board reaches it; at threshold 0 any board does.
    while best < 0:
        goal = max(0, bound - drop + 1)
        for i in range(len(x)):
            if x_points[i] + pairs[0] < goal:
                break
            found, _ = sweep(
                i, 0, goal, _ENDLESS, x, x_points, y, y_points, z, z_points, pairs, zones, wild,
                pair_counts, triple_counts, bonuses, cells, allowed, fitting, worth, scrapyards, 0, fits, known, tiles,
            )  # fmt: skip
            if found >= goal:
                best, goal = found, found + 1
        bound, drop = bound - drop, min(2 * drop, _LARGEST_DROP)
    return best


@njit(cache=True)
def next_combination(draw: np.uint64) -> np.uint64:
    """Gosper's hack: the next greater word with as many bits set, which enumerates all draws."""
    # The lowest run of ones: its top bit moves up by one, the rest of the run to the bottom.
    low = draw & (~draw + _ONE)
    carry = draw + low
    return carry | ((draw ^ carry) // low) >> np.uint64(2)


@njit(cache=True, nogil=True)
def tally(
    draw: np.uint64, number: int,
    a: Words, a_points: Ints, b: Words, b_points: Ints, c: Words, c_points: Ints,
    fitting: Words, cells: Ints, counts: Ints, examples: Words,
) -> np.uint64:  # fmt: skip
    """Add the optima of `number` draws to the histogram, keep an example of each, and give the draw to resume with."""
    for _ in range(number):
        best = optimum(draw, a, a_points, b, b_points, c, c_points, fitting, cells)
        if not counts[best]:
            examples[best] = draw
        counts[best] += 1
        draw = next_combination(draw)
    return draw
