"""A seat of plain Classic played by the network: a board and a tile in, a cell out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from partake.engine.hexagon.sheet import Sheet
from partake.learn.classic.batch_games import (
    CLOSE,
    COUNTED,
    COUNTED_BY_SEARCH,
    MARGIN,
    OPENING,
    THIRDS,
    faith,
    hope,
)
from partake.learn.classic.board import CELLS, CLASSIC, DRAWS, OPEN_CELLS, SIZE, Position, put, start, take
from partake.learn.classic.files import NAME, load_network
from partake.learn.classic.lookahead import desk, look_further, rate, surprise
from partake.learn.registry import folders, own_folder
from partake.learn.search_budget import NEVER, Thought
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Cells = tuple[Tile | None, ...]


def plays(variant: Variant) -> bool:
    """Whether a variant is plain Classic, by the rules that the network has learned."""
    options, mine = variant.options, CLASSIC.options
    is_plain = (options.placement, options.draw, options.rays) == (mine.placement, mine.draw, mine.rays)
    return is_plain and variant.edition.digest == CLASSIC.edition.digest


def network_file() -> Path | None:
    """The file of the network: the user's own, or the one of the package; None if there is none."""
    found = (folder / f"{NAME}.npz" for folder in folders(own_folder()))
    return next((path for path in found if path.exists()), None)


@lru_cache(maxsize=4)
def player(path: Path) -> Player:
    """The player of a file, kept for the next time."""
    return Player(path)


class Player:
    """Places tiles by a network."""

    kind = "network"

    def __init__(self, path: Path) -> None:
        self.network = load_network(path)
        self._index = {tile: i for i, tile in enumerate(CLASSIC.tiles.tiles)}
        self._desk = desk()

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """The called tile, and the cell after which the board promises most."""
        pos = self._position(sheets[seat - 1], drawn)
        return hand[0], int(rate(pos, self._index[hand[0]], COUNTED, self.network, self._desk, self._desk.values[0]))

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], thought: Thought
    ) -> tuple[Tile, int]:
        """The called tile, and the cell that promises most with the next tiles on their best cells, and those after."""
        pos = self._position(sheets[seat - 1], drawn)
        promises = self.promises(pos, self._index[hand[0]], thought, margin=MARGIN)
        return hand[0], max(promises, key=promises.__getitem__)

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement; a cell searched less deep is no better than the best."""
        tile, cells = hand[0], sheets[seat - 1]
        points = _points(cells)
        promises = self.promises(self._position(cells, drawn), self._index[tile], Thought(candidates=CELLS))
        return {(tile, cell): points + promises[cell] for cell in sorted(promises)}

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of the called tile, by one-ply lookahead."""
        cells, values = sheets[seat - 1], self._desk.values[0]
        pos = self._position(cells, drawn)
        best = rate(pos, self._index[hand[0]], COUNTED, self.network, self._desk, values)
        return _points(cells) + float(values[best])

    def promises(self, pos: Position, tile: int, thought: Thought, *, margin: float = np.inf) -> dict[int, float]:
        """What cells promise to a tile that is out of the bag, each by as many looks as it is worth.

        Cells that a first look puts behind by more than the margin are left out, unless there is no second look at all.
        """
        network, desk, left = self.network, self._desk, int(pos[OPEN_CELLS]) - 1
        firsts, hopes = desk.values[0], np.full(CELLS, NEVER)
        rate(pos, tile, COUNTED, network, desk, firsts)

        def second(cell: int) -> float:
            return float(look_further(pos, tile, cell, COUNTED_BY_SEARCH, network, desk))

        def third(cell: int) -> float:
            return seconds[cell] + faith(left) * surprise(pos, tile, cell, COUNTED_BY_SEARCH, network, desk)

        seconds = {} if left <= COUNTED else thought.looks(firsts, second, margin=margin)
        if not seconds:
            return {cell: float(value) for cell, value in enumerate(firsts) if value > NEVER}
        for cell, value in seconds.items():
            hopes[cell] = hope(left, firsts[cell], value)
        is_close = COUNTED_BY_SEARCH < left < OPENING
        thirds = thought.looks(hopes, third, margin=CLOSE, most=THIRDS) if is_close else {}
        top = max(thirds.values(), default=np.inf)
        return thirds | {cell: min(float(hopes[cell]), top) for cell in seconds if cell not in thirds}

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
