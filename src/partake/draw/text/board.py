"""Hexagons in a terminal: a board large, compact in half the rows, or small, a tile a word."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from partake.draw.text.canvas import BOLD, DIM, MARK, PLAIN, TextCanvas
from partake.draw.text.style import Paint, put_tile, tile_columns
from partake.rules.grid import Cell
from partake.rules.tiles import Tile, TileSet

PITCH = 7
"""From a hexagon's left corner to that of the next column's."""
WIDTH = 9
"""The columns of one hexagon."""
HEIGHT = 5
"""The rows of one hexagon."""
_EDGES = ((1, 1, "/"), (7, 1, "\\"), (0, 2, "/"), (8, 2, "\\"), (0, 3, "\\"), (8, 3, "/"), (1, 4, "\\_____/"))


@dataclass(frozen=True)
class CellMarks:
    """What is special about cells at this moment, by their names."""

    legal: Collection[str] = field(default_factory=frozenset)
    latest: Collection[str] = field(default_factory=frozenset)


def board(
    cells: Sequence[Cell], on: Mapping[str, Tile | None], tiles: TileSet, paint: Paint, marks: CellMarks
) -> TextCanvas:
    """The cells where they lie, with the tiles on them; those that were changed last are drawn on top."""
    canvas = TextCanvas()
    left, top = min(cell.q for cell in cells), min(2 * cell.r + cell.q for cell in cells)
    for cell in sorted(cells, key=lambda cell: (cell.name in marks.latest, on.get(cell.name) is not None)):
        x, y = PITCH * (cell.q - left), 2 * (2 * cell.r + cell.q - top)
        tile = on.get(cell.name)
        if tile is None:
            _empty(canvas, x, y, cell, paint, is_legal=cell.name in marks.legal)
        else:
            put_hexagon(canvas, x, y, tile, tiles, paint, is_latest=cell.name in marks.latest)
            _sign(canvas, x, y, cell, paint)
    return canvas


def column(names: Sequence[str]) -> tuple[Cell, ...]:
    """Cells one below the other, like the slots of a reserve."""
    return tuple(Cell(name, 0, r) for r, name in enumerate(names))


def put_hexagon(
    canvas: TextCanvas, x: int, y: int, tile: Tile, tiles: TileSet, paint: Paint, *, is_latest: bool = False
) -> None:
    """Draw a tile: its vertical number at the top, rising at the lower left, falling at the lower right."""
    body = paint.on(paint.role("body"), paint.role("glow"))
    _frame(canvas, x, y, MARK if is_latest else PLAIN)
    canvas.put(x + 2, y + 1, ">   <" if is_latest else "     ", body)
    canvas.put(x + 1, y + 2, " " * 7, body)
    canvas.put(x + 1, y + 3, " " * 7, body)
    canvas.put(x + 2, y + 4, "_" * 5, body)
    for dx, dy, number in zip((3, 1, 5), (1, 3, 3), tile, strict=True):
        canvas.put(x + dx, y + dy, f"{number or '*':^3}", paint.stripe(tiles, number))
    signs = [(paint.symbol(tiles, tile), "sun"), (paint.bonus(tiles, tile), tiles.bonuses.get(tile, ""))]
    shown = [(sign, role) for sign, role in signs if sign]
    for i, (sign, role) in enumerate(shown):
        style = paint.on(paint.role("body"), paint.role(role), bold=True)
        canvas.put(x + (4 if len(shown) == 1 else 3 + 2 * i), y + 2, sign, style)


def _frame(canvas: TextCanvas, x: int, y: int, style: str) -> None:
    if (y, x + 2) not in canvas.cells:  # else it is the lower edge of the hexagon above
        canvas.put(x + 2, y, "_____", style)
    for dx, dy, text in _EDGES:
        canvas.put(x + dx, y + dy, text, style)


def _empty(canvas: TextCanvas, x: int, y: int, cell: Cell, paint: Paint, *, is_legal: bool) -> None:
    _frame(canvas, x, y, PLAIN if is_legal else DIM)
    canvas.put(x + 1, y + 2, f"{f'[{cell.name}]' if is_legal else cell.name:^7}", BOLD if is_legal else DIM)
    _sign(canvas, x, y, cell, paint)


def _sign(canvas: TextCanvas, x: int, y: int, cell: Cell, paint: Paint) -> None:
    """The mark of a special cell, on its lower edge."""
    if cell.kind:
        canvas.put(x + 4, y + 4, cell.label or paint.glyphs.stamen, MARK)


COMPACT_PITCH = 6
"""The same as `PITCH` for a compact board, whose hexagons are seven columns wide and share their edges."""


def compact_board(
    cells: Sequence[Cell], on: Mapping[str, Tile | None], tiles: TileSet, paint: Paint, marks: CellMarks
) -> TextCanvas:
    """The same picture as `board` in half the rows: symbol, vertical number and bonus above rising and falling."""
    canvas = TextCanvas()
    left, top = min(cell.q for cell in cells), min(2 * cell.r + cell.q for cell in cells)
    for cell in sorted(cells, key=lambda cell: (cell.name in marks.latest, on.get(cell.name) is not None)):
        x, y = COMPACT_PITCH * (cell.q - left), 1 + 2 * cell.r + cell.q - top
        tile, is_legal, is_latest = on.get(cell.name), cell.name in marks.legal, cell.name in marks.latest
        _compact_frame(canvas, x, y, MARK if is_latest else PLAIN if is_legal or tile else DIM)
        if tile is None:
            name = f"[{cell.name}]" if is_legal else f" {cell.name}"
            canvas.put(x + 1, y, f"{name:<5}", BOLD if is_legal else DIM)
        else:
            _compact_tile(canvas, x, y, tile, tiles, paint)
        if is_latest or cell.kind:
            canvas.put(x + 3, y + 1, "^" if is_latest else cell.label or paint.glyphs.stamen, MARK)
    return canvas


def _compact_frame(canvas: TextCanvas, x: int, y: int, style: str) -> None:
    if (y - 1, x + 1) not in canvas.cells:  # else it is the lower edge of the hexagon above
        canvas.put(x + 1, y - 1, "_____", style)
    for dx, dy, text in ((0, 0, "/"), (6, 0, "\\"), (0, 1, "\\_____/")):
        canvas.put(x + dx, y + dy, text, style)


def _compact_tile(canvas: TextCanvas, x: int, y: int, tile: Tile, tiles: TileSet, paint: Paint) -> None:
    body = paint.on(paint.role("body"), paint.role("glow"))
    canvas.put(x + 1, y, " " * 5, body)
    canvas.put(x + 1, y + 1, "_" * 5, body)
    for dx, sign, role in ((1, paint.symbol(tiles, tile), "sun"), (5, paint.bonus(tiles, tile), "")):
        shade = paint.role(role or tiles.bonuses.get(tile, "sun"))
        canvas.put(x + dx, y, sign, paint.on(paint.role("body"), shade, bold=True))
    vertical, rising, falling = (str(number or "*") for number in tile)
    canvas.put(x + (3 if len(vertical) == 1 else 2), y, vertical, paint.stripe(tiles, tile[0]))
    canvas.put(x + 1, y + 1, rising, paint.stripe(tiles, tile[1]))
    canvas.put(x + 6 - len(falling), y + 1, falling, paint.stripe(tiles, tile[2]))


def listed(
    cells: Sequence[Cell], on: Mapping[str, Tile | None], tiles: TileSet, paint: Paint, marks: CellMarks
) -> TextCanvas:
    """Cells as a list, column by column with a gap between, where hexagons would be too wide."""
    canvas, y = TextCanvas(), 0
    for number, cell in enumerate(cells):
        y += 1 if number and cell.q != cells[number - 1].q else 0
        tile, is_legal = on.get(cell.name), cell.name in marks.legal
        canvas.put(0, y, f"[{cell.name}]" if is_legal and tile is None else cell.name, BOLD if is_legal else DIM)
        if tile is not None:
            put_tile(canvas, 3, y, tile, tiles, paint)
        if cell.name in marks.latest:
            canvas.put(2, y, ">", MARK)
        y += 1
    return canvas


def small_board(
    cells: Sequence[Cell], on: Mapping[str, Tile | None], tiles: TileSet, paint: Paint, marks: CellMarks
) -> TextCanvas:
    """A board with a word for each cell: the tile on it, or its name; next columns are never in the same row."""
    canvas = TextCanvas()
    width = tile_columns(tiles) + 2
    pitch = (width + 1) // 2
    left, top = min(cell.q for cell in cells), min(2 * cell.r + cell.q for cell in cells)
    for cell in cells:
        x, y = pitch * (cell.q - left), 2 * cell.r + cell.q - top
        tile = on.get(cell.name)
        if tile is None:
            canvas.put(x + (width - len(cell.name)) // 2, y, cell.name, DIM)
        else:
            canvas.put(x, y, ">" if cell.name in marks.latest else " ", MARK)
            put_tile(canvas, x + 1, y, tile, tiles, paint)
    return canvas
