"""Whole games by a table: playing, and learning from each board what the next one turned out to promise."""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.bits import popcount
from partake.fast.playing import STEP, below, mixed, nth_bit
from partake.fast.scoring import working_room
from partake.fast.tables import Tables, Words
from partake.learn.encoding import CALL, DRAWS, Ints
from partake.learn.features import MOST_FEATURES, active
from partake.learn.linear_model import Table, adjust
from partake.learn.one_ply import choose, choose_two
from partake.learn.position import OPEN, POINTS, POSITION_SIZE, open_places, put, start, take
from partake.learn.terminal_value import SIXTIETHS, compare, is_compared, settle


@njit(cache=True, nogil=True)
def play_games(decks: Ints, strays: int, rate: float, geo: Ints, tables: Tables, table: Table, scores: Ints) -> float:
    """Play a game for each row of tiles, with learning if there is a rate; the mean size of the errors.

    All seats play by the same table. Lest their boards be all the same, the first so many calls go astray at all seats
    but the first. Scores are in sixtieths of a point, [game, seat].
    """
    seats = scores.shape[1]
    states, room = np.zeros((seats, POSITION_SIZE), np.int64), working_room(tables)
    notes = np.zeros(MOST_FEATURES, np.int64)
    seen, counts = np.zeros((seats, MOST_FEATURES), np.int64), np.zeros(seats, np.int64)
    starts = np.zeros(seats, np.int64)
    errors, boards = 0.0, 0
    for game in range(scores.shape[0]):
        for seat in range(seats):
            start(states[seat], geo)
        counts[:] = 0
        for drawn in range(0, geo[DRAWS], geo[CALL]):
            call = min(geo[CALL], geo[DRAWS] - drawn)
            if is_compared(geo):
                compare(states, geo)
            for seat in range(seats):
                state = states[seat]
                before = state[POINTS]
                if seat and drawn < strays * geo[CALL]:
                    stray(state, geo, tables, decks[game], drawn, call, seat)
                    continue
                value = place_call(state, geo, tables, table, decks[game], drawn, call, room, notes)
                if state[OPEN] == 0:
                    starts[seat] = before
                elif rate > 0:
                    if counts[seat]:
                        errors += abs(adjust(seen[seat], counts[seat], value - before, rate, table))
                        boards += 1
                    counts[seat] = active(state, geo, seen[seat])
        settle(states, geo, tables, room, scores[game])
        for seat in range(seats):
            if counts[seat]:
                target = scores[game, seat] / SIXTIETHS - starts[seat]
                errors += abs(adjust(seen[seat], counts[seat], target, rate, table))
                boards += 1
    return errors / max(boards, 1)


@njit(cache=True)
def place_call(
    state: Ints, geo: Ints, tables: Tables, table: Table, deck: Ints, drawn: int, call: int, room: Words, notes: Ints
) -> float:
    """Place the called tiles, one or two, where they promise most; the promise."""
    tile = deck[drawn]
    take(state, geo, tile)
    if call == 1:
        value, place = choose(state, geo, tables, table.values, tile, room, notes)
        put(state, geo, place, tile)
        return value
    other = deck[drawn + 1]
    take(state, geo, other)
    value, order, one, two = choose_two(state, geo, tables, table.values, (tile, other), room, notes)
    put(state, geo, one, other if order else tile)
    put(state, geo, two, tile if order else other)
    return value


@njit(cache=True)
def stray(state: Ints, geo: Ints, tables: Tables, deck: Ints, drawn: int, call: int, seat: int) -> None:
    """Place the called tiles anywhere, by lots that the deck and the seat decide."""
    lot = np.uint64(seat)
    for i in range(deck.size):
        lot = mixed(lot + np.uint64(deck[i]) * STEP)
    for i in range(drawn, drawn + call):
        lot += STEP
        take(state, geo, deck[i])
        places = open_places(state, geo, tables, deck[i])
        put(state, geo, nth_bit(places, below(lot, popcount(places))), deck[i])
