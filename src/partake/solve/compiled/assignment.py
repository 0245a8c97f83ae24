"""Compiled filling of a labelled board: a tile for every cell by matching, the bonus tiles where they earn most."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import lowest

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

NOTHING = -(1 << 40)
"""The points of a board that does not exist."""
_NEVER = 1 << 40
_ONE = np.uint64(1)


@njit(cache=True)
def match(allowed: Words, owner: Ints, given: Ints) -> bool:
    """Give every cell a tile of its own: `given` [cell] and `owner` [tile], from augmenting paths."""
    cells = len(allowed)
    owner[:], given[:] = -1, -1
    free = ~np.uint64(0)
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
        waiting[0] = start
        head, tail, end = 0, 1, -1
        seen = np.uint64(0)
        while head < tail and end < 0:
            cell = waiting[head]
            head += 1
            fresh = allowed[cell] & ~seen
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
        while end >= 0:
            cell = came[end]
            before = given[cell]
            owner[end], given[cell] = cell, end
            end = before
    return True


@njit(cache=True)
def richest(allowed: Words, worth: Ints, kinds: Ints, tiles: int, given: Ints) -> int:
    """The choice of tiles with the greatest sum of worth [kind of the cell, tile], by shortest augmenting paths."""
    rows = len(allowed)
    height, depth = np.zeros(rows + 1, np.int64), np.zeros(tiles + 1, np.int64)
    owner, way = np.zeros(tiles + 1, np.int64), np.zeros(tiles + 1, np.int64)
    least, used = np.empty(tiles + 1, np.int64), np.empty(tiles + 1, np.bool_)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least[:], used[:] = _NEVER, False
        while True:
            used[column] = True
            at, delta, following = owner[column], _NEVER, 0
            fits, kind = allowed[at - 1], kinds[at - 1]
            for j in range(1, tiles + 1):
                if used[j]:
                    continue
                if fits >> np.uint64(j - 1) & _ONE:
                    cost = -worth[kind, j - 1] - height[at] - depth[j]
                    if cost < least[j]:
                        least[j], way[j] = cost, column
                if least[j] < delta:
                    delta, following = least[j], j
            if delta == _NEVER:
                return NOTHING
            for j in range(tiles + 1):
                if used[j]:
                    height[owner[j]] += delta
                    depth[j] -= delta
                elif least[j] < _NEVER:
                    least[j] -= delta
            column = following
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
    x: Words,
    y: Words,
    z: Words,
    base: int,
    goal: int,
    cells: Ints,
    allowed: Words,
    fitting: Words,
    worth: Ints,
    has_bonuses: bool,
    yards: Words,
    penalty: int,
    tiles: Ints,
) -> int:
    """Tiles for every cell that show what the labels ask for, if the points reach the goal; gives the points."""
    here, crossed = allowed.copy(), np.zeros(len(cells), np.int64)
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
    if base + most < goal:
        return NOTHING
    best = base + most - penalty
    if best >= goal:
        tiles[:] = given
    else:
        best = NOTHING
    if penalty:
        start, mixed = len(cells) - yards.shape[1], here.copy()
        for p in range(len(yards)):
            for k in range(yards.shape[1]):
                mixed[start + k] = here[start + k] & yards[p, k]
            now = base + _assign(mixed, crossed, worth, has_bonuses, owner, given)
            if now >= goal and now > best:
                best = now
                tiles[:] = given
            if best == base + most:
                break
    return best


@njit(cache=True)
def _assign(allowed: Words, crossed: Ints, worth: Ints, has_bonuses: bool, owner: Ints, given: Ints) -> int:
    """The most bonus points, with the tiles."""
    if not match(allowed, owner, given):
        return NOTHING
    if not has_bonuses:
        return 0
    return richest(allowed, worth, crossed, worth.shape[1], given)
