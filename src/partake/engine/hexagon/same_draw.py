"""Whether the boards of one table can come from one draw, or from the calls: all players place the same tiles (H15)."""

from __future__ import annotations

from collections.abc import Sequence

from partake.engine.hexagon.sheet import Sheet
from partake.rules.messages import Joined, Listed, Message, Plural
from partake.rules.names import shown_name
from partake.rules.tiles import Tile

MOST_TOLD = 6
"""How many tiles are named; of more only the number is given."""


def disagreement(sheets: Sequence[Sheet]) -> tuple[Message, ...]:
    """A sentence that names the tiles which not all players can have been called; nothing if all is well.

    More different tiles than a game has draws are impossible whatever is missing: a board may be unfinished, and its
    scrapyard or reserve left out. Boards that lack more tiles of the others than one call brings are worth a look.
    """
    if len(sheets) < 2:
        return ()
    played, held = sheets[0].variant, [frozenset(tile for _, tile in sheet) for sheet in sheets]
    called = frozenset[Tile]().union(*held)
    differing = sorted(tile for tile in called if not all(tile in tiles for tiles in held))
    told: list[Message] = [_whose(sheets, tile) for tile in differing[:MOST_TOLD]]
    if len(differing) > MOST_TOLD:
        told.append(Plural("one tile more", "{count} tiles more", count=len(differing) - MOST_TOLD))
    check = Joined(told, "; ")
    if len(called) > played.draws:
        return (
            Plural(
                "no draw gives these boards: {count} tile is called in a game, and here are {found}; check {check}",
                "no draw gives these boards: {count} tiles are called in a game, and here are {found}; check {check}",
                count=played.draws,
                found=len(called),
                check=check,
            ),
        )
    if any(len(called - tiles) > _may_lack(sheet) for sheet, tiles in zip(sheets, held, strict=True)):
        return (
            Message(
                "all players are called the same tiles, and these boards differ by more than one call; check {check}",
                check=check,
            ),
        )
    return ()


def not_called(sheets: Sequence[Sheet], called: Sequence[Tile]) -> tuple[Message, ...]:
    """A sentence for each player with tiles that were not called, which names them and what may be meant."""
    found: list[Message] = []
    for sheet in sheets:
        wrong = [(cell, tile) for cell, tile in sheet if tile not in called]
        missing = [tile for tile in called if tile not in sheet.cells]
        if wrong:
            found.append(_strangers(sheet, wrong, missing))
    return tuple(found)


def _strangers(sheet: Sheet, wrong: Sequence[tuple[str, Tile]], missing: Sequence[Tile]) -> Message:
    """Where a player has tiles that were not called, and which of the called ones lie nowhere."""
    told = Joined(Message("{tile} on {cell}", tile=tile, cell=cell) for cell, tile in wrong[:MOST_TOLD])
    name = shown_name(sheet.name)
    if not missing or len(missing) > MOST_TOLD:
        return Message("{name} has tiles that were not called; check {told}", name=name, told=told)
    return Message(
        "{name} has tiles that were not called; check {told}, and where {missing} lies",
        name=name,
        told=told,
        missing=Listed(missing, choice=True),
    )


def _may_lack(sheet: Sheet) -> int:
    """How many tiles of the others an honest board may lack: those of a call, and of a zone that was left out."""
    zones = (sheet.variant.yard, sheet.variant.reserve)
    left_out = sum(len(zone) for zone in zones if all(sheet.cells[i] is None for i in zone))
    return sheet.variant.options.draw + left_out


def _whose(sheets: Sequence[Sheet], tile: Tile) -> Message:
    """Where a tile lies, and who has none."""
    at = Joined(
        Message("{name} has it on {cell}", name=shown_name(sheet.name), cell=cell)
        for sheet in sheets
        for cell, placed in sheet
        if placed == tile
    )
    without = [shown_name(sheet.name) for sheet in sheets if tile not in sheet.cells]
    if len(without) == 1:
        return Message("{tile} ({at}, {name} has none)", tile=tile, at=at, name=without[0])
    return Message("{tile} ({at}, {names} have none)", tile=tile, at=at, names=Listed(without))
