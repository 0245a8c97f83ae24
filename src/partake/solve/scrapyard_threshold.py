"""Ways to reach a scrapyard's threshold: all minimal sets of demands on its cells, as restrictions of the matching."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import NamedTuple

from partake.rules.grid import Direction
from partake.rules.tiles import GOLD, SILVER, Tile
from partake.rules.variant import Variant
from partake.solve.matching import matching
from partake.solve.pool import Mask, Pool

LINES = 3
"""The number of scoring lines that count towards the value of a scrapyard."""
SILVERS = 2
"""The number of silver bonuses that count towards it."""


class Demand(NamedTuple):
    """A line of the scrapyard that must show a number."""

    line: int
    number: int


Placed = tuple[tuple[int, Tile], ...]
"""Tiles that must lie on certain positions."""


def scrapyard_choices(pool: Pool) -> list[tuple[Mask, ...]]:
    """For each way to escape the penalty that these tiles allow: the tiles that each scrapyard cell may get.

    Empty where there is no penalty. The least restrictive ways come first: the matching succeeds with them most often.
    """
    variant = pool.variant
    if variant.scrapyard is None or variant.options.scrapyard != "threshold":
        return []
    found = []
    for demands, tiles in _demands(variant):
        if all(tile in pool.tiles for _, tile in tiles):
            allowed = _allowed(pool, demands, tiles)
            if matching(allowed) is not None:
                found.append(allowed)
    return sorted(found, key=lambda allowed: -sum(mask.bit_count() for mask in allowed))


def _allowed(pool: Pool, demands: tuple[Demand, ...], tiles: Placed) -> tuple[Mask, ...]:
    allowed = dict.fromkeys(pool.variant.yard, pool.everything)
    for line, number in demands:
        scrapyard_line = pool.variant.yard_lines[line]
        for i in scrapyard_line.cells:
            allowed[i] &= pool.fitting[scrapyard_line.direction][pool.numbers[scrapyard_line.direction].index(number)]
    for i, tile in tiles:
        allowed[i] &= pool.mask((tile,))
    return tuple(allowed.values())


@cache
def _demands(variant: Variant) -> list[tuple[tuple[Demand, ...], Placed]]:
    """Minimal sets of lines with their numbers, and of bonus tiles with the lines that cross them.

    A superset of a set that reaches the threshold restricts the cells more and gains nothing: it is left out.
    """
    found: list[tuple[tuple[Demand, ...], Placed]] = []
    least: list[frozenset[Demand]] = []
    # Fewer lines first, so that each minimal set is there before its supersets.
    for number in range(1, LINES + 1):
        for lines in combinations(range(len(variant.yard_lines)), number):
            choices = [variant.tiles.numbers(variant.yard_lines[line].direction) for line in lines]
            for numbers in product(*choices):
                demands = tuple(map(Demand, lines, numbers))
                worth = sum(n * len(variant.yard_lines[line].cells) for line, n in demands)
                if worth >= variant.edition.points.scrapyard_threshold and not any(
                    other <= frozenset(demands) for other in least
                ):
                    least.append(frozenset(demands))
                    found.append((demands, ()))
    found += _bonus_demands(variant, GOLD, 1)
    found += _bonus_demands(variant, SILVER, SILVERS)
    return found


def _bonus_demands(variant: Variant, kind: str, most: int) -> Iterator[tuple[tuple[Demand, ...], Placed]]:
    """Bonus tiles of one kind on scrapyard cells, each crossed by two or three lines of its numbers, that suffice."""
    tiles = [tile for tile, other in variant.tiles.bonuses.items() if other == kind]
    threshold = variant.edition.points.scrapyard_threshold
    for number in range(1, most + 1):
        for chosen, cells in product(combinations(tiles, number), permutations(variant.yard, number)):
            for crossings in product(*map(partial(_crossings, variant), cells, chosen)):
                points = sum(map(partial(_bonus, variant), chosen, crossings))
                demands = tuple({demand for crossing in crossings for demand in crossing})
                # A line cannot show two numbers: two demands on one line exclude each other.
                if points >= threshold and len({demand.line for demand in demands}) == len(demands):
                    yield demands, tuple(zip(cells, chosen, strict=True))


def _bonus(variant: Variant, tile: Tile, crossing: tuple[Demand, ...]) -> int:
    full = variant.tiles.bonus(tile)
    return full if len(crossing) == len(Direction) else full // 2


def _crossings(variant: Variant, cell: int, tile: Tile) -> list[tuple[Demand, ...]]:
    through = tuple(Demand(i, tile[line.direction]) for i, line in enumerate(variant.yard_lines) if cell in line.cells)
    return [through, *combinations(through, 2)]
