"""Tiles: three stripes across a hexagon, their numbers, a sun or a moon, and the glint of a bonus."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt

from partake.draw.palette import colour
from partake.draw.svg.canvas import PAGE, PREFIX, Canvas, n, slug
from partake.rules.grid import Direction
from partake.rules.tiles import SUN, WILD, Tile, TileSet

SIDE = 50.0
"""From the middle of a cell to its corners."""
REACH = SIDE * sqrt(3) / 2
"""From the middle of a cell to its edges."""
TILE = 48.0
"""From the middle of a tile to its corners: a little less than the cell, so that tiles lie apart."""
WIDTH = 28.0
"""Of a stripe."""
TURNS = {Direction.VERTICAL: 0, Direction.RISING: 60, Direction.FALLING: -60}
"""How far a vertical stripe turns, clockwise, to run in a direction."""
ENDS = {Direction.VERTICAL: (0.0, -1.0), Direction.RISING: (-sqrt(3) / 2, 0.5), Direction.FALLING: (sqrt(3) / 2, 0.5)}
"""Where on a tile each number stands, and where beyond a line its points do: at the top, lower left, lower right."""
TEXTURE = "var(--texture,.34)"
"""How strong textures are on pages, whose readers may choose."""
_HALF = TILE * sqrt(3) / 2
_NUMBER_AT = 26.5
_WILD = ("red", "orange", "yellow", "lime", "light blue", "violet")


@cache
def hexagon(side: float) -> str:
    """The path of a flat-topped hexagon around (0, 0)."""
    corners = ((side * cos(i * pi / 3), side * sin(i * pi / 3)) for i in range(6))
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in corners) + "z"


def turned(direction: Direction) -> str:
    """The transform that turns something vertical into a direction."""
    return f"rotate({TURNS[direction]})" if TURNS[direction] else ""


def draw_tile(canvas: Canvas, tiles: TileSet, tile: Tile) -> str:
    """A whole tile around (0, 0)."""
    return draw_stripes(canvas, tiles, tile) + draw_face(canvas, tiles, tile)


def draw_stripes(canvas: Canvas, tiles: TileSet, tile: Tile, dimmed: int = 0) -> str:
    """The lower part of a tile; bit d of `dimmed` makes the stripe in direction d stand back."""
    name = _name("t", tiles, tile, dimmed)
    if not canvas.has(name):
        stripes = ""
        for d in sorted(Direction, key=lambda d: (not dimmed >> d & 1, tile[d])):
            stripe = _stripe(canvas, tiles, tile[d], d)
            stripes += f'<g opacity=".34">{stripe}</g>' if dimmed >> d & 1 else stripe
        canvas.define(name, _body(canvas, tiles.bonuses.get(tile)) + stripes)
    return canvas.use(name)


def draw_live_stripes(canvas: Canvas, tiles: TileSet, tile: Tile) -> str:
    """The lower part of a tile whose stripe in direction d is as opaque as the page's variable --dead-d says."""
    name = _name("live", tiles, tile, 0)
    if not canvas.has(name):
        stripes = "".join(
            f'<g opacity="var(--dead-{d.value},1)">{_stripe(canvas, tiles, tile[d], d)}</g>'
            for d in sorted(Direction, key=lambda d: tile[d])
        )
        canvas.define(name, _body(canvas, tiles.bonuses.get(tile)) + stripes)
    return canvas.use(name)


def draw_face(canvas: Canvas, tiles: TileSet, tile: Tile) -> str:
    """The upper part of a tile, on which no mark may lie: its numbers, its symbol and its bonus."""
    name = _name("f", tiles, tile, 0)
    if not canvas.has(name):
        symbol, bonus = tiles.symbols.get(tile), tiles.bonuses.get(tile)
        numbers = "".join(_number(canvas, tiles, tile[d], d) for d in Direction)
        medal = _medal(canvas, symbol) if symbol else ""
        coin = _coin(canvas, bonus, tiles.bonus_points[bonus]) if bonus else ""
        canvas.define(name, f"{medal}{coin}{numbers}")
    return canvas.use(name)


def _name(kind: str, tiles: TileSet, tile: Tile, dimmed: int) -> str:
    numbers = "-".join("w" if number == WILD else str(number) for number in tile)
    return f"{kind}{slug(tiles.name)}_{numbers}" + (f"_{dimmed}" if dimmed else "")


def _body(canvas: Canvas, bonus: str | None) -> str:
    fill, edge = (bonus, f"{bonus}-edge") if bonus in ("gold", "silver") else ("body", "body-edge")
    name = f"b-{fill}"
    shine = f'<path d="{hexagon(TILE - 4)}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>'
    canvas.define(
        name,
        f'<path d="{hexagon(TILE)}" fill="{canvas.paint(fill)}" stroke="{canvas.paint(edge)}" stroke-width="1.5"'
        f' stroke-linejoin="round"/>{shine if fill != "body" else ""}',
    )
    return canvas.use(name)


def _stripe(canvas: Canvas, tiles: TileSet, number: int, direction: Direction) -> str:
    name = f"s{slug(tiles.name)}_{number or 'w'}"
    if not canvas.has(name):
        canvas.define(name, _wild_stripe(canvas) if number == WILD else _plain_stripe(canvas, tiles, number))
    return canvas.use(name, turned(direction))


def _plain_stripe(canvas: Canvas, tiles: TileSet, number: int) -> str:
    fill, ink = canvas.stripe(tiles, number)
    pattern = colour(tiles.colours.get(number, "")).pattern
    texture = draw_texture(pattern, _HALF) if canvas.patterns else ""
    return (
        f'<path d="{_bar(WIDTH)}" fill="{fill}"/><g fill="none" stroke="{ink}" stroke-linecap="round">'
        f'<path d="{_sides(WIDTH)}" stroke-opacity=".45" stroke-linecap="butt"/>'
        f'<g stroke-opacity="{TEXTURE if canvas.theme == PAGE else ".34"}">{texture}</g></g>'
    )


def _wild_stripe(canvas: Canvas) -> str:
    shades = [colour(name).light for name in _WILD]
    pitch = 1 / len(shades)
    stops = "".join(
        f'<stop offset="{at:.3g}" stop-color="{shade}"/>'
        for i, shade in enumerate(shades)
        for at in (i * pitch, (i + 1) * pitch)
    )
    canvas.define(
        "rainbow-box",
        f'<linearGradient id="{PREFIX}-rainbow" gradientUnits="userSpaceOnUse" spreadMethod="repeat" x2="15" y2="26">'
        f"{stops}</linearGradient>",
    )
    return (
        f'<path d="{_bar(WIDTH)}" fill="url(#{PREFIX}-rainbow)"/>'
        f'<path d="{_sides(WIDTH)}" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="1.5"/>'
    )


def _bar(width: float) -> str:
    return f"M{n(-width / 2)} {n(-_HALF)}h{n(width)}v{n(2 * _HALF)}h{n(-width)}z"


def _sides(width: float) -> str:
    return f"M{n(-width / 2)} {n(-_HALF)}v{n(2 * _HALF)}M{n(width / 2)} {n(-_HALF)}v{n(2 * _HALF)}"


def _number(canvas: Canvas, tiles: TileSet, number: int, direction: Direction) -> str:
    """A number on a ground of its stripe's colour, so that no outline of a line comes near its digits."""
    name = f"n{slug(tiles.name)}_{number or 'w'}"
    if not canvas.has(name):
        canvas.define(name, _star() if number == WILD else _digits(canvas, tiles, number))
    x, y = (part * _NUMBER_AT for part in ENDS[direction])
    return canvas.use(name, f"translate({n(x)} {n(y)})")


def _star() -> str:
    return (
        '<circle r="12" fill="#14161b"/>'
        '<path d="M0-8V8M-6.9-4L6.9 4M6.9-4L-6.9 4" stroke="#fff" stroke-width="3.6" stroke-linecap="round"/>'
    )


def _digits(canvas: Canvas, tiles: TileSet, number: int) -> str:
    fill, ink = canvas.stripe(tiles, number)
    size, nudge, half = (27.0, 9.7, 13.0) if number < 10 else (23.0, 8.3, 16.0)
    tight = ' letter-spacing="-1"' if number > 9 else ""
    return (
        f'<rect x="{n(-half)}" y="-13" width="{n(2 * half)}" height="26" rx="13" fill="{fill}"/>'
        f'<text y="{n(nudge)}" font-size="{n(size)}" font-weight="800" text-anchor="middle"{tight} fill="{ink}">'
        f"{number}</text>"
    )


def draw_symbol(canvas: Canvas, symbol: str) -> str:
    """A sun or a moon around (0, 0), about 16 across."""
    if symbol == SUN:
        angles = [(cos(i * pi / 4), sin(i * pi / 4)) for i in range(8)]
        rays = "".join(f"M{n(6.2 * x)} {n(6.2 * y)}L{n(8.6 * x)} {n(8.6 * y)}" for x, y in angles)
        shade = canvas.paint("sun")
        canvas.define(
            "sun",
            f'<g fill="{shade}" stroke="{shade}" stroke-width="2" stroke-linecap="round"><circle r="3.4"/>'
            f'<path d="{rays}"/></g>',
        )
        return canvas.use("sun")
    canvas.define(
        "moon", f'<path d="M2.6-7.4A7.6 7.6 0 1 0 7 4.2A6.4 6.4 0 0 1 2.6-7.4z" fill="{canvas.paint("moon")}"/>'
    )
    return canvas.use("moon")


def _medal(canvas: Canvas, symbol: str) -> str:
    name = f"m-{slug(symbol)}"
    if not canvas.has(name):
        medal = f'<circle r="11.5" fill="{canvas.paint("body-edge")}"/>{draw_symbol(canvas, symbol)}'
        canvas.define(name, f'<g opacity=".3">{medal}</g>' if canvas.has_faint_symbols else medal)
    return canvas.use(name)


def _coin(canvas: Canvas, bonus: str, points: int) -> str:
    shade = bonus if bonus in ("gold", "silver") else "gold"
    name = f"coin-{slug(bonus)}-{points}"
    canvas.define(
        name,
        f'<circle cy="30" r="11" fill="{canvas.paint(shade)}" stroke="{canvas.paint(shade + "-edge")}"'
        f' stroke-width="2"/><text y="35" font-size="14" font-weight="800" text-anchor="middle"'
        f' letter-spacing="-.5" fill="#14161b">{points}</text>',
    )
    return canvas.use(name)


def draw_texture(pattern: str, half: float) -> str:
    """A texture along a vertical stripe from -half to half, as strokes: it tells numbers apart without colour."""
    rows = [y * 10.4 - 36.4 for y in range(8)]
    match pattern:
        case "dots":
            d, pen = "".join(f"M-6.5 {n(y)}h0M6.5 {n(y + 5.2)}h0" for y in rows[:-1]), 'stroke-width="5"'
        case "chevrons":
            d, pen = "".join(f"M-9 {n(y + 4)}l9-7 9 7" for y in rows), 'stroke-width="2.4"'
        case "waves":
            wave = "q5 2.6 0 5.2t0 5.2" * 8
            d, pen = f"M-6 {n(-half)}{wave}M6 {n(-half)}{wave}", 'stroke-width="2.2"'
        case "bars":
            d, pen = "".join(f"M-13 {n(y)}h26" for y in rows), 'stroke-width="2.6" stroke-linecap="butt"'
        case "spine":
            d, pen = f"M0 {n(-half)}V{n(half)}", 'stroke-width="6" stroke-linecap="butt"'
        case "diamonds":
            d, pen = "".join(f"M0 {n(y - 4.6)}l5 4.6-5 4.6-5-4.6z" for y in rows), 'stroke-width="2"'
        case "dashes":
            d, pen = f"M-6 {n(-half)}v{n(2 * half)}M6 {n(5.2 - half)}V{n(half)}", 'stroke-width="3.6"'
            pen += ' stroke-dasharray="6 10.64"'
        case "rails":
            d, pen = f"M-8.5 {n(-half)}v{n(2 * half)}m17 0v{n(-2 * half)}", 'stroke-width="3" stroke-linecap="butt"'
        case "zigzag":
            d, pen = f"M-7 {n(-half)}" + "l14 5.2-14 5.2" * 8, 'stroke-width="2.4"'
        case "rings":
            d = "".join(f"M-4 {n(y)}a4 4 0 1 1 8 0a4 4 0 1 1-8 0" for y in rows)
            pen = 'stroke-width="2"'
        case "crosses":
            d, pen = "".join(f"M-4 {n(y - 4)}l8 8m0-8l-8 8" for y in rows), 'stroke-width="2.4"'
        case _:
            return ""
    return f'<path d="{d}" {pen}/>'
