"""Zones: a board, a scrapyard or a reserve, with the tiles on it and what they score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from partake.draw.svg.badges import Badges
from partake.draw.svg.canvas import Block, Canvas, n, slug, words
from partake.draw.svg.flowers import draw_flower
from partake.draw.svg.frame import amount
from partake.draw.svg.tiles import ENDS, REACH, SIDE, TILE, WIDTH, draw_face, draw_stripes, hexagon, turned
from partake.engine.outcome import Item
from partake.rules.grid import Board, Direction
from partake.rules.tiles import Tile, TileSet

MARGIN = 42.0
"""Around the cells, where the points of lines stand."""


@dataclass(frozen=True, slots=True)
class Place:
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
    places: Sequence[Place]
    items: Sequence[Item] = ()
    ends: Mapping[tuple[Direction, tuple[str, ...]], tuple[str, str]] = field(default_factory=dict)
    """For a direction and the filled cells of a line, the two ends of the board's line they lie on."""


def middles(board: Board) -> list[tuple[float, float]]:
    """The middle of every cell of a board."""
    return [(cell.q * SIDE * 1.5, (cell.r + cell.q / 2) * REACH * 2) for cell in board.cells]


def draw_zone(canvas: Canvas, zone: Zone, *, margin: float = MARGIN) -> Block:
    """A zone with its tiles, lines, rays and bonuses."""
    at = {place.name: place for place in zone.places}
    lines = [item for item in zone.items if item.kind == "line"]
    rays = [item for item in zone.items if item.kind in ("ray", "best-ray")]
    badges = Badges(canvas, zone.tiles)
    for item in lines:
        badges.line(item, *_ends(zone, at, item))
    for item in rays:
        badges.ray(item, *_ends(zone, at, item))
    cells = "".join(_cell(canvas, zone, place) for place in zone.places)
    above = "".join(_ring(canvas, place) for place in zone.places if place.is_latest)
    above += "".join(draw_glow(canvas, at, item) for item in lines)
    above += "".join(_ray(canvas, at, item) for item in rays)
    above += "".join(_face(canvas, zone, place) for place in zone.places)
    above += "".join(_halos(canvas, at, item) for item in rays)
    above += "".join(_bonus(canvas, at[item.cells[0]], item) for item in zone.items if item.kind == "bonus")
    left, top, width, height = _bounds(zone, badges, margin)
    body = f'{draw_ground(canvas, zone)}{cells}<g class="marks" pointer-events="none">{above}{badges.body}</g>'
    return Block(f'<g transform="translate({n(-left)} {n(-top)})">{body}</g>', width, height)


def _bounds(zone: Zone, badges: Badges, margin: float) -> tuple[float, float, float, float]:
    """The left and upper edge, width and height of a zone with its margin, more if a badge asks for it."""
    across, down = SIDE + margin, REACH + margin
    xs = [place.x + side for place in zone.places for side in (-across, across)]
    ys = [place.y + side for place in zone.places for side in (-down, down)]
    xs += [x + side for x, _, width in badges.taken for side in (-width / 2 - 2, width / 2 + 2)]
    ys += [y + side for _, y, _ in badges.taken for side in (-15, 15)]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def draw_ground(canvas: Canvas, zone: Zone) -> str:
    """The board beneath the cells: their outline, grown outwards."""
    shape = "".join(f"M{n(place.x)} {n(place.y)}{_around}" for place in zone.places)
    return (
        f'<g stroke-linejoin="round"><path d="{shape}" fill="{canvas.ground(zone.look, 1)}"'
        f' stroke="{canvas.ground(zone.look, 1)}" stroke-width="20"/>'
        f'<path d="{shape}" fill="{canvas.ground(zone.look, 0)}" stroke="{canvas.ground(zone.look, 0)}"'
        f' stroke-width="14"/></g>'
    )


_around = (
    f"m{n(SIDE)} 0l{n(-SIDE / 2)} {n(REACH)}h{n(-SIDE)}l{n(-SIDE / 2)} {n(-REACH)}l{n(SIDE / 2)} {n(-REACH)}h{n(SIDE)}z"
)


def _cell(canvas: Canvas, zone: Zone, place: Place) -> str:
    names = ["cell", *([words(place.kind)] if place.kind else []), "filled" if place.tile else "empty"]
    names += ["legal"] if place.is_legal else []
    names += ["latest"] if place.is_latest else []
    tile = f' data-tile="{place.tile}"' if place.tile else ""
    if place.tile is None:
        body = _empty(canvas, zone, place)
    else:
        body = draw_stripes(canvas, zone.tiles, place.tile, place.dimmed)
        if place.kind:
            body = _halo(canvas, place.kind) + body
    return (
        f'<g class="{" ".join(names)}" data-cell="{place.name}"{tile}'
        f' transform="translate({n(place.x)} {n(place.y)})">{body}</g>'
    )


def _empty(canvas: Canvas, zone: Zone, place: Place) -> str:
    name = f"e-{slug(zone.look)}{'-legal' if place.is_legal else ''}"
    if not canvas.has(name):
        inner = (
            f'<path d="{hexagon(TILE - 7)}" fill="none" stroke="{canvas.ground(zone.look, 3)}" stroke-width="2.5"'
            f' stroke-dasharray="3 5" stroke-linecap="round"/>'
            if place.is_legal
            else ""
        )
        canvas.define(name, f'<path d="{hexagon(TILE - 1)}" fill="{canvas.ground(zone.look, 2)}"/>{inner}')
    flower = draw_flower(canvas, place.kind, place.label)
    drop = 33 if flower else 6
    label = canvas.text(
        0, drop, place.name, 13 if flower else 17, fill=canvas.ground(zone.look, 3), weight=600, anchor="middle"
    )
    return f"{canvas.use(name)}{flower}{label}"


def _halo(canvas: Canvas, kind: str) -> str:
    """What still shows that a filled cell is a special one."""
    return f'<path d="{hexagon(SIDE + 1)}" fill="{canvas.paint(kind)}"/>' if kind in ("stamen", "orchid") else ""


def _ring(canvas: Canvas, place: Place) -> str:
    """The mark of the latest move."""
    canvas.define(
        "ring",
        f'<path d="{hexagon(TILE)}" fill="none" stroke="{canvas.paint("last")}" stroke-width="5"'
        f' stroke-linejoin="round"/>',
    )
    return canvas.use("ring", f"translate({n(place.x)} {n(place.y)})")


def _along(at: Mapping[str, Place], item: Item) -> tuple[Place, Place, float, float, float]:
    """The first and last place of a line, its middle and its length."""
    first, last = at[item.cells[0]], at[item.cells[-1]]
    length = hypot(last.x - first.x, last.y - first.y) + 2 * REACH
    return first, last, (first.x + last.x) / 2, (first.y + last.y) / 2, length


def _face(canvas: Canvas, zone: Zone, place: Place) -> str:
    if place.tile is None:
        return ""
    face = draw_face(canvas, zone.tiles, place.tile, place.dimmed)
    return f'<g transform="translate({n(place.x)} {n(place.y)})">{face}</g>'


def draw_glow(canvas: Canvas, at: Mapping[str, Place], item: Item) -> str:
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


def _ray(canvas: Canvas, at: Mapping[str, Place], item: Item) -> str:
    """The beam along a ray."""
    first, last, *_ = _along(at, item)
    pen = 'fill="none" stroke-width="6" stroke-linecap="round" stroke-dasharray="0 11"'
    path = f"M{n(first.x)} {n(first.y)}L{n(last.x)} {n(last.y)}"
    return f'<path class="ray" d="{path}" stroke="{canvas.paint(item.symbol or "sun")}" {pen}/>'


def _halos(canvas: Canvas, at: Mapping[str, Place], item: Item) -> str:
    """A bright rim around every symbol of a ray."""
    shade = canvas.paint(item.symbol or "sun")
    return "".join(
        f'<circle cx="{n(at[name].x)}" cy="{n(at[name].y)}" r="12.5" fill="none" stroke="{shade}" stroke-width="3"/>'
        for name in item.cells
    )


def _ends(zone: Zone, at: Mapping[str, Place], item: Item) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of the whole line of the board: first the one at the side where its numbers stand."""
    direction = item.direction or Direction.VERTICAL
    return line_ends(at, direction, zone.ends.get((direction, item.cells), (item.cells[0], item.cells[-1])))


def line_ends(
    at: Mapping[str, Place], direction: Direction, ends: tuple[str, str]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of a line's two end cells: first the one at the side where its numbers stand."""
    ux, uy = ENDS[direction]
    near, far = sorted((at[name] for name in ends), key=lambda place: -(place.x * ux + place.y * uy))
    return (near.x, near.y), (far.x, far.y)


def _bonus(canvas: Canvas, place: Place, item: Item) -> str:
    """The points a bonus tile has earned, over its coin."""
    if not item.points:
        return ""
    shade = item.bonus if item.bonus in ("gold", "silver") else "gold"
    text = f"+{amount(item.points)}"
    width = 14 + 10 * len(text)
    return (
        f'<g class="bonus" transform="translate({n(place.x)} {n(place.y + 30)})"><rect x="{n(-width / 2)}" y="-13"'
        f' width="{n(width)}" height="26" rx="8" fill="{canvas.paint(shade)}" stroke="#14161b" stroke-width="2.5"/>'
        f"{canvas.text(0, 6.2, text, 17, fill='#14161b', weight=800, anchor='middle')}</g>"
    )
