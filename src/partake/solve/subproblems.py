"""The searches that a problem falls into, and who carries them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from partake.rules.errors import PartakeError
from partake.rules.variant import Variant
from partake.solve.layouts import Frame
from partake.solve.pool import Mask, Pool
from partake.solve.rays import Rays, ray_plans
from partake.solve.scrapyards import yard_plans
from partake.solve.search import IMPOSSIBLE, Found, Place, Search

EASY = 1100
"""So many labelings of a direction are combined fast enough without compiled code."""
MOST = 64
"""Compiled code knows boards of so many positions and sets of so many tiles."""


WORK = 1_000_000
"""How many labelings are combined between two looks at the clock: some hundredths of a second."""


class Searching(Protocol):
    """A search for boards that reach a threshold, a piece of work at a time."""

    @property
    def bound(self) -> int:
        """More than this no board can have."""

    def sweep(self, at: Place, threshold: int, work: int) -> tuple[Found | None, Place | None]:
        """Work on from a place: the best board that reaches the threshold, if there is one, and where to go on."""


Engine = Callable[[Pool, Frame, Rays, Sequence[tuple[Mask, ...]]], Searching]


@dataclass
class Case:
    """A frame with one choice of rays, and what its boards have at most as far as is known."""

    pool: Pool
    frame: Frame
    rays: Rays
    yards: Sequence[tuple[Mask, ...]]
    engine: Engine
    ceiling: int
    ready: Searching | None = None

    def search(self) -> Searching:
        """The search for the boards of this case; only one without rays is kept, as there can be many with them."""
        return self.ready or self.engine(self.pool, self.frame, self.rays, self.yards)

    def attempt(self, number: int, least: int, is_over: Callable[[], bool]) -> Found | None:
        """Some good board with more than so many points, if one is easily found; other numbers lead to others."""
        if self.engine is Search:
            return self.ready.sweep((number, 0), least + 1, WORK)[0] if self.ready else None
        from partake.solve.compiled.local_search import attempt

        return attempt(self.pool, self.frame, self.rays, self.yards, number, least, is_over)


def cases(pool: Pool, layouts: Sequence[Frame]) -> list[Case]:
    """Every case of a problem; together they hold all boards."""
    engine, yards = _engine(pool, layouts), yard_plans(pool)
    found = []
    for frame in layouts:
        lines = engine(pool, frame, Rays(), yards)
        found += [
            Case(pool, frame, rays, yards, engine, lines.bound + rays.points, None if any(rays) else lines)
            for rays in ray_plans(pool, frame)
        ]
    return found


def is_hard(variant: Variant) -> bool:
    """Whether more counts than lines of tiles without wild stripes, so that compiled code is worth its loading."""
    has_wild = any(tile.is_wild for tile in variant.tiles.tiles)
    return variant.options.rays != "none" or bool(variant.tiles.bonuses) or has_wild


def get_ready(some: Sequence[Case]) -> None:
    """Load or compile what will be needed, so that it does not count as time for searching."""
    for case in some:
        if case.engine is not Search and case.ready is not None and case.ready.bound > IMPOSSIBLE:
            case.ready.sweep((0, 0), case.ready.bound, 0)
            return


def _engine(pool: Pool, layouts: Sequence[Frame]) -> Engine:
    """The readable search where it is fast enough or nothing else is installed, else its compiled twin."""
    widest = max((len(pool.numbers[d]) + 1) ** len(frame.runs[d]) for frame in layouts for d in range(len(frame.runs)))
    is_easy = widest <= EASY and not is_hard(pool.variant)
    if is_easy or max(len(pool.variant.positions), len(pool.tiles)) > MOST:
        return Search
    try:
        from partake.solve.compiled import CompiledSearch
    except (ImportError, PartakeError):  # without the extra there is only the readable one
        return Search
    return CompiledSearch
