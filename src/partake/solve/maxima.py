"""The highest score of each variant over all choices of tiles, and the number of boards that reach a score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple, Protocol, TypeVar

from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant
from partake.solve.layouts import all_layouts
from partake.solve.pool import Mask, Pool, bits
from partake.solve.rays import RayChoice
from partake.solve.search import Search
from partake.solve.solution import Solution
from partake.solve.solver import Progress, solve

T = TypeVar("T")
SCORED = ("rays", "stamens", "scrapyard", "symbols")
"""The options that can change what a final board is worth."""
SAME = {("stamens", "first"), ("stamens", "last"), ("scrapyard", "lowest"), ("scrapyard", "passed")}
"""Values that make no record of their own.

Whatever lies on the stamens may have been drawn first or last; and at the table that suits it best, a scrapyard that is
compared with others costs nothing, as one that reaches the threshold.
"""


class OrderedMap(Protocol):
    """Runs calls with these arguments, here or elsewhere, and gives their results in order, as `itertools.starmap`."""

    def __call__(self, function: Callable[..., T], calls: Iterable[tuple[Any, ...]], /) -> Iterator[T]:
        """The results of the calls."""


@dataclass(frozen=True)
class Highest:
    """The highest score of a variant: its options, and the solution over all choices of tiles."""

    edition: HexagonEdition
    options: dict[str, str]
    solution: Solution

    def to_json(self) -> dict[str, Any]:
        """The record as plain data."""
        return {"edition": self.edition.name, "options": self.options, **self.solution.to_json()}


def record_variants(edition: HexagonEdition) -> Iterator[tuple[dict[str, str], Variant]]:
    """Every choice of options that has a record of its own."""
    offered = {name: values for name, values in edition.offer.values.items() if name in SCORED}
    for values in product(*offered.values()):
        options = dict(zip(offered, values, strict=True))
        if not SAME.isdisjoint(options.items()):
            continue
        try:
            yield options, variant(edition, options, seats=2)
        except OptionError:
            continue


def highest(
    edition: HexagonEdition,
    options: dict[str, str],
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Highest:
    """The highest score that a variant can have with any choice of tiles, or the best within a time."""
    found = variant(edition, options, seats=2)
    tiles = found.tiles.tiles
    return Highest(edition, options, solve(found, tiles, choose=True, seconds=seconds, progress=progress))


class BoardCount(NamedTuple):
    """Boards of one score: their number, and the numbers of line patterns and of draws among them."""

    boards: int
    patterns: int
    """The number of labelings of all lines that such a board shows."""
    draws: int
    """The number of sets of tiles that make such a board."""


def count_boards(variant: Variant, score: int) -> BoardCount:
    """Exhaustive count of the boards with exactly this many points from lines, over all choices of tiles.

    Only for the highest score of a variant without rays, bonuses and wild tiles: there no line beside the labelled ones
    can score, so that each board has one labeling and is counted once.
    """
    pool = Pool(variant, variant.tiles.tiles)
    layout = next(all_layouts(pool, {}, in_order=False))
    # Without symmetry breaking: a board and its half turn are two boards.
    search = Search(pool, replace(layout, is_symmetric=False), RayChoice())
    boards, patterns, draws = 0, 0, set[frozenset[Tile]]()
    for allowed in search.patterns(score):
        found = list(_fillings(allowed))
        # A labeling that passes the counting bound may still have no matching: it is no pattern then.
        boards += len(found)
        patterns += bool(found)
        draws |= {frozenset(pool.tiles[i] for i in tiles) for tiles in found}
    return BoardCount(boards, patterns, len(draws))


def _fillings(allowed: Sequence[Mask], used: Mask = 0, cell: int = 0) -> Iterator[tuple[int, ...]]:
    """All perfect matchings of the cells, by backtracking."""
    if cell == len(allowed):
        yield ()
        return
    for tile in bits(allowed[cell] & ~used):
        for rest in _fillings(allowed, used | 1 << tile, cell + 1):
            yield (tile, *rest)
