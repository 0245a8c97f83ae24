"""What a seat may see of the others while all place at the same time."""

from __future__ import annotations

from partake.engine.actions import Place, Relocate
from partake.engine.hexagon.state import HexagonState, Side
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


def seen_cells(variant: Variant, state: HexagonState, owner: int, viewer: int | None) -> tuple[Tile | None, ...]:
    """One seat's cells as they were at the last draw, and what the viewer has put there since."""
    side = state.sides[owner - 1]
    if not state.holders:
        return side.cells if owner == viewer else side.settled
    seen = list(side.cells if owner == viewer else side.settled)
    for i in variant.yard:
        seen[i] = side.settled[i]
    for move in state.sides[viewer - 1].moves if viewer else ():
        if isinstance(move, Place) and move.owner == owner:
            seen[variant.index[move.cell]] = move.tile
    return tuple(seen)


def handed_to(state: HexagonState, holder: int | None) -> tuple[tuple[int, Tile], ...]:
    """The scrapped tiles that wait for a holder, with the seat whose scrapyard they go on."""
    return tuple(
        (owner, tile)
        for owner, (side, held_by) in enumerate(zip(state.sides, state.holders, strict=False), start=1)
        if held_by == holder
        for tile in side.handed
    )


def filled(variant: Variant, side: Side) -> tuple[int, ...]:
    """The own positions that a seat's moves since the last draw filled."""
    return tuple(
        variant.index[move.cell]
        for move in side.moves
        if isinstance(move, Relocate) or (isinstance(move, Place) and not move.owner)
    )
