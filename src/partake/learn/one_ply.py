"""One-ply lookahead: the placement with the best afterstate, by points so far plus a linear value of its features."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import NONE, ONE, Word, bit, lowest
from partake.fast.variant_arrays import VariantArrays, Words
from partake.learn.encoding import BOARD, CELLS, IS_BOUND, PASSED_SCRAPYARD, SCRAPYARD_RULE, Ints
from partake.learn.features import changed_directions, common_features, features_around
from partake.learn.position import OPEN, POINTS, open_positions, put, unput
from partake.learn.terminal_value import final_value, is_compared, last_tile_value
from partake.learn.variant_features import variant_features

Floats = NDArray[np.float32]
"""Weights."""


@njit(cache=True, forceinline=True)
def sum_of_weights(features: Ints, count: int, values: Floats) -> float:
    """The linear value function: the sum of the weights of the active features."""
    found = 0.0
    for i in range(count):
        found += values[features[i]]
    return found


@njit(cache=True)
def afterstate_value(
    state: Ints, geo: Ints, values: Floats, base: float, position: int, tile: int, indices: Ints
) -> float:
    """The expected final score of the afterstate of a placement, by linear values.

    `base` is the value of the common features before it, from which the value after it follows incrementally.
    """
    # V(after) = points + base - (changed features before) + (changed features after) + variant features after
    changed = changed_directions(state, geo, position, tile)
    value = base - sum_of_weights(indices, features_around(state, geo, position, changed, indices), values)
    put(state, geo, position, tile)
    count = variant_features(state, geo, indices, features_around(state, geo, position, changed, indices))
    value += state[POINTS] + sum_of_weights(indices, count, values)
    unput(state, geo, position)
    return float(value)


@njit(cache=True)
def placement_value(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, base: float, position: int, tile: int,
    scratch: Words, indices: Ints,
) -> float:  # fmt: skip
    """The one-ply value of a placement: by the model, but exact when nothing is left to come, or one tile."""
    # With one tile left the expectation is exact too, except where it depends on what the other players get.
    left = state[OPEN] - 1
    if left > 1 or (left and is_compared(geo)):
        return afterstate_value(state, geo, values, base, position, tile, indices)
    put(state, geo, position, tile)
    value = final_value(state, geo, arrays, scratch) if left == 0 else last_tile_value(state, geo, arrays, scratch)
    unput(state, geo, position)
    return value


@njit(cache=True)
def candidates(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, base: float, tile: int, scratch: Words, indices: Ints
) -> Word:
    """The positions to evaluate; of a scrapyard that a neighbour fills, only the cell that hurts its owner most."""
    found = open_positions(state, geo, arrays, tile)
    if geo[SCRAPYARD_RULE] != PASSED_SCRAPYARD:
        return found
    # The open cells of the scrapyard: bits BOARD to CELLS - 1.
    scrapyard = found >> np.uint64(geo[BOARD]) & ((ONE << np.uint64(geo[CELLS] - geo[BOARD])) - ONE)
    if scrapyard == NONE:
        return found
    scrapyard <<= np.uint64(geo[BOARD])
    return (found ^ scrapyard) | bit(
        worst_position(state, geo, arrays, values, base, tile, scrapyard, scratch, indices)
    )


@njit(cache=True)
def worst_position(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, base: float, tile: int, positions: Word,
    scratch: Words, indices: Ints,
) -> int:  # fmt: skip
    """The position that leaves the owner of a board with least."""
    worst, chosen = 1e9, -1
    while positions:
        position = lowest(positions)
        positions &= positions - ONE
        value = placement_value(state, geo, arrays, values, base, position, tile, scratch, indices)
        if value < worst:
            worst, chosen = value, position
    return chosen


@njit(cache=True)
def choose(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, tile: int, scratch: Words, indices: Ints
) -> tuple[float, int]:
    """The best one-ply value for a tile that is out of the bag, and the position that has it."""
    base = sum_of_weights(indices, common_features(state, geo, indices), values)
    return _choose(state, geo, arrays, values, base, tile, scratch, indices)


@njit(cache=True)
def _choose(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, base: float, tile: int, scratch: Words, indices: Ints
) -> tuple[float, int]:
    best, chosen = -1e9, -1
    positions = candidates(state, geo, arrays, values, base, tile, scratch, indices)
    is_late = state[OPEN] < 3  # at most one tile is left after the placement
    while positions:
        position = lowest(positions)
        positions &= positions - ONE
        if is_late:
            value = placement_value(state, geo, arrays, values, base, position, tile, scratch, indices)
        else:  # the same, without passing on the many arrays of the engine
            value = afterstate_value(state, geo, values, base, position, tile, indices)
        if value > best:
            best, chosen = value, position
    return best, chosen


@njit(cache=True)
def choose_two(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, tiles: tuple[int, int], scratch: Words, indices: Ints
) -> tuple[float, int, int, int]:
    """The best value for two tiles that are out of the bag, which goes first, and the positions of first and second.

    Both orders are tried only where legal placements depend on the board.
    """
    best, first, one, two = -1e9, 0, -1, -1
    base = sum_of_weights(indices, common_features(state, geo, indices), values)
    # With free placement the order makes no difference to the afterstate.
    for order in range(2 if geo[IS_BOUND] else 1):
        tile, other = (tiles[1], tiles[0]) if order else (tiles[0], tiles[1])
        positions = candidates(state, geo, arrays, values, base, tile, scratch, indices)
        while positions:
            position = lowest(positions)
            positions &= positions - ONE
            changed = changed_directions(state, geo, position, tile)
            before = sum_of_weights(indices, features_around(state, geo, position, changed, indices), values)
            # Undo slot 1, as the placements tried upon this one use slot 0.
            put(state, geo, position, tile, 1)
            after = sum_of_weights(indices, features_around(state, geo, position, changed, indices), values)
            value, second = _choose(state, geo, arrays, values, base - before + after, other, scratch, indices)
            unput(state, geo, position, 1)
            if value > best:
                best, first, one, two = value, order, position, second
    return best, first, one, two
