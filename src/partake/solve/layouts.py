"""Layouts: each way in which the final sheet of a variant can be filled, with the lines that can then score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from partake.rules.variant import Variant
from partake.solve.pool import Fixed, Mask, Pool


class ScoringLine(NamedTuple):
    """A line as it can score within a layout: its filled cells, and their number."""

    cells: Mask
    length: int


@dataclass(frozen=True)
class Layout:
    """Positions that all get a tile, the tiles that each may get, and the lines of each direction that can score."""

    cells: tuple[int, ...]
    allowed: tuple[Mask, ...]
    """The tiles of the pool that each of these cells may get."""
    lines: tuple[tuple[ScoringLine, ...], ...]
    is_symmetric: bool
    """Whether a half turn maps the problem to itself, so that half of one direction's labelings suffices."""


def all_layouts(pool: Pool, fixed: Fixed, *, in_order: bool) -> Iterator[Layout]:
    """All layouts: each choice of special cells that get a tile, and of tiles that must go to the stamens.

    With `in_order` the tiles of the pool come in the order in which they are drawn; else any could be the first.
    """
    variant = pool.variant
    # Tiles that lie in the reserve, special cells that are filled already, slots whose tile is still to come.
    held = tuple(fixed[i] for i in variant.reserve if i in fixed)
    moved = [i for i in variant.targets if i in fixed]
    free_slots = len(variant.reserve) - len(held) - len(moved)
    for number in range(len(variant.targets), -1, -1):
        for filled in combinations(variant.targets, number):
            if not set(moved) <= set(filled):
                continue
            fresh = [i for i in filled if i not in moved]
            # Of the newly filled cells `count` take tiles held already, the others tiles that a free slot can keep.
            for count in range(max(0, len(fresh) - free_slots), min(len(fresh), len(held)) + 1):
                for from_reserve in combinations(fresh, count):
                    sources = {i: pool.mask(held) for i in from_reserve}
                    for forced in _stamen_tiles(pool, fixed) if in_order else [{}]:
                        yield _layout(pool, {**fixed, **forced}, filled, sources)


def _layout(pool: Pool, fixed: Fixed, filled: tuple[int, ...], sources: Mapping[int, Mask]) -> Layout:
    variant = pool.variant
    empty = frozenset(variant.targets) - set(filled)
    cells = tuple(i for i in range(variant.yard.stop) if i not in empty)
    lying = pool.mask(tuple(fixed.values()))
    allowed = []
    for i in cells:
        fit = pool.mask((fixed[i],)) if i in fixed else sources.get(i, pool.everything & ~lying)
        # A tile with a wild stripe stays in the reserve.
        if i in variant.targets:
            fit &= ~pool.wild
        allowed.append(fit)
    is_symmetric = not (fixed or variant.targets) and _is_symmetric(variant)
    return Layout(cells, tuple(allowed), _scoring_lines(variant, empty), is_symmetric)


def _scoring_lines(variant: Variant, empty: frozenset[int]) -> tuple[tuple[ScoringLine, ...], ...]:
    found: tuple[list[ScoringLine], ...] = ([], [], [])
    for line in variant.board.lines:
        # A line with an empty special cell scores only where lines do without it, and is shorter then.
        cells = [i for i in line.cells if i not in empty]
        if cells and all(i in variant.skips_empty for i in line.cells if i in empty):
            found[line.direction].append(ScoringLine(sum(1 << i for i in cells), len(cells)))
    return tuple(map(tuple, found))


def _stamen_tiles(pool: Pool, fixed: Fixed) -> Iterator[Fixed]:
    """All orders on the stamens of the tiles that go there: the first ones called, or the last; of a pair, either."""
    variant = pool.variant
    stamens = [i for i in variant.stamens if i not in fixed]
    coming = [tile for tile in pool.tiles if tile not in fixed.values()]
    number = len(stamens)
    chosen = [coming[-number:] if variant.options.stamens == "last" else coming[:number]] if number else [[]]
    # If the last stamen gets the first tile of a pair, it may as well get the second.
    is_pair = variant.options.draw == 2 and (len(fixed) + number) % 2 == 1 and len(coming) > number
    if is_pair and number and variant.options.stamens == "first":
        chosen.append([*coming[: number - 1], coming[number]])
    for tiles in chosen:
        for order in permutations(tiles):
            yield dict(zip(stamens, order, strict=True))


def _is_symmetric(variant: Variant) -> bool:
    # A half turn about the middle maps axial coordinates (q, r) to (q_sum - q, r_sum - r).
    at = {(cell.q, cell.r) for cell in variant.board.cells}
    q_sum = min(q for q, _ in at) + max(q for q, _ in at)
    r_sum = min(r for _, r in at) + max(r for _, r in at)
    return all((q_sum - q, r_sum - r) in at for q, r in at)
