"""The best final board for the tiles of a game, with proof: thresholds lowered until a board is found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.layouts import Fixed, Frame, frames
from partake.solve.matching import matching
from partake.solve.placement_order import laid
from partake.solve.pool import Pool
from partake.solve.search import IMPOSSIBLE, Found, Place
from partake.solve.solution import Solution, own_points
from partake.solve.subproblems import WORK, Case, cases, get_ready
from partake.solve.validation import check_tiles

Progress = Callable[[int, int], None]
"""Is told the best score so far and the bound, now and then."""

FIRST_STEP, LONGEST_STEP = 4, 16
"""How far below the bound the first threshold lies, and the most that one threshold lies below another."""
PATIENCE = 0.2
"""Seconds before boards are looked for that need not be the best, in case time is up before that one is found."""
ATTEMPTS, LONGEST_ATTEMPT = 0.25, 1.0
"""The share of the time that goes into looking for such boards, and the seconds that one attempt takes at most."""
LIKELY = 8
"""How many cases are worth such attempts at a time."""


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
    any order, and the best of them are taken: what is still possible with a bag, or the record of a board. After so
    many seconds the best board so far is given, with its bound. Where placement is bound by the order, the bound is
    that of laying the tiles in any order.
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
    """One problem being solved: the best board so far and what is known of the others.

    First the lines and bonuses are solved without any ray; what they have at most limits every choice of rays.
    """

    def __init__(self, pool: Pool, lying: Fixed, clock: _Clock, progress: Progress | None, *, in_order: bool) -> None:
        self.pool, self.lying, self.clock, self.progress = pool, lying, clock, progress
        self.calls = [tile for tile in pool.tiles if tile not in lying.values()] if in_order else None
        layouts = list(frames(pool, lying, in_order=in_order))
        self.cells = self._any_board(layouts)
        self.best = own_points(pool.variant, self.cells)
        self.cases = cases(pool, layouts)
        self.bound = max([self.best, *(case.ceiling for case in self.cases)])
        self.attempts, self.spent_on_attempts = 0, 0.0
        get_ready(self.cases)
        self.clock.restart()
        self.known, self.is_last = IMPOSSIBLE, False
        """The most that boards of the cases in work are known to have, and whether there are no other cases."""

    def solution(self) -> Solution:
        """Solve what there is without rays, then with them; time may be up before that."""
        plain = [case for case in self.cases if case.ready]
        with_rays = [case for case in self.cases if not case.ready]
        rays = max((case.rays.points for case in with_rays), default=0)
        most = self._descend(plain, rays, is_last=not with_rays)
        self.bound = max(self.best, min(self.bound, most + rays))
        for case in with_rays:
            case.ceiling = min(case.ceiling, most + case.rays.points)
        if with_rays and not self.clock.is_over:
            self.bound = max(self.best, self._descend(with_rays, 0, is_last=True))
        if self.pool.variant.options.placement != "free":
            self.cells = laid(self.pool.variant, self.cells, self.lying, self.calls)
            self.best = own_points(self.pool.variant, self.cells)
        self._tell()
        filled = zip(self.pool.variant.positions, self.cells, strict=True)
        board = tuple((name, tile) for name, tile in filled if tile is not None)
        return Solution(self.pool.variant, self.best, self.bound, board)

    def _descend(self, some: list[Case], rays: int, *, is_last: bool) -> int:
        """Lower the threshold until a board of some cases reaches it; gives what their boards have at most.

        The points of rays that these cases leave out are `rays` at most. If they are the last ones, boards that are no
        better than the best so far need not be found.
        """
        self.known = self.best if is_last else IMPOSSIBLE
        self.is_last = is_last
        step, bound = FIRST_STEP, max([self.known, *(case.ceiling for case in some)])
        while self.known < bound and not self.clock.is_over:
            self.bound = max(self.best, min(self.bound, bound + rays))
            self._tell()
            bound = self._pass(some, bound - step + 1, bound)
            step = min(2 * step, LONGEST_STEP)
        return bound

    def _pass(self, some: list[Case], threshold: int, bound: int) -> int:
        """Search everything that could reach a threshold; gives the bound afterwards."""
        some.sort(key=lambda case: -case.ceiling)
        for i, case in enumerate(some):
            if case.ceiling < max(threshold, self.known + 1):
                break
            if not self._sweep(case, threshold):
                return min(bound, max([self.known, threshold - 1, *(other.ceiling for other in some[i:])]))
        return max(self.known, threshold - 1)

    def _sweep(self, case: Case, threshold: int) -> bool:
        """Go through one search; False if time is up before its end."""
        search = case.search()
        case.ceiling = min(case.ceiling, search.bound)
        at: Place | None = (0, 0)
        while at is not None and case.ceiling >= max(threshold, self.known + 1):
            if self.clock.is_over:
                return False
            found, at = search.sweep(at, max(threshold, self.known + 1), WORK)
            if found is not None:
                self.known = found.points
                self._keep(case.frame, found)
            self._attempt()
        return True

    def _attempt(self) -> None:
        """Look for a good board now and then."""
        begun = self.clock.spent
        if begun < PATIENCE or self.spent_on_attempts > ATTEMPTS * begun:
            return
        likely = sorted((case for case in self.cases if case.ceiling > self.best), key=lambda case: -case.ceiling)
        if likely:
            case = likely[self.attempts % min(LIKELY, len(likely))]
            found = case.attempt(
                self.attempts // min(LIKELY, len(likely)),
                self.best,
                lambda: self.clock.is_over or self.clock.spent - begun > LONGEST_ATTEMPT,
            )
            if found is not None:
                self._keep(case.frame, found)
        self.attempts += 1
        self.spent_on_attempts += self.clock.spent - begun

    def _keep(self, frame: Frame, found: Found) -> None:
        cells = self._sheet(frame, found.tiles)
        points = own_points(self.pool.variant, cells)
        if points > self.best:
            self.cells, self.best = cells, points
            self.known = max(self.known, points) if self.is_last else self.known
            self._tell()

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.best, self.bound)

    def _any_board(self, layouts: Sequence[Frame]) -> tuple[Tile | None, ...]:
        for frame in layouts:
            tiles = matching(frame.allowed)
            if tiles is not None:
                return self._sheet(frame, tiles)
        raise PartakeError("these tiles cannot fill the board")

    def _sheet(self, frame: Frame, tiles: Sequence[int]) -> tuple[Tile | None, ...]:
        """Everything where it lies in the end; what is left of the tiles is in the reserve."""
        variant, pool = self.pool.variant, self.pool
        cells: list[Tile | None] = [None] * len(variant.positions)
        for i, tile in zip(frame.cells, tiles, strict=True):
            cells[i] = pool.tiles[tile]
        moved = sum(cells[i] is not None for i in variant.targets)
        stay = [i for i in variant.reserve if i in self.lying and self.lying[i] not in cells]
        for i in stay:
            cells[i] = self.lying[i]
        left = iter([tile for tile in pool.tiles if tile not in cells])
        empty = [i for i in variant.reserve if cells[i] is None]
        for i in empty[: len(variant.reserve) - moved - len(stay)]:
            cells[i] = next(left)
        return tuple(cells)
