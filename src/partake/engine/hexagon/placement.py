"""Where a tile may go."""

from __future__ import annotations

from collections.abc import Sequence

from partake.rules.messages import Message
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


def open_positions(variant: Variant, cells: Sequence[Tile | None], tile: Tile) -> list[int]:
    """The positions where a player may put this tile now: board, scrapyard and reserve.

    Under placement=adjacent and placement=symbol a player who has no such cell free places anywhere (H26); scrapyard
    and reserve are never bound (H32).
    """
    empty = [i for i, placed in enumerate(cells) if placed is None]
    if variant.is_plain:
        return empty
    board_end = len(variant.board.cells)
    board = [i for i in empty if i < board_end and i not in variant.targets]
    beside = [i for i in empty if i >= board_end]
    if variant.options.scrapyard == "passed":
        beside = [i for i in beside if i not in variant.yard]
    if variant.stamens:
        stamens = [i for i in board if i in variant.stamens]
        petals = [i for i in board if i not in variant.stamens]
        if variant.options.stamens == "first" and stamens:
            return stamens
        board = petals or stamens
    if variant.options.placement != "free":
        anchors = _anchors(variant, cells, tile)
        near = [i for i in board if not anchors.isdisjoint(variant.board.neighbours[i])]
        board = near or board
    return board + beside


def _anchors(variant: Variant, cells: Sequence[Tile | None], tile: Tile) -> frozenset[int]:
    """The placed tiles that this one must touch; none if it is free (H25, H26)."""
    placed = [(i, other) for i in range(len(variant.board.cells)) if (other := cells[i]) is not None]
    if variant.options.placement == "adjacent":
        return frozenset(i for i, _ in placed)
    symbols = variant.tiles.symbols
    symbol = symbols.get(tile)
    return frozenset(i for i, other in placed if symbol is not None and symbols.get(other) == symbol)


def why_not(variant: Variant, cells: Sequence[Tile | None], tile: Tile, position: int) -> Message:
    """The reason why a tile may not go to a position, in words."""
    name = variant.positions[position]
    if cells[position] is not None:
        return Message("{cell} is taken by {tile}", cell=name, tile=cells[position])
    if position in variant.targets:
        return Message("{cell} takes no tile before the end: only tiles of the reserve move there", cell=name)
    if position in variant.yard and variant.options.scrapyard == "passed":
        return Message("your neighbour chooses the cell: write {tile}@s to scrap the tile", tile=tile)
    if variant.options.stamens == "first" and any(cells[i] is None for i in variant.stamens):
        return Message("the first tiles go on the stamens")
    if variant.options.stamens == "last" and position in variant.stamens:
        return Message("{cell} is a stamen: they are filled last", cell=name)
    if variant.options.placement == "symbol":
        return Message("{cell} does not touch a tile with the same symbol as {tile}", cell=name, tile=tile)
    return Message("{cell} does not touch a tile already placed", cell=name)
