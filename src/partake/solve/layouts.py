"""What is to be filled: each way in which the final sheet of a variant can be filled, with the lines that can score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.pool import Mask, Pool

Fixed = Mapping[int, Tile]
"""The tiles that lie already, by position."""


class Run(NamedTuple):
    """A line as it can score within a frame."""

    cells: Mask
    length: int


@dataclass(frozen=True)
class Frame:
    """Positions that all get a tile, which tiles each may get, and the lines of each direction that can score."""

    cells: tuple[int, ...]
    allowed: tuple[Mask, ...]
    """The tiles of the pool that each of these cells may get."""
    runs: tuple[tuple[Run, ...], ...]
    is_mirrored: bool
    """Whether the board turned by half a turn is the same problem, so that half of it need not be searched."""


def frames(pool: Pool, fixed: Fixed, *, in_order: bool) -> Iterator[Frame]:
    """Every choice of special cells that get a tile, and of tiles that must go to the stamens.

    With `in_order` the tiles of the pool come in the order in which they are drawn; else any could be the first.
    """
    variant = pool.variant
    held = tuple(fixed[i] for i in variant.reserve if i in fixed)
    moved = [i for i in variant.targets if i in fixed]
    places = len(variant.reserve) - len(held) - len(moved)
    for number in range(len(variant.targets), -1, -1):
        for filled in combinations(variant.targets, number):
            if not set(moved) <= set(filled):
                continue
            fresh = [i for i in filled if i not in moved]
            for count in range(max(0, len(fresh) - places), min(len(fresh), len(held)) + 1):
                for from_reserve in combinations(fresh, count):
                    sources = {i: pool.mask(held) for i in from_reserve}
                    for forced in _stamen_tiles(pool, fixed) if in_order else [{}]:
                        yield _frame(pool, {**fixed, **forced}, filled, sources)


def _frame(pool: Pool, fixed: Fixed, filled: tuple[int, ...], sources: Mapping[int, Mask]) -> Frame:
    variant = pool.variant
    empty = frozenset(variant.targets) - set(filled)
    cells = tuple(i for i in range(variant.yard.stop) if i not in empty)
    lying = pool.mask(tuple(fixed.values()))
    allowed = []
    for i in cells:
        fit = pool.mask((fixed[i],)) if i in fixed else sources.get(i, pool.everything & ~lying)
        if i in variant.targets:
            fit &= ~pool.wild
        allowed.append(fit)
    is_mirrored = not (fixed or variant.targets) and _is_symmetric(variant)
    return Frame(cells, tuple(allowed), _runs(variant, empty), is_mirrored)


def _runs(variant: Variant, empty: frozenset[int]) -> tuple[tuple[Run, ...], ...]:
    found: tuple[list[Run], ...] = ([], [], [])
    for line in variant.board.lines:
        cells = [i for i in line.cells if i not in empty]
        if cells and all(i in variant.skips_empty for i in line.cells if i in empty):
            found[line.direction].append(Run(sum(1 << i for i in cells), len(cells)))
    return tuple(map(tuple, found))


def _stamen_tiles(pool: Pool, fixed: Fixed) -> Iterator[Fixed]:
    """Every order on the stamens of the tiles that go there: the first ones called, or the last; of a pair, either."""
    variant = pool.variant
    stamens = [i for i in variant.stamens if i not in fixed]
    coming = [tile for tile in pool.tiles if tile not in fixed.values()]
    number = len(stamens)
    chosen = [coming[-number:] if variant.options.stamens == "last" else coming[:number]] if number else [[]]
    is_pair = variant.options.draw == 2 and (len(fixed) + number) % 2 == 1 and len(coming) > number
    if is_pair and number and variant.options.stamens == "first":
        chosen.append([*coming[: number - 1], coming[number]])
    for tiles in chosen:
        for order in permutations(tiles):
            yield dict(zip(stamens, order, strict=True))


def _is_symmetric(variant: Variant) -> bool:
    at = {(cell.q, cell.r) for cell in variant.board.cells}
    q_sum = min(q for q, _ in at) + max(q for q, _ in at)
    r_sum = min(r for _, r in at) + max(r for _, r in at)
    return all((q_sum - q, r_sum - r) in at for q, r in at)
