"""The highest score of every board and variant, over all choices of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.variant import Variant, variant
from partake.solve.solution import Solution
from partake.solve.solver import Progress, solve

SCORED = ("rays", "stamens", "scrapyard", "symbols")
"""The options that can change what a final board is worth."""
SAME = {("stamens", "first"), ("stamens", "last"), ("scrapyard", "lowest"), ("scrapyard", "passed")}
"""Values that make no record of their own.

Whatever lies on the stamens may have been drawn first or last; and at the table that suits it best, a scrapyard that is
compared with others costs nothing, as one that reaches the threshold.
"""


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
