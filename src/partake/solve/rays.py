"""Which lines could be rays: every choice of cells for suns and moons, with the points that it earns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from partake.solve.layouts import Frame, Run
from partake.solve.pool import Mask, Pool


class Rays(NamedTuple):
    """Cells that must hold suns, cells that must hold moons, lines that must score, and the points for all that."""

    points: int = 0
    suns: Mask = 0
    moons: Mask = 0
    scoring: tuple[tuple[int, Mask], ...] = ()
    """The direction and the cells of each."""


def ray_plans(pool: Pool, frame: Frame) -> list[Rays]:
    """All plans for the rays of a frame, those with most points first; together they miss no board's points."""
    make = _PLANS[pool.variant.options.rays]
    return sorted(make(pool, frame), key=lambda plan: -plan.points)


def _none(pool: Pool, frame: Frame) -> Iterator[Rays]:
    yield Rays()


def _longest(pool: Pool, frame: Frame) -> Iterator[Rays]:
    yield Rays()
    each = pool.variant.edition.points.longest_ray
    for run in chain(*frame.runs):
        if run.length <= pool.suns.bit_count():
            yield Rays(each * run.length, suns=run.cells)
        if run.length <= pool.moons.bit_count():
            yield Rays(each * run.length, moons=run.cells)


def _best(pool: Pool, frame: Frame) -> Iterator[Rays]:
    """One board has the best sunray if it has any on a scoring line, and likewise the best moonray."""
    bonus = pool.variant.edition.points.best_ray
    runs = [(d, run.cells) for d, runs in enumerate(frame.runs) for run in runs]
    for sun in (None, *runs):
        for moon in (None, *runs):
            suns, moons = (sun[1] if sun else 0), (moon[1] if moon else 0)
            if not suns & moons:
                scoring = tuple(run for run in (sun, moon) if run)
                yield Rays(bonus * len(scoring), suns, moons, scoring)


def _each(pool: Pool, frame: Frame) -> Iterator[Rays]:
    points, runs = pool.variant.edition.points, list(chain(*frame.runs))
    suns = {mask: points.sunray * _covered(runs, mask) for mask in _unions(runs, pool.suns.bit_count())}
    moons = {mask: points.moonray * _covered(runs, mask) for mask in _unions(runs, pool.moons.bit_count())}
    for sun, sun_points in suns.items():
        for moon, moon_points in moons.items():
            if not sun & moon:
                yield Rays(sun_points + moon_points, sun, moon)


def _unions(runs: Iterable[Run], most: int) -> set[Mask]:
    """All unions of lines with so many cells at most."""
    found = {0}
    for run in runs:
        found |= {mask | run.cells for mask in found if (mask | run.cells).bit_count() <= most}
    return found


def _covered(runs: Iterable[Run], mask: Mask) -> int:
    return sum(run.length for run in runs if run.cells & mask == run.cells)


_PLANS = {"none": _none, "longest": _longest, "best": _best, "each": _each}
