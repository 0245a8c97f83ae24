"""Whether the tiles that somebody gives can be the tiles of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from partake.engine.hexagon.sheet import Sheet
from partake.rules.errors import NotationError, PartakeError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.layouts import Fixed


class TilesError(PartakeError):
    """Tiles that cannot be those of one game."""


def check_tiles(
    variant: Variant, tiles: Sequence[Tile | str], fixed: Iterable[tuple[str, Tile | str]], *, choose: bool
) -> tuple[tuple[Tile, ...], Fixed]:
    """The tiles to lay and those that lie, by position; or one sentence about what is wrong with them."""
    try:
        given = tuple(Tile.parse(tile) if isinstance(tile, str) else tile for tile in tiles)
        lying = Sheet.of(variant, dict(fixed)).cells
    except NotationError as problem:
        raise TilesError(str(problem)) from None
    placed = {i: tile for i, tile in enumerate(lying) if tile is not None}
    seen = set(placed.values())
    for tile in given:
        if tile not in variant.tiles.tiles:
            raise TilesError(f"{tile} is not one of the {len(variant.tiles.tiles)} tiles of {_name(variant)}")
        if tile in seen:
            raise TilesError(f"{tile} is there twice, and the set has only one of it")
        seen.add(tile)
    missing = variant.draws - len(placed)
    if len(given) < missing or (len(given) > missing and not choose):
        least = "at least " if choose else ""
        also = f" besides the {len(placed)} that lie already" if placed else ""
        raise TilesError(f"{_name(variant)} needs {least}{missing} tiles{also}, not {len(given)}")
    return given, placed


def _name(variant: Variant) -> str:
    symbols = variant.options.symbols
    return variant.edition.name if symbols == "both" else f"{variant.edition.name} with {symbols}s only"
