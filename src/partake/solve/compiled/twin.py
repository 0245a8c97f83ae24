"""The compiled twin of `solve/search.py`: the same search, over arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from partake.solve.compiled import kernels
from partake.solve.labelings import zones
from partake.solve.layouts import Frame, Run
from partake.solve.pool import Mask, Pool
from partake.solve.rays import Rays
from partake.solve.search import IMPOSSIBLE, Found, Place, allowed_with, pays, refused_cells

MOST = 64
"""How many cells and how many tiles a word has room for."""

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
_PAIRS = ((0, 1), (0, 2), (1, 2))


class CompiledSearch:
    """The boards of one frame with one choice of rays, from the richest labelings of the first direction down."""

    def __init__(
        self,
        pool: Pool,
        frame: Frame,
        rays: Rays,
        yards: Sequence[tuple[Mask, ...]] = (),
        *,
        order: tuple[int, int, int] = (0, 1, 2),
    ) -> None:
        self.rays, self._tables = rays, _tables(pool, order)
        allowed = allowed_with(pool, frame, rays)
        refused = refused_cells(pool, frame, allowed)
        areas = zones(pool, rays)
        self._zones = _words([zone.cells & (1 << MOST) - 1 for zone in areas])
        self._wild = np.array([zone.wild for zone in areas])
        kinds = [0, *[1] * bool(rays.suns), *[2] * bool(rays.moons)]
        counts = self._tables.counts[kinds]
        self._pair_counts = self._tables.pair_counts[kinds]
        self._cells, self._points = [], []
        for place, d in enumerate(order):
            cells, points = labeling_arrays(pool, frame, d)
            scoring = _words([mask for direction, mask in rays.scoring if direction == d])
            wide = _words([*refused[d], *[0] * (self._tables.width - len(refused[d]))])
            kept = kernels.select(cells, self._zones, self._wild, counts[:, place], wide, scoring)
            self._cells.append(cells[kept])
            self._points.append(points[kept])
        self._frame_cells, self._allowed = np.array(frame.cells), _words(allowed)
        self._yards = np.array(yards, np.uint64).reshape(len(yards), len(pool.variant.yard))
        self._penalty = pool.variant.edition.points.scrapyard_penalty if pays(pool) else 0

    @cached_property
    def _best_pairs(self) -> Ints:
        found = [
            kernels.best_pair(
                self._cells[d], self._points[d], self._cells[e], self._points[e],
                self._zones, self._wild, self._pair_counts, pair,
            )
            for pair, (d, e) in enumerate(_PAIRS)
        ]  # fmt: skip
        return np.array(found[::-1])

    @cached_property
    def _learned(self) -> tuple[Words, Ints]:
        return kernels.blank(self._cells[1], self._cells[2])

    @cached_property
    def bound(self) -> int:
        """More than this no board can have; IMPOSSIBLE if there is no board."""
        if not all(map(len, self._cells)) or self._best_pairs.min() < 0:
            return IMPOSSIBLE
        pairs = [int(pair) for pair in self._best_pairs]
        lines = min(sum(pairs) // 2, *(int(own[0]) + pair for own, pair in zip(self._points, pairs, strict=True)))
        return self.rays.points + int(self._tables.bonuses[:, 0].sum()) + lines

    def sweep(self, at: Place, threshold: int, work: int) -> tuple[Found | None, Place | None]:
        """Work on from a place: the best board that reaches the threshold, if there is one, and where to go on."""
        goal = threshold - self.rays.points
        if self._points[0][at[0]] + self._best_pairs[0] + self._tables.bonuses[:, 0].sum() < goal:
            return None, None
        tables, tiles = self._tables, np.zeros(len(self._frame_cells), np.int64)
        points, following = kernels.sweep(
            at[0], at[1], goal, work,
            self._cells[0], self._points[0], self._cells[1], self._points[1], self._cells[2], self._points[2],
            self._best_pairs, self._zones, self._wild, self._pair_counts, tables.triple_counts, tables.bonuses,
            self._frame_cells, self._allowed, tables.fitting, tables.worth, self._yards, self._penalty,
            self._learned[0], self._learned[1], tiles,
        )  # fmt: skip
        found = Found(points + self.rays.points, tuple(tiles.tolist())) if points >= goal else None
        if following >= 0:
            return found, (at[0], following)
        return found, (at[0] + 1, 0) if at[0] + 1 < len(self._cells[0]) else None

    @property
    def size(self) -> int:
        """How many labelings the first direction has."""
        return len(self._cells[0])

    def beside(self, shown: Sequence[Mask], runs: Sequence[Run]) -> list[int]:
        """The labelings of the first direction that differ from what a board shows in one line at most, it first."""
        here = np.zeros(self._tables.width, np.uint64)
        here[: len(shown)] = _words(shown)
        changed = np.bitwise_or.reduce(self._cells[0] ^ here, axis=1)
        lines = _words([run.cells for run in runs])
        near = np.flatnonzero(((changed[:, None] & ~lines) == 0).any(axis=1))
        return [int(i) for i in near[np.argsort(changed[near] != 0, kind="stable")]]


class _Tables:
    """What a pool's tiles show, as arrays; places beyond the numbers of a direction are shown by no tile."""

    def __init__(self, pool: Pool, order: tuple[int, int, int]) -> None:
        self.width = max(map(len, pool.numbers))
        fitting = [[*pool.fitting[d], *[0] * (self.width - len(pool.fitting[d]))] for d in order]
        plain = pool.everything & ~pool.wild
        sets = (plain, pool.suns, pool.moons)
        self.fitting = np.array(fitting, np.uint64)
        self.counts = np.array([[[(x & own).bit_count() for x in row] for row in fitting] for own in sets])
        self.pair_counts = np.array(
            [[[[(x & y & own).bit_count() for y in fitting[e]] for x in fitting[d]] for d, e in _PAIRS]
             for own in sets]
        )  # fmt: skip
        self.triple_counts = np.array(
            [[[(x & y & z & plain).bit_count() for z in fitting[2]] for y in fitting[1]] for x in fitting[0]]
        )
        rows = [(bonus, *(places[d] for d in order)) for bonus, places in pool.bonus_tiles]
        self.bonuses = np.array(rows, np.int64).reshape(len(rows), 4)
        own = np.array(pool.bonuses, np.int64)
        self.worth = np.array([0 * own, 0 * own, own // 2, own])


@lru_cache(maxsize=16)
def _tables(pool: Pool, order: tuple[int, int, int]) -> _Tables:
    return _Tables(pool, order)


def labeling_arrays(pool: Pool, frame: Frame, direction: int) -> tuple[Words, Ints]:
    """All labelings of a direction, whatever the tiles: the cells of each number, and the points."""
    width = max(map(len, pool.numbers))
    return _labelings(frame.runs[direction], pool.numbers[direction], width, frame.is_mirrored and direction == 0)


@lru_cache(maxsize=64)
def _labelings(runs: tuple[Run, ...], numbers: tuple[int, ...], width: int, halved: bool) -> tuple[Words, Ints]:
    """Every choice of a number or none for each line: the cells of each number, and the points; most points first."""
    choices = np.indices((len(numbers) + 1,) * len(runs)).reshape(len(runs), -1)
    if halved:
        weights = (len(numbers) + 1) ** np.arange(len(runs))
        choices = choices[:, weights[::-1] @ choices <= weights @ choices]
    worth = np.array([0, *numbers])
    points = np.array([run.length for run in runs]) @ worth[choices]
    cells = np.zeros((choices.shape[1], width), np.uint64)
    for chosen, run in zip(choices, runs, strict=True):
        for place in range(len(numbers)):
            cells[chosen == place + 1, place] |= np.uint64(run.cells)
    order = np.argsort(-points, kind="stable")
    return cells[order], points[order]


def _words(masks: Sequence[int]) -> Words:
    return np.array(masks, np.uint64)
