"""Moves from the reserve at the end of a game, found by trying all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from partake.bots.hexagon.prospects import relocated
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.engine.hexagon.state import Cells
from partake.fast.playouts import score_boards
from partake.fast.scoring import EMPTY
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Moves = tuple[tuple[Tile, int], ...]
"""Tiles, each with the position that it goes to."""


def best_moves(variant: Variant, sheets: Sequence[Cells], seat: int) -> Moves:
    """Exhaustive search for the moves that score most, each a tile and a position; of equal ones the fewest."""
    ways = list(_ways(variant, sheets[seat - 1]))
    after = [relocated(sheets[seat - 1], way) for way in ways]
    if variant.options.ties_players:
        tables = [[*sheets[: seat - 1], cells, *sheets[seat:]] for cells in after]
        scores = [score_table([Sheet(variant, cells) for cells in table])[seat - 1].total for table in tables]
    else:
        index = {tile: i for i, tile in enumerate(variant.tiles.tiles)}
        rows = [[EMPTY if tile is None else index[tile] for tile in cells] for cells in after]
        scores = list(score_boards(variant, rows))
    return ways[max(range(len(ways)), key=lambda i: scores[i])]


def _ways(variant: Variant, cells: Cells) -> Iterator[Moves]:
    """All sets of moves from the reserve, the empty one first."""
    tiles = [tile for i in variant.reserve if (tile := cells[i]) is not None and not tile.is_wild]
    targets = [i for i in variant.targets if cells[i] is None]
    for count in range(min(len(tiles), len(targets)) + 1):
        for chosen in combinations(tiles, count):
            for positions in permutations(targets, count):
                yield tuple(zip(chosen, positions, strict=True))
