"""`solve/search.py` over arrays: the same branch and bound, with the kernels of this package."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from partake.solve.compiled import kernels
from partake.solve.labelings import zones
from partake.solve.layouts import Layout, ScoringLine
from partake.solve.pool import Mask, Pool
from partake.solve.rays import RayChoice
from partake.solve.search import NO_BOARD, Cursor, FoundBoard, allowed_with, pays_penalty, refused_cells

MOST = 64
"""Cells, and tiles, that a word has bits for."""

Words = NDArray[np.uint64]
"""Sets of cells or tiles."""
Ints = NDArray[np.int64]
"""Points, counts and indices."""
_PAIRS = ((0, 1), (0, 2), (1, 2))
"""Pairs of directions, in the order of `pair_counts`."""


class CompiledSearch:
    """The boards of one layout with one choice of rays, from the labelings with most points down.

    `order` says which direction is the first, second and third; the optimum does not depend on it.
    """

    def __init__(
        self,
        pool: Pool,
        layout: Layout,
        rays: RayChoice,
        scrapyards: Sequence[tuple[Mask, ...]] = (),
        *,
        order: tuple[int, int, int] = (0, 1, 2),
    ) -> None:
        self.rays, self._pool_arrays = rays, _pool_arrays(pool, order)
        allowed = allowed_with(pool, layout, rays)
        refused = refused_cells(pool, layout, allowed)
        areas = zones(pool, rays)
        # The whole board is -1 there: all bits, cut to a word.
        self._zones = _words([zone.cells & (1 << MOST) - 1 for zone in areas])
        self._wild = np.array([zone.wild for zone in areas])
        # Rows of the counts for the zones there are: all plain tiles, suns, moons.
        kinds = [0, *[1] * bool(rays.suns), *[2] * bool(rays.moons)]
        counts = self._pool_arrays.counts[kinds]
        self._pair_counts = self._pool_arrays.pair_counts[kinds]
        self._cells, self._points = [], []
        for index, d in enumerate(order):
            cells, points = labeling_arrays(pool, layout, d)
            scoring = _words([mask for direction, mask in rays.scoring if direction == d])
            wide = _words([*refused[d], *[0] * (self._pool_arrays.width - len(refused[d]))])
            kept = kernels.select(cells, self._zones, self._wild, counts[:, index], wide, scoring)
            self._cells.append(cells[kept])
            self._points.append(points[kept])
        self._layout_cells, self._allowed = np.array(layout.cells), _words(allowed)
        self._scrapyards = np.array(scrapyards, np.uint64).reshape(len(scrapyards), len(pool.variant.yard))
        self._penalty = pool.variant.edition.points.scrapyard_penalty if pays_penalty(pool) else 0

    @cached_property
    def _best_pairs(self) -> Ints:
        found = [
            kernels.best_pair(
                self._cells[d], self._points[d], self._cells[e], self._points[e],
                self._zones, self._wild, self._pair_counts, pair,
            )
            for pair, (d, e) in enumerate(_PAIRS)
        ]  # fmt: skip
        return np.array(found[::-1])  # [direction] the pair of the two others: (1, 2), (0, 2), (0, 1)

    @cached_property
    def _pair_cache(self) -> tuple[Words, Ints]:
        return kernels.new_pair_cache(self._cells[1], self._cells[2])

    @cached_property
    def bound(self) -> int:
        """An upper bound of all boards, as `Search.bound`; NO_BOARD if there is none."""
        if not all(map(len, self._cells)) or self._best_pairs.min() < 0:
            return NO_BOARD
        pairs = [int(pair) for pair in self._best_pairs]
        lines = min(sum(pairs) // 2, *(int(own[0]) + pair for own, pair in zip(self._points, pairs, strict=True)))
        return self.rays.points + int(self._pool_arrays.bonuses[:, 0].sum()) + lines

    def sweep(self, at: Cursor, threshold: int, work: int) -> tuple[FoundBoard | None, Cursor | None]:
        """Resume at a cursor: the best board that reaches the threshold, if any, and the next cursor, if any."""
        goal = threshold - self.rays.points
        # Labelings descend: if this one cannot reach the goal with the best pair, none after it can.
        if self._points[0][at[0]] + self._best_pairs[0] + self._pool_arrays.bonuses[:, 0].sum() < goal:
            return None, None
        shown, tiles = self._pool_arrays, np.zeros(len(self._layout_cells), np.int64)
        points, resume = kernels.sweep(
            at[0], at[1], goal, work,
            self._cells[0], self._points[0], self._cells[1], self._points[1], self._cells[2], self._points[2],
            self._best_pairs, self._zones, self._wild, self._pair_counts, shown.triple_counts, shown.bonuses,
            self._layout_cells, self._allowed, shown.fitting, shown.worth, self._scrapyards, self._penalty,
            self._pair_cache[0], self._pair_cache[1], tiles,
        )  # fmt: skip
        found = FoundBoard(points + self.rays.points, tuple(tiles.tolist())) if points >= goal else None
        if resume >= 0:
            return found, (at[0], resume)
        return found, (at[0] + 1, 0) if at[0] + 1 < len(self._cells[0]) else None

    @property
    def size(self) -> int:
        """The number of labelings of the first direction."""
        return len(self._cells[0])

    def neighbours(self, shown: Sequence[Mask], lines: Sequence[ScoringLine]) -> list[int]:
        """The labelings of the first direction that differ from a board's in at most one line, its own first."""
        here = np.zeros(self._pool_arrays.width, np.uint64)
        here[: len(shown)] = _words(shown)
        # The cells whose label changes, as a set; a neighbour changes within the cells of one line.
        changed = np.bitwise_or.reduce(self._cells[0] ^ here, axis=1)
        masks = _words([line.cells for line in lines])
        near = np.flatnonzero(((changed[:, None] & ~masks) == 0).any(axis=1))
        return [int(i) for i in near[np.argsort(changed[near] != 0, kind="stable")]]


class _PoolArrays:
    """What a pool's tiles show, as arrays; the padding of directions with fewer numbers is shown by no tile."""

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
        rows = [(bonus, *(indices[d] for d in order)) for bonus, indices in pool.bonus_tiles]
        self.bonuses = np.array(rows, np.int64).reshape(len(rows), 4)
        own = np.array(pool.bonuses, np.int64)
        # [scoring lines that cross the tile, tile]
        self.worth = np.array([0 * own, 0 * own, own // 2, own])


@lru_cache(maxsize=16)
def _pool_arrays(pool: Pool, order: tuple[int, int, int]) -> _PoolArrays:
    return _PoolArrays(pool, order)


def labeling_arrays(pool: Pool, layout: Layout, direction: int) -> tuple[Words, Ints]:
    """All labelings of a direction, whatever the tiles: cells [labeling, number index], and points [labeling]."""
    width = max(map(len, pool.numbers))
    return _labelings(layout.lines[direction], pool.numbers[direction], width, layout.is_symmetric and direction == 0)


@lru_cache(maxsize=64)
def _labelings(
    lines: tuple[ScoringLine, ...], numbers: tuple[int, ...], width: int, halved: bool
) -> tuple[Words, Ints]:
    """The Cartesian product of a number or none for each line, by descending points."""
    # choices[line, labeling] is 0 for none, else 1 + the index of its number.
    choices = np.indices((len(numbers) + 1,) * len(lines)).reshape(len(lines), -1)
    # Symmetry breaking: as numbers in base len(numbers) + 1, keep a labeling only if it is not above its reverse.
    if halved:
        weights = (len(numbers) + 1) ** np.arange(len(lines))
        choices = choices[:, weights[::-1] @ choices <= weights @ choices]
    worth = np.array([0, *numbers])
    points = np.array([line.length for line in lines]) @ worth[choices]
    cells = np.zeros((choices.shape[1], width), np.uint64)
    for chosen, line in zip(choices, lines, strict=True):
        for index in range(len(numbers)):
            cells[chosen == index + 1, index] |= np.uint64(line.cells)
    order = np.argsort(-points, kind="stable")
    return cells[order], points[order]


def _words(masks: Sequence[int]) -> Words:
    return np.array(masks, np.uint64)
