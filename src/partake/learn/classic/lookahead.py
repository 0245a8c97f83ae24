"""Expectimax lookahead with the network: one-ply values of all cells, two-ply values, expected corrections."""

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
from partake.learn.classic.endgame import EndgameScratch, endgame_value, new_endgame_scratch
from partake.learn.classic.features import LOST, WON, changes, standing
from partake.learn.classic.network import ACCUMULATOR, SCALE, stage_of
from partake.learn.classic.prospects import (
    MAX_ACTIVE,
    ProspectScratch,
    new_prospect_scratch,
    prospects,
    update_all_gains,
    update_gains,
)
from partake.learn.network.model import HIDDEN, ZERO, Network, output
from partake.learn.search_budget import ILLEGAL

Values = NDArray[np.float64]
"""[cell] expected points still to come, those of the placement included."""


class Scratch(NamedTuple):
    """Scratch buffers for evaluating a position; one per thread."""

    base: Floats
    """[unit] the first layer's sum over the features of the position before the placement."""
    accumulator: Floats
    """[unit] the same after the placement."""
    hidden: Floats
    """[layer, unit] the activations of the two hidden layers."""
    indices: Ints
    """[LOST or WON, index] feature indices."""
    endgame: EndgameScratch
    prospect: ProspectScratch
    values: Values
    """[use, cell] rows for nested searches: 0 one-ply, 1 and 2 inside deeper plies, 3 two-ply, 4 extrapolated."""


def new_scratch() -> Scratch:
    """New scratch buffers; each thread needs its own."""
    return Scratch(
        base=np.zeros(ACCUMULATOR, np.float32),
        accumulator=np.zeros(ACCUMULATOR, np.float32),
        hidden=np.zeros((2, HIDDEN), np.float32),
        indices=np.zeros((2, MAX_ACTIVE), np.int64),
        endgame=new_endgame_scratch(),
        prospect=new_prospect_scratch(),
        values=np.zeros((5, CELLS)),
    )


@njit(cache=True, forceinline=True)
def _update_gains_around(pos: Position, cell: int, prospect: ProspectScratch) -> None:
    """Recompute the gains of the lines through a cell."""
    for direction in range(3):
        update_gains(pos, LINES_OF[cell, direction], prospect)


@njit(cache=True, fastmath=True)
def one_ply_values(pos: Position, tile: int, exact_cells: int, net: Network, scratch: Scratch, values: Values) -> int:
    """values[cell]: the one-ply value of each cell for a tile that is out of the bag; gives the best cell.

    Afterstates with at most `exact_cells` empty cells are solved exactly instead. The first layer is incremental, as in
    NNUE: the sum of the position's rows once, then for each cell only the rows that the placement changes.
    """
    best = -1
    # Arrays out of their tuples once: Numba counts references at each access inside the loop otherwise.
    rows, direct, base, accumulator = net.rows, net.direct, scratch.base, scratch.accumulator
    indices, prospect = scratch.indices, scratch.prospect
    is_exact, stage, alone = pos[OPEN_CELLS] - 1 <= exact_cells, stage_of(pos[OPEN_CELLS] - 1), ZERO
    w2, b2, w3, b3, w4, b4 = net.w2[stage], net.b2[stage], net.w3[stage], net.b3[stage], net.w4[stage], net.b4[stage]
    one, two = scratch.hidden[0], scratch.hidden[1]
    if not is_exact:
        # The part that all candidates share: features of the position as it stands, without prospects.
        base[:] = ZERO
        update_all_gains(pos, prospect)
        for k in range(standing(pos, False, indices[0])):
            row = indices[0, k]
            alone += direct[row]
            for i in range(ACCUMULATOR):
                base[i] += rows[row, i]
    for cell in range(CELLS):
        if not pos[OPEN + cell]:
            values[cell] = ILLEGAL
            continue
        states = states_at(pos, cell)
        if is_exact:
            value = float(put(pos, cell, tile) + endgame_value(pos, scratch.endgame))
            unput(pos, cell, states)
        else:
            lost, won = changes(pos, cell, tile, indices)
            own, both = alone, min(lost, won)
            accumulator[:] = base
            # Rows lost and won in pairs: one pass over the accumulator for two rows.
            for k in range(both):
                less, more = indices[LOST, k], indices[WON, k]
                own += direct[more] - direct[less]
                for i in range(ACCUMULATOR):
                    accumulator[i] += rows[more, i] - rows[less, i]
            for k in range(both, lost):
                less = indices[LOST, k]
                own -= direct[less]
                for i in range(ACCUMULATOR):
                    accumulator[i] -= rows[less, i]
            for k in range(both, won):
                more = indices[WON, k]
                own += direct[more]
                for i in range(ACCUMULATOR):
                    accumulator[i] += rows[more, i]
            # The features of prospects change nearly everywhere, so they are not differenced but added in full.
            points = lay(pos, cell, tile)
            _update_gains_around(pos, cell, prospect)
            for k in range(prospects(pos, False, prospect, indices[0], 0)):
                more = indices[0, k]
                own += direct[more]
                for i in range(ACCUMULATOR):
                    accumulator[i] += rows[more, i]
            lift(pos, cell, states)
            _update_gains_around(pos, cell, prospect)
            learned = own + output(accumulator, w2, b2, w3, b3, w4, b4, one, two)
            # The network values what is still to come; the points of the placement are certain.
            value = float(points + SCALE * learned)
        values[cell] = value
        if best < 0 or value > values[best]:  # of equal values the first cell
            best = cell
    return best


@njit(cache=True)
def two_ply_value(pos: Position, tile: int, cell: int, exact_cells: int, net: Network, scratch: Scratch) -> float:
    """The two-ply value of a cell: its points, plus the mean over the next tiles of the best one-ply value."""
    states, values = states_at(pos, cell), scratch.values[1]
    points, total, count = put(pos, cell, tile), 0.0, 0
    if pos[OPEN_CELLS] <= exact_cells:
        total, count = endgame_value(pos, scratch.endgame), 1
    else:
        for other in range(TILES):
            if pos[BAG + other]:
                take(pos, other, -1)
                # One cell fewer: what this ply would solve exactly, the one before has solved already. It is also the
                # limit of one-ply play, so that this mean is the one that the control variate of luck needs.
                total += values[one_ply_values(pos, other, exact_cells - 1, net, scratch, values)]
                take(pos, other, 1)
                count += 1
    unput(pos, cell, states)
    return float(points + total / count)


@njit(cache=True)
def expected_correction(pos: Position, tile: int, cell: int, exact_cells: int, net: Network, scratch: Scratch) -> float:
    """The expected two-ply correction one ply later: the mean, over the next tiles, of two-ply less one-ply value.

    Each next tile goes to its best one-ply cell; its two-ply value is computed for that cell alone.
    """
    states, values = states_at(pos, cell), scratch.values[2]
    put(pos, cell, tile)
    total, count = 0.0, 0
    for other in range(TILES):
        if pos[BAG + other]:
            take(pos, other, -1)
            best = one_ply_values(pos, other, exact_cells - 1, net, scratch, values)
            total += two_ply_value(pos, other, best, exact_cells, net, scratch) - values[best]
            take(pos, other, 1)
            count += 1
    unput(pos, cell, states)
    return total / count
