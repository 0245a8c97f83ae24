"""Two-ply lookahead (expectimax): the mean, over what may be called next, of the best one-ply value."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import ONE, lowest
from partake.fast.variant_arrays import VariantArrays, Words
from partake.learn.encoding import CALL_SIZE, IS_BOUND, TILES, Ints
from partake.learn.features import common_features
from partake.learn.one_ply import Floats, candidates, choose, choose_two, placement_value, sum_of_weights
from partake.learn.position import BAG, OPEN, put, take, unput
from partake.learn.search_budget import ILLEGAL

PAIRS = 60
"""About the number of next pairs that the mean is taken over, where there are more than twice as many."""


@njit(cache=True)
def one_ply_values(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, tile: int, scratch: Words, indices: Ints,
    out: NDArray[np.float64],
) -> None:  # fmt: skip
    """out[position]: the one-ply value for a tile that is out of the bag; `ILLEGAL` where it may not go."""
    base = sum_of_weights(indices, common_features(state, geo, indices), values)
    positions = candidates(state, geo, arrays, values, base, tile, scratch, indices)
    out[:] = ILLEGAL
    while positions:
        position = lowest(positions)
        positions &= positions - ONE
        out[position] = placement_value(state, geo, arrays, values, base, position, tile, scratch, indices)


@njit(cache=True)
def one_ply_pair_values(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, tiles: tuple[int, int], scratch: Words,
    indices: Ints, out: NDArray[np.float64], others: Ints,
) -> None:  # fmt: skip
    """out[order, position]: the value of two tiles out of the bag, one on this position, the other best after it.

    Order 0 places the first tile first; order 1 the second, only where the order matters. others[order, position] is
    the position of the other tile.
    """
    base = sum_of_weights(indices, common_features(state, geo, indices), values)
    out[:] = ILLEGAL
    for order in range(2 if geo[IS_BOUND] else 1):
        tile, other = tiles[order], tiles[1 - order]
        positions = candidates(state, geo, arrays, values, base, tile, scratch, indices)
        while positions:
            position = lowest(positions)
            positions &= positions - ONE
            put(state, geo, position, tile, 1)  # slot 0 is for the placements of `choose`
            out[order, position], others[order, position] = choose(state, geo, arrays, values, other, scratch, indices)
            unput(state, geo, position, 1)


@njit(cache=True)
def expected_best(
    geo: Ints, arrays: VariantArrays, values: Floats, scratch: Words, indices: Ints, scratch_positions: Ints
) -> float:
    """The chance node: the mean best value over what may be called next, in position `scratch_positions[0]`.

    `scratch_positions` holds two positions; something must be left to come.
    """
    bag, total = np.flatnonzero(scratch_positions[0, BAG : BAG + geo[TILES]]), 0.0
    # The last call has one tile, whatever the size of calls.
    if geo[CALL_SIZE] == 1 or scratch_positions[0, OPEN] == 1:
        for i in range(bag.size):
            tile = int(bag[i])
            # A fresh copy for each tile: `take` has no undo.
            scratch_positions[1] = scratch_positions[0]
            take(scratch_positions[1], geo, tile)
            total += choose(scratch_positions[1], geo, arrays, values, tile, scratch, indices)[0]
        return total / bag.size
    pairs = next_pairs(bag)
    for i in range(len(pairs)):
        scratch_positions[1] = scratch_positions[0]
        take(scratch_positions[1], geo, pairs[i, 0])
        take(scratch_positions[1], geo, pairs[i, 1])
        total += choose_two(scratch_positions[1], geo, arrays, values, (pairs[i, 0], pairs[i, 1]), scratch, indices)[0]
    return total / len(pairs)


@njit(cache=True)
def next_pairs(bag: Ints) -> Ints:
    """Pairs of tiles that may be called next: all, or a balanced sample in which each tile is equally often.

    The sample pairs each tile with the one a fixed distance ahead in the bag, for distances spread evenly: a
    deterministic, stratified choice, so that values do not tremble from call to call.
    """
    size, count = bag.size, 0
    if size * (size - 1) // 2 <= 2 * PAIRS:
        found = np.empty((size * (size - 1) // 2, 2), np.int64)
        for i in range(size):
            for j in range(i):
                found[count, 0], found[count, 1] = bag[i], bag[j]
                count += 1
        return found
    rounds = max(1, PAIRS // size)
    found = np.empty((rounds * size, 2), np.int64)
    # Distances in the middle of equal parts of 1 … (size - 1) / 2; each distance makes `size` different pairs.
    for i in range(rounds):
        apart = 1 + (2 * i + 1) * ((size - 1) // 2) // (2 * rounds)
        for j in range(size):
            found[count, 0], found[count, 1] = bag[j], bag[(j + apart) % size]
            count += 1
    return found
