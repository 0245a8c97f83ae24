"""The best cell for a tile: by the network after one placement, after every tile that may come next, or after two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.learn.classic.board import (
    BAG,
    CELLS,
    LINES_OF,
    OPEN,
    OPEN_CELLS,
    TILES,
    Floats,
    Ints,
    Position,
    lay,
    lift,
    put,
    states_at,
    take,
    unput,
)
from partake.learn.classic.endings import Room, ending, working_room
from partake.learn.classic.features import LOST, WON, changes, standing
from partake.learn.classic.network import NARROW, NOTHING, SCALE, WIDE, Network, output, stage_of
from partake.learn.classic.prospects import MOST_ACTIVE, Lookout, lookout, prospects, weigh, weigh_all
from partake.learn.search_budget import NEVER

Values = NDArray[np.float64]


class Desk(NamedTuple):
    """Space to work in."""

    base: Floats
    wide: Floats
    narrow: Floats
    found: Ints
    room: Room
    ahead: Lookout
    values: Values
    """[ply, cell]"""


def desk() -> Desk:
    """A new one; each thread needs its own."""
    return Desk(
        base=np.zeros(WIDE, np.float32),
        wide=np.zeros(WIDE, np.float32),
        narrow=np.zeros((2, NARROW), np.float32),
        found=np.zeros((2, MOST_ACTIVE), np.int64),
        room=working_room(),
        ahead=lookout(),
        values=np.zeros((5, CELLS)),
    )


@njit(cache=True, forceinline=True)
def _weigh_around(pos: Position, cell: int, ahead: Lookout) -> None:
    """Weigh the lines through a cell anew."""
    for direction in range(3):
        weigh(pos, LINES_OF[cell, direction], ahead)


@njit(cache=True, fastmath=True)
def rate(pos: Position, tile: int, deepest: int, net: Network, desk: Desk, values: Values) -> int:
    """Write down what each cell promises to a tile that is out of the bag; the best cell.

    Boards with at most `deepest` empty cells after the placement are counted out instead.
    """
    best = -1
    rows, direct, base, wide, found, ahead = net.rows, net.direct, desk.base, desk.wide, desk.found, desk.ahead
    w2, b2, w3, b3, w4, b4, narrow = net.w2, net.b2, net.w3, net.b3, net.w4, net.b4, desk.narrow
    is_counted, stage, alone = pos[OPEN_CELLS] - 1 <= deepest, stage_of(pos[OPEN_CELLS] - 1), NOTHING
    if not is_counted:
        base[:] = NOTHING
        weigh_all(pos, ahead)
        for k in range(standing(pos, False, found[0])):
            row = found[0, k]
            alone += direct[row]
            for i in range(WIDE):
                base[i] += rows[row, i]
    for cell in range(CELLS):
        if not pos[OPEN + cell]:
            values[cell] = NEVER
            continue
        states = states_at(pos, cell)
        if is_counted:
            value = float(put(pos, cell, tile) + ending(pos, desk.room))
            unput(pos, cell, states)
        else:
            lost, won = changes(pos, cell, tile, found)
            own, both = alone, min(lost, won)
            wide[:] = base
            for k in range(both):
                less, more = found[LOST, k], found[WON, k]
                own += direct[more] - direct[less]
                for i in range(WIDE):
                    wide[i] += rows[more, i] - rows[less, i]
            for k in range(both, lost):
                less = found[LOST, k]
                own -= direct[less]
                for i in range(WIDE):
                    wide[i] -= rows[less, i]
            for k in range(both, won):
                more = found[WON, k]
                own += direct[more]
                for i in range(WIDE):
                    wide[i] += rows[more, i]
            points = lay(pos, cell, tile)
            _weigh_around(pos, cell, ahead)
            for k in range(prospects(pos, False, ahead, found[0], 0)):
                more = found[0, k]
                own += direct[more]
                for i in range(WIDE):
                    wide[i] += rows[more, i]
            lift(pos, cell, states)
            _weigh_around(pos, cell, ahead)
            learned = own + output(wide, stage, w2, b2, w3, b3, w4, b4, narrow)
            value = float(points + SCALE * learned)
        values[cell] = value
        if best < 0 or value > values[best]:
            best = cell
    return best


@njit(cache=True)
def look_further(pos: Position, tile: int, cell: int, deepest: int, net: Network, desk: Desk) -> float:
    """What a cell promises to a tile when every tile that may come next goes to its best cell."""
    states, values = states_at(pos, cell), desk.values[1]
    points, total, count = put(pos, cell, tile), 0.0, 0
    if pos[OPEN_CELLS] <= deepest:
        total, count = ending(pos, desk.room), 1
    else:
        for other in range(TILES):
            if pos[BAG + other]:
                take(pos, other, -1)
                total += values[rate(pos, other, deepest - 1, net, desk, values)]
                take(pos, other, 1)
                count += 1
    unput(pos, cell, states)
    return float(points + total / count)


@njit(cache=True)
def surprise(pos: Position, tile: int, cell: int, deepest: int, net: Network, desk: Desk) -> float:
    """What second looks find more than first ones, on average over the boards after each next tile on its best cell."""
    states, values = states_at(pos, cell), desk.values[2]
    put(pos, cell, tile)
    total, count = 0.0, 0
    for other in range(TILES):
        if pos[BAG + other]:
            take(pos, other, -1)
            best = rate(pos, other, deepest - 1, net, desk, values)
            total += look_further(pos, other, best, deepest, net, desk) - values[best]
            take(pos, other, 1)
            count += 1
    unput(pos, cell, states)
    return total / count
