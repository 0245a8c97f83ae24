"""Tiles and cells by name, for those who walk a board without seeing it: what lies there and what is printed on it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from partake.draw.svg.canvas import words
from partake.draw.svg.zone import DrawnCell
from partake.rules.messages import Message, said
from partake.rules.tiles import WILD, Tile
from partake.rules.variant import Variant

WILDCARD = Message("wild")
"""What a wild stripe is called among the numbers of a tile."""
EMPTY = Message("empty")
"""What a cell without a tile holds."""


def tile_name(variant: Variant, tile: Tile) -> str:
    """A tile's numbers, its symbol where symbols count, and its bonus."""
    numbers = "-".join(said(WILDCARD) if number == WILD else str(number) for number in tile)
    symbol = variant.tiles.symbols.get(tile, "") if variant.uses_symbols else ""
    match symbol, variant.tiles.bonuses.get(tile, ""):
        case "sun", "gold":
            return said(Message("{tile}, sun, gold bonus", tile=numbers))
        case "sun", "silver":
            return said(Message("{tile}, sun, silver bonus", tile=numbers))
        case "moon", "gold":
            return said(Message("{tile}, moon, gold bonus", tile=numbers))
        case "moon", "silver":
            return said(Message("{tile}, moon, silver bonus", tile=numbers))
        case _, "gold":
            return said(Message("{tile}, gold bonus", tile=numbers))
        case _, "silver":
            return said(Message("{tile}, silver bonus", tile=numbers))
        case "sun", _:
            return said(Message("{tile}, sun", tile=numbers))
        case "moon", _:
            return said(Message("{tile}, moon", tile=numbers))
    return numbers


def place_name(cell: DrawnCell) -> str:
    """A cell, and which flower grows on it."""
    match cell.kind:
        case "stamen":
            return said(Message("{cell}, stamen", cell=cell.name))
        case "orchid":
            return said(Message("{cell}, orchid {letter}", cell=cell.name, letter=cell.label))
    return cell.name


def cell_name(variant: Variant, cell: DrawnCell) -> str:
    """A cell and what lies on it."""
    held = tile_name(variant, cell.tile) if cell.tile else said(EMPTY)
    return f"{place_name(cell)}, {held}"


def access(name: str, *, is_first: bool = False) -> str:
    """The attributes of a cell that can be walked to; the first one of a board is where the walk begins."""
    return f' role="gridcell" tabindex="{0 if is_first else -1}" aria-label="{words(name)}"'


def rows(cells: Iterable[tuple[str, str]]) -> str:
    """Drawn cells with the names of their rows, as the rows of a grid."""
    return "".join(
        f'<g role="row" aria-label="{name}">{"".join(drawn for _, drawn in row)}</g>'
        for name, row in groupby(cells, key=lambda pair: pair[0])
    )
