"""Whether a board can be laid tile by tile where placement is bound, and boards that can, near one that cannot."""

from __future__ import annotations

from collections.abc import Sequence

from partake.engine.hexagon.placement import open_positions
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.layouts import Fixed
from partake.solve.solution import own_points

Board = tuple[Tile | None, ...]


def laid(variant: Variant, board: Board, fixed: Fixed, calls: Sequence[Tile] | None) -> Board:
    """The board itself if it can be laid, else one that can and has as much of it as is easily had.

    `calls` are the tiles in the order in which they are called; without them they may come in any order.
    """
    if calls is None:
        calls = _some_order(variant, board, fixed)
    plan = list(board)
    cells = [fixed.get(i) for i in range(len(plan))]
    size = variant.options.draw
    for start in range(0, len(calls), size):
        hand = list(calls[start : start + size])
        while hand:
            tile = next((tile for tile in hand if _may_go(variant, cells, plan, tile)), hand[0])
            hand.remove(tile)
            if not _may_go(variant, cells, plan, tile):
                _give_way(variant, cells, plan, tile)
            if not _is_beside(variant, plan.index(tile)):
                cells[plan.index(tile)] = tile
    return tuple(plan)


def _is_beside(variant: Variant, position: int) -> bool:
    """Whether a tile that ends here waits in the reserve during play, where nothing is bound."""
    return position in variant.targets or position in variant.reserve


def _may_go(variant: Variant, cells: Sequence[Tile | None], plan: Sequence[Tile | None], tile: Tile) -> bool:
    position = plan.index(tile)
    return _is_beside(variant, position) or position in open_positions(variant, cells, tile)


def _give_way(variant: Variant, cells: Sequence[Tile | None], plan: list[Tile | None], tile: Tile) -> None:
    """Let a tile change places with one that is still to come, where it may go now and the least is lost."""
    home = plan.index(tile)
    free = [i for i in open_positions(variant, cells, tile) if not _is_beside(variant, i) and plan[i] is not None]

    def points(other: int) -> int:
        trial = list(plan)
        trial[home], trial[other] = trial[other], trial[home]
        return own_points(variant, trial)

    other = max(free, key=points)
    plan[home], plan[other] = plan[other], plan[home]


def _some_order(variant: Variant, board: Board, fixed: Fixed) -> list[Tile]:
    """An order in which the tiles of a board go where they lie, as far as one is easily found."""
    waiting = [tile for i, tile in enumerate(board) if tile is not None and i not in fixed]
    cells = [fixed.get(i) for i in range(len(board))]
    order: list[Tile] = []
    while waiting:
        tile = next((tile for tile in waiting if _may_go(variant, cells, board, tile)), waiting[0])
        waiting.remove(tile)
        order.append(tile)
        if not _is_beside(variant, board.index(tile)):
            cells[board.index(tile)] = tile
    return order
