"""The picture of a board, a view, a tile or a set of tiles, as one SVG document that needs nothing else."""

from __future__ import annotations

import re

from partake.draw.palette import DARK, LIGHT
from partake.draw.palettes import USUAL
from partake.draw.svg.alt_text import sheet_words, view_words
from partake.draw.svg.canvas import Block, Canvas, every_paint, n, rules, stack
from partake.draw.svg.five import draw_five, five_words
from partake.draw.svg.frame import framed, header, titled
from partake.draw.svg.hexagon import draw_sheet, draw_table
from partake.draw.svg.sheet import wrapped
from partake.draw.svg.tiles import REACH, SIDE, draw_tile
from partake.engine.five.view import FiveView
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Score
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.messages import Joined, Message, message_of, said
from partake.rules.names import shown_name
from partake.rules.tiles import GOLD, SILVER, SUN, Tile, TileSet
from partake.rules.variant import variant

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)


def svg(
    value: object,
    *,
    theme: str = "auto",
    seat: int | None = None,
    scored: bool = True,
    patterns: bool = True,
    memory: bool = False,
    tall: bool = False,
    alone: bool = False,
    zone: str = "board",
    score: Score | None = None,
    paper: bool = True,
    size: float | None = None,
    prefix: str | None = None,
    tiles: TileSet | None = None,
) -> str:
    """Draw a view, a sheet, a hexagon edition's empty board, a tile set or a tile.

    - `theme`: `light`, `dark`, `auto` (what the reader's system prefers), or `page`: as the page's own style sheet
      says, which must hold the rules of `stylesheet`
    - `seat`: whose board is large, if not that of the view's own seat
    - `scored`: mark what scores, and give totals
    - `patterns`: give every number's stripe a texture of its own
    - `memory`: in Take Five, show on face-down pawns what this seat has seen of them
    - `tall`: put everything beneath the board, for narrow pages
    - `alone`: the board and nothing around it; or of a sheet the `zone` `scrapyard` or `reserve`, under its heading
    - `score`: what a sheet scores among the sheets of its table, if it is not counted by itself
    - `paper`: draw on a sheet of paper with rounded corners; without it the ground is transparent
    - `size`: the width in pixels
    - `prefix`: what all ids begin with; by default it follows from the picture, so that pictures do not clash
    - `tiles`: the set that a single tile belongs to
    """
    if prefix is not None and not _NAME.fullmatch(prefix):
        raise PartakeError("{prefix!r} cannot begin an id: use a letter, then letters, digits, - and _", prefix=prefix)
    if size is not None and not 0 < size <= 100_000:
        raise PartakeError("a picture cannot be {size} pixels wide", size=size)
    played = value.variant if isinstance(value, (HexagonView, Sheet)) else None
    canvas = Canvas(theme, patterns, has_faint_symbols=played is not None and not played.uses_symbols)
    match value:
        case HexagonView():
            kind, at = value.variant.edition.name, _seat(seat, value.seat, len(value.sheets))
            title = _of_player(value.variant.edition, value.setup.names[at - 1])
            block = draw_table(canvas, value, seat=at, is_scored=scored, is_tall=tall, is_alone=alone)
            told = view_words(value, at, is_scored=scored)
        case FiveView():
            kind, title, told = value.edition.name, titled(value.edition), five_words(value, remembers=memory)
            block = draw_five(canvas, value, remembers=memory, is_tall=tall, is_alone=alone)
        case Sheet():
            kind, told = value.variant.edition.name, sheet_words(value, is_scored=scored, score=score)
            title = _of_player(value.variant.edition, value.name) if value.name else titled(value.variant.edition)
            shown = zone if alone else ""
            block = draw_sheet(canvas, value, is_scored=scored, is_tall=tall, alone=shown, score=score)
        case HexagonEdition():
            kind, title, told = value.name, titled(value), said(message_of(value.board.summary))
            empty = Sheet.of(variant(value, seats=2), {})
            block = draw_sheet(canvas, empty, is_scored=False, is_tall=tall, is_plain=True, alone="board" * alone)
        case TileSet():
            kind, title, told = "tiles", said(message_of(value.title)), f"{', '.join(map(str, value.tiles))}."
            block = _draw_set(canvas, value)
        case Tile():
            found = tiles or _set_of(value)
            kind, told, paper = "tile", _tile_words(found, value), False
            title = said(Message("Tile {tile}", tile=value))
            block = draw_single(canvas, found, value)
        case _:
            raise PartakeError("there is no picture of a {name}", name=type(value).__name__)
    block = framed(canvas, block, has_paper=paper)
    return canvas.finish(block, title=title, description=told, size=size, prefix=prefix, kind=kind)


def stylesheet(theme: str = "auto", *, selector: str = ".partake", palette: str = USUAL) -> str:
    """The rules that colour pictures of the theme `page`, for a page that allows no styles within it."""
    paints = every_paint(palette)
    if theme == "auto":
        return rules(selector, paints)
    if theme not in (LIGHT, DARK):
        raise PartakeError(
            "there is no style sheet for the theme {theme!r}; there are auto, light and dark", theme=theme
        )
    shades = ";".join(f"--pk-{name}:{pair[theme == DARK]}" for name, pair in sorted(paints.items()))
    return f"{selector}{{{shades}}}"


def _seat(wanted: int | None, own: int | None, seats: int) -> int:
    found = wanted or own or 1
    if not 1 <= found <= seats:
        raise PartakeError("there is no seat {seat} at this table", seat=found)
    return found


def _of_player(edition: HexagonEdition, name: str) -> str:
    """The title of a picture of somebody's board."""
    return said(Message("{what}: {value}", what=message_of(edition.title), value=shown_name(name)))


def _set_of(tile: Tile) -> TileSet:
    """The first set of the package that has this tile."""
    for found in catalogue().tile_sets.values():
        if tile in found.tiles:
            return found
    raise PartakeError("{tile} is in no tile set of the package: say which set it belongs to", tile=tile)


def draw_single(canvas: Canvas, tiles: TileSet, tile: Tile) -> Block:
    """One tile."""
    drawn = draw_tile(canvas, tiles, tile)
    body = f'<g class="tile" data-tile="{tile}" transform="translate({n(SIDE)} {n(REACH)})">{drawn}</g>'
    return Block(body, 2 * SIDE, 2 * REACH)


def _draw_set(canvas: Canvas, tiles: TileSet) -> Block:
    """All tiles of a set, a row or two for each vertical number."""
    across = 8 if len(tiles.tiles) > 40 else 9
    width = across * (2 * SIDE + 6) - 6
    groups: dict[object, list[Block]] = {}
    for tile in tiles.tiles:
        groups.setdefault("wild" if tile.is_wild else tile.vertical, []).append(draw_single(canvas, tiles, tile))
    rows = [wrapped(blocks, width, gap=6) for blocks in groups.values()]
    head = header(canvas, width, over=said(Message("tiles")), title=said(message_of(tiles.title)))
    return stack([head, *rows], gap=12)


def _tile_words(tiles: TileSet, tile: Tile) -> str:
    """A tile in words: its three numbers, its symbol and its bonus."""
    wild = Message("wild")
    found = [
        Message(
            "vertical {vertical}, rising {rising}, falling {falling}",
            vertical=tile.vertical or wild,
            rising=tile.rising or wild,
            falling=tile.falling or wild,
        )
    ]
    symbol, bonus = tiles.symbols.get(tile), tiles.bonuses.get(tile)
    if symbol:
        found.append(Message("a sun" if symbol == SUN else "a moon"))
    if bonus == GOLD:
        found.append(Message("a gold bonus of {points}", points=tiles.bonus_points[bonus]))
    elif bonus == SILVER:
        found.append(Message("a silver bonus of {points}", points=tiles.bonus_points[bonus]))
    return f"{said(Joined(found, '; '))}."
