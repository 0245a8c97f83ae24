"""Tiles and cells as they are called and read aloud, in any language."""

from __future__ import annotations

from partake.rules.messages import Message
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, WILD, Tile, TileSet
from partake.rules.variant import Variant

ORDERS = {"printed": (0, 1, 2), "across": (1, 0, 2)}
"""The orders in which rulebooks read a tile (H19): vertical, rising, falling; or from left to right."""
_TILES = {
    ("", ""): Message("{vertical}, {rising}, {falling}"),
    (SUN, ""): Message("{vertical}, {rising}, {falling}, sun"),
    (MOON, ""): Message("{vertical}, {rising}, {falling}, moon"),
    ("", SILVER): Message("{vertical}, {rising}, {falling}, silver bonus"),
    (SUN, SILVER): Message("{vertical}, {rising}, {falling}, sun, silver bonus"),
    (MOON, SILVER): Message("{vertical}, {rising}, {falling}, moon, silver bonus"),
    ("", GOLD): Message("{vertical}, {rising}, {falling}, gold bonus"),
    (SUN, GOLD): Message("{vertical}, {rising}, {falling}, sun, gold bonus"),
    (MOON, GOLD): Message("{vertical}, {rising}, {falling}, moon, gold bonus"),
}
"""A tile by its symbol and its bonus; the gaps, in any language in this order, take the numbers as they are read."""
_DOUBLE = {
    "black": Message("double wildcard with black"),
    "white": Message("double wildcard with white"),
    "pink": Message("double wildcard with pink"),
}
"""A tile with two wild stripes, by the colour of the third."""


def tile_words(
    tiles: TileSet, tile: Tile, *, order: str = "printed", has_symbol: bool = True, has_bonus: bool = True
) -> Message:
    """A tile as a caller calls it: its numbers in one of the `ORDERS`, its symbol and its bonus where they are to be
    said; or which wildcard."""
    numbers = [number for number in tile if number != WILD]
    if not numbers:
        return Message("triple wildcard")
    if len(numbers) == 1:
        known = _DOUBLE.get(tiles.colours.get(numbers[0], ""))
        return known or Message("double wildcard with {number}", number=numbers[0])
    read = [tile[at] if tile[at] != WILD else Message("wild") for at in ORDERS[order]]
    symbol = tiles.symbols.get(tile, "") if has_symbol else ""
    bonus = tiles.bonuses.get(tile, "") if has_bonus else ""
    return Message(_TILES[symbol, bonus].text, **dict(zip(Tile._fields, read, strict=True)))


def cell_words(variant: Variant, position: int) -> Message:
    """A position by its name and what it is: a stamen, an orchid cell as it is drawn, a place beside the board."""
    name = variant.positions[position]
    if position in variant.yard:
        return Message("scrapyard {cell}", cell=name)
    if position in variant.reserve:
        return Message("reserve {cell}", cell=name)
    cell = variant.board.cells[position]
    match cell.kind:
        case "stamen":
            return Message("stamen {cell}", cell=name)
        case "orchid":
            return Message("orchid {label}, {cell}", label=cell.label, cell=name)
    return Message("{cell}", cell=name)


def held_words(variant: Variant, position: int, tile: Tile | None) -> Message:
    """A position with what lies on it."""
    cell = cell_words(variant, position)
    if tile is None:
        return Message("{cell}, empty", cell=cell)
    return Message("{cell}: {tile}", cell=cell, tile=tile_words(variant.edition.tiles, tile))
