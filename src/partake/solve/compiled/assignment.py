"""Bipartite matching and assignment, compiled: tiles for a labelled board, bonus tiles where they earn most.

The same algorithms as in `solve/matching.py`; a set of tiles is a 64-bit word.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import lowest

Words = NDArray[np.uint64]
"""Sets of tiles or of cells."""
Ints = NDArray[np.int64]
"""Points, counts and indices."""

NO_BOARD = -(1 << 40)
"""The points of a board that does not exist."""
_UNREACHABLE = 1 << 40
"""The cost of a tile that a cell may not get."""
_ONE = np.uint64(1)
"""The set of member 0."""


@njit(cache=True)
def maximum_matching(allowed: Words, owner: Ints, given: Ints) -> bool:
    """Kuhn's augmenting paths: a perfect matching of the cells, `given` [cell] its tile and `owner` [tile] its cell."""
    cells = len(allowed)
    owner[:], given[:] = -1, -1
    free = ~np.uint64(0)
    # A greedy matching first, which leaves few cells to augment.
    for cell in range(cells):
        here = allowed[cell] & free
        if here:
            tile = lowest(here)
            owner[tile], given[cell] = cell, tile
            free &= ~(_ONE << np.uint64(tile))
    came, waiting = np.empty(64, np.int64), np.empty(cells + 1, np.int64)
    for start in range(cells):
        if given[start] >= 0:
            continue
        # Breadth-first search over alternating paths; came[tile] is the cell from which a tile was reached.
        waiting[0] = start
        head, tail, end = 0, 1, -1
        seen = np.uint64(0)
        while head < tail and end < 0:
            cell = waiting[head]
            head += 1
            fresh = allowed[cell] & ~seen  # each tile is reached once, by a shortest path
            seen |= fresh
            while fresh:
                tile = lowest(fresh)
                fresh &= fresh - _ONE
                came[tile] = cell
                if owner[tile] < 0:
                    end = tile
                    break
                waiting[tail] = owner[tile]
                tail += 1
        if end < 0:
            return False
        # Flip the path, from the free tile back to the start.
        while end >= 0:
            cell = came[end]
            before = given[cell]
            owner[end], given[cell] = cell, end
            end = before
    return True


@njit(cache=True)
def max_weight_assignment(allowed: Words, worth: Ints, kinds: Ints, tiles: int, given: Ints) -> int:
    """The Hungarian algorithm by shortest augmenting paths: the greatest sum of worth [kind of the cell, tile].

    `kinds` [cell] is the number of scoring lines that cross it. Rows and columns count from 1; see `solve/matching.py`.
    """
    rows = len(allowed)
    u, v = np.zeros(rows + 1, np.int64), np.zeros(tiles + 1, np.int64)
    owner, way = np.zeros(tiles + 1, np.int64), np.zeros(tiles + 1, np.int64)
    least, used = np.empty(tiles + 1, np.int64), np.empty(tiles + 1, np.bool_)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least[:], used[:] = _UNREACHABLE, False
        while True:
            used[column] = True
            at, delta, nearest = owner[column], _UNREACHABLE, 0
            fits, kind = allowed[at - 1], kinds[at - 1]
            for j in range(1, tiles + 1):
                if used[j]:
                    continue
                if fits >> np.uint64(j - 1) & _ONE:
                    cost = -worth[kind, j - 1] - u[at] - v[j]
                    if cost < least[j]:
                        least[j], way[j] = cost, column
                if least[j] < delta:
                    delta, nearest = least[j], j
            if delta == _UNREACHABLE:
                return NO_BOARD
            # Lift the potentials of everything reached so far, so that the next column becomes tight.
            for j in range(tiles + 1):
                if used[j]:
                    u[owner[j]] += delta
                    v[j] -= delta
                elif least[j] < _UNREACHABLE:
                    least[j] -= delta
            column = nearest
            if not owner[column]:
                break
        while column:
            owner[column] = owner[way[column]]
            column = way[column]
    total = 0
    for j in range(1, tiles + 1):
        if owner[j]:
            given[owner[j] - 1] = j - 1
            total += worth[kinds[owner[j] - 1], j - 1]
    return total


@njit(cache=True)
def fill(
    x: Words, y: Words, z: Words, base: int, goal: int, cells: Ints, allowed: Words, fitting: Words, worth: Ints,
    has_bonuses: bool, scrapyards: Words, penalty: int, tiles: Ints,
) -> int:  # fmt: skip
    """Tiles for all cells that show what the labels ask for, if the points reach the goal; gives the points.

    `x`, `y` and `z` [number index] are the cells that must show each number of each direction, `base` is what those
    lines earn. A scrapyard either pays the penalty or meets one row of `scrapyards` [way, cell], the tiles allowed.
    """
    here, crossed = allowed.copy(), np.zeros(len(cells), np.int64)
    # here[k]: the tiles allowed on cell k that show all its labels; crossed[k]: its labelled lines.
    for k in range(len(cells)):
        bit = np.uint64(cells[k])
        for n in range(len(x)):
            if x[n] >> bit & _ONE:
                here[k] &= fitting[0, n]
                crossed[k] += 1
            if y[n] >> bit & _ONE:
                here[k] &= fitting[1, n]
                crossed[k] += 1
            if z[n] >> bit & _ONE:
                here[k] &= fitting[2, n]
                crossed[k] += 1
    owner, given = np.empty(64, np.int64), np.empty(len(cells), np.int64)
    most = _assign(here, crossed, worth, has_bonuses, owner, given)
    # Without any restriction of the scrapyard: an upper bound of all that follows.
    if base + most < goal:
        return NO_BOARD
    best = base + most - penalty
    if best >= goal:
        tiles[:] = given
    else:
        best = NO_BOARD
    # The scrapyard's cells are the last ones of a layout. A way that loses no bonus points cannot be improved.
    if penalty:
        start, mixed = len(cells) - scrapyards.shape[1], here.copy()
        for p in range(len(scrapyards)):
            for k in range(scrapyards.shape[1]):
                mixed[start + k] = here[start + k] & scrapyards[p, k]
            now = base + _assign(mixed, crossed, worth, has_bonuses, owner, given)
            if now >= goal and now > best:
                best = now
                tiles[:] = given
            if best == base + most:
                break
    return best


@njit(cache=True)
def _assign(allowed: Words, crossed: Ints, worth: Ints, has_bonuses: bool, owner: Ints, given: Ints) -> int:
    """The most bonus points, with the tiles; matching first, which is the cheaper test."""
    if not maximum_matching(allowed, owner, given):
        return NO_BOARD
    if not has_bonuses:
        return 0
    return max_weight_assignment(allowed, worth, crossed, worth.shape[1], given)
