"""The best board for the tiles that came: the one place where a review asks the solver."""

from __future__ import annotations

from collections.abc import Sequence

from partake.review.hexagon.model import Hindsight
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


def hindsight(variant: Variant, tiles: Sequence[Tile], seconds: float | None) -> Hindsight | None:
    """The best board, with its bound if time ran out; none where a score depends on other players' boards."""
    if variant.options.ties_players or seconds == 0:
        return None
    from partake.solve import solve  # slow to import, and needed only here

    found = solve(variant, tiles, seconds=seconds)
    board = tuple((cell, str(tile)) for cell, tile in found.board)
    return Hindsight(found.score, found.bound, found.proven, board)
