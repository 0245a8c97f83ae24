"""Sheets and views of the hexagon family in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partake.draw.text.board import HEIGHT, WIDTH, CellMarks, board, column, put_hexagon, small_board
from partake.draw.text.canvas import BOLD, DIM, TextCanvas
from partake.draw.text.style import Paint
from partake.engine.actions import Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.tiles import Tile

GAP = 3
"""The columns between the board and what stands beside it."""
MOST_OTHERS = 8
"""How many other players are listed."""


def sheet_picture(sheet: Sheet, paint: Paint, width: int) -> TextCanvas:
    """A player's board, with scrapyard and reserve beside it, or below where it would not fit."""
    variant = sheet.variant
    title = [sheet.name] if sheet.name else []
    canvas = _heading([*title, variant.edition.title], paint)
    canvas.paste(
        0, canvas.height + 1, _arranged(_main(sheet, paint, CellMarks()), _beside(sheet, paint, CellMarks()), width)
    )
    return canvas


def view_picture(view: HexagonView, paint: Paint, width: int, *, others: bool) -> TextCanvas:
    """A game as one seat sees it: its own board and what is called, then the others in small."""
    seat = view.seat or 1
    marks = CellMarks(_legal_cells(view), view.latest[seat - 1])
    canvas = _heading(_facts(view), paint)
    panels = [*_called(view, paint), *_beside(view.sheet, paint, marks), *_held(view, paint)]
    canvas.paste(0, canvas.height + 1, _arranged(_main(view.sheet, paint, marks), panels, width))
    rest = [other for other in range(1, len(view.sheets) + 1) if other != seat]
    for other in rest[:MOST_OTHERS]:
        points = view.scores[other - 1].total
        y = canvas.height + (others or other == rest[0])
        x = canvas.put(0, y, view.setup.names[other - 1], BOLD)
        canvas.put(x, y, f"  {points} points so far")
        if others:
            canvas.paste(2, y + 1, _small(view, other, paint, width - 2))
    if len(rest) > MOST_OTHERS:
        canvas.put(0, canvas.height, f"and {len(rest) - MOST_OTHERS} more", DIM)
    return canvas


def _heading(parts: Sequence[str], paint: Paint) -> TextCanvas:
    canvas = TextCanvas()
    x = canvas.put(0, 0, parts[0], BOLD)
    canvas.put(x, 0, "".join(f" {paint.glyphs.dot} {part}" for part in parts[1:]))
    return canvas


def _facts(view: HexagonView) -> list[str]:
    name = view.setup.names[(view.seat or 1) - 1]
    facts = [name, view.variant.edition.title]
    if view.rounds > 1:
        facts += [f"game {view.round} of {view.rounds}", f"{view.setup.names[view.caller - 1]} calls"]
    if view.relocating:
        facts.append("moves from the reserve")
    elif view.drawn:
        facts.append(f"tile {len(view.drawn)} of {view.variant.draws}")
    return [*facts, f"{view.scores[(view.seat or 1) - 1].total} points so far"]


def _legal_cells(view: HexagonView) -> frozenset[str]:
    """The cells of one's own sheet that take a tile now."""
    return frozenset(
        action.cell
        for action in view.legal
        if isinstance(action, Relocate) or (isinstance(action, Place) and not action.owner)
    )


def _on(sheet: Sheet) -> Mapping[str, Tile | None]:
    return dict(zip(sheet.variant.positions, sheet.cells, strict=True))


def _main(sheet: Sheet, paint: Paint, marks: CellMarks) -> TextCanvas:
    return board(sheet.variant.board.cells, _on(sheet), sheet.variant.tiles, paint, marks)


def _beside(sheet: Sheet, paint: Paint, marks: CellMarks) -> list[TextCanvas]:
    """The scrapyard and the reserve, as far as there are any."""
    variant, found = sheet.variant, []
    if variant.scrapyard is not None:
        yard = board(variant.scrapyard.cells, _on(sheet), variant.tiles, paint, marks)
        found.append(_titled(variant.scrapyard.title, yard))
    if variant.reserve:
        slots = column([variant.positions[i] for i in variant.reserve])
        found.append(_titled("Reserve", board(slots, _on(sheet), variant.tiles, paint, marks)))
    return found


def _called(view: HexagonView, paint: Paint) -> list[TextCanvas]:
    """The tiles on call; those already placed are not drawn again."""
    shown = view.hand if view.seat else view.called
    return [_row("Called", shown, view, paint)] if shown else []


def _held(view: HexagonView, paint: Paint) -> list[TextCanvas]:
    """The scrapyards that this seat fills for others, while a tile waits for one of them."""
    found = []
    for owner in sorted({owner for owner, _ in view.handed}):
        name = view.setup.names[owner - 1]
        found.append(_row(f"Scrapped by {name}", [tile for who, tile in view.handed if who == owner], view, paint))
        cells = frozenset(a.cell for a in view.legal if isinstance(a, Place) and a.owner == owner)
        scrapyard = view.variant.scrapyard
        if scrapyard is not None:
            yard = board(scrapyard.cells, _on(view.sheets[owner - 1]), view.variant.tiles, paint, CellMarks(cells))
            found.append(_titled(f"{name}: scrapyard", yard))
    return found


def _row(title: str, tiles: Sequence[Tile], view: HexagonView, paint: Paint) -> TextCanvas:
    canvas = TextCanvas()
    for i, tile in enumerate(tiles):
        put_hexagon(canvas, i * (WIDTH + 1), 0, tile, view.variant.tiles, paint)
    return _titled(title, canvas)


def _titled(title: str, picture: TextCanvas) -> TextCanvas:
    canvas = TextCanvas()
    canvas.put(0, 0, title, BOLD)
    canvas.paste(0, 1, picture)
    return canvas


def _arranged(main: TextCanvas, panels: Sequence[TextCanvas], width: int) -> TextCanvas:
    """Panels one below the other to the right of the board, going on in further columns; below it if too narrow."""
    canvas = TextCanvas()
    canvas.paste(0, 0, main)
    height = max(main.height, HEIGHT)
    x, y, column_width = main.width + GAP, 0, 0
    if x + max((panel.width for panel in panels), default=0) > width:
        x, y, height = 0, main.height + 1, main.height + 1
    for panel in panels:
        is_right = x > main.width
        is_full = y and is_right and y + panel.height > height
        if is_full and x + column_width + GAP + panel.width <= width:
            x, y, column_width = x + column_width + GAP, 0, 0
        if not is_right and x and x + panel.width > width:
            x, y = 0, canvas.height + 1
        canvas.paste(x, y, panel)
        column_width = max(column_width, panel.width)
        x, y = (x, y + panel.height + 1) if is_right else (x + panel.width + GAP, y)
    return canvas


def _small(view: HexagonView, seat: int, paint: Paint, width: int) -> TextCanvas:
    sheet, variant = view.sheets[seat - 1], view.variant
    marks = CellMarks(latest=view.latest[seat - 1])
    panels = []
    if variant.scrapyard is not None:
        panels.append(small_board(variant.scrapyard.cells, _on(sheet), variant.tiles, paint, marks))
    if variant.reserve:
        slots = column([variant.positions[i] for i in variant.reserve])
        panels.append(small_board(slots, _on(sheet), variant.tiles, paint, marks))
    main = small_board(variant.board.cells, _on(sheet), variant.tiles, paint, marks)
    return _arranged(main, panels, width)
