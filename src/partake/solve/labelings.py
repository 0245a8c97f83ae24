"""What the lines of one direction could show: every choice of a number, or none, for each of them."""

from __future__ import annotations

from typing import NamedTuple

from partake.solve.layouts import Run
from partake.solve.pool import Mask, Pool
from partake.solve.rays import Rays


class Labeling(NamedTuple):
    """The cells that must show each number of a direction, and the points of the lines that they make up."""

    points: int
    cells: tuple[Mask, ...]


class Zone(NamedTuple):
    """Cells that take only tiles of one kind, those tiles, and how many wild ones are among them."""

    cells: Mask
    tiles: Mask
    wild: int


def zones(pool: Pool, rays: Rays) -> list[Zone]:
    """The whole board, and the cells that are reserved for suns and for moons."""
    found = [Zone(-1, pool.everything & ~pool.wild, pool.wild.bit_count())]
    found += [Zone(rays.suns, pool.suns, 0)] if rays.suns else []
    found += [Zone(rays.moons, pool.moons, 0)] if rays.moons else []
    return found


def labelings(
    pool: Pool, direction: int, runs: tuple[Run, ...], rays: Rays, refused: tuple[Mask, ...], *, halved: bool
) -> list[Labeling]:
    """All labelings that the tiles could fill, those with most points first.

    `refused` are the cells that can show no tile of each number. Of two labelings that are each other's mirror image
    only one is kept if `halved`.
    """
    numbers, fitting = pool.numbers[direction], pool.fitting[direction]
    areas = zones(pool, rays)
    counts = [[(fit & zone.tiles).bit_count() for fit in fitting] for zone in areas]
    found: list[Labeling] = []

    def extend(i: int, points: int, cells: tuple[Mask, ...], labels: tuple[int, ...], wild: list[int]) -> None:
        if i == len(runs):
            if not halved or labels <= labels[::-1]:
                found.append(Labeling(points, cells))
            return
        run = runs[i]
        if (direction, run.cells) not in rays.scoring:
            extend(i + 1, points, cells, (*labels, 0), wild)
        for place, number in enumerate(numbers):
            if run.cells & refused[place]:
                continue
            before, after = cells[place], cells[place] | run.cells
            left = [
                spare + min(0, count[place] - (after & zone.cells).bit_count())
                - min(0, count[place] - (before & zone.cells).bit_count())
                for spare, zone, count in zip(wild, areas, counts, strict=True)
            ]  # fmt: skip
            if min(left) >= 0:
                wider = (*cells[:place], after, *cells[place + 1 :])
                extend(i + 1, points + number * run.length, wider, (*labels, number), left)

    extend(0, 0, (0,) * len(numbers), (), [zone.wild for zone in areas])
    return sorted(found, key=lambda labeling: -labeling.points)
