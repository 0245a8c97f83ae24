"""Tiles for cells: whether every cell can have one that it may get, and which choice earns most."""

from __future__ import annotations

from collections.abc import Sequence

from partake.solve.pool import Mask, bits

_NEVER = 1 << 30


def matching(allowed: Sequence[Mask]) -> list[int] | None:
    """A tile of its own for every cell, or nothing if there is no such choice."""
    owner: dict[int, int] = {}
    for cell in sorted(range(len(allowed)), key=lambda i: allowed[i].bit_count()):
        if not _augment(allowed, cell, owner, 0):
            return None
    found = [0] * len(allowed)
    for tile, cell in owner.items():
        found[cell] = tile
    return found


def _augment(allowed: Sequence[Mask], start: int, owner: dict[int, int], seen: Mask) -> bool:
    """Give one more cell a tile, passing on tiles along a path; searched breadth first."""
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
    given = {cell: tile for tile, cell in owner.items()}
    while True:
        cell = came[tile]
        before = given.get(cell)
        owner[tile] = cell
        if before is None:
            return
        tile = before


def richest(allowed: Sequence[Mask], worth: Sequence[Sequence[int]], tiles: int) -> tuple[int, list[int]] | None:
    """The choice of tiles with the greatest sum of `worth[cell][tile]`, by shortest augmenting paths."""
    rows = len(allowed)
    height, depth = [0] * (rows + 1), [0] * (tiles + 1)
    owner, way = [0] * (tiles + 1), [0] * (tiles + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, used = [_NEVER] * (tiles + 1), [False] * (tiles + 1)
        while True:
            used[column] = True
            at, delta, following = owner[column], _NEVER, 0
            for j in range(1, tiles + 1):
                if used[j]:
                    continue
                if allowed[at - 1] >> (j - 1) & 1:
                    cost = -worth[at - 1][j - 1] - height[at] - depth[j]
                    if cost < least[j]:
                        least[j], way[j] = cost, column
                if least[j] < delta:
                    delta, following = least[j], j
            if delta == _NEVER:
                return None
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
    found = [0] * rows
    for j in range(1, tiles + 1):
        if owner[j]:
            found[owner[j] - 1] = j - 1
    return sum(worth[cell][tile] for cell, tile in enumerate(found)), found
