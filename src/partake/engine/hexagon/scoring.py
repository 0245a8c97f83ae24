"""Scoring of the hexagon family: what `counting.py` counts, as items that explain themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from partake.engine.hexagon import counting
from partake.engine.hexagon.counting_rules import counting_rules, indices
from partake.engine.hexagon.line_rule import BROKEN, line_number
from partake.engine.outcome import Item, share
from partake.rules.grid import Direction, Line
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Cells = Sequence[Tile | None]
"""What lies on each position of a variant."""


def scores(variant: Variant, sheets: Sequence[Cells]) -> tuple[tuple[Item, ...], ...]:
    """Every player's items, those that compare the players of the table included."""
    found = counting.count(counting_rules(variant), [indices(variant, cells) for cells in sheets])
    return tuple(tuple(_item(variant, one) for one in items) for items in found)


def may_differ(variant: Variant, before: Cells, after: Cells) -> bool:
    """Whether two boards of one player can score differently by themselves: incremental scoring.

    All points come from complete lines, so that a cell on none of them earns nothing: most placements need no counting.
    """
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is not new and old != new:
            for line in variant.lines_at[at]:
                if _is_complete(variant, line.cells, after) or _is_complete(variant, line.cells, before):
                    return True
    return False


def _is_complete(variant: Variant, line: tuple[int, ...], cells: Cells) -> bool:
    for at in line:  # noqa: SIM110 - most end with their first empty cell, and a generator costs more than that
        if cells[at] is None and at not in variant.skips_empty:
            return False
    return True


def broken_lines(variant: Variant, lines: Iterable[Line], cells: Cells) -> Iterator[tuple[Direction, tuple[int, ...]]]:
    """The lines that are complete and score nothing: their direction and the positions of their tiles."""
    rules, sheet = counting_rules(variant), indices(variant, cells)
    for line in lines:
        highest = rules["highest"][line.direction]
        if line_number(line.direction, line.cells, sheet, rules["tiles"], rules["skips"], highest) == BROKEN:
            yield line.direction, tuple(i for i in line.cells if cells[i] is not None)


def _item(variant: Variant, found: counting.Counted) -> Item:
    direction, tile = found["direction"], found["tile"]
    return Item(
        kind=found["kind"],
        points=share(found["points"], found["shared"]),
        cells=tuple([variant.positions[i] for i in found["cells"]]),
        direction=None if direction is None else Direction(direction),
        number=found["number"],
        symbol=found["symbol"],
        tile=None if tile is None else variant.edition.tiles.tiles[tile],
        bonus=found["bonus"],
        crossed=found["crossed"],
        value=found["value"],
        shared=found["shared"],
        parts=tuple([_item(variant, part) for part in found["parts"]]),
    )
