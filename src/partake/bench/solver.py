"""The solver: seconds of one core for the best board of a draw and its proof."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median

from partake.bench.model import Row, title
from partake.engine.chance import Seed
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant
from partake.solve import Solution, solve

VARIANTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("classic", {}),
    ("classic", {"rays": "each"}),
    ("classic", {"rays": "best"}),
    ("daffodil", {}),
    ("daffodil", {"stamens": "first"}),
    ("daffodil", {"stamens": "last"}),
    ("daffodil", {"stamens": "reserve"}),
    ("daffodil", {"rays": "each"}),
    ("orchid", {}),
    ("orchid", {"symbols": "both"}),
    ("nexus", {"scrapyard": "none", "rays": "none"}),
    ("nexus", {"scrapyard": "lowest", "rays": "none"}),
    ("nexus", {}),
)
"""Edition and options of each row."""
DRAWS = 5
"""The number of draws that are solved."""
LIMIT = 60.0
"""Seconds that a draw may take."""


def solutions(name: str, options: dict[str, str], draws: int, seconds: float) -> Iterator[tuple[float, Solution]]:
    """The first draws of a variant solved, each with the processor time that it took, compiling not included."""
    edition = catalogue().edition(name)
    if not isinstance(edition, HexagonEdition):
        raise TypeError("only hexagon boards are solved")
    found = variant(edition, options, seats=2)
    solve(found, _draw(found, 0), seconds=2)
    for number in range(1, draws + 1):
        start = time.process_time()
        solution = solve(found, _draw(found, number), seconds=seconds)
        yield time.process_time() - start, solution


def _draw(found: Variant, number: int) -> tuple[Tile, ...]:
    return Seed.of(f"solve {number}").shuffled("round 1", found.tiles.tiles)[: found.draws]


def rows() -> Sequence[Row]:
    """The median time of each variant."""
    return [Row(title(*this), "s", partial(_median, *this)) for this in VARIANTS]


def _median(name: str, options: dict[str, str], effort: float) -> float:
    return median(spent for spent, _ in solutions(name, options, max(1, round(DRAWS * effort)), LIMIT))
