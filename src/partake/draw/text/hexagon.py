"""Sheets and views of the hexagon family in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from partake.draw.text.board import (
    HEIGHT,
    WIDTH,
    CellMarks,
    board,
    column,
    compact_board,
    listed,
    put_hexagon,
    small_board,
)  # fmt: skip
from partake.draw.text.canvas import BOLD, DIM, PLAIN, TextCanvas
from partake.draw.text.layout import Layout, in_a_row
from partake.draw.text.style import Paint, put_tile
from partake.engine.actions import Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.grid import Cell
from partake.rules.messages import Message, Plural, message_of, said
from partake.rules.names import shown_name
from partake.rules.tiles import Tile, TileSet

GAP = 3
"""The columns between the board and what stands beside it."""
COMPACT_GAP = 2
"""The same beside a compact board."""
MOST_OTHERS = 8
"""How many other players are listed."""
BoardDrawing = Callable[[Sequence[Cell], Mapping[str, Tile | None], TileSet, Paint, CellMarks], TextCanvas]
"""A way to draw cells: `board`, `compact_board`, `listed` or `small_board`."""


def sheet_picture(sheet: Sheet, layout: Layout) -> TextCanvas:
    """A player's board, with scrapyard and reserve beside it, or below where it would not fit."""
    title = [said(shown_name(sheet.name))] if sheet.name else []
    canvas = in_a_row([*title, said(message_of(sheet.variant.edition.title))], layout)
    marks = CellMarks()
    drawn = _arranged(sheet, layout, marks, lambda way: _beside(sheet, layout.paint, marks, way))
    canvas.paste(0, canvas.height + (not layout.is_compact), drawn)
    return canvas


def view_picture(view: HexagonView, layout: Layout, *, others: bool) -> TextCanvas:
    """A game as one seat sees it: its own board and what is called, then the others in small."""
    marks = CellMarks(_legal_cells(view), view.latest[(view.seat or 1) - 1])
    canvas = in_a_row(_facts(view), layout)

    def panels(way: BoardDrawing) -> list[TextCanvas]:
        own = _beside(view.sheet, layout.paint, marks, way)
        return [*_called(view, layout), *own, *_held(view, layout, way)]

    canvas.paste(0, canvas.height + (not layout.is_compact), _arranged(view.sheet, layout, marks, panels))
    _others(canvas, view, layout, in_full=others)
    return canvas


def _others(canvas: TextCanvas, view: HexagonView, layout: Layout, *, in_full: bool) -> None:
    """The other players below: their points, and their boards where these are wanted."""
    rest = [other for other in range(1, len(view.sheets) + 1) if other != (view.seat or 1)]
    told = [(said(shown_name(view.setup.names[other - 1])), _so_far(view, other)) for other in rest]
    more = said(Plural("and {count} more", "and {count} more", count=max(0, len(rest) - MOST_OTHERS)))
    if layout.is_compact and not in_full:
        words = [f"{name}: {points}" for name, points in told[:MOST_OTHERS]]
        if words:
            words += [more] if len(rest) > MOST_OTHERS else []
            canvas.paste(0, canvas.height, in_a_row(words, layout, first=PLAIN))
        return
    for other, (name, points) in list(zip(rest, told, strict=True))[:MOST_OTHERS]:
        y = canvas.height + (in_full or other == rest[0])
        x = canvas.put(0, y, name, BOLD)
        canvas.put(x, y, f"  {points}")
        if in_full:
            canvas.paste(2, y + 1, _small(view, other, layout))
    if len(rest) > MOST_OTHERS:
        canvas.put(0, canvas.height, more, DIM)


def _facts(view: HexagonView) -> list[str]:
    seat = view.seat or 1
    facts = [said(shown_name(view.setup.names[seat - 1])), said(message_of(view.variant.edition.title))]
    if view.rounds > 1:
        facts.append(said(Message("game {number} of {all}", number=view.round, all=view.rounds)))
        facts.append(said(Message("{name} calls", name=shown_name(view.setup.names[view.caller - 1]))))
    if view.relocating:
        facts.append(said(Message("moves from the reserve")))
    elif view.drawn:
        facts.append(said(Message("tile {number} of {all}", number=len(view.drawn), all=view.variant.draws)))
    return [*facts, _so_far(view, seat)]


def _so_far(view: HexagonView, seat: int) -> str:
    total = view.scores[seat - 1].total
    count = abs(int(total))
    return said(Plural("{points} points so far", "{points} points so far", count=count, points=total))


def _legal_cells(view: HexagonView) -> frozenset[str]:
    """The cells of one's own sheet that take a tile now."""
    return frozenset(
        action.cell
        for action in view.legal
        if isinstance(action, Relocate) or (isinstance(action, Place) and not action.owner)
    )


def _on(sheet: Sheet) -> Mapping[str, Tile | None]:
    return dict(zip(sheet.variant.positions, sheet.cells, strict=True))


def _beside(sheet: Sheet, paint: Paint, marks: CellMarks, way: BoardDrawing) -> list[TextCanvas]:
    """The scrapyard and the reserve, as far as there are any."""
    variant, found = sheet.variant, []
    if variant.scrapyard is not None:
        yard = way(variant.scrapyard.cells, _on(sheet), variant.tiles, paint, marks)
        found.append(_titled(said(message_of(variant.scrapyard.title)), yard))
    if variant.reserve:
        slots = column([variant.positions[i] for i in variant.reserve])
        found.append(_titled(said(Message("Reserve")), way(slots, _on(sheet), variant.tiles, paint, marks)))
    return found


def _called(view: HexagonView, layout: Layout) -> list[TextCanvas]:
    """The tiles on call; those already placed are not drawn again."""
    shown = view.hand if view.seat else view.called
    return [_row(said(Message("Called")), shown, view, layout)] if shown else []


def _held(view: HexagonView, layout: Layout, way: BoardDrawing) -> list[TextCanvas]:
    """The scrapyards that this seat fills for others, while a tile waits for one of them."""
    found = []
    for owner in sorted({owner for owner, _ in view.handed}):
        name = shown_name(view.setup.names[owner - 1])
        title = said(Message("Scrapped by {name}", name=name))
        found.append(_row(title, [tile for who, tile in view.handed if who == owner], view, layout))
        cells = frozenset(a.cell for a in view.legal if isinstance(a, Place) and a.owner == owner)
        scrapyard = view.variant.scrapyard
        if scrapyard is not None:
            on = _on(view.sheets[owner - 1])
            yard = way(scrapyard.cells, on, view.variant.tiles, layout.paint, CellMarks(cells))
            found.append(_titled(said(Message("{name}: scrapyard", name=name)), yard))
    return found


def _row(title: str, tiles: Sequence[Tile], view: HexagonView, layout: Layout) -> TextCanvas:
    """Tiles beside each other, or each a word of its own row in a compact picture."""
    canvas = TextCanvas()
    for i, tile in enumerate(tiles):
        if layout.is_compact:
            put_tile(canvas, 0, i, tile, view.variant.tiles, layout.paint)
        else:
            put_hexagon(canvas, i * (WIDTH + 1), 0, tile, view.variant.tiles, layout.paint)
    return _titled(title, canvas)


def _titled(title: str, picture: TextCanvas) -> TextCanvas:
    canvas = TextCanvas()
    canvas.put(0, 0, title, BOLD)
    canvas.paste(0, 1, picture)
    return canvas


def _arranged(
    sheet: Sheet, layout: Layout, marks: CellMarks, panels: Callable[[BoardDrawing], Sequence[TextCanvas]]
) -> TextCanvas:
    """The board with its panels; beside a compact board they are lists where hexagons would make it too large."""
    cells, on, tiles = sheet.variant.board.cells, _on(sheet), sheet.variant.tiles
    if not layout.is_compact:
        return _together(board(cells, on, tiles, layout.paint, marks), panels(board), layout.width, GAP)
    main = compact_board(cells, on, tiles, layout.paint, marks)
    ways = [_together(main, panels(way), layout.width, COMPACT_GAP) for way in (compact_board, listed)]
    return min(ways, key=lambda way: (max(0, way.width - layout.width), way.height))


def _together(main: TextCanvas, panels: Sequence[TextCanvas], width: int, gap: int) -> TextCanvas:
    """Panels one below the other to the right of the board, going on in further columns; below it if too narrow."""
    canvas = TextCanvas()
    canvas.paste(0, 0, main)
    height = max(main.height, HEIGHT)
    x, y, column_width = main.width + gap, 0, 0
    if x + max((panel.width for panel in panels), default=0) > width:
        x, y, height = 0, main.height + 1, main.height + 1
    for panel in panels:
        is_right = x > main.width
        is_full = y and is_right and y + panel.height > height
        if is_full and x + column_width + gap + panel.width <= width:
            x, y, column_width = x + column_width + gap, 0, 0
        if not is_right and x and x + panel.width > width:
            x, y = 0, canvas.height + 1
        canvas.paste(x, y, panel)
        column_width = max(column_width, panel.width)
        x, y = (x, y + panel.height + 1) if is_right else (x + panel.width + gap, y)
    return canvas


def _small(view: HexagonView, seat: int, layout: Layout) -> TextCanvas:
    sheet, variant = view.sheets[seat - 1], view.variant
    marks = CellMarks(latest=view.latest[seat - 1])
    panels = []
    if variant.scrapyard is not None:
        panels.append(small_board(variant.scrapyard.cells, _on(sheet), variant.tiles, layout.paint, marks))
    if variant.reserve:
        slots = column([variant.positions[i] for i in variant.reserve])
        panels.append(small_board(slots, _on(sheet), variant.tiles, layout.paint, marks))
    main = small_board(variant.board.cells, _on(sheet), variant.tiles, layout.paint, marks)
    return _together(main, panels, layout.width - 2, GAP)
