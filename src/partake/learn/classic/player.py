"""The player of plain Classic by its network: two plies where cells are close, or three-ply search within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from partake.engine.hexagon.sheet import Sheet
from partake.learn.classic.batch_games import (
    EXACT_CELLS,
    ONE_PLY,
    OPENING,
    SEARCH_EXACT_CELLS,
    THREE_PLY_CANDIDATES,
    THREE_PLY_MARGIN,
    TWO_PLY_MARGIN,
    VALUE,
    choose,
    correction_factor,
    extrapolated_value,
)
from partake.learn.classic.board import CELLS, CLASSIC, DRAWS, OPEN_CELLS, SIZE, Position, put, start, take
from partake.learn.classic.files import NAME, load_network
from partake.learn.classic.lookahead import expected_correction, new_scratch, one_ply_values, two_ply_value
from partake.learn.registry import folders, own_folder
from partake.learn.search_budget import ILLEGAL, SearchBudget
from partake.rules.kernels import are_interpreted
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Cells = tuple[Tile | None, ...]
"""What lies on each position before one player."""


def plays(variant: Variant) -> bool:
    """Whether a variant is plain Classic, by the rules that the network has learned."""
    # Take-back and rounds change nothing of the values; the digest is of the edition's rules.
    options, mine = variant.options, CLASSIC.options
    is_plain = (options.placement, options.draw, options.rays) == (mine.placement, mine.draw, mine.rays)
    return is_plain and variant.edition.digest == CLASSIC.edition.digest


def network_file() -> Path | None:
    """The file of the network: the user's own, or the one of the package; None if there is none."""
    found = (folder / f"{NAME}.npz" for folder in folders(own_folder()))
    return next((path for path in found if path.exists()), None)


@lru_cache(maxsize=4)
def player(path: Path) -> ClassicPlayer:
    """The player of a file, kept for the next time."""
    return ClassicPlayer(path)


class ClassicPlayer:
    """Places tiles by a network. The scratch buffers make it unfit for more than one thread."""

    kind = "network"

    def __init__(self, path: Path) -> None:
        self.network = load_network(path)
        self._index = {tile: i for i, tile in enumerate(CLASSIC.tiles.tiles)}
        self._scratch = new_scratch()

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """The called tile, and the best cell: by two plies where cells are close, else by one."""
        pos, depth = self._position(sheets[seat - 1], drawn), ONE_PLY if are_interpreted() else VALUE
        return hand[0], int(choose(pos, self._index[hand[0]], depth, self.network, self._scratch)[0])

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], budget: SearchBudget
    ) -> tuple[Tile, int]:
        """The called tile, and the cell with the best value by selective three-ply search; one candidate is `place`."""
        if budget.candidates < 2:
            return self.place(sheets, seat, drawn, hand)
        pos = self._position(sheets[seat - 1], drawn)
        cell_values = self.cell_values(pos, self._index[hand[0]], budget, margin=TWO_PLY_MARGIN)
        return hand[0], max(cell_values, key=cell_values.__getitem__)

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement; a cell searched less deep is no better than the best."""
        tile, cells = hand[0], sheets[seat - 1]
        points = _points(cells)
        cell_values = self.cell_values(self._position(cells, drawn), self._index[tile], SearchBudget(candidates=CELLS))
        return {(tile, cell): points + cell_values[cell] for cell in sorted(cell_values)}

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of the called tile, by one-ply lookahead."""
        cells, values = sheets[seat - 1], self._scratch.values[0]
        pos = self._position(cells, drawn)
        best = one_ply_values(pos, self._index[hand[0]], EXACT_CELLS, self.network, self._scratch, values)
        return _points(cells) + float(values[best])

    def cell_values(
        self, pos: Position, tile: int, budget: SearchBudget, *, margin: float = np.inf
    ) -> dict[int, float]:
        """The values of cells for a tile that is out of the bag, each by as many plies as it is worth.

        Cells whose one-ply value is further behind than the margin are left out, unless nothing is searched deeper. A
        cell that got no third ply is capped by the best that did, so that a shallower estimate never wins.
        """
        network, scratch, left = self.network, self._scratch, int(pos[OPEN_CELLS]) - 1
        one_ply, extrapolated = scratch.values[0], np.full(CELLS, ILLEGAL)
        one_ply_values(pos, tile, EXACT_CELLS, network, scratch, one_ply)

        def second(cell: int) -> float:
            return float(two_ply_value(pos, tile, cell, SEARCH_EXACT_CELLS, network, scratch))

        def third(cell: int) -> float:
            correction = expected_correction(pos, tile, cell, SEARCH_EXACT_CELLS, network, scratch)
            return two_ply[cell] + correction_factor(left) * correction

        two_ply = {} if left <= EXACT_CELLS else budget.deepened(one_ply, second, margin=margin)
        if not two_ply:
            return {cell: float(value) for cell, value in enumerate(one_ply) if value > ILLEGAL}
        for cell, value in two_ply.items():
            extrapolated[cell] = extrapolated_value(left, one_ply[cell], value)
        # As `batch_games.choose`: the same margins and limits, so that bots play as the batches that measure them.
        is_close = SEARCH_EXACT_CELLS < left < OPENING
        three_ply: dict[int, float] = {}
        if is_close:
            three_ply = budget.deepened(extrapolated, third, margin=THREE_PLY_MARGIN, most=THREE_PLY_CANDIDATES)
        top = max(three_ply.values(), default=np.inf)
        return three_ply | {cell: min(float(extrapolated[cell]), top) for cell in two_ply if cell not in three_ply}

    def _position(self, cells: Cells, drawn: Sequence[Tile]) -> Position:
        pos = np.zeros(SIZE, np.int64)
        start(pos)
        for tile in drawn:
            take(pos, self._index[tile], -1)
        for cell, placed in enumerate(cells[:DRAWS]):
            if placed is not None:
                put(pos, cell, self._index[placed])
        return pos


def _points(cells: Cells) -> float:
    """What a board scores already: the network values only what is still to come."""
    return float(Sheet(CLASSIC, cells).score.total)
