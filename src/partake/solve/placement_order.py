"""Playability: whether legal placements lead to a board where they depend on the order; if not, a board near it."""

from __future__ import annotations

from collections.abc import Sequence

from partake.engine.hexagon.placement import open_positions
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.pool import Fixed
from partake.solve.solution import own_points

Board = tuple[Tile | None, ...]


def playable_board(variant: Variant, board: Board, fixed: Fixed, calls: Sequence[Tile] | None) -> Board:
    """The board itself if legal placements lead to it, else one to which they do, by a greedy repair.

    `calls` are the tiles in the order in which they are called; without them they may come in any order. The repair
    exchanges a tile that may not go to its cell with one still to come, where that loses the fewest points.
    """
    if calls is None:
        calls = _greedy_order(variant, board, fixed)
    final = list(board)
    cells = [fixed.get(i) for i in range(len(final))]
    size = variant.options.draw
    for start in range(0, len(calls), size):
        hand = list(calls[start : start + size])
        while hand:
            # Of two called tiles one that may go to its cell comes first: it may open the cell of the other.
            tile = next((tile for tile in hand if _may_go(variant, cells, final, tile)), hand[0])
            hand.remove(tile)
            if not _may_go(variant, cells, final, tile):
                _exchange(variant, cells, final, tile)
            if not _waits_in_reserve(variant, final.index(tile)):
                cells[final.index(tile)] = tile
    return tuple(final)


def _waits_in_reserve(variant: Variant, position: int) -> bool:
    """Whether a tile that ends here waits in the reserve during play, where every tile may go."""
    return position in variant.targets or position in variant.reserve


def _may_go(variant: Variant, cells: Sequence[Tile | None], final: Sequence[Tile | None], tile: Tile) -> bool:
    position = final.index(tile)
    return _waits_in_reserve(variant, position) or position in open_positions(variant, cells, tile)


def _exchange(variant: Variant, cells: Sequence[Tile | None], final: list[Tile | None], tile: Tile) -> None:
    """Exchange a tile with one that is still to come, on a cell where it may go now and the fewest points are lost."""
    home = final.index(tile)
    free = [
        i for i in open_positions(variant, cells, tile) if not _waits_in_reserve(variant, i) and final[i] is not None
    ]

    def points(other: int) -> int:
        trial = list(final)
        trial[home], trial[other] = trial[other], trial[home]
        return own_points(variant, trial)

    other = max(free, key=points)
    final[home], final[other] = final[other], final[home]


def _greedy_order(variant: Variant, board: Board, fixed: Fixed) -> list[Tile]:
    """An order in which legal placements lead to a board, found greedily; the rest of the tiles at its end."""
    waiting = [tile for i, tile in enumerate(board) if tile is not None and i not in fixed]
    cells = [fixed.get(i) for i in range(len(board))]
    order: list[Tile] = []
    while waiting:
        tile = next((tile for tile in waiting if _may_go(variant, cells, board, tile)), waiting[0])
        waiting.remove(tile)
        order.append(tile)
        if not _waits_in_reserve(variant, board.index(tile)):
            cells[board.index(tile)] = tile
    return order
