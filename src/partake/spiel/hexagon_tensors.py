"""Tensors of hexagon games: a tile is a one-hot vector for each of its three stripes, joined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from partake.engine.actions import DEALER, Close, Done, Draw, Place, Relocate, Scrap
from partake.engine.contract import Entry
from partake.engine.hexagon.view import HexagonView
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.spiel.model import Scope, Tensors


class HexagonTensors:
    """The parts of an observation. Rows of seats are egocentric: the observer's own first, then in the order of play.

    - `player`: the observer, one-hot; only with several players
    - `boards`: of each seat, for each position, the stripes of the tile there
    - `board`: the own one alone, in an observation of private information only
    - `called`, `hand`, `handed`: the stripes of the tiles on call, of those still in hand, and of those that wait for
      the observer as the holder of a scrapyard; each at its place in the call
    - `bag`: 1 for each tile that has not been drawn
    - `relocating`: 1 when tiles of the reserve may move
    - `history`: with perfect recall a row for each visible entry of the log, oldest first: the actor (the dealer, then
      the seats), the stripes of the tiles, the position, and whether it was a scrap or the end of the own moves
    """

    def __init__(self, variant: Variant, seats: int, rows: int) -> None:
        self.variant, self.seats, self.rows = variant, seats, rows
        tiles = variant.tiles.tiles
        self._code: dict[Tile | None, int] = {None: 0, **{tile: i for i, tile in enumerate(tiles, start=1)}}
        numbers = [sorted({tile[direction] for tile in tiles}) for direction in range(3)]
        self.stripes = sum(map(len, numbers))
        self._matrix = np.zeros((len(tiles) + 1, self.stripes), np.float32)
        for tile in tiles:
            hot = [tile[direction] == number for direction in range(3) for number in numbers[direction]]
            self._matrix[self._code[tile]] = hot

    def shapes(self, scope: Scope) -> dict[str, tuple[int, ...]]:
        """The shape of each part."""
        variant = self.variant
        positions, call = len(variant.positions), (variant.options.draw, self.stripes)
        found: dict[str, tuple[int, ...]] = {"player": (self.seats,)} if self.seats > 1 else {}
        if scope.public:
            found |= {
                "boards": (self.seats, positions, self.stripes),
                "called": call,
                "bag": (len(variant.tiles.tiles),),
            }
            if variant.reserve:
                found["relocating"] = (1,)
        elif scope.private:
            found["board"] = (positions, self.stripes)
        if scope.private:
            found["hand"] = call
            if variant.options.scrapyard == "passed":
                found["handed"] = call
        if scope.recall:
            found["history"] = (self.rows, self.seats + 1 + variant.options.draw * self.stripes + positions + 2)
        return found

    def fill(self, view: HexagonView, seat: int, scope: Scope, tensors: Tensors) -> None:
        """Write a view, a spectator's where there is nothing private, as this seat would see it."""
        if "player" in tensors:
            tensors["player"][seat - 1] = 1
        if scope.public:
            order = [*range(seat - 1, self.seats), *range(seat - 1)]
            tensors["boards"][:] = self._matrix[[[self._code[tile] for tile in view.cells[i]] for i in order]]
            self._call(tensors["called"], view, view.called)
            tensors["bag"][:] = 1
            tensors["bag"][[self._code[tile] - 1 for tile in view.drawn]] = 0
            if "relocating" in tensors:
                tensors["relocating"][0] = view.relocating
        if "board" in tensors:
            tensors["board"][:] = self._matrix[[self._code[tile] for tile in view.cells[seat - 1]]]
        if scope.private:
            self._call(tensors["hand"], view, view.hand)
            if "handed" in tensors:
                self._call(tensors["handed"], view, [tile for _, tile in view.handed])

    def _call(self, part: NDArray[np.float32], view: HexagonView, tiles: Sequence[Tile]) -> None:
        for tile in tiles:
            part[view.called.index(tile)] = self._matrix[self._code[tile]]

    def fill_history(self, log: Sequence[Entry], seat: int, rows: NDArray[np.float32]) -> None:
        """Write the visible log; the dealer's close follows from it and has no row."""
        variant, tiles_at, row = self.variant, self.seats + 1, iter(rows)
        cells_at = tiles_at + variant.options.draw * self.stripes
        for actor, action in log:
            if isinstance(action, Close):
                continue
            into = next(row)
            into[0 if actor == DEALER else (actor - seat) % self.seats + 1] = 1
            match action:
                case Draw(tiles):
                    drawn = self._matrix[[self._code[tile] for tile in tiles]].ravel()
                    into[tiles_at : tiles_at + len(drawn)] = drawn
                case Place(tile, cell) | Relocate(tile, cell):
                    into[tiles_at : tiles_at + self.stripes] = self._matrix[self._code[tile]]
                    into[cells_at + variant.index[cell]] = 1
                case Scrap(tile):
                    into[tiles_at : tiles_at + self.stripes] = self._matrix[self._code[tile]]
                    into[-2] = 1
                case Done():
                    into[-1] = 1
