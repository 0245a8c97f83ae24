"""Choices of rays: each set of cells that could be reserved for suns and moons, with the points that it earns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from partake.solve.layouts import Layout, ScoringLine
from partake.solve.pool import Mask, Pool


class RayChoice(NamedTuple):
    """Cells that must hold suns, cells that must hold moons, lines that must score, and the points for them."""

    points: int = 0
    suns: Mask = 0
    moons: Mask = 0
    scoring: tuple[tuple[int, Mask], ...] = ()
    """The direction and the cells of each line that must score."""


def ray_choices(pool: Pool, layout: Layout) -> list[RayChoice]:
    """All choices for a layout, by descending points. They cover all boards: the ray points of each are in one."""
    make = _CHOICES[pool.variant.options.rays]
    return sorted(make(pool, layout), key=lambda choice: -choice.points)


def _none(pool: Pool, layout: Layout) -> Iterator[RayChoice]:
    yield RayChoice()


def _longest(pool: Pool, layout: Layout) -> Iterator[RayChoice]:
    yield RayChoice()
    each = pool.variant.edition.points.longest_ray
    for line in chain(*layout.lines):
        # Shorter rays beside the longest one earn nothing, so one line is the whole choice.
        if line.length <= pool.suns.bit_count():
            yield RayChoice(each * line.length, suns=line.cells)
        if line.length <= pool.moons.bit_count():
            yield RayChoice(each * line.length, moons=line.cells)


def _best(pool: Pool, layout: Layout) -> Iterator[RayChoice]:
    """At the table that suits it best, a board has the best sunray if it has any on a scoring line; likewise moons."""
    bonus = pool.variant.edition.points.best_ray
    lines = [(d, line.cells) for d, lines in enumerate(layout.lines) for line in lines]
    for sun in (None, *lines):
        for moon in (None, *lines):
            suns, moons = (sun[1] if sun else 0), (moon[1] if moon else 0)
            if not suns & moons:
                scoring = tuple(line for line in (sun, moon) if line)
                yield RayChoice(bonus * len(scoring), suns, moons, scoring)


def _each(pool: Pool, layout: Layout) -> Iterator[RayChoice]:
    # A choice reserves unions of whole lines. Its points count all lines that the union covers, whichever made it up.
    points, lines = pool.variant.edition.points, list(chain(*layout.lines))
    suns = {mask: points.sunray * _covered(lines, mask) for mask in _unions(lines, pool.suns.bit_count())}
    moons = {mask: points.moonray * _covered(lines, mask) for mask in _unions(lines, pool.moons.bit_count())}
    for sun, sun_points in suns.items():
        for moon, moon_points in moons.items():
            if not sun & moon:
                yield RayChoice(sun_points + moon_points, sun, moon)


def _unions(lines: Iterable[ScoringLine], most: int) -> set[Mask]:
    """All unions of lines with at most `most` cells: the sets of cells that rays of one symbol can fill."""
    # Closure under union, line by line: after a line all unions of the lines up to it are there.
    found = {0}
    for line in lines:
        found |= {mask | line.cells for mask in found if (mask | line.cells).bit_count() <= most}
    return found


def _covered(lines: Iterable[ScoringLine], mask: Mask) -> int:
    return sum(line.length for line in lines if line.cells & mask == line.cells)


_CHOICES = {"none": _none, "longest": _longest, "best": _best, "each": _each}
