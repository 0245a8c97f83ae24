"""Branch and bound with a threshold that is lowered until a board reaches it: the best final board, with its proof.

Like iterative deepening: each pass searches everything that could reach the threshold, so a pass that finds a board has
also proven that none is better. Passes with a high threshold are cheap, because bounds prune nearly everything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.layouts import Layout, all_layouts
from partake.solve.matching import matching
from partake.solve.placement_order import playable_board
from partake.solve.pool import Fixed, Pool, check_tiles
from partake.solve.search import NO_BOARD, Cursor, FoundBoard
from partake.solve.solution import Solution, own_points
from partake.solve.subproblems import WORK, Subproblem, subproblems, warm_up

Progress = Callable[[int, int], None]
"""A callback that is given the best score so far and the bound, now and then."""

FIRST_DROP = 4
"""Points by which the first threshold lies below the bound."""
LARGEST_DROP = 16
"""The most points by which one threshold lies below the one before; the drop doubles from pass to pass."""
PATIENCE = 0.2
"""Seconds before local search begins to look for good boards, in case time is up before the best one is found."""
ATTEMPTS = 0.25
"""The share of the time that local search gets."""
LONGEST_ATTEMPT = 1.0
"""The most seconds that one attempt of local search takes."""
ATTEMPT_CANDIDATES = 8
"""The number of subproblems, those with the highest bounds, that take turns in local search."""


def solve(
    variant: Variant,
    tiles: Sequence[Tile | str],
    *,
    fixed: Iterable[tuple[str, Tile | str]] = (),
    choose: bool = False,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Solution:
    """The best board that these tiles could have made, the tiles in the order in which they were drawn.

    `fixed` are tiles that lie already, and not among `tiles`. With `choose` there may be more tiles than are drawn, in
    any order, and the best of them are taken: what is still possible with a bag, or the highest score of a board. After
    `seconds` the best board so far is given, with its bound. Where legal placements depend on the order, the bound is
    that of placing the tiles in any order.
    """
    given, lying = check_tiles(variant, tiles, fixed, choose=choose)
    pool = Pool(variant, (*lying.values(), *given))
    run = _Run(pool, lying, _Clock(seconds), progress, in_order=not choose)
    return run.solution()


@dataclass
class _Clock:
    seconds: float | None
    start: float = field(default_factory=time.monotonic)

    def restart(self) -> None:
        self.start = time.monotonic()

    @property
    def spent(self) -> float:
        return time.monotonic() - self.start

    @property
    def is_over(self) -> bool:
        return self.seconds is not None and self.spent >= self.seconds


class _Run:
    """The state of one solution: the incumbent (best board so far) and the upper bound of all others.

    Lines and bonuses are solved first without any ray. Their optimum plus the points of a choice of rays bounds the
    subproblem with these rays, because reserving cells for symbols only takes boards away.
    """

    def __init__(self, pool: Pool, lying: Fixed, clock: _Clock, progress: Progress | None, *, in_order: bool) -> None:
        self.pool, self.lying, self.clock, self.progress = pool, lying, clock, progress
        self.calls = [tile for tile in pool.tiles if tile not in lying.values()] if in_order else None
        layouts = list(all_layouts(pool, lying, in_order=in_order))
        self.cells = self._any_board(layouts)
        self.best = own_points(pool.variant, self.cells)
        self.subproblems = subproblems(pool, layouts)
        self.bound = max([self.best, *(subproblem.upper_bound for subproblem in self.subproblems)])
        self.attempts, self.spent_on_attempts = 0, 0.0
        warm_up(self.subproblems)
        self.clock.restart()
        self.known, self.is_last = NO_BOARD, False
        """The most points of a board found in this descent, and whether no other subproblems follow it."""

    def solution(self) -> Solution:
        """Solve the subproblems without rays, then those with rays; time may be up before that."""
        plain = [subproblem for subproblem in self.subproblems if subproblem.kept_search]
        with_rays = [subproblem for subproblem in self.subproblems if not subproblem.kept_search]
        rays = max((subproblem.rays.points for subproblem in with_rays), default=0)
        most = self._descend(plain, rays, is_last=not with_rays)
        self.bound = max(self.best, min(self.bound, most + rays))
        # The relaxation: a board with rays has no more points without them than the best board without rays.
        for subproblem in with_rays:
            subproblem.upper_bound = min(subproblem.upper_bound, most + subproblem.rays.points)
        if with_rays and not self.clock.is_over:
            self.bound = max(self.best, self._descend(with_rays, 0, is_last=True))
        # The bound ignores the order of placement, so a repaired board may stay below it: it is not proven then.
        if self.pool.variant.options.placement != "free":
            self.cells = playable_board(self.pool.variant, self.cells, self.lying, self.calls)
            self.best = own_points(self.pool.variant, self.cells)
        self._report()
        filled = zip(self.pool.variant.positions, self.cells, strict=True)
        board = tuple((name, tile) for name, tile in filled if tile is not None)
        return Solution(self.pool.variant, self.best, self.bound, board)

    def _descend(self, some: list[Subproblem], rays: int, *, is_last: bool) -> int:
        """Lower the threshold until a board of some subproblems reaches it; gives the upper bound of their boards.

        The points of rays that these subproblems leave out are `rays` at most. If they are the last ones, boards that
        are no better than the incumbent need not be found.
        """
        self.known = self.best if is_last else NO_BOARD
        self.is_last = is_last
        drop, bound = FIRST_DROP, max([self.known, *(subproblem.upper_bound for subproblem in some)])
        while self.known < bound and not self.clock.is_over:
            self.bound = max(self.best, min(self.bound, bound + rays))
            self._report()
            bound = self._pass(some, bound - drop + 1, bound)
            drop = min(2 * drop, LARGEST_DROP)
        return bound

    def _pass(self, some: list[Subproblem], threshold: int, bound: int) -> int:
        """Search everything that could reach a threshold; gives the upper bound afterwards."""
        # The most promising first; the first that cannot reach the threshold ends the pass.
        some.sort(key=lambda subproblem: -subproblem.upper_bound)
        for i, subproblem in enumerate(some):
            if subproblem.upper_bound < max(threshold, self.known + 1):
                break
            # Interrupted: what is not searched yet is still bounded by its own upper bound.
            if not self._sweep(subproblem, threshold):
                return min(bound, max([self.known, threshold - 1, *(other.upper_bound for other in some[i:])]))
        return max(self.known, threshold - 1)

    def _sweep(self, subproblem: Subproblem, threshold: int) -> bool:
        """Run one search to its end, in pieces between which the clock is read; False if time is up before."""
        search = subproblem.search()
        subproblem.upper_bound = min(subproblem.upper_bound, search.bound)
        at: Cursor | None = (0, 0)
        while at is not None and subproblem.upper_bound >= max(threshold, self.known + 1):
            if self.clock.is_over:
                return False
            found, at = search.sweep(at, max(threshold, self.known + 1), WORK)
            # A board raises the bar for the rest of the pass: only better ones count from here on.
            if found is not None:
                self.known = found.points
                self._keep(subproblem.layout, found)
            self._attempt()
        return True

    def _attempt(self) -> None:
        """Anytime heuristic: improve the incumbent by local search, as long as it has not used up its share of time."""
        # Starts rotate over the subproblems with the highest bounds: attempt k works on number k modulo their number.
        begun = self.clock.spent
        if begun < PATIENCE or self.spent_on_attempts > ATTEMPTS * begun:
            return
        likely = sorted(
            (subproblem for subproblem in self.subproblems if subproblem.upper_bound > self.best),
            key=lambda subproblem: -subproblem.upper_bound,
        )
        if likely:
            subproblem = likely[self.attempts % min(ATTEMPT_CANDIDATES, len(likely))]
            found = subproblem.attempt(
                self.attempts // min(ATTEMPT_CANDIDATES, len(likely)),
                self.best,
                lambda: self.clock.is_over or self.clock.spent - begun > LONGEST_ATTEMPT,
            )
            if found is not None:
                self._keep(subproblem.layout, found)
        self.attempts += 1
        self.spent_on_attempts += self.clock.spent - begun

    def _keep(self, layout: Layout, found: FoundBoard) -> None:
        cells = self._sheet(layout, found.tiles)
        points = own_points(self.pool.variant, cells)
        if points > self.best:
            self.cells, self.best = cells, points
            self.known = max(self.known, points) if self.is_last else self.known
            self._report()

    def _report(self) -> None:
        if self.progress is not None:
            self.progress(self.best, self.bound)

    def _any_board(self, layouts: Sequence[Layout]) -> tuple[Tile | None, ...]:
        for layout in layouts:
            tiles = matching(layout.allowed)
            if tiles is not None:
                return self._sheet(layout, tiles)
        raise PartakeError("these tiles cannot fill the board")

    def _sheet(self, layout: Layout, tiles: Sequence[int]) -> tuple[Tile | None, ...]:
        """The final sheet: the tiles of a layout on its cells, and the tiles that are left in the reserve."""
        variant, pool = self.pool.variant, self.pool
        cells: list[Tile | None] = [None] * len(variant.positions)
        for i, tile in zip(layout.cells, tiles, strict=True):
            cells[i] = pool.tiles[tile]
        # Each tile moved to a special cell leaves its slot of the reserve empty.
        moved = sum(cells[i] is not None for i in variant.targets)
        # Tiles that lay in the reserve and were not moved stay in their slots; other tiles fill the free ones.
        stay = [i for i in variant.reserve if i in self.lying and self.lying[i] not in cells]
        for i in stay:
            cells[i] = self.lying[i]
        left = iter([tile for tile in pool.tiles if tile not in cells])
        empty = [i for i in variant.reserve if cells[i] is None]
        for i in empty[: len(variant.reserve) - moved - len(stay)]:
            cells[i] = next(left)
        return tuple(cells)
