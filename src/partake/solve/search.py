"""The search in readable form: labelings of three directions combined, pruned by counting, filled by matching.

For every choice of rays there is one search. A labeling of each direction is combined with those of the others as long
as the points could reach the threshold and no two or three numbers are asked of more cells than tiles show them. Wild
tiles may stand in for what is missing. What is left is filled with tiles by matching. The compiled twin does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import NamedTuple

from partake.solve.labelings import Labeling, Zone, labelings, zones
from partake.solve.layouts import Frame
from partake.solve.matching import matching, richest
from partake.solve.pool import Mask, Pool
from partake.solve.rays import Rays

IMPOSSIBLE = -(1 << 40)
"""The bound of a search that can find nothing."""


COST = 50
"""How much more work it is to combine two labelings here than in the compiled twin."""
MEMORY = 500_000
"""How many pairs of labelings are remembered at most."""
Place = tuple[int, int]
"""Where a search stands: a labeling of the first direction, and one that goes with it; it begins at (0, 0)."""


class Found(NamedTuple):
    """A board: what its labels promise at least, and the tile of the pool on each cell of the frame."""

    points: int
    tiles: tuple[int, ...]


class Search:
    """The boards of one frame with one choice of rays, from the richest labelings of the first direction down."""

    def __init__(self, pool: Pool, frame: Frame, rays: Rays, yards: Sequence[tuple[Mask, ...]] = ()) -> None:
        self.pool, self.frame, self.rays, self.yards = pool, frame, rays, yards
        self.penalty = pool.variant.edition.points.scrapyard_penalty if pays(pool) else 0
        self.allowed = allowed_with(pool, frame, rays)
        refused = refused_cells(pool, frame, self.allowed)
        self.lists = [
            labelings(pool, d, frame.runs[d], rays, refused[d], halved=frame.is_mirrored and d == 0) for d in range(3)
        ]
        self._zones = zones(pool, rays)
        self._known: dict[tuple[int, int], bool] = {}
        self._counts = [self._pair_counts(d, e) for d, e in ((0, 1), (0, 2), (1, 2))]
        plain, (fx, fy, fz) = pool.everything & ~pool.wild, pool.fitting
        self._triple_counts = [[[(x & y & z & plain).bit_count() for z in fz] for y in fy] for x in fx]
        self._bonus = sum(bonus for bonus, _ in pool.bonus_tiles)

    @cached_property
    def pairs(self) -> tuple[int, int, int]:
        """The most points that the other two directions can have together, for each direction."""
        return self._best_pair(1, 2), self._best_pair(0, 2), self._best_pair(0, 1)

    @cached_property
    def bound(self) -> int:
        """More than this no board can have; IMPOSSIBLE if there is no board."""
        if not all(self.lists) or min(self.pairs) < 0:
            return IMPOSSIBLE
        alone = [own[0].points + pair for own, pair in zip(self.lists, self.pairs, strict=True)]
        lines = min(sum(self.pairs) // 2, *alone)
        return self.rays.points + self._bonus + lines

    def _best_pair(self, d: int, e: int) -> int:
        best, counts = -1, self._counts[d + e - 1]
        for a in self.lists[d]:
            if a.points + self.lists[e][0].points <= best:
                break
            for b in self.lists[e]:
                if a.points + b.points <= best:
                    break
                if self._fit(a, b, counts):
                    best = a.points + b.points
        return best

    def sweep(self, at: Place, threshold: int, work: int) -> tuple[Found | None, Place | None]:
        """Work on from a place: the best board that reaches the threshold, if there is one, and where to go on."""
        best, goal = None, threshold - self.rays.points
        second, third = self.lists[1][0].points, self.lists[2][0].points
        for i, a in enumerate(self.lists[0][at[0] :], start=at[0]):
            rest = goal - self._bonus
            if a.points + self.pairs[0] < rest:
                break
            seconds = self._partners(a, 1, max(rest - a.points - third, rest - self.pairs[1]))
            thirds = self._partners(a, 2, max(rest - a.points - second, rest - self.pairs[2])) if seconds else []
            work -= COST * (len(self.lists[1]) + len(self.lists[2]))
            for j, b in enumerate(seconds):
                if i == at[0] and j < at[1]:
                    continue
                both, most = a.points + b.points, self._pair_bonus(a, b)
                for c in thirds:
                    if both + c.points + most < goal:
                        break
                    work -= COST
                    if self._fit(b, c, self._counts[2]) and (found := self._fill((a, b, c), goal)):
                        best, goal = found, found.points + 1 - self.rays.points
                if work < 0:
                    return best, (i, j + 1)
        return best, None

    def _partners(self, a: Labeling, direction: int, least: int) -> list[Labeling]:
        found, counts = [], self._counts[direction - 1]
        for b in self.lists[direction]:
            if b.points < least:
                break
            if self._fit(a, b, counts):
                found.append(b)
        return found

    def _pair_counts(self, d: int, e: int) -> list[list[list[int]]]:
        """[zone][place][place] how many tiles show two numbers."""
        fitting = self.pool.fitting
        return [[[(x & y & zone.tiles).bit_count() for y in fitting[e]] for x in fitting[d]] for zone in self._zones]

    def _fit(self, a: Labeling, b: Labeling, counts: list[list[list[int]]]) -> bool:
        """Whether the tiles could show what two directions ask for."""
        key = (id(a), id(b))  # all labelings live as long as the search, and hashing them takes long
        known = self._known.get(key)
        if known is None:
            known = not any(map(_is_short, repeat(a), repeat(b), self._zones, counts))
            if len(self._known) < MEMORY:
                self._known[key] = known
        return known

    def _pair_bonus(self, a: Labeling, b: Labeling) -> int:
        """More than this the bonus tiles cannot earn."""
        found = 0
        for bonus, (i, j, _) in self.pool.bonus_tiles:
            x, y = a.cells[i], b.cells[j]
            found += bonus if x & y else bonus // 2 if x or y else 0
        return found

    def _fill(self, labels: tuple[Labeling, Labeling, Labeling], goal: int) -> Found | None:
        """Tiles for every cell that show what the labels ask for, if the points reach the goal."""
        base, pool = sum(labeling.points for labeling in labels), self.pool
        if not self._triples_fit(labels):
            return None
        allowed, crossed = self._labelled(labels)
        found = self._assign(allowed, crossed)
        if not self.penalty or found is None or base + found[0] < goal:
            return self._reaching(goal, base, found)
        best = self._reaching(goal + self.penalty, base, found)
        best = best and Found(best.points - self.penalty, best.tiles)
        start = len(allowed) - len(pool.variant.yard)
        for yard in self.yards:
            mixed = [*allowed[:start], *map(int.__and__, allowed[start:], yard)]
            now = self._reaching(max(goal, best.points + 1 if best else goal), base, self._assign(mixed, crossed))
            best = now or best
            if best and best.points == self.rays.points + base + found[0]:
                break
        return best

    def _labelled(self, labels: Iterable[Labeling]) -> tuple[list[Mask], list[int]]:
        """The tiles that each cell may get, and how many labelled lines cross it."""
        allowed, crossed = list(self.allowed), [0] * len(self.allowed)
        for labeling, fitting in zip(labels, self.pool.fitting, strict=True):
            for cells, fit in zip(labeling.cells, fitting, strict=True):
                for k, i in enumerate(self.frame.cells):
                    if cells >> i & 1:
                        allowed[k] &= fit
                        crossed[k] += 1
        return allowed, crossed

    def patterns(self, points: int) -> Iterator[list[Mask]]:
        """The tiles that each cell may get, for every way to label the lines that is worth just so much."""
        for a in self.lists[0]:
            seconds = self._partners(a, 1, points - a.points - self.lists[2][0].points)
            thirds = self._partners(a, 2, points - a.points - self.lists[1][0].points) if seconds else []
            for b in seconds:
                for c in thirds:
                    is_worth_it = a.points + b.points + c.points == points
                    if is_worth_it and self._fit(b, c, self._counts[2]) and self._triples_fit((a, b, c)):
                        yield self._labelled((a, b, c))[0]

    def _reaching(self, goal: int, base: int, found: tuple[int, list[int]] | None) -> Found | None:
        if found is None or base + found[0] < goal:
            return None
        return Found(self.rays.points + base + found[0], tuple(found[1]))

    def _assign(self, allowed: list[Mask], crossed: list[int]) -> tuple[int, list[int]] | None:
        """The best bonus points and the tiles."""
        tiles = matching(allowed)
        if tiles is None or not self.pool.bonus_tiles:
            return None if tiles is None else (0, tiles)
        share = [0, 0, 2, 1]
        worth = [[bonus // share[n] if share[n] else 0 for bonus in self.pool.bonuses] for n in crossed]
        return richest(allowed, worth, len(self.pool.tiles))

    def _triples_fit(self, labels: tuple[Labeling, Labeling, Labeling]) -> bool:
        """Whether the tiles could show what all three directions ask for."""
        spare = self.pool.wild.bit_count()
        for x, row in zip(labels[0].cells, self._triple_counts, strict=True):
            for y, counts in zip(labels[1].cells, row, strict=True):
                if both := x & y:
                    for z, count in zip(labels[2].cells, counts, strict=True):
                        if (over := (both & z).bit_count() - count) > 0:
                            spare -= over
                            if spare < 0:
                                return False
        return True


def _is_short(a: Labeling, b: Labeling, zone: Zone, counts: list[list[int]]) -> bool:
    """Whether more cells of a zone find no tile that shows both their numbers than there are wild ones."""
    spare = zone.wild
    for x, row in zip(a.cells, counts, strict=True):
        if x := x & zone.cells:
            for y, count in zip(b.cells, row, strict=True):
                if (over := (x & y).bit_count() - count) > 0:
                    spare -= over
                    if spare < 0:
                        return True
    return False


def pays(pool: Pool) -> bool:
    """Whether a scrapyard that is worth too little costs its player points, whatever the others have."""
    return pool.variant.scrapyard is not None and pool.variant.options.scrapyard == "threshold"


def allowed_with(pool: Pool, frame: Frame, rays: Rays) -> list[Mask]:
    """The tiles that each cell of a frame may get when suns and moons have their places."""
    return [
        fit & (pool.suns if rays.suns >> i & 1 else -1) & (pool.moons if rays.moons >> i & 1 else -1)
        for i, fit in zip(frame.cells, frame.allowed, strict=True)
    ]


def refused_cells(pool: Pool, frame: Frame, allowed: Sequence[Mask]) -> list[tuple[Mask, ...]]:
    """[direction][place] the cells of the board that can get no tile of a number."""
    return [
        tuple(
            sum(1 << i for i, fit in zip(frame.cells, allowed, strict=True) if not fit & wanted) for wanted in fitting
        )
        for fitting in pool.fitting
    ]
