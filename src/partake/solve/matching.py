"""Bipartite matching of cells and tiles: a perfect matching of the cells, and one of greatest weight.

`matching` is the augmenting path algorithm (Kuhn), one breadth-first search per cell. `max_weight_assignment` is the
Hungarian algorithm in its shortest augmenting path form (Jonker and Volgenant), with potentials.
"""

from __future__ import annotations

from collections.abc import Sequence

from partake.solve.pool import Mask, bits

_UNREACHABLE = 1 << 30
"""The cost of a tile that a cell may not get."""


def matching(allowed: Sequence[Mask]) -> list[int] | None:
    """A different tile for each cell, or None if there is no perfect matching of the cells."""
    owner: dict[int, int] = {}
    # Cells with few tiles first: they need the fewest augmentations then, and impossible ones fail early.
    for cell in sorted(range(len(allowed)), key=lambda i: allowed[i].bit_count()):
        if not _augment(allowed, cell, owner, 0):
            return None
    found = [0] * len(allowed)
    for tile, cell in owner.items():
        found[cell] = tile
    return found


def _augment(allowed: Sequence[Mask], start: int, owner: dict[int, int], seen: Mask) -> bool:
    """Find an augmenting path from a cell without a tile to a free tile, breadth first, and flip it."""
    came: dict[int, int] = {}
    waiting = [start]
    for cell in waiting:
        for tile in bits(allowed[cell] & ~seen):
            seen |= 1 << tile
            came[tile] = cell
            if tile not in owner:
                _pass_on(came, owner, tile)
                return True
            waiting.append(owner[tile])
    return False


def _pass_on(came: dict[int, int], owner: dict[int, int], tile: int) -> None:
    """Flip an augmenting path from its free end: each cell takes the tile through which it was reached."""
    given = {cell: tile for tile, cell in owner.items()}
    while True:
        cell = came[tile]
        before = given.get(cell)
        owner[tile] = cell
        if before is None:
            return
        tile = before


def max_weight_assignment(
    allowed: Sequence[Mask], worth: Sequence[Sequence[int]], tiles: int
) -> tuple[int, list[int]] | None:
    """The assignment with the greatest sum of `worth[cell][tile]`, or None; O(cells² · tiles).

    Rows are cells, columns are tiles, both from 1; column 0 holds the row that is being added. Costs are negated
    worths. The potentials keep cost[i][j] - u[i] - v[j] >= 0, with equality on matched pairs, so that Dijkstra's
    algorithm finds the cheapest augmenting path.
    """
    rows = len(allowed)
    u, v = [0] * (rows + 1), [0] * (tiles + 1)
    owner, way = [0] * (tiles + 1), [0] * (tiles + 1)  # [column] its row; the column before it on the path
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, used = [_UNREACHABLE] * (tiles + 1), [False] * (tiles + 1)
        while True:
            used[column] = True
            at, delta, nearest = owner[column], _UNREACHABLE, 0
            for j in range(1, tiles + 1):
                if used[j]:
                    continue
                if allowed[at - 1] >> (j - 1) & 1:
                    cost = -worth[at - 1][j - 1] - u[at] - v[j]
                    if cost < least[j]:
                        least[j], way[j] = cost, column
                if least[j] < delta:
                    delta, nearest = least[j], j
            if delta == _UNREACHABLE:
                return None
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
    found = [0] * rows
    for j in range(1, tiles + 1):
        if owner[j]:
            found[owner[j] - 1] = j - 1
    return sum(worth[cell][tile] for cell, tile in enumerate(found)), found
