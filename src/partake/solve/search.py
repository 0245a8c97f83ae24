"""Branch and bound over labelings: three directions combined, pruned by a counting bound, filled by bipartite matching.

A labeling gives each line of a direction a number, or none. There is one search for each choice of rays. It combines a
labeling of each direction as long as the points could reach the threshold (bound), and no pair or triple of numbers is
asked of more cells than tiles show it (counting, a necessary condition of Hall's theorem; wild tiles may stand in for
what is missing). A combination that passes is filled with tiles by matching, which decides. This is the reference;
`compiled.CompiledSearch` does the same over arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import NamedTuple

from partake.solve.labelings import Labeling, Zone, labelings, zones
from partake.solve.layouts import Layout
from partake.solve.matching import matching, max_weight_assignment
from partake.solve.pool import Mask, Pool
from partake.solve.rays import RayChoice

NO_BOARD = -(1 << 40)
"""The bound of a search without any board: below every score."""
READABLE_COST = 50
"""Work of combining two labelings here, in units of the same in compiled code."""
MAX_CACHED_PAIRS = 500_000
"""The most pairs of labelings whose compatibility is cached."""
Cursor = tuple[int, int]
"""A point to resume from: the index of a labeling of the first direction, and of one compatible with it."""


class FoundBoard(NamedTuple):
    """A board: a lower bound of its score, from its labels, and the tile of the pool on each cell of the layout."""

    points: int
    tiles: tuple[int, ...]


class Search:
    """The boards of one layout with one choice of rays, from the labelings with most points down."""

    def __init__(
        self, pool: Pool, layout: Layout, rays: RayChoice, scrapyards: Sequence[tuple[Mask, ...]] = ()
    ) -> None:
        self.pool, self.layout, self.rays, self.scrapyards = pool, layout, rays, scrapyards
        self.penalty = pool.variant.edition.points.scrapyard_penalty if pays_penalty(pool) else 0
        self.allowed = allowed_with(pool, layout, rays)
        refused = refused_cells(pool, layout, self.allowed)
        self.lists = [
            labelings(pool, d, layout.lines[d], rays, refused[d], halved=layout.is_symmetric and d == 0)
            for d in range(3)
        ]
        self._zones = zones(pool, rays)
        self._known: dict[tuple[int, int], bool] = {}
        self._counts = [self._pair_counts(d, e) for d, e in ((0, 1), (0, 2), (1, 2))]
        # [n][m][k] tiles without wild stripes that show these three numbers.
        plain, (fx, fy, fz) = pool.everything & ~pool.wild, pool.fitting
        self._triple_counts = [[[(x & y & z & plain).bit_count() for z in fz] for y in fy] for x in fx]
        self._bonus = sum(bonus for bonus, _ in pool.bonus_tiles)

    @cached_property
    def pairs(self) -> tuple[int, int, int]:
        """[direction] the most points that the other two directions can have together."""
        return self._best_pair(1, 2), self._best_pair(0, 2), self._best_pair(0, 1)

    @cached_property
    def bound(self) -> int:
        """An upper bound of all boards; NO_BOARD if there is none.

        With P(d, e) the best compatible pair: a + b + c <= (P(0,1) + P(0,2) + P(1,2)) / 2, since each direction is in
        two pairs; and a + b + c <= max(a) + P(1,2), likewise for b and c. All bonus tiles are counted in full.
        """
        if not all(self.lists) or min(self.pairs) < 0:
            return NO_BOARD
        alone = [own[0].points + pair for own, pair in zip(self.lists, self.pairs, strict=True)]
        lines = min(sum(self.pairs) // 2, *alone)
        return self.rays.points + self._bonus + lines

    def _best_pair(self, d: int, e: int) -> int:
        # Lists are sorted by points, so that both loops end at the first pair that cannot be better.
        best, counts = -1, self._counts[d + e - 1]
        for a in self.lists[d]:
            if a.points + self.lists[e][0].points <= best:
                break
            for b in self.lists[e]:
                if a.points + b.points <= best:
                    break
                if self._pair_fits(a, b, counts):
                    best = a.points + b.points
        return best

    def sweep(self, at: Cursor, threshold: int, work: int) -> tuple[FoundBoard | None, Cursor | None]:
        """Resume at a cursor: the best board that reaches the threshold, if any, and the next cursor, if any."""
        best, goal = None, threshold - self.rays.points
        second, third = self.lists[1][0].points, self.lists[2][0].points
        for i, a in enumerate(self.lists[0][at[0] :], start=at[0]):
            rest = goal - self._bonus
            if a.points + self.pairs[0] < rest:
                break
            # b needs what a and the best c leave, and what the best pair of a and c leaves; likewise c.
            seconds = self._partners(a, 1, max(rest - a.points - third, rest - self.pairs[1]))
            thirds = self._partners(a, 2, max(rest - a.points - second, rest - self.pairs[2])) if seconds else []
            work -= READABLE_COST * (len(self.lists[1]) + len(self.lists[2]))
            for j, b in enumerate(seconds):
                if i == at[0] and j < at[1]:
                    continue
                both, most = a.points + b.points, self._pair_bonus(a, b)
                for c in thirds:  # by descending points: after the first that falls short all do
                    if both + c.points + most < goal:
                        break
                    work -= READABLE_COST
                    if self._pair_fits(b, c, self._counts[2]) and (found := self._fill((a, b, c), goal)):
                        best, goal = found, found.points + 1 - self.rays.points
                if work < 0:  # the caller reads the clock and resumes with the next partner
                    return best, (i, j + 1)
        return best, None

    def _partners(self, a: Labeling, direction: int, least: int) -> list[Labeling]:
        found, counts = [], self._counts[direction - 1]
        for b in self.lists[direction]:
            if b.points < least:
                break
            if self._pair_fits(a, b, counts):
                found.append(b)
        return found

    def _pair_counts(self, d: int, e: int) -> list[list[list[int]]]:
        """[zone][number index][number index] the number of tiles that show both."""
        fitting = self.pool.fitting
        return [[[(x & y & zone.tiles).bit_count() for y in fitting[e]] for x in fitting[d]] for zone in self._zones]

    def _pair_fits(self, a: Labeling, b: Labeling, counts: list[list[list[int]]]) -> bool:
        """Counting bound: whether no pair of numbers is asked of more cells than tiles show it, wild tiles apart."""
        key = (id(a), id(b))  # identity is safe: labelings live as long as the search; hashing tuples is slow
        known = self._known.get(key)
        if known is None:
            known = not any(map(_pair_exceeds, repeat(a), repeat(b), self._zones, counts))
            if len(self._known) < MAX_CACHED_PAIRS:
                self._known[key] = known
        return known

    def _pair_bonus(self, a: Labeling, b: Labeling) -> int:
        """An upper bound of the bonus points, given two directions.

        In full where some cell lies on labelled lines of both its numbers. Else at most one of the two directions and
        the third can cross it, which earns half; and if neither number is labelled, one line at most crosses it.
        """
        found = 0
        for bonus, (i, j, _) in self.pool.bonus_tiles:
            x, y = a.cells[i], b.cells[j]
            found += bonus if x & y else bonus // 2 if x or y else 0
        return found

    def _fill(self, labels: tuple[Labeling, Labeling, Labeling], goal: int) -> FoundBoard | None:
        """Tiles for all cells that show what the labels ask for, if the points reach the goal."""
        base, pool = sum(labeling.points for labeling in labels), self.pool
        if not self._triples_fit(labels):
            return None
        allowed, crossed = self._labelled(labels)
        found = self._assign(allowed, crossed)
        # Without restrictions of the scrapyard: the most that any filling has, and all there is if nothing is paid.
        if not self.penalty or found is None or base + found[0] < goal:
            return self._reaching(goal, base, found)
        # First with the penalty paid; then each way to reach the threshold, until one loses no bonus points either.
        best = self._reaching(goal + self.penalty, base, found)
        best = best and FoundBoard(best.points - self.penalty, best.tiles)
        start = len(allowed) - len(pool.variant.yard)
        for restriction in self.scrapyards:
            mixed = [*allowed[:start], *map(int.__and__, allowed[start:], restriction)]
            now = self._reaching(max(goal, best.points + 1 if best else goal), base, self._assign(mixed, crossed))
            best = now or best
            if best and best.points == self.rays.points + base + found[0]:
                break
        return best

    def _labelled(self, labels: Iterable[Labeling]) -> tuple[list[Mask], list[int]]:
        """For each cell the tiles that it may get, and the number of labelled lines that cross it."""
        allowed, crossed = list(self.allowed), [0] * len(self.allowed)
        for labeling, fitting in zip(labels, self.pool.fitting, strict=True):
            for cells, fit in zip(labeling.cells, fitting, strict=True):
                for k, i in enumerate(self.layout.cells):
                    if cells >> i & 1:
                        allowed[k] &= fit
                        crossed[k] += 1
        return allowed, crossed

    def patterns(self, points: int) -> Iterator[list[Mask]]:
        """For each labeling of all lines that is worth exactly `points`: the tiles that each cell may get."""
        for a in self.lists[0]:
            seconds = self._partners(a, 1, points - a.points - self.lists[2][0].points)
            thirds = self._partners(a, 2, points - a.points - self.lists[1][0].points) if seconds else []
            for b in seconds:
                for c in thirds:
                    is_worth_it = a.points + b.points + c.points == points
                    if is_worth_it and self._pair_fits(b, c, self._counts[2]) and self._triples_fit((a, b, c)):
                        yield self._labelled((a, b, c))[0]

    def _reaching(self, goal: int, base: int, found: tuple[int, list[int]] | None) -> FoundBoard | None:
        if found is None or base + found[0] < goal:
            return None
        return FoundBoard(self.rays.points + base + found[0], tuple(found[1]))

    def _assign(self, allowed: list[Mask], crossed: list[int]) -> tuple[int, list[int]] | None:
        """The most bonus points and the tiles: a matching, or where there are bonus tiles one of greatest weight."""
        tiles = matching(allowed)
        if tiles is None or not self.pool.bonus_tiles:
            return None if tiles is None else (0, tiles)
        share = [0, 0, 2, 1]  # [scoring lines that cross the tile] the divisor of its bonus; 0: none
        worth = [[bonus // share[n] if share[n] else 0 for bonus in self.pool.bonuses] for n in crossed]
        return max_weight_assignment(allowed, worth, len(self.pool.tiles))

    def _triples_fit(self, labels: tuple[Labeling, Labeling, Labeling]) -> bool:
        """Counting bound for triples of numbers, over the whole board."""
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


def _pair_exceeds(a: Labeling, b: Labeling, zone: Zone, counts: list[list[int]]) -> bool:
    """Whether the cells of a zone that exceed the tiles with both their numbers are more than its wild tiles."""
    spare = zone.wild
    for x, row in zip(a.cells, counts, strict=True):
        if x := x & zone.cells:
            for y, count in zip(b.cells, row, strict=True):
                if (over := (x & y).bit_count() - count) > 0:
                    spare -= over
                    if spare < 0:
                        return True
    return False


def pays_penalty(pool: Pool) -> bool:
    """Whether a scrapyard below the threshold costs its player points, whatever the others have."""
    return pool.variant.scrapyard is not None and pool.variant.options.scrapyard == "threshold"


def allowed_with(pool: Pool, layout: Layout, rays: RayChoice) -> list[Mask]:
    """The tiles that each cell of a layout may get when cells are reserved for suns and moons."""
    return [
        fit & (pool.suns if rays.suns >> i & 1 else -1) & (pool.moons if rays.moons >> i & 1 else -1)
        for i, fit in zip(layout.cells, layout.allowed, strict=True)
    ]


def refused_cells(pool: Pool, layout: Layout, allowed: Sequence[Mask]) -> list[tuple[Mask, ...]]:
    """[direction][number index] the cells that can get no tile of that number."""
    return [
        tuple(
            sum(1 << i for i, fit in zip(layout.cells, allowed, strict=True) if not fit & wanted) for wanted in fitting
        )
        for fitting in pool.fitting
    ]
