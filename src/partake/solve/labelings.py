"""Labelings of one direction: each choice of a number, or none, for each of its lines."""

from __future__ import annotations

from typing import NamedTuple

from partake.solve.layouts import ScoringLine
from partake.solve.pool import Mask, Pool
from partake.solve.rays import RayChoice


class Labeling(NamedTuple):
    """The cells that must show each number of a direction, and the points of the lines that they make up."""

    points: int
    cells: tuple[Mask, ...]


class Zone(NamedTuple):
    """Cells that take only tiles of one kind: the cells, those tiles without wild ones, the number of wild ones."""

    cells: Mask
    tiles: Mask
    wild: int


def zones(pool: Pool, rays: RayChoice) -> list[Zone]:
    """The whole board, and the cells that are reserved for suns and for moons (whose tiles are never wild)."""
    found = [Zone(-1, pool.everything & ~pool.wild, pool.wild.bit_count())]
    found += [Zone(rays.suns, pool.suns, 0)] if rays.suns else []
    found += [Zone(rays.moons, pool.moons, 0)] if rays.moons else []
    return found


def labelings(
    pool: Pool,
    direction: int,
    lines: tuple[ScoringLine, ...],
    rays: RayChoice,
    refused: tuple[Mask, ...],
    *,
    halved: bool,
) -> list[Labeling]:
    """All labelings that pass the counting bound, by descending points; enumerated depth first, line by line.

    `refused` are the cells that can show no tile of each number. Symmetry breaking: of two labelings that a half turn
    swaps, only one is kept if `halved`.
    """
    numbers, fitting = pool.numbers[direction], pool.fitting[direction]
    areas = zones(pool, rays)
    counts = [[(fit & zone.tiles).bit_count() for fit in fitting] for zone in areas]
    found: list[Labeling] = []

    def extend(i: int, points: int, cells: tuple[Mask, ...], labels: tuple[int, ...], wild: list[int]) -> None:
        if i == len(lines):
            if not halved or labels <= labels[::-1]:
                found.append(Labeling(points, cells))
            return
        line = lines[i]
        # A line that must score, for the best ray of its symbol, has no choice of no number.
        if (direction, line.cells) not in rays.scoring:
            extend(i + 1, points, cells, (*labels, 0), wild)
        for index, number in enumerate(numbers):
            if line.cells & refused[index]:
                continue
            # left[zone]: the wild tiles that remain when cells in excess of the tiles with this number take one each.
            before, after = cells[index], cells[index] | line.cells
            left = [
                spare + min(0, count[index] - (after & zone.cells).bit_count())
                - min(0, count[index] - (before & zone.cells).bit_count())
                for spare, zone, count in zip(wild, areas, counts, strict=True)
            ]  # fmt: skip
            if min(left) >= 0:
                wider = (*cells[:index], after, *cells[index + 1 :])
                extend(i + 1, points + number * line.length, wider, (*labels, number), left)

    extend(0, 0, (0,) * len(numbers), (), [zone.wild for zone in areas])
    return sorted(found, key=lambda labeling: -labeling.points)
