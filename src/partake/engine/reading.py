"""Tiles and cells as people write them: numbers in any order, cells in either case.

Rulebooks differ in the order in which a tile is read (H19), and no number belongs to two directions: so `2-9-4` can
only be 9-2-4. Records and the API keep to `partake.engine.notation`, where everything has one spelling.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from partake.engine.actions import Action, Place, Relocate, Scrap
from partake.rules.errors import NotationError, quoted
from partake.rules.messages import Listed, Message
from partake.rules.tiles import Tile, TileSet


def read_tile(tiles: TileSet, text: str) -> Tile:
    """The tile of a set that has these three numbers; as it is written if none has them."""
    return _ordered(tiles, Tile.parse(text))


def read_action(tiles: TileSet, action: Action) -> Action:
    """An action with its tile's numbers put in order."""
    if isinstance(action, (Place, Relocate, Scrap)):
        return replace(action, tile=_ordered(tiles, action.tile))
    return action


def read_cell(text: str) -> str:
    """The name of a cell: `C3` is `c3`."""
    return text.lower()


def understood(text: str, tile: Tile) -> Message | None:
    """What a tile was read as, if it was written otherwise."""
    return None if text == str(tile) else Message("{written} read as {tile}", written=text, tile=tile)


def _ordered(tiles: TileSet, written: Tile) -> Tile:
    if written in tiles.tiles:
        return written
    found = sorted({Tile(*numbers) for numbers in permutations(written)}.intersection(tiles.tiles))
    if len(found) > 1:
        raise NotationError(
            "{written} could be {could_be}: write it as vertical-rising-falling",
            written=quoted(str(written)),
            could_be=Listed(found, choice=True),
        )
    return found[0] if found else written
