"""Expectimax lookahead with the network: one-ply values of all positions for one or two tiles, and two-ply values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import ONE, lowest
from partake.fast.scoring import scoring_scratch
from partake.fast.variant_arrays import VariantArrays, Words
from partake.learn.chance import next_pairs
from partake.learn.encoding import (
    BOARD,
    CALL_SIZE,
    CELLS,
    DRAWS,
    IS_BOUND,
    MAX_POSITIONS,
    PASSED_SCRAPYARD,
    SCRAPYARD_RULE,
    TILES,
    Ints,
)  # fmt: skip
from partake.learn.network.changes import CHANGES_SIZE, changed, line_masks, standing, try_tile
from partake.learn.network.gains import (
    GainScratch,
    changed_gains,
    gain_features,
    new_gain_scratch,
    rate_gains,
    try_gains,
    update_gains,
)
from partake.learn.network.inputs import MAX_ACTIVE, Inputs
from partake.learn.network.model import HIDDEN, STAGES, ZERO, Floats, Network, aligned_zeros, output
from partake.learn.position import BAG, OPEN, POINTS, POSITION_SIZE, open_positions, put, take, unput
from partake.learn.search_budget import ILLEGAL
from partake.learn.terminal_value import final_value, is_compared, last_tile_value
from partake.learn.variant_features import board_features, scrapyard_features

Values = NDArray[np.float64]
"""[position] expected final scores."""


class Buffers(NamedTuple):
    """Buffers for evaluating a position; one per thread."""

    base: Floats
    """[unit] the first layer's sum over the features of the position before the placement."""
    accumulator: Floats
    """[unit] the same after the placement."""
    hidden: Floats
    """[layer, unit] the activations of the two hidden layers."""
    before: Ints
    """[index] feature indices: those that a placement deactivates."""
    after: Ints
    """[index] feature indices: those that it activates."""
    changes: Ints
    """See `changes`."""
    gain: GainScratch
    masks: Ints
    """[line] its cells, as bits."""
    scoring: Words
    """Buffers of the compiled engine."""
    values: Values
    """[use, position] rows for nested searches: 0 one-ply, 1 the second of two tiles, 2 and 3 inside deeper plies."""
    positions: Ints
    """[use] positions for deeper plies: `take` has no undo."""


def new_scratch(inputs: Inputs, width: int) -> Buffers:
    """New scratch buffers for networks of a variant with a first layer so wide; each thread needs its own."""
    return Buffers(
        base=aligned_zeros(width),
        accumulator=aligned_zeros(width),
        hidden=aligned_zeros(2, HIDDEN),
        before=np.zeros(MAX_ACTIVE, np.int64),
        after=np.zeros(MAX_ACTIVE, np.int64),
        changes=np.zeros(CHANGES_SIZE, np.int64),
        gain=new_gain_scratch(inputs.geo),
        masks=line_masks(inputs.geo),
        scoring=scoring_scratch(inputs.arrays),
        values=np.zeros((4, MAX_POSITIONS)),
        positions=np.zeros((2, POSITION_SIZE), np.int64),
    )


@njit(cache=True, forceinline=True)
def stage_of(open_positions: int, draws: int) -> int:
    """The stage whose hidden layers apply: fifths of the game, the last one first."""
    return int(min(open_positions * STAGES // draws, STAGES - 1))


@njit(cache=True)
def is_exact(state: Ints, geo: Ints, placed: int) -> bool:
    """Whether values are exact after so many placements: nothing is left to come, or one tile.

    With one tile left the expectation is exact too, except where it depends on what the other players get.
    """
    left = state[OPEN] - placed
    return bool(left < 1 or (left == 1 and not is_compared(geo)))


@njit(cache=True)
def active_features(state: Ints, geo: Ints, scratch: Buffers, out: Ints) -> int:
    """Write all active features of a position; gives their number."""
    return board_features(state, geo, out, _reference(state, geo, scratch, out))


@njit(cache=True)
def _reference(state: Ints, geo: Ints, scratch: Buffers, out: Ints) -> int:
    """Write the features that are updated incrementally; gives their number."""
    gains, whole, rated = scratch.gain
    update_gains(state, geo, gains, whole, rated)
    rate_gains(state, geo, -1, scratch.masks, gains, whole, rated, 0)
    count = gain_features(state, geo, rated, out, standing(state, geo, scratch.changes, out))
    return scrapyard_features(state, geo, out, count)


@njit(cache=True, fastmath=True)
def one_ply_values(
    state: Ints, geo: Ints, arrays: VariantArrays, net: Network, scale: float, tile: int, scratch: Buffers,
    values: Values,
) -> int:  # fmt: skip
    """values[position]: the one-ply value for a tile that is out of the bag; gives the best position.

    `ILLEGAL` where the tile may not go. Of a scrapyard that a neighbour fills only the cell that hurts its owner most
    has a value. The first layer is incremental, as in NNUE: the sum of the rows of the features before the placement
    once, then for each position only the rows that the placement changes; those of `board_features` are few and added
    each time.
    """
    values[:] = ILLEGAL
    exact = is_exact(state, geo, 1)
    # Arrays out of their tuples once: Numba counts references at each access inside the loop otherwise.
    rows, direct, base, accumulator = net.rows, net.direct, scratch.base, scratch.accumulator
    before, after, changes, masks = scratch.before, scratch.after, scratch.changes, scratch.masks
    gains, whole, rated = scratch.gain
    one, two = scratch.hidden[0], scratch.hidden[1]
    stage, alone = stage_of(state[OPEN] - 1, geo[DRAWS]), ZERO
    w2, b2, w3, b3, w4, b4 = net.w2[stage], net.b2[stage], net.w3[stage], net.b3[stage], net.w4[stage], net.b4[stage]
    if not exact:
        base[:] = ZERO
        count = _reference(state, geo, scratch, before)
        try_tile(state, geo, tile, changes)
        try_gains(state, geo, tile, gains, rated)
        for k in range(count):
            row = before[k]
            alone += direct[row]
            for i in range(base.size):
                base[i] += rows[row, i]
    positions = open_positions(state, geo, arrays, tile)
    while positions:
        position = lowest(positions)
        positions &= positions - ONE
        if exact:
            put(state, geo, position, tile)
            if state[OPEN] == 0:
                values[position] = final_value(state, geo, arrays, scratch.scoring)
            else:
                values[position] = last_tile_value(state, geo, arrays, scratch.scoring)
            unput(state, geo, position)
            continue
        lost, won = changed(state, geo, position, masks, changes, before, after)
        is_scrapped = geo[BOARD] <= position < geo[CELLS]
        if is_scrapped:
            lost = scrapyard_features(state, geo, before, lost)
        put(state, geo, position, tile)
        if is_scrapped:
            won = scrapyard_features(state, geo, after, won)
        rate_gains(state, geo, position, masks, gains, whole, rated, 1)
        lost, won = changed_gains(state, geo, rated, before, lost, after, won)
        won = board_features(state, geo, after, won)
        own, both = alone, min(lost, won)
        accumulator[:] = base
        # Rows lost and won in pairs: one pass over the accumulator for two rows.
        for k in range(both):
            less, more = before[k], after[k]
            own += direct[more] - direct[less]
            for i in range(base.size):
                accumulator[i] += rows[more, i] - rows[less, i]
        for k in range(both, lost):
            less = before[k]
            own -= direct[less]
            for i in range(base.size):
                accumulator[i] -= rows[less, i]
        k = both
        while k + 1 < won:
            more, next_one = after[k], after[k + 1]
            own += direct[more] + direct[next_one]
            for i in range(base.size):
                accumulator[i] += rows[more, i] + rows[next_one, i]
            k += 2
        if k < won:
            more = after[k]
            own += direct[more]
            for i in range(base.size):
                accumulator[i] += rows[more, i]
        # The network values what is still to come; the points so far are certain.
        learned = own + output(accumulator, w2, b2, w3, b3, w4, b4, one, two)
        values[position] = state[POINTS] + scale * learned
        unput(state, geo, position)
    if geo[SCRAPYARD_RULE] == PASSED_SCRAPYARD:
        keep_worst(values, geo[BOARD], geo[CELLS])
    return int(np.argmax(values))


@njit(cache=True)
def keep_worst(values: Values, first: int, stop: int) -> None:
    """Of the legal positions from `first` to `stop` only the first of those with the least value keeps it."""
    worst = -1
    for position in range(first, stop):
        if values[position] > ILLEGAL and (worst < 0 or values[position] < values[worst]):
            worst = position
    for position in range(first, stop):
        if position != worst:
            values[position] = ILLEGAL


@njit(cache=True)
def two_tile_values(
    state: Ints, geo: Ints, arrays: VariantArrays, net: Network, scale: float, tiles: tuple[int, int],
    scratch: Buffers, values: Values, others: Ints,
) -> int:  # fmt: skip
    """values[order * MAX_POSITIONS + position]: one of two tiles on this position, the other best after it.

    Order 0 places the first tile first; order 1 the second, only where the order matters. others[…] is the position of
    the other tile. Gives the index of the best value.
    """
    values[:] = ILLEGAL
    second = scratch.values[1]
    for order in range(2 if geo[IS_BOUND] else 1):
        tile, other = (tiles[1], tiles[0]) if order else (tiles[0], tiles[1])
        positions = open_positions(state, geo, arrays, tile)
        while positions:
            position = lowest(positions)
            positions &= positions - ONE
            put(state, geo, position, tile, 1)  # slot 0 is for the placements of `one_ply_values`
            best = one_ply_values(state, geo, arrays, net, scale, other, scratch, second)
            at = order * MAX_POSITIONS + position
            values[at], others[at] = second[best], best
            unput(state, geo, position, 1)
        if geo[SCRAPYARD_RULE] == PASSED_SCRAPYARD:
            keep_worst(values, order * MAX_POSITIONS + geo[BOARD], order * MAX_POSITIONS + geo[CELLS])
    return int(np.argmax(values))


@njit(cache=True)
def expected_best(state: Ints, geo: Ints, arrays: VariantArrays, net: Network, scale: float, scratch: Buffers) -> float:
    """The chance node: the mean, over what may be called next, of the best one-ply value."""
    bag, total, work = np.flatnonzero(state[BAG : BAG + geo[TILES]]), 0.0, scratch.positions[1]
    # The last call has one tile, whatever the size of calls.
    if geo[CALL_SIZE] == 1 or state[OPEN] == 1:
        values = scratch.values[2]
        for i in range(bag.size):
            tile = int(bag[i])
            work[:] = state  # a fresh copy for each tile: `take` has no undo
            take(work, geo, tile)
            total += values[one_ply_values(work, geo, arrays, net, scale, tile, scratch, values)]
        return total / bag.size
    pairs, both = next_pairs(bag), np.zeros(2 * MAX_POSITIONS)
    others = np.zeros(2 * MAX_POSITIONS, np.int64)
    for i in range(len(pairs)):
        work[:] = state
        take(work, geo, pairs[i, 0])
        take(work, geo, pairs[i, 1])
        tiles = (int(pairs[i, 0]), int(pairs[i, 1]))
        total += both[two_tile_values(work, geo, arrays, net, scale, tiles, scratch, both, others)]
    return total / len(pairs)


@njit(cache=True)
def expected_correction(
    state: Ints, geo: Ints, arrays: VariantArrays, net: Network, scale: float, most: int, scratch: Buffers
) -> float:
    """What a second ply finds more than the first, on average, after the best answers to what may be called next.

    For calls of one tile. Of a bag with more than `most` tiles only so many are tried, at even distances in it
    (systematic sampling), so that all candidates of a move are compared on the same ones.
    """
    bag, total = np.flatnonzero(state[BAG : BAG + geo[TILES]]), 0.0
    work, values, count = scratch.positions[0], scratch.values[3], min(most, bag.size)
    for i in range(count):
        tile = int(bag[i * bag.size // count])
        work[:] = state
        take(work, geo, tile)
        best = one_ply_values(work, geo, arrays, net, scale, tile, scratch, values)
        first = values[best]
        put(work, geo, best, tile)
        total += expected_best(work, geo, arrays, net, scale, scratch) - first
    return total / count
