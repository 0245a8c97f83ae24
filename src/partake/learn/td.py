"""TD(0) on afterstates: self-play of a linear value function, with temporal coherence learning rates.

After each call the value of the afterstate before it moves towards the best one-ply value found now, and at the end
towards the final score. Each weight has its own learning rate, |sum of its errors| / sum of |its errors| (temporal
coherence, Beal and Smith): weights whose errors agree in sign move fast, those whose errors cancel come to rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from partake.fast.bits import nth_bit, popcount
from partake.fast.scoring import scoring_scratch
from partake.fast.shuffle import GOLDEN_GAMMA, mix64, randbelow
from partake.fast.variant_arrays import VariantArrays, Words
from partake.learn.encoding import CALL_SIZE, DRAWS, Encoding, Ints
from partake.learn.features import MAX_ACTIVE, active_features
from partake.learn.one_ply import Floats, choose, choose_two, sum_of_weights
from partake.learn.position import OPEN, POINTS, POSITION_SIZE, new_position, open_positions, put, start, take
from partake.learn.terminal_value import UNITS_PER_POINT, final_scores, is_compared, update_rivals

INITIAL_SUM = 1e-3
"""The initial value of both sums of errors, so that the first learning rate is 1."""


class LinearModel(NamedTuple):
    """For each feature its weight and the two sums of temporal coherence; the field names are those of checkpoints."""

    values: Floats
    """[feature] its weight."""
    errors: Floats
    """[feature] the sum of its errors."""
    sizes: Floats
    """[feature] the sum of the absolute values of its errors."""


def optimistic_model(encoding: Encoding) -> LinearModel:
    """Optimistic initial values: the value of the empty board, spread evenly over its features, for all features."""
    state, found = new_position(), np.zeros(4096, np.int64)
    start(state, encoding.geo)
    # The same weight everywhere: as cells fill and lines die, active features get fewer, and the value with them.
    each = encoding.optimistic_value / active_features(state, encoding.geo, found)
    few = np.full(encoding.features, INITIAL_SUM, np.float32)
    return LinearModel(np.full(encoding.features, each, np.float32), few, few.copy())


@njit(cache=True)
def adjust(features: Ints, count: int, target: float, rate: float, model: LinearModel) -> float:
    """One update of the active features towards a target; gives the TD error.

    w += rate * delta / count * |E| / A;  E += rate * delta / count;  A += |rate * delta / count|
    """
    values, errors, sizes = model.values, model.errors, model.sizes
    error = target - sum_of_weights(features, count, values)
    share = np.float32(rate * error / count)
    for i in range(count):
        feature = features[i]
        values[feature] += share * abs(errors[feature]) / sizes[feature]
        errors[feature] += share
        sizes[feature] += abs(share)
    return error


@njit(cache=True, nogil=True)
def play_games(
    decks: Ints, random_calls: int, rate: float, geo: Ints, arrays: VariantArrays, model: LinearModel, scores: Ints
) -> float:
    """Play a game for each row of tiles, with learning if there is a rate; gives the mean absolute TD error.

    All seats play by the same model. Since they get the same tiles, the first `random_calls` calls are placed at random
    at all seats but the first, so that boards differ. Scores [game, seat] are in sixtieths of a point.
    """
    seats = scores.shape[1]
    states, scratch = np.zeros((seats, POSITION_SIZE), np.int64), scoring_scratch(arrays)
    indices = np.zeros(MAX_ACTIVE, np.int64)
    seen, counts = np.zeros((seats, MAX_ACTIVE), np.int64), np.zeros(seats, np.int64)
    starts = np.zeros(seats, np.int64)
    errors, boards = 0.0, 0
    for game in range(scores.shape[0]):
        for seat in range(seats):
            start(states[seat], geo)
        counts[:] = 0
        for drawn in range(0, geo[DRAWS], geo[CALL_SIZE]):
            call = min(geo[CALL_SIZE], geo[DRAWS] - drawn)
            # Placements of a call are simultaneous: each seat sees the others as they were before it.
            if is_compared(geo):
                update_rivals(states, geo)
            for seat in range(seats):
                state = states[seat]
                before = state[POINTS]
                if seat and drawn < random_calls * geo[CALL_SIZE]:
                    place_at_random(state, geo, arrays, decks[game], drawn, call, seat)
                    continue
                value = place_call(state, geo, arrays, model.values, decks[game], drawn, call, scratch, indices)
                # Values are of the points still to come: the target is the value now, less the points before this call.
                if state[OPEN] == 0:
                    starts[seat] = before
                elif rate > 0:
                    # There is nothing to update before the first afterstate.
                    if counts[seat]:
                        errors += abs(adjust(seen[seat], counts[seat], value - before, rate, model))
                        boards += 1
                    counts[seat] = active_features(state, geo, seen[seat])
        # The last afterstate of each seat learns from the final score, less the points it had then.
        final_scores(states, geo, arrays, scratch, scores[game])
        for seat in range(seats):
            if counts[seat]:
                target = scores[game, seat] / UNITS_PER_POINT - starts[seat]
                errors += abs(adjust(seen[seat], counts[seat], target, rate, model))
                boards += 1
    return errors / max(boards, 1)


@njit(cache=True)
def place_call(
    state: Ints, geo: Ints, arrays: VariantArrays, values: Floats, deck: Ints, drawn: int, call: int,
    scratch: Words, indices: Ints,
) -> float:  # fmt: skip
    """Place the called tiles, one or two, with the best one-ply value; gives that value."""
    tile = deck[drawn]
    take(state, geo, tile)
    if call == 1:
        value, position = choose(state, geo, arrays, values, tile, scratch, indices)
        put(state, geo, position, tile)
        return value
    other = deck[drawn + 1]
    take(state, geo, other)
    value, order, one, two = choose_two(state, geo, arrays, values, (tile, other), scratch, indices)
    put(state, geo, one, other if order else tile)
    put(state, geo, two, tile if order else other)
    return value


@njit(cache=True)
def place_at_random(
    state: Ints, geo: Ints, arrays: VariantArrays, deck: Ints, drawn: int, call: int, seat: int
) -> None:
    """Place the called tiles at random, by a hash of the deck and the seat, so that a game comes out the same again."""
    word = np.uint64(seat)
    for i in range(deck.size):
        word = mix64(word + np.uint64(deck[i]) * GOLDEN_GAMMA)
    for i in range(drawn, drawn + call):
        word += GOLDEN_GAMMA
        take(state, geo, deck[i])
        positions = open_positions(state, geo, arrays, deck[i])
        put(state, geo, nth_bit(positions, randbelow(word, popcount(positions))), deck[i])
