"""Boards as pictures, and tables whose tiles the test calls.

A picture has a row of text for each column of the board from left to right, its cells from top to bottom; then the
columns of the scrapyard, then a row with the reserve. A dot is an empty cell; rows at the end may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import partake
from partake.engine.actions import DEALER, Close, Draw, Place, TakeBack
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action, parse_action
from partake.engine.outcome import Score
from partake.engine.setup import Seats, arrange, make_game
from partake.engine.table import Table
from partake.rules.edition import HexagonEdition
from partake.rules.grid import Board
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant

EMPTY = "."
DATA = Path(partake.__file__).parent / "data"

ORCHID_EXAMPLE = """
    9-2-3 9-7-3
    4-7-5 4-11-8 1-7-3
    . 1-6-5 1-7-8 .
    4-11-3 4-2-10 4-7-10 4-2-5 4-6-3
    12-2-5 12-7-5 12-7-10 12-2-10 12-6-3 12-11-3
    9-6-5 9-7-8 . 9-6-10 9-11-5
    1-11-10 1-2-3 9-11-10
"""
"""A board for the three worked moves of H43: 1-11-10 to c1, 1-2-3 to c4, 9-11-10 to f3."""

HEXAGON = ("classic", "daffodil", "nexus", "orchid")


def hexagon_edition(name: str) -> HexagonEdition:
    found = partake.edition(name)
    assert isinstance(found, HexagonEdition)
    return found


def variant_of(edition: str, **options: str | int | bool) -> Variant:
    return variant(hexagon_edition(edition), options, seats=2)


def rows(found: Variant) -> list[list[str]]:
    """The names of the cells in each row of a picture."""
    every = [*_columns(found.board), *(_columns(found.scrapyard) if found.scrapyard else [])]
    return [*every, [found.positions[i] for i in found.reserve]] if found.reserve else every


def _columns(board: Board) -> list[list[str]]:
    return [[cell.name for cell in board.cells if cell.q == q] for q in sorted({cell.q for cell in board.cells})]


def read(edition: str, picture: str, **options: str | int | bool) -> dict[str, str]:
    """The tile on each filled cell of a picture."""
    drawn = [line.split() for line in picture.strip().splitlines() if line.strip()]
    found: dict[str, str] = {}
    for names, tiles in zip(rows(variant_of(edition, **options)), drawn, strict=False):
        assert len(names) == len(tiles), f"the row {' '.join(tiles)} must have {len(names)} cells"
        found |= {name: tile for name, tile in zip(names, tiles, strict=True) if tile != EMPTY}
    return found


def picture(sheet: partake.Sheet) -> str:
    """A sheet as a picture."""
    return "\n".join(" ".join(str(sheet[cell] or EMPTY) for cell in row) for row in rows(sheet.variant))


def sheet(edition: str, drawn: str, **options: str | int | bool) -> partake.Sheet:
    """The sheet that a picture shows."""
    return partake.sheet(edition, read(edition, drawn, **options), data=(), **options)


def scores(edition: str, *pictures: str, **options: str | int | bool) -> tuple[Score, ...]:
    """What the players of one table score with these pictures."""
    return scores_of(edition, *(read(edition, drawn, **options) for drawn in pictures), **options)


def scores_of(edition: str, *boards: Mapping[str, str], **options: str | int | bool) -> tuple[Score, ...]:
    """What the players of one table score with these cells and tiles, counted from text."""
    lines: list[str] = []
    for number, tiles in enumerate(boards, start=1):
        lines += [f"player P{number}", *(f"{cell} {tile}" for cell, tile in tiles.items())]
    return partake.score(edition, "\n".join(lines), data=(), **options)


def earned(score: Score) -> dict[str, object]:
    """The points of each kind of item that has any; their sum is the total."""
    kinds = dict.fromkeys(item.kind for item in score.items if item.points)
    return {kind: sum(item.points for item in score.items if item.kind == kind) for kind in kinds}


def scrapyard_value(score: Score) -> int | None:
    return next(item.value for item in score.items if item.kind == "scrapyard")


def look(view: View) -> HexagonView:
    assert isinstance(view, HexagonView)
    return view


def open_cells(view: View, tile: str = "") -> set[str]:
    """The own cells on which a seat may place a tile; any called one if none is named."""
    return {
        action.cell
        for action in view.legal
        if isinstance(action, Place) and not action.owner and tile in ("", str(action.tile))
    }


def moves(view: View) -> set[str]:
    """All that a seat may do, as text."""
    return {format_action(action) for action in view.legal}


def play_through(table: Table) -> Iterator[HexagonView]:
    """Play the rest of a game, each seat doing the first thing it may; gives a spectator's view after each deal."""
    while not table.is_over:
        table.deal()
        yield look(table.view())
        while table.to_act:
            seat = table.to_act[0]
            table.play(seat, next(a for a in table.view(seat).legal if not isinstance(a, TakeBack)))


class Called:
    """A game in which the test plays the dealer too."""

    def __init__(self, edition: str, *, seats: Seats = 1, **options: str | int | bool) -> None:
        self._game = make_game(arrange(partake.edition(edition), options, seats=seats))
        self._state = self._game.start()

    def call(self, *tiles: str) -> None:
        self._state = self._game.play(self._state, DEALER, Draw(tuple(Tile.parse(tile) for tile in tiles)))

    def close(self) -> None:
        self._state = self._game.play(self._state, DEALER, Close())

    def play(self, seat: int, action: str) -> None:
        self._state = self._game.play(self._state, seat, parse_action(action))

    def place(self, cells: Mapping[str, str]) -> None:
        """Call tiles one by one; the first seat puts each on its cell."""
        for cell, tile in cells.items():
            self.call(tile)
            self.play(1, f"{tile}@{cell}")

    def view(self, seat: int | None = 1) -> HexagonView:
        return look(self._game.view(self._state, seat))

    @property
    def outcome(self) -> partake.Outcome | None:
        return self._game.outcome(self._state)
