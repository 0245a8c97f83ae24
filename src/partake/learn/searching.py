"""A second look at a placement: every tile that may come next on its best place, by the values of a table."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import lowest
from partake.fast.scoring import ONE
from partake.fast.tables import Tables, Words
from partake.learn.choosing import Floats, candidates, choose, rated, total_of
from partake.learn.features import common
from partake.learn.position import BAG, put, take
from partake.learn.shape import TILES, Ints
from partake.learn.thought import NEVER

Rated = NDArray[np.float64]
"""[place] what it promises."""


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
def look_further(
    state: Ints, geo: Ints, tables: Tables, values: Floats, place: int, tile: int, room: Words, notes: Ints, work: Ints
) -> float:
    """What a place promises to a tile when every tile that may come next goes to its best place.

    Something must be left to come. `work` has room for two positions.
    """
    total, count = 0.0, 0
    work[0] = state
    put(work[0], geo, place, tile)
    for other in range(geo[TILES]):
        if state[BAG + other]:
            work[1] = work[0]
            take(work[1], geo, other)
            total += choose(work[1], geo, tables, values, other, room, notes)[0]
            count += 1
    return total / count
