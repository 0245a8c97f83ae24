"""A second look at a placement: whatever may be called next on its best place, by the values of a table."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import lowest
from partake.fast.scoring import ONE
from partake.fast.tables import Tables, Words
from partake.learn.encoding import CALL, IS_BOUND, TILES, Ints
from partake.learn.features import common
from partake.learn.one_ply import Floats, candidates, choose, choose_two, rated, total_of
from partake.learn.position import BAG, OPEN, put, take, unput
from partake.learn.search_budget import NEVER

Rated = NDArray[np.float64]
"""[place] what it promises."""
PAIRS = 60
"""About how many pairs that may be called next are looked at, if there are many more."""


@njit(cache=True)
def rate(
    state: Ints,
    geo: Ints,
    tables: Tables,
    values: Floats,
    tile: int,
    room: Words,
    notes: Ints,
    out: NDArray[np.float64],
) -> None:
    """Write down what each place promises to a tile that is out of the bag."""
    base = total_of(notes, common(state, geo, notes), values)
    places = candidates(state, geo, tables, values, base, tile, room, notes)
    out[:] = NEVER
    while places:
        place = lowest(places)
        places &= places - ONE
        out[place] = rated(state, geo, tables, values, base, place, tile, room, notes)


@njit(cache=True)
def rate_two(
    state: Ints,
    geo: Ints,
    tables: Tables,
    values: Floats,
    tiles: tuple[int, int],
    room: Words,
    notes: Ints,
    out: NDArray[np.float64],
    others: Ints,
) -> None:
    """Write down what each place promises to the first of two tiles that are out of the bag, `out[0]`, with the other
    on its best place after it, `others[0]`; and, where the order matters, the same for the second one, `out[1]`.
    """
    base = total_of(notes, common(state, geo, notes), values)
    out[:] = NEVER
    for order in range(2 if geo[IS_BOUND] else 1):
        tile, other = tiles[order], tiles[1 - order]
        places = candidates(state, geo, tables, values, base, tile, room, notes)
        while places:
            place = lowest(places)
            places &= places - ONE
            put(state, geo, place, tile, 1)
            out[order, place], others[order, place] = choose(state, geo, tables, values, other, room, notes)
            unput(state, geo, place, 1)


@njit(cache=True)
def look_further(
    state: Ints, geo: Ints, tables: Tables, values: Floats, place: int, tile: int, room: Words, notes: Ints, work: Ints
) -> float:
    """What a place promises to a tile when everything that may be called next goes where it is best.

    Something must be left to come. `work` has room for two positions.
    """
    work[0] = state
    put(work[0], geo, place, tile)
    return _ahead(geo, tables, values, room, notes, work)


@njit(cache=True)
def look_further_after_two(
    state: Ints,
    geo: Ints,
    tables: Tables,
    values: Floats,
    places: tuple[int, int],
    tiles: tuple[int, int],
    room: Words,
    notes: Ints,
    work: Ints,
) -> float:
    """What two places promise to two tiles, in this order, when everything that may be called next is placed best."""
    work[0] = state
    put(work[0], geo, places[0], tiles[0])
    put(work[0], geo, places[1], tiles[1])
    return _ahead(geo, tables, values, room, notes, work)


@njit(cache=True)
def _ahead(geo: Ints, tables: Tables, values: Floats, room: Words, notes: Ints, work: Ints) -> float:
    """The mean of what is promised over everything that may be called next, when `work[0]` is the position."""
    bag, total = np.flatnonzero(work[0, BAG : BAG + geo[TILES]]), 0.0
    if geo[CALL] == 1 or work[0, OPEN] == 1:
        for i in range(bag.size):
            tile = int(bag[i])
            work[1] = work[0]
            take(work[1], geo, tile)
            total += choose(work[1], geo, tables, values, tile, room, notes)[0]
        return total / bag.size
    pairs = next_pairs(bag)
    for i in range(len(pairs)):
        work[1] = work[0]
        take(work[1], geo, pairs[i, 0])
        take(work[1], geo, pairs[i, 1])
        total += choose_two(work[1], geo, tables, values, (pairs[i, 0], pairs[i, 1]), room, notes)[0]
    return total / len(pairs)


@njit(cache=True)
def next_pairs(bag: Ints) -> Ints:
    """Pairs of tiles that may be called next: all, or if they are many some in which each tile is as often."""
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
    for i in range(rounds):
        apart = 1 + (2 * i + 1) * ((size - 1) // 2) // (2 * rounds)
        for j in range(size):
            found[count, 0], found[count, 1] = bag[j], bag[(j + apart) % size]
            count += 1
    return found
