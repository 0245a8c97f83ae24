"""Subproblems: one search for each layout and choice of rays, and which implementation carries it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from partake.rules.errors import PartakeError
from partake.rules.variant import Variant
from partake.solve.layouts import Layout
from partake.solve.pool import Mask, Pool
from partake.solve.rays import RayChoice, ray_choices
from partake.solve.scrapyard_threshold import scrapyard_choices
from partake.solve.search import NO_BOARD, Cursor, FoundBoard, Search

MAX_READABLE_LABELINGS = 1100
"""The most labelings of a direction for which the reference search is fast enough."""
MOST = 64
"""The most positions and the most tiles of compiled code: sets of them are 64-bit words."""
WORK = 1_000_000
"""Combinations of labelings between two readings of the clock: some hundredths of a second."""


class Searcher(Protocol):
    """A resumable search for boards that reach a threshold."""

    @property
    def bound(self) -> int:
        """An upper bound of all boards."""

    def sweep(self, at: Cursor, threshold: int, work: int) -> tuple[FoundBoard | None, Cursor | None]:
        """Resume at a cursor: the best board that reaches the threshold, if any, and the next cursor, if any."""


Engine = Callable[[Pool, Layout, RayChoice, Sequence[tuple[Mask, ...]]], Searcher]
"""An implementation of the search: pool, layout, rays and ways to reach the scrapyard's threshold in."""


@dataclass
class Subproblem:
    """A layout with one choice of rays, and the upper bound of its boards as far as is known."""

    pool: Pool
    layout: Layout
    rays: RayChoice
    scrapyards: Sequence[tuple[Mask, ...]]
    engine: Engine
    upper_bound: int
    kept_search: Searcher | None = None

    def search(self) -> Searcher:
        """The search of this subproblem; only one without rays is kept, as there can be very many with them."""
        return self.kept_search or self.engine(self.pool, self.layout, self.rays, self.scrapyards)

    def attempt(self, number: int, least: int, is_over: Callable[[], bool]) -> FoundBoard | None:
        """Local search for a board with more than `least` points; other numbers start elsewhere."""
        if self.engine is Search:
            return self.kept_search.sweep((number, 0), least + 1, WORK)[0] if self.kept_search else None
        from partake.solve.compiled.local_search import attempt

        return attempt(self.pool, self.layout, self.rays, self.scrapyards, number, least, is_over)


def subproblems(pool: Pool, layouts: Sequence[Layout]) -> list[Subproblem]:
    """All subproblems; together they hold all boards.

    Each begins with the bound of its layout without rays plus the points of its rays, which costs no search of its own.
    """
    engine, scrapyards = _engine(pool, layouts), scrapyard_choices(pool)
    found = []
    for layout in layouts:
        lines = engine(pool, layout, RayChoice(), scrapyards)
        found += [
            Subproblem(pool, layout, rays, scrapyards, engine, lines.bound + rays.points, None if any(rays) else lines)
            for rays in ray_choices(pool, layout)
        ]
    return found


def is_hard(variant: Variant) -> bool:
    """Whether more than lines of tiles without wild stripes counts, so that compiled code is worth loading."""
    has_wild = any(tile.is_wild for tile in variant.tiles.tiles)
    return variant.options.rays != "none" or bool(variant.tiles.bonuses) or has_wild


def warm_up(some: Sequence[Subproblem]) -> None:
    """Load or compile the kernels before the clock starts."""
    for subproblem in some:
        if (
            subproblem.engine is not Search
            and subproblem.kept_search is not None
            and subproblem.kept_search.bound > NO_BOARD
        ):
            subproblem.kept_search.sweep((0, 0), subproblem.kept_search.bound, 0)
            return


def _engine(pool: Pool, layouts: Sequence[Layout]) -> Engine:
    """The reference search where it is fast enough or nothing else is installed, else the compiled one."""
    # The number of labelings of a direction: each line has one of its numbers, or none.
    widest = max(
        (len(pool.numbers[d]) + 1) ** len(layout.lines[d]) for layout in layouts for d in range(len(layout.lines))
    )
    is_easy = widest <= MAX_READABLE_LABELINGS and not is_hard(pool.variant)
    if is_easy or max(len(pool.variant.positions), len(pool.tiles)) > MOST:
        return Search
    try:
        from partake.solve.compiled import CompiledSearch
    except (ImportError, PartakeError):  # without the extra there is only the reference
        return Search
    return CompiledSearch
