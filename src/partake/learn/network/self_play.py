"""Self-play: afterstates with TD(0) targets, exploration by Gumbel noise."""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.bits import Word
from partake.fast.shuffle import GOLDEN_GAMMA, randbelow, shuffle, stream_start
from partake.fast.variant_arrays import VariantArrays
from partake.learn.encoding import CALL_SIZE, DRAWS, MAX_POSITIONS, TILES, Ints
from partake.learn.network.backprop import TrainingBatch
from partake.learn.network.batch_games import choose
from partake.learn.network.lookahead import (
    Buffers,
    Values,
    active_features,
    is_exact,
    one_ply_values,
    stage_of,
    two_tile_values,
)
from partake.learn.network.model import Network
from partake.learn.position import BAG, OPEN, POINTS, POSITION_SIZE, put, start, take
from partake.learn.search_budget import ILLEGAL
from partake.learn.td import place_at_random
from partake.learn.terminal_value import UNITS_PER_POINT, final_scores, is_compared, update_rivals

UNIFORM_RESOLUTION = 1 << 24
"""Steps of a uniform random number between 0 and 1."""
MOVE_GAMMA = np.uint64((MAX_POSITIONS + 64) * int(GOLDEN_GAMMA) % 2**64)
"""The distance of a move's random words from those of the next: one for each position, and some for sampled tiles."""


def new_batch(boards: int, active: int) -> TrainingBatch:
    """Arrays for a number of boards with at most so many active features."""
    return TrainingBatch(
        np.zeros((boards, active), np.int32),
        np.zeros(boards, np.int64),
        np.zeros(boards, np.int64),
        np.zeros(boards, np.float32),
    )


@njit(cache=True)
def gumbel_choice(values: Values, temperature: float, word: Word) -> int:
    """Sample an index from softmax(values / temperature) by the Gumbel-max trick.

    The argmax of v - T log(-log(u)) over independent uniform u has the odds exp(v / T): a position that is
    `temperature` points worse is taken e times less often.
    """
    chosen, top = -1, ILLEGAL
    for index in range(values.size):
        if values[index] > ILLEGAL:
            word += GOLDEN_GAMMA
            uniform = (randbelow(word, UNIFORM_RESOLUTION) + 0.5) / UNIFORM_RESOLUTION
            value = values[index] - temperature * np.log(-np.log(uniform))
            if chosen < 0 or value > top:
                chosen, top = index, value
    return chosen


@njit(cache=True)
def _other_tiles_value(
    state: Ints, geo: Ints, arrays: VariantArrays, net: Network, scale: float, tile: int, others: int, word: Word,
    scratch: Buffers,
) -> tuple[float, int]:  # fmt: skip
    """The sum of the best values for some other tiles that could have come now, and their number; all if it is few."""
    bag, total, work, values = (
        np.flatnonzero(state[BAG : BAG + geo[TILES]]),
        0.0,
        scratch.positions[1],
        scratch.values[2],
    )
    wanted, count = min(others, bag.size - 1), 0
    # A partial shuffle of the bag without the tile that came.
    last = bag.size - 1
    for i in range(bag.size):
        if bag[i] == tile:
            bag[i], bag[last] = bag[last], bag[i]
    while count < wanted:
        word += GOLDEN_GAMMA
        at = count + randbelow(word, last - count)
        bag[count], bag[at] = bag[at], bag[count]
        work[:] = state
        take(work, geo, bag[count])
        total += values[one_ply_values(work, geo, arrays, net, scale, int(bag[count]), scratch, values)]
        count += 1
    return total, count


@njit(cache=True, nogil=True)
def collect(
    seed: Word, first: int, games: int, seats: int, random_calls: int, others: int, temperature: float, geo: Ints,
    turned: Ints, arrays: VariantArrays, net: Network, scale: float, scratch: Buffers, batch: TrainingBatch,
) -> None:  # fmt: skip
    """Play games number first, first + 1, … of a seed; collect their afterstates with TD(0) targets.

    The target of an afterstate is the best one-ply value for what is called next, less the points it has; with
    `others`, and calls of one tile, the mean over it and other tiles that could have come (a partial or full expected
    backup, with less variance from the draw): `others` on an empty board, more as it fills, all of them in the end.
    Where the rules compare players the last target is the final score. In every other game positions are sampled, not
    maximised: a target is the value of best play from a board, however the board came about (off-policy), and positions
    that are undervalued would never be tried otherwise.
    """
    states, deck = np.zeros((seats, POSITION_SIZE), np.int64), np.empty(geo[TILES], np.int8)
    values, both = scratch.values[0], np.zeros(2 * MAX_POSITIONS)
    places, totals = np.zeros(2 * MAX_POSITIONS, np.int64), np.zeros(seats, np.int64)
    pending, starts = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    calls = (geo[DRAWS] + geo[CALL_SIZE] - 1) // geo[CALL_SIZE]
    batch.counts[:] = 0
    for game in range(games):
        word = shuffle(deck, geo[DRAWS], stream_start(seed, first + game))
        tiles = deck.astype(np.int64)
        for seat in range(seats):
            start(states[seat], geo)
        pending[:] = -1
        for number in range(calls):
            drawn = number * geo[CALL_SIZE]
            call = min(geo[CALL_SIZE], geo[DRAWS] - drawn)
            # Placements of a call are simultaneous: each seat sees the others as they were before it.
            if is_compared(geo):
                update_rivals(states, geo)
            for seat in range(seats):
                state = states[seat]
                if seat and number < random_calls:
                    place_at_random(state, geo, arrays, tiles[: geo[DRAWS]], drawn, call, seat)
                    continue
                points, tile, total, count = state[POINTS], tiles[drawn], 0.0, 0
                word += MOVE_GAMMA
                if pending[seat] >= 0 and others and call == 1:
                    # The fewer positions are open, the less a tile costs and the more it decides.
                    wanted = others * (geo[DRAWS] // state[OPEN]) ** 2
                    total, count = _other_tiles_value(
                        state, geo, arrays, net, scale, tile, wanted, word + MOVE_GAMMA, scratch
                    )
                    word += MOVE_GAMMA
                is_sampled = (first + game) % 2 == 1 and temperature > 0
                take(state, geo, tile)
                if call == 1:
                    best = one_ply_values(state, geo, arrays, net, scale, tile, scratch, values)
                    value = values[best]
                    position = gumbel_choice(values, temperature, word) if is_sampled else best
                    put(state, geo, position, tile)
                else:
                    other = tiles[drawn + 1]
                    take(state, geo, other)
                    best = two_tile_values(state, geo, arrays, net, scale, (tile, other), scratch, both, places)
                    value = both[best]
                    chosen = gumbel_choice(both, temperature, word) if is_sampled else best
                    order, position = chosen // MAX_POSITIONS, chosen % MAX_POSITIONS
                    put(state, geo, position, other if order else tile)
                    put(state, geo, places[chosen], tile if order else other)
                starts[seat] = points
                if pending[seat] >= 0:
                    batch.targets[pending[seat]] = (total + value) / (count + 1) - points
                if is_exact(state, geo, 0):
                    # Where players are compared the last target is corrected below.
                    if state[OPEN] > 0 or not is_compared(geo):
                        pending[seat] = -1
                    continue
                word += MOVE_GAMMA
                board = (game * seats + seat) * calls + number
                # Data augmentation: half of the boards are recorded turned by half.
                names = turned if randbelow(word, 2) == 1 else geo
                active = active_features(state, names, scratch, scratch.after)
                for i in range(active):
                    batch.features[board, i] = scratch.after[i]
                batch.counts[board], batch.stages[board] = active, stage_of(state[OPEN], geo[DRAWS])
                pending[seat] = board
        if is_compared(geo):
            final_scores(states, geo, arrays, scratch.scoring, totals)
            for seat in range(seats):
                if pending[seat] >= 0:
                    batch.targets[pending[seat]] = totals[seat] / UNITS_PER_POINT - starts[seat]


@njit(cache=True, nogil=True)
def play_decks(
    decks: Ints, random_calls: int, candidates: int, geo: Ints, arrays: VariantArrays, net: Network, scale: float,
    scratch: Buffers, scores: Ints,
) -> None:  # fmt: skip
    """scores[game, seat]: a game for each row of tiles, in sixtieths of a point; `candidates` as in `choose`.

    With one candidate, and with calls of two tiles, it is one-ply play. As in `td.play_games`, the first calls are
    placed at random at all seats but the first.
    """
    seats = scores.shape[1]
    states, both = np.zeros((seats, POSITION_SIZE), np.int64), np.zeros(2 * MAX_POSITIONS)
    places = np.zeros(2 * MAX_POSITIONS, np.int64)
    for game in range(scores.shape[0]):
        for seat in range(seats):
            start(states[seat], geo)
        for drawn in range(0, geo[DRAWS], geo[CALL_SIZE]):
            call = min(geo[CALL_SIZE], geo[DRAWS] - drawn)
            if is_compared(geo):
                update_rivals(states, geo)
            for seat in range(seats):
                state, tile = states[seat], decks[game, drawn]
                if seat and drawn < random_calls * geo[CALL_SIZE]:
                    place_at_random(state, geo, arrays, decks[game], drawn, call, seat)
                    continue
                take(state, geo, tile)
                if call == 1:
                    put(state, geo, choose(state, geo, arrays, net, scale, tile, candidates, scratch)[0], tile)
                    continue
                other = decks[game, drawn + 1]
                take(state, geo, other)
                chosen = two_tile_values(state, geo, arrays, net, scale, (tile, other), scratch, both, places)
                order, position = chosen // MAX_POSITIONS, chosen % MAX_POSITIONS
                put(state, geo, position, other if order else tile)
                put(state, geo, places[chosen], tile if order else other)
        final_scores(states, geo, arrays, scratch.scoring, scores[game])
