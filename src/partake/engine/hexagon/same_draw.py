"""Whether the boards of one table can come from one draw: all players place the same tiles (H15)."""

from __future__ import annotations

from collections.abc import Sequence

from partake.engine.hexagon.sheet import Sheet
from partake.rules.tiles import Tile

MOST_TOLD = 6
"""How many tiles are named; of more only the number is given."""


def disagreement(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """A sentence that names the tiles which not all players can have been called; nothing if all is well.

    More different tiles than a game has draws are impossible whatever is missing: a board may be unfinished, and its
    scrapyard or reserve left out. Boards that lack more tiles of the others than one call brings are worth a look.
    """
    if len(sheets) < 2:
        return ()
    played, held = sheets[0].variant, [frozenset(tile for _, tile in sheet) for sheet in sheets]
    called = frozenset[Tile]().union(*held)
    differing = sorted(tile for tile in called if not all(tile in tiles for tiles in held))
    if len(called) > played.draws:
        begin = f"no draw gives these boards: {played.draws} tiles are called in a game, and here are {len(called)}"
    elif any(len(called - tiles) > _may_lack(sheet) for sheet, tiles in zip(sheets, held, strict=True)):
        begin = "all players are called the same tiles, and these boards differ by more than one call"
    else:
        return ()
    told = [_whose(sheets, tile) for tile in differing[:MOST_TOLD]]
    more = [f"{len(differing) - MOST_TOLD} tiles more"] if len(differing) > MOST_TOLD else []
    return (f"{begin}; check {'; '.join([*told, *more])}",)


def _may_lack(sheet: Sheet) -> int:
    """How many tiles of the others an honest board may lack: those of a call, and of a zone that was left out."""
    zones = (sheet.variant.yard, sheet.variant.reserve)
    left_out = sum(len(zone) for zone in zones if all(sheet.cells[i] is None for i in zone))
    return sheet.variant.options.draw + left_out


def _whose(sheets: Sequence[Sheet], tile: Tile) -> str:
    """Where a tile lies, and who has none."""
    at = [f"{sheet.name} has it on {cell}" for sheet in sheets for cell, placed in sheet if placed == tile]
    without = [sheet.name for sheet in sheets if tile not in sheet.cells]
    return f"{tile} ({', '.join(at)}, {' and '.join(without)} {'has' if len(without) == 1 else 'have'} none)"
