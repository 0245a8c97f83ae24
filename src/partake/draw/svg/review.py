"""Pictures of a review: a board with the value of every cell as a colour, and the expected score over a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, degrees, hypot

from partake.draw.palette import contrast
from partake.draw.svg.canvas import FONT, PREFIX, Block, Canvas, n, words
from partake.draw.svg.names import access, cell_name, place_name, rows
from partake.draw.svg.sheet import Marks, beside_board, sheet_cells, titled
from partake.draw.svg.tiles import REACH, SIDE, TILE, draw_face, draw_stripes, draw_tile, hexagon
from partake.draw.svg.zone import DrawnCell, Zone, draw_glow, draw_ground
from partake.engine.hexagon.sheet import Sheet
from partake.rules.messages import Message, said
from partake.rules.tiles import Tile, TileSet
from partake.rules.variant import Variant

SCALE = ("#14866d", "#63b36a", "#d9cf58", "#ee9a3a", "#d9502f", "#9c2a3c")
"""A colour scale from no loss to a loss of `FAR` points; lightest in the middle, so that the ends differ in more than
their hue."""
VALUE_INKS = ("#000000", "#ffffff")
"""What values are printed with: of pure black and white one stands out from any colour by 4.5."""
FAR = 15.0
"""A loss from which on the colour stays the same, in points."""
BAD = "#ff8a80"
"""The outline of a line that a move harmed."""
FINE = "#8ff0c0"
"""The outline of a line that a move served."""
IDS = "rv"
"""The prefix of the ids of shapes, which differs from that of live boards on the same page."""
SERIES = ("blue", "orange", "green", "violet", "red", "turquoise", "brown", "navy")
"""The colours of players in a chart."""
_MARGIN = 16.0
"""The space around a board."""
_WIDTH = 600.0
"""The width of a chart."""
_HEIGHT = 320.0
"""Its height."""
_LEFT = 46.0
"""Its margins: the left one holds the points."""
_RIGHT = 14.0
_TOP = 16.0
_BOTTOM = 34.0
"""The lower margin holds the numbers of the tiles."""


@dataclass(frozen=True, slots=True)
class Valued:
    """What is shown of one decision: for each cell its value and its loss, and which cells matter."""

    values: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    played: str = ""
    best: str = ""
    lost: Sequence[tuple[str, ...]] = ()
    """Lines that the move broke or made unlikely, as their cells."""
    won: Sequence[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """One line of a chart."""

    name: str
    values: Sequence[float]
    shade: str = ""
    """The name of its colour; a line without one is there to compare with."""
    marks: Mapping[int, float] = field(default_factory=dict)
    """The tiles to mark, with the points lost there."""


def picture(block: Block, label: str, *, role: str = "img") -> str:
    """A block as a picture of its own that uses the shapes of the page's sprite."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(block.width)} {n(block.height)}" role="{role}"'
        f' aria-label="{words(label)}" font-family="{FONT}">{block.body}</svg>'
    ).replace(PREFIX, IDS)


def sprite(canvas: Canvas) -> str:
    """The shapes that the pictures of a page share."""
    return f'<svg class="sprite" aria-hidden="true" width="0" height="0">{canvas.definitions(IDS)}</svg>'


def tile_picture(canvas: Canvas, tiles: TileSet, tile: str) -> str:
    """A tile as a picture of its own; nothing for none."""
    if not tile:
        return ""
    body = f'<g transform="translate({n(SIDE)} {n(REACH)})">{draw_tile(canvas, tiles, Tile.parse(tile))}</g>'
    return picture(Block(body, 2 * SIDE, 2 * REACH), said(Message("tile {tile}", tile=tile)))


def colour_of(seat: int) -> str:
    """The colour of a seat in charts."""
    return SERIES[(seat - 1) % len(SERIES)]


def loss_colour(lost: float) -> str:
    """The colour of a cell that loses this number of points."""
    at = min(max(lost, 0.0) / FAR, 1.0) * (len(SCALE) - 1)
    low = min(int(at), len(SCALE) - 2)
    parts = (
        round(int(SCALE[low][i : i + 2], 16) * (low + 1 - at) + int(SCALE[low + 1][i : i + 2], 16) * (at - low))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def draw_valued(canvas: Canvas, sheet: Sheet, seen: Valued) -> Block:
    """A sheet before a move, with the value of every legal cell."""
    variant = sheet.variant
    items = [item for item in sheet.score.items if item.kind == "line"]
    cells = sheet_cells(sheet, Marks(items=items))
    zone = Zone(variant.board.name, variant.tiles, cells[: len(variant.board.cells)], items)
    board = _zone(canvas, variant, zone, seen)
    beside = []
    if variant.yard:
        zone = Zone("scrapyard", variant.tiles, [cells[i] for i in variant.yard])
        beside.append(titled(canvas, said(Message("Scrapyard")), "", _zone(canvas, variant, zone, seen).scaled(0.8)))
    if variant.reserve:
        zone = Zone("reserve", variant.tiles, [cells[i] for i in variant.reserve])
        beside.append(titled(canvas, said(Message("Reserve")), "", _zone(canvas, variant, zone, seen).scaled(0.8)))
    return beside_board(board, beside, is_tall=not variant.yard)  # a scrapyard is as high as wide, a reserve is flat


def _zone(canvas: Canvas, variant: Variant, zone: Zone, seen: Valued) -> Block:
    at = {cell.name: cell for cell in zone.cells}
    drawn = rows((cell.name[0], _cell(canvas, variant, zone, cell, seen)) for cell in zone.cells)
    marks = "".join(draw_glow(canvas, at, item) for item in zone.items)
    marks += "".join(_along(at, cells, BAD) for cells in seen.lost)
    marks += "".join(_along(at, cells, FINE) for cells in seen.won)
    marks += "".join(_top(canvas, zone, cell, seen) for cell in zone.cells)
    across, down = SIDE + _MARGIN, REACH + _MARGIN
    left, top = min(p.x for p in zone.cells) - across, min(p.y for p in zone.cells) - down
    width, height = max(p.x for p in zone.cells) + across - left, max(p.y for p in zone.cells) + down - top
    ground, hidden = draw_ground(canvas, zone), f'<g aria-hidden="true">{marks}</g>'
    body = f'<g transform="translate({n(-left)} {n(-top)})">{ground}{drawn}{hidden}</g>'
    return Block(body, width, height)


def _valued_name(variant: Variant, cell: DrawnCell, seen: Valued) -> str:
    """A cell with what lies on it, or with what the tile was worth there."""
    value = seen.values.get(cell.name)
    if value is None:
        return cell_name(variant, cell)
    gaps = {"cell": place_name(cell), "points": value[0], "lost": value[1]}
    if cell.name == seen.played and cell.name == seen.best:
        return said(Message("{cell}, played here, the best cell: {points:.1f} points to expect", **gaps))
    if cell.name == seen.played:
        return said(Message("{cell}, played here: {points:.1f} points to expect, {lost:.1f} below the best", **gaps))
    if cell.name == seen.best:
        return said(Message("{cell}, the best cell: {points:.1f} points to expect", **gaps))
    return said(Message("{cell}: {points:.1f} points to expect, {lost:.1f} below the best", **gaps))


def _cell(canvas: Canvas, variant: Variant, zone: Zone, cell: DrawnCell, seen: Valued) -> str:
    value = seen.values.get(cell.name)
    if cell.tile is not None:
        body = draw_stripes(canvas, zone.tiles, cell.tile, cell.dimmed)
    elif value is not None:
        body = f'<path d="{hexagon(TILE - 1)}" fill="{loss_colour(value[1])}"/>'
    else:
        body = f'<path d="{hexagon(TILE - 1)}" fill="{canvas.ground(zone.look, 2)}"/>'
    held = f' data-tile="{cell.tile}"' if cell.tile else ""
    is_first = cell is zone.cells[0] and zone.look == variant.board.name
    walked = access(_valued_name(variant, cell, seen), is_first=is_first)
    return f'<g data-cell="{cell.name}"{held}{walked} transform="translate({n(cell.x)} {n(cell.y)})">{body}</g>'


def _top(canvas: Canvas, zone: Zone, cell: DrawnCell, seen: Valued) -> str:
    """The layer above lines: numbers of tiles, values of cells, and the rings of the move and of the best one."""
    value = seen.values.get(cell.name)
    body = ""
    if cell.tile is not None:
        body = draw_face(canvas, zone.tiles, cell.tile)
    elif value is not None:
        shade = loss_colour(value[1])
        ink = max(VALUE_INKS, key=lambda ink: contrast(ink, shade))
        is_best = value[1] < 0.05
        lost = said(Message.keyed("grade", "best", {}) if is_best else Message("−{lost:.1f}", lost=value[1]))
        shown = said(Message("{value:.1f}", value=value[0]))
        body = f'<rect x="-35" y="-32" width="70" height="64" rx="20" fill="{shade}"/>'  # no outline crosses a value
        body += canvas.text(0, -17, cell.name, 14, fill=ink, anchor="middle")
        body += canvas.text(0, 7, shown, 22, fill=ink, weight=800, anchor="middle")
        body += canvas.text(0, 27, lost, 15, fill=ink, weight=600, anchor="middle")
    else:
        body = f'<rect x="-18" y="-13" width="36" height="26" rx="12" fill="{canvas.ground(zone.look, 2)}"/>'
        body += canvas.text(0, 6, cell.name, 17, fill=canvas.ground(zone.look, 3), weight=600, anchor="middle")
    if cell.name == seen.best:
        body += _ring(canvas, "best", "#ffffff", ' stroke-dasharray="9 6"')
    if cell.name == seen.played:
        body += _ring(canvas, "played", canvas.paint("last"))
    return f'<g transform="translate({n(cell.x)} {n(cell.y)})">{body}</g>'


def _ring(canvas: Canvas, name: str, shade: str, dashes: str = "") -> str:
    shape = f'd="{hexagon(TILE - 3)}" fill="none" stroke-linejoin="round"'
    rim = f'<path {shape} stroke="#14161b" stroke-width="8"/>'
    canvas.define(f"ring-{name}", f'{rim}<path {shape} stroke="{shade}" stroke-width="5"{dashes}/>')
    return canvas.use(f"ring-{name}")


def _along(at: Mapping[str, DrawnCell], cells: Sequence[str], shade: str) -> str:
    """The outline of a line that a reason speaks of."""
    if not all(name in at for name in cells):
        return ""
    first, last = at[cells[0]], at[cells[-1]]
    across, down = last.x - first.x, last.y - first.y
    half, turn = hypot(across, down) / 2 + REACH - 3, degrees(atan2(down, across))
    shape = f'x="{n(-half)}" y="-17" width="{n(2 * half)}" height="34" rx="15"'
    return (
        f'<g transform="translate({n(first.x + across / 2)} {n(first.y + down / 2)}) rotate({n(turn)})" fill="none">'
        f'<rect {shape} stroke="#14161b" stroke-width="8"/><rect {shape} stroke="{shade}" stroke-width="4.5"/></g>'
    )


def draw_courses(canvas: Canvas, courses: Sequence[Course], *, top: float | None = None) -> Block:
    """A chart of the expected score after each tile, a line for each player; `top` is the best possible score."""
    every = [value for course in courses for value in course.values] + ([top] if top is not None else [])
    low, high = min(every), max(every)
    step = next(size for size in (5, 10, 20, 25, 50, 100, 200, 500, 1000) if (high - low) / size <= 6)
    low, high = low // step * step, -(-high // step) * step
    high = high if high > low else low + step
    count = max(len(course.values) for course in courses) - 1

    def at(i: int, value: float) -> tuple[float, float]:
        return course_x(i, count), _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    body = ""
    for k in range(round((high - low) / step) + 1):
        y = at(0, low + k * step)[1]
        body += f'<path d="M{n(_LEFT)} {n(y)}H{n(_WIDTH - _RIGHT)}" stroke="{canvas.paint("edge")}"/>'
        body += canvas.text(_LEFT - 8, y + 5, f"{low + k * step:g}", 15, fill=canvas.paint("muted"), anchor="end")
    every_nth = -(-count // 10) or 1
    for i in range(0, count + 1, every_nth):
        body += canvas.text(at(i, low)[0], _HEIGHT - 10, i, 15, fill=canvas.paint("muted"), anchor="middle")
    if top is not None:
        y = at(0, top)[1]
        body += (
            f'<path d="M{n(_LEFT)} {n(y)}H{n(_WIDTH - _RIGHT)}" stroke="{canvas.paint("turn")}" stroke-width="2.5"'
            f' stroke-dasharray="2 6" stroke-linecap="round"/>'
        )
    for course in courses:
        body += _course(course, canvas.line(course.shade) if course.shade else canvas.paint("muted"), at)
    cursor = f'd="M0 {n(_TOP)}V{n(_HEIGHT - _BOTTOM)}" stroke="{canvas.paint("ink")}" stroke-width="1.5"'
    body += f'<path class="cursor" visibility="hidden" {cursor}/>'
    return Block(body, _WIDTH, _HEIGHT)


def course_x(i: int, count: int) -> float:
    """The x coordinate of the i-th tile in a chart of this number of tiles."""
    return _LEFT + i / max(1, count) * (_WIDTH - _LEFT - _RIGHT)


def _course(course: Course, shade: str, at: Callable[[int, float], tuple[float, float]]) -> str:
    spots = [at(i, value) for i, value in enumerate(course.values)]
    path = "L".join(f"{n(x)} {n(y)}" for x, y in spots)
    dashes = ' stroke-dasharray="7 6"' if not course.shade else ""
    body = (
        f'<path d="M{path}" fill="none" stroke="{shade}" stroke-width="3.5" stroke-linejoin="round"'
        f' stroke-linecap="round"{dashes}/>'
    )
    for i, lost in course.marks.items():
        x, y = spots[i]
        body += (
            f'<circle cx="{n(x)}" cy="{n(y)}" r="6" fill="{loss_colour(lost)}" stroke="{shade}" stroke-width="2.5"/>'
        )
    return body
