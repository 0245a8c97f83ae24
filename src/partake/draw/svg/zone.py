"""Zones: a board, a scrapyard or a reserve, with the tiles on it and what they score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from partake.draw.svg.badges import Badges
from partake.draw.svg.canvas import Block, Canvas, n, slug, words
from partake.draw.svg.frame import amount
from partake.draw.svg.tiles import ENDS, REACH, SIDE, TILE, WIDTH, draw_face, draw_stripes, hexagon, turned
from partake.engine.outcome import Item
from partake.rules.grid import Board, Direction
from partake.rules.tiles import Tile, TileSet

MARGIN = 42.0
"""Around the cells, where the points of lines stand."""


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """A cell of a picture: where its middle is, what lies on it, and how it is marked."""

    name: str
    x: float
    y: float
    tile: Tile | None = None
    kind: str = ""
    label: str = ""
    dimmed: int = 0
    is_legal: bool = False
    is_latest: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """Cells that belong together; `look` is the name of a board in the palette."""

    look: str
    tiles: TileSet
    cells: Sequence[DrawnCell]
    items: Sequence[Item] = ()
    ends: Mapping[tuple[Direction, tuple[str, ...]], tuple[str, str]] = field(default_factory=dict)
    """For a direction and the filled cells of a line, the two ends of the board's line they lie on."""


def middles(board: Board) -> list[tuple[float, float]]:
    """The middle of every cell of a board."""
    return [(cell.q * SIDE * 1.5, (cell.r + cell.q / 2) * REACH * 2) for cell in board.cells]


def draw_zone(canvas: Canvas, zone: Zone, *, margin: float = MARGIN) -> Block:
    """A zone with its tiles, lines, rays and bonuses."""
    at = {cell.name: cell for cell in zone.cells}
    lines = [item for item in zone.items if item.kind == "line"]
    rays = [item for item in zone.items if item.kind in ("ray", "best-ray")]
    badges = Badges(canvas, zone.tiles)
    for item in lines:
        badges.line(item, *_ends(zone, at, item))
    for item in rays:
        badges.ray(item, *_ends(zone, at, item))
    drawn = "".join(_cell(canvas, zone, cell) for cell in zone.cells)
    above = "".join(_ring(canvas, cell) for cell in zone.cells if cell.is_latest)
    above += "".join(draw_glow(canvas, at, item) for item in lines)
    above += "".join(_ray(canvas, at, item) for item in rays)
    above += "".join(_halos(canvas, at, item) for item in rays)
    above += "".join(_face(canvas, zone, cell) for cell in zone.cells)  # above all outlines, which cross no number
    above += "".join(_bonus(canvas, at[item.cells[0]], item) for item in zone.items if item.kind == "bonus")
    left, top, width, height = _bounds(zone, badges, margin)
    body = f'{draw_ground(canvas, zone)}{drawn}<g class="marks" pointer-events="none">{above}{badges.body}</g>'
    return Block(f'<g transform="translate({n(-left)} {n(-top)})">{body}</g>', width, height)


def _bounds(zone: Zone, badges: Badges, margin: float) -> tuple[float, float, float, float]:
    """The left and upper edge, width and height of a zone with its margin, more if a badge asks for it."""
    across, down = SIDE + margin, REACH + margin
    xs = [cell.x + side for cell in zone.cells for side in (-across, across)]
    ys = [cell.y + side for cell in zone.cells for side in (-down, down)]
    xs += [x + side for x, _, width in badges.taken for side in (-width / 2 - 2, width / 2 + 2)]
    ys += [y + side for _, y, _ in badges.taken for side in (-15, 15)]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def draw_ground(canvas: Canvas, zone: Zone) -> str:
    """The board beneath the cells: their outline, grown outwards."""
    shape = "".join(f"M{n(cell.x)} {n(cell.y)}{_around}" for cell in zone.cells)
    return (
        f'<g stroke-linejoin="round"><path d="{shape}" fill="{canvas.ground(zone.look, 1)}"'
        f' stroke="{canvas.ground(zone.look, 1)}" stroke-width="20"/>'
        f'<path d="{shape}" fill="{canvas.ground(zone.look, 0)}" stroke="{canvas.ground(zone.look, 0)}"'
        f' stroke-width="14"/></g>'
    )


_around = (
    f"m{n(SIDE)} 0l{n(-SIDE / 2)} {n(REACH)}h{n(-SIDE)}l{n(-SIDE / 2)} {n(-REACH)}l{n(SIDE / 2)} {n(-REACH)}h{n(SIDE)}z"
)


def _cell(canvas: Canvas, zone: Zone, cell: DrawnCell) -> str:
    names = ["cell", *([words(cell.kind)] if cell.kind else []), "filled" if cell.tile else "empty"]
    names += ["legal"] if cell.is_legal else []
    names += ["latest"] if cell.is_latest else []
    tile = f' data-tile="{cell.tile}"' if cell.tile else ""
    if cell.tile is None:
        body = _empty(canvas, zone, cell)
    else:
        body = draw_stripes(canvas, zone.tiles, cell.tile, cell.dimmed)
        if cell.kind:
            body = _halo(canvas, cell.kind) + body
    return (
        f'<g class="{" ".join(names)}" data-cell="{cell.name}"{tile}'
        f' transform="translate({n(cell.x)} {n(cell.y)})">{body}</g>'
    )


def _empty(canvas: Canvas, zone: Zone, cell: DrawnCell) -> str:
    name = f"e-{slug(zone.look)}{'-legal' if cell.is_legal else ''}"
    if not canvas.has(name):
        inner = (
            f'<path d="{hexagon(TILE - 7)}" fill="none" stroke="{canvas.ground(zone.look, 3)}" stroke-width="2.5"'
            f' stroke-dasharray="3 5" stroke-linecap="round"/>'
            if cell.is_legal
            else ""
        )
        canvas.define(name, f'<path d="{hexagon(TILE - 1)}" fill="{canvas.ground(zone.look, 2)}"/>{inner}')
    flower = draw_flower(canvas, cell.kind, cell.label)
    drop = 33 if flower else 6
    label = canvas.text(
        0, drop, cell.name, 13 if flower else 17, fill=canvas.ground(zone.look, 3), weight=600, anchor="middle"
    )
    return f"{canvas.use(name)}{flower}{label}"


def _halo(canvas: Canvas, kind: str) -> str:
    """What still shows that a filled cell is a special one."""
    return f'<path d="{hexagon(SIDE + 1)}" fill="{canvas.paint(kind)}"/>' if kind in ("stamen", "orchid") else ""


def _ring(canvas: Canvas, cell: DrawnCell) -> str:
    """The mark of the latest move."""
    canvas.define(
        "ring",
        f'<path d="{hexagon(TILE)}" fill="none" stroke="{canvas.paint("last")}" stroke-width="5"'
        f' stroke-linejoin="round"/>',
    )
    return canvas.use("ring", f"translate({n(cell.x)} {n(cell.y)})")


def _along(at: Mapping[str, DrawnCell], item: Item) -> tuple[DrawnCell, DrawnCell, float, float, float]:
    """The first and last cell of a line, its middle and its length."""
    first, last = at[item.cells[0]], at[item.cells[-1]]
    length = hypot(last.x - first.x, last.y - first.y) + 2 * REACH
    return first, last, (first.x + last.x) / 2, (first.y + last.y) / 2, length


def _face(canvas: Canvas, zone: Zone, cell: DrawnCell) -> str:
    if cell.tile is None:
        return ""
    face = draw_face(canvas, zone.tiles, cell.tile)
    return f'<g class="face" transform="translate({n(cell.x)} {n(cell.y)})">{face}</g>'


def draw_glow(canvas: Canvas, at: Mapping[str, DrawnCell], item: Item) -> str:
    """The outline along a scoring line."""
    if item.direction is None:
        return ""
    _, _, x, y, length = _along(at, item)
    half, width = length / 2 - 1, WIDTH + 3
    shape = f'x="{n(-width / 2)}" y="{n(-half)}" width="{n(width)}" height="{n(2 * half)}" rx="9"'
    return (
        f'<g class="line" transform="translate({n(x)} {n(y)}) {turned(item.direction)}" fill="none">'
        f'<rect {shape} stroke="{canvas.paint("body-edge")}" stroke-width="5" stroke-opacity=".6"/>'
        f'<rect {shape} stroke="{canvas.paint("glow")}" stroke-width="2.4"/></g>'
    )


def _ray(canvas: Canvas, at: Mapping[str, DrawnCell], item: Item) -> str:
    """The beam along a ray."""
    first, last, *_ = _along(at, item)
    pen = 'fill="none" stroke-width="6" stroke-linecap="round" stroke-dasharray="0 11"'
    path = f"M{n(first.x)} {n(first.y)}L{n(last.x)} {n(last.y)}"
    return f'<path class="ray" d="{path}" stroke="{canvas.paint(item.symbol or "sun")}" {pen}/>'


def _halos(canvas: Canvas, at: Mapping[str, DrawnCell], item: Item) -> str:
    """A bright rim around every symbol of a ray."""
    shade = canvas.paint(item.symbol or "sun")
    return "".join(
        f'<circle class="halo" cx="{n(at[name].x)}" cy="{n(at[name].y)}" r="12.5" fill="none" stroke="{shade}"'
        ' stroke-width="3"/>'
        for name in item.cells
    )


def _ends(zone: Zone, at: Mapping[str, DrawnCell], item: Item) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of the whole line of the board: first the one at the side where its numbers stand."""
    direction = item.direction or Direction.VERTICAL
    return line_ends(at, direction, zone.ends.get((direction, item.cells), (item.cells[0], item.cells[-1])))


def line_ends(
    at: Mapping[str, DrawnCell], direction: Direction, ends: tuple[str, str]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of a line's two end cells: first the one at the side where its numbers stand."""
    ux, uy = ENDS[direction]
    near, far = sorted((at[name] for name in ends), key=lambda cell: -(cell.x * ux + cell.y * uy))
    return (near.x, near.y), (far.x, far.y)


def _bonus(canvas: Canvas, cell: DrawnCell, item: Item) -> str:
    """The points a bonus tile has earned, over its coin."""
    if not item.points:
        return ""
    shade = item.bonus if item.bonus in ("gold", "silver") else "gold"
    text = f"+{amount(item.points)}"
    return f'<g class="bonus" transform="translate({n(cell.x)} {n(cell.y)})">{draw_earned(canvas, shade, text)}</g>'


def draw_earned(canvas: Canvas, shade: str, text: str) -> str:
    """The points of a bonus tile at its lower edge, clear of its numbers."""
    width = 10 + 10 * len(text or "+80")
    label = canvas.text(0, 40.4, text, 16.5, fill="#14161b", weight=800, anchor="middle")
    return (
        f'<rect x="{n(-width / 2)}" y="24.5" width="{n(width)}" height="20" rx="7" fill="{canvas.paint(shade)}"'
        f' stroke="#14161b" stroke-width="2"/>{label}'
    )


def draw_flower(canvas: Canvas, kind: str, label: str = "") -> str:
    """The flower of a special cell around (0, 0), with the cell's letter; nothing for an ordinary cell."""
    match kind:
        case "stamen":
            if not canvas.has(kind):
                canvas.define(kind, _daffodil(canvas))
            return canvas.use(kind, "translate(0 -7)")
        case "orchid":
            if not canvas.has(kind):
                canvas.define(kind, _orchid(canvas))
            name = f"letter-{slug(label)}"
            if not canvas.has(name):
                ink = canvas.paint("orchid-ink")
                canvas.define(name, canvas.text(0, 1, label, 20, fill=ink, weight=800, anchor="middle"))
            return canvas.use(kind, "translate(0 -7)") + canvas.use(name)
    return ""


def _daffodil(canvas: Canvas) -> str:
    petal = "M0-5C-9-12-8-23 0-28C8-23 9-12 0-5z"
    petals = "".join(f'<path d="{petal}" transform="rotate({turn})"/>' for turn in range(0, 360, 60))
    frill = "".join(f'<circle cy="-9" r="4" transform="rotate({turn})"/>' for turn in range(0, 360, 45))
    return (
        f'<g fill="{canvas.paint("stamen")}" stroke="{canvas.paint("stamen-edge")}" stroke-width="1.2">{petals}</g>'
        f'<g fill="{canvas.paint("trumpet")}">{frill}<circle r="10"/></g>'
        f'<circle r="5" fill="{canvas.paint("stamen-edge")}"/><circle r="2" fill="{canvas.paint("stamen")}"/>'
    )


def _orchid(canvas: Canvas) -> str:
    sepal = "M0-3C-7-10-7-21 0-27C7-21 7-10 0-3z"
    sepals = "".join(f'<path d="{sepal}" transform="rotate({turn})"/>' for turn in (0, 130, 230))
    wings = "M-2-2C-8-16-28-15-27-2C-26 8-10 8-2-2zM2-2C8-16 28-15 27-2C26 8 10 8 2-2z"
    lip = "M0 1C-9 1-12 9-7 14C-4 17-2 15 0 19C2 15 4 17 7 14C12 9 9 1 0 1z"
    return (
        f'<g stroke="{canvas.paint("orchid-edge")}" stroke-width="1.2">'
        f'<g fill="{canvas.paint("orchid-pale")}">{sepals}</g>'
        f'<path d="{wings}" fill="{canvas.paint("orchid")}"/></g>'
        f'<path d="{lip}" fill="{canvas.paint("orchid-edge")}"/>'
        f'<circle r="11" fill="{canvas.paint("orchid-pale")}" stroke="{canvas.paint("orchid-edge")}"/>'
    )
