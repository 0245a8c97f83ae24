"""The best placement by a linear value: points so far, and what the features of the board after it promise."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import lowest
from partake.fast.scoring import NONE, ONE, bit
from partake.fast.tables import Tables, Word, Words
from partake.learn.encoding import BOARD, CELLS, IS_BOUND, PASSED_YARD, YARD_RULE, Ints
from partake.learn.features import around, common, turning
from partake.learn.position import OPEN, POINTS, open_places, put, unput
from partake.learn.terminal_value import final_value, is_compared, last_value
from partake.learn.variant_features import extras

Floats = NDArray[np.float32]


@njit(cache=True, forceinline=True)
def total_of(features: Ints, count: int, values: Floats) -> float:
    """The sum of the values of so many features."""
    found = 0.0
    for i in range(count):
        found += values[features[i]]
    return found


@njit(cache=True)
def promised(state: Ints, geo: Ints, values: Floats, base: float, place: int, tile: int, notes: Ints) -> float:
    """The score that the values promise after a placement; `base` is the value of the common features before it."""
    changed = turning(state, geo, place, tile)
    value = base - total_of(notes, around(state, geo, place, changed, notes), values)
    put(state, geo, place, tile)
    count = extras(state, geo, notes, around(state, geo, place, changed, notes))
    value += state[POINTS] + total_of(notes, count, values)
    unput(state, geo, place)
    return float(value)


@njit(cache=True)
def rated(
    state: Ints, geo: Ints, tables: Tables, values: Floats, base: float, place: int, tile: int, room: Words, notes: Ints
) -> float:
    """The score to expect after a placement: promised, or counted when nothing is left to come, or one tile."""
    left = state[OPEN] - 1
    if left > 1 or (left and is_compared(geo)):
        return promised(state, geo, values, base, place, tile, notes)
    put(state, geo, place, tile)
    value = final_value(state, geo, tables, room) if left == 0 else last_value(state, geo, tables, room)
    unput(state, geo, place)
    return value


@njit(cache=True)
def candidates(
    state: Ints, geo: Ints, tables: Tables, values: Floats, base: float, tile: int, room: Words, notes: Ints
) -> Word:
    """The places to weigh; of a scrapyard that a neighbour fills, only the cell that the neighbour would choose."""
    found = open_places(state, geo, tables, tile)
    if geo[YARD_RULE] != PASSED_YARD:
        return found
    yard = found >> np.uint64(geo[BOARD]) & ((ONE << np.uint64(geo[CELLS] - geo[BOARD])) - ONE)
    if yard == NONE:
        return found
    yard <<= np.uint64(geo[BOARD])
    return (found ^ yard) | bit(worst_place(state, geo, tables, values, base, tile, yard, room, notes))


@njit(cache=True)
def worst_place(
    state: Ints, geo: Ints, tables: Tables, values: Floats, base: float, tile: int, places: Word, room: Words,
    notes: Ints,
) -> int:  # fmt: skip
    """The place that leaves the owner of a board with least."""
    worst, chosen = 1e9, -1
    while places:
        place = lowest(places)
        places &= places - ONE
        value = rated(state, geo, tables, values, base, place, tile, room, notes)
        if value < worst:
            worst, chosen = value, place
    return chosen


@njit(cache=True)
def choose(
    state: Ints, geo: Ints, tables: Tables, values: Floats, tile: int, room: Words, notes: Ints
) -> tuple[float, int]:
    """The best value for a tile that is out of the bag, and the place that gives it."""
    base = total_of(notes, common(state, geo, notes), values)
    return _choose(state, geo, tables, values, base, tile, room, notes)


@njit(cache=True)
def _choose(
    state: Ints, geo: Ints, tables: Tables, values: Floats, base: float, tile: int, room: Words, notes: Ints
) -> tuple[float, int]:
    best, chosen = -1e9, -1
    places = candidates(state, geo, tables, values, base, tile, room, notes)
    is_late = state[OPEN] < 3
    while places:
        place = lowest(places)
        places &= places - ONE
        if is_late:
            value = rated(state, geo, tables, values, base, place, tile, room, notes)
        else:  # the same, without handing on the many arrays of the tables
            value = promised(state, geo, values, base, place, tile, notes)
        if value > best:
            best, chosen = value, place
    return best, chosen


@njit(cache=True)
def choose_two(
    state: Ints, geo: Ints, tables: Tables, values: Floats, tiles: tuple[int, int], room: Words, notes: Ints
) -> tuple[float, int, int, int]:
    """The best value for two tiles that are out of the bag, which goes first, and the places of first and second."""
    best, first, one, two = -1e9, 0, -1, -1
    base = total_of(notes, common(state, geo, notes), values)
    for order in range(2 if geo[IS_BOUND] else 1):
        tile, other = (tiles[1], tiles[0]) if order else (tiles[0], tiles[1])
        places = candidates(state, geo, tables, values, base, tile, room, notes)
        while places:
            place = lowest(places)
            places &= places - ONE
            changed = turning(state, geo, place, tile)
            before = total_of(notes, around(state, geo, place, changed, notes), values)
            put(state, geo, place, tile, 1)
            after = total_of(notes, around(state, geo, place, changed, notes), values)
            value, second = _choose(state, geo, tables, values, base - before + after, other, room, notes)
            unput(state, geo, place, 1)
            if value > best:
                best, first, one, two = value, order, place, second
    return best, first, one, two
