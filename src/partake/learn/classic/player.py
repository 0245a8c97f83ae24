"""A seat of plain Classic played by the network: a board and a tile in, a cell out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from partake.learn.classic.board import CLASSIC, DRAWS, OPEN_CELLS, SIZE, Position, put, start, take
from partake.learn.classic.choosing import desk, look_further, rate
from partake.learn.classic.files import NAME, load_network
from partake.learn.classic.playing import COUNTED, COUNTED_BY_SEARCH, MARGIN
from partake.learn.thought import Thought
from partake.learn.trained import folders, own_folder
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
        """The called tile, and the cell that promises most over all tiles that may come next."""
        values, tile = self._desk.values[0], self._index[hand[0]]
        pos = self._position(sheets[seat - 1], drawn)
        best = int(rate(pos, tile, COUNTED, self.network, self._desk, values))
        if pos[OPEN_CELLS] - 1 > COUNTED:
            best = thought.best(
                values,
                lambda cell: look_further(pos, tile, cell, COUNTED_BY_SEARCH, self.network, self._desk),
                margin=MARGIN,
            )
        return hand[0], best

    def _position(self, cells: Cells, drawn: Sequence[Tile]) -> Position:
        pos = np.zeros(SIZE, np.int64)
        start(pos)
        for tile in drawn:
            take(pos, self._index[tile], -1)
        for cell, placed in enumerate(cells[:DRAWS]):
            if placed is not None:
                put(pos, cell, self._index[placed])
        return pos
