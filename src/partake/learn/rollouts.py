"""Rollouts of a whole table: what every seat has in the end after each placement of one of them, on the same draws.

All seats go on with one-ply play by linear values, a fast rollout policy. The draws are the same for all placements
(common random numbers), so that differences between them are known far better than the results themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.scoring import scoring_scratch
from partake.fast.shuffle import GOLDEN_GAMMA, mix64, randbelow
from partake.fast.variant_arrays import VariantArrays, Words
from partake.learn.encoding import CALL_SIZE, TILES, Ints
from partake.learn.features import MAX_ACTIVE
from partake.learn.one_ply import Floats, choose, choose_two
from partake.learn.position import BAG, OPEN, RIVAL_EMPTY, RIVAL_SUN, put
from partake.learn.registry import values_for
from partake.learn.td import place_call
from partake.learn.terminal_value import UNITS_PER_POINT, final_scores, update_rivals
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

if TYPE_CHECKING:
    from partake.learn.player import Moves

RIVALS = RIVAL_EMPTY + 1 - RIVAL_SUN
"""The number of scalars that a position holds about the other players."""


def final_points(
    variant: Variant, states: Ints, seat: int, drawn: Sequence[Tile], candidates: Sequence[Moves], rollouts: int
) -> NDArray[np.float64]:  # fmt: skip
    """[candidate, rollout, seat] the final scores from the positions of all seats; the same for the same table.

    Each candidate places all tiles of the seat's hand. The others place as many of the latest drawn tiles as they have
    not placed yet.
    """
    encoding, values = values_for(variant)
    index = {tile: i for i, tile in enumerate(variant.tiles.tiles)}
    placements = np.array([[(index[tile], at) for tile, at in moves] for moves in candidates], np.int64)
    called = np.array([index[tile] for tile in drawn], np.int64)
    left = int(states[seat - 1, OPEN]) - placements.shape[1]
    draws = _sampled_draws(states[seat - 1], encoding.geo, rollouts, left)
    found = np.zeros((len(placements), rollouts, len(states)), np.int64)
    _play_out(states, seat - 1, called, placements, draws, encoding.geo, encoding.arrays, values, found)
    return found / UNITS_PER_POINT


@njit(cache=True)
def _sampled_draws(state: Ints, geo: Ints, rollouts: int, left: int) -> Ints:
    """[rollout] the tiles that come, by partial Fisher-Yates shuffles from a hash of the bag."""
    bag = np.flatnonzero(state[BAG : BAG + geo[TILES]])
    found, word = np.empty((rollouts, left), np.int64), np.uint64(left)
    for i in range(bag.size):
        word = mix64(word + np.uint64(bag[i] + 1) * GOLDEN_GAMMA)
    for rollout in range(rollouts):
        for i in range(left):
            word += GOLDEN_GAMMA
            other = i + randbelow(word, bag.size - i)
            bag[i], bag[other] = bag[other], bag[i]
            found[rollout, i] = bag[i]
    return found


@njit(cache=True)
def _play_out(
    states: Ints, own: int, called: Ints, placements: Ints, draws: Ints, geo: Ints, arrays: VariantArrays,
    values: Floats, out: Ints,
) -> None:  # fmt: skip
    """out[placement, rollout, seat]: final scores in sixtieths of a point.

    The others play once, against the first placement: what they do hardly depends on one tile of somebody else, and to
    leave it out saves most of the time.
    """
    seats, left, size = states.shape[0], draws.shape[1], geo[CALL_SIZE]
    scratch, indices = scoring_scratch(arrays), np.zeros(MAX_ACTIVE, np.int64)
    table, rivals = states.copy(), np.zeros((left + 1, RIVALS), np.int64)
    for seat in range(seats):
        if seat != own:
            _place_called(table[seat], geo, arrays, values, called, table[seat, OPEN] - left, scratch, indices)
    begun = table.copy()
    for rollout in range(draws.shape[0]):
        deck = draws[rollout]
        for i in range(placements.shape[0]):
            if i == 0:
                table[:] = begun
            else:
                table[own] = begun[own]
            for j in range(placements.shape[1]):
                put(table[own], geo, placements[i, j, 1], placements[i, j, 0])
            for drawn in range(0, left, size):
                if i == 0:
                    update_rivals(table, geo)
                    rivals[drawn] = table[own, RIVAL_SUN : RIVAL_EMPTY + 1]
                else:
                    table[own, RIVAL_SUN : RIVAL_EMPTY + 1] = rivals[drawn]
                for seat in range(seats):
                    if i == 0 or seat == own:
                        call = min(size, left - drawn)
                        place_call(table[seat], geo, arrays, values, deck, drawn, call, scratch, indices)
            final_scores(table, geo, arrays, scratch, out[i, rollout])


@njit(cache=True)
def _place_called(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, called: Ints, count: int, scratch: Words,
    indices: Ints,
) -> None:  # fmt: skip
    """Place the last `count` of the called tiles, none to two, which are out of the bag."""
    if count == 1:
        tile = called[-1]
        put(state, geo, choose(state, geo, arrays, values, tile, scratch, indices)[1], tile)
    elif count == 2:
        tiles = (int(called[-2]), int(called[-1]))
        _, order, one, two = choose_two(state, geo, arrays, values, tiles, scratch, indices)
        put(state, geo, one, tiles[order])
        put(state, geo, two, tiles[1 - order])
