"""Single tiles, and all tiles of a set."""

from __future__ import annotations

from partake.draw.svg.canvas import Block, Canvas, n, stack
from partake.draw.svg.frame import header
from partake.draw.svg.sheet import wrapped
from partake.draw.svg.tiles import REACH, SIDE, draw_tile
from partake.rules.tiles import Tile, TileSet


def draw_single(canvas: Canvas, tiles: TileSet, tile: Tile) -> Block:
    """One tile."""
    drawn = draw_tile(canvas, tiles, tile)
    body = f'<g class="tile" data-tile="{tile}" transform="translate({n(SIDE)} {n(REACH)})">{drawn}</g>'
    return Block(body, 2 * SIDE, 2 * REACH)


def draw_set(canvas: Canvas, tiles: TileSet) -> Block:
    """All tiles of a set, a row or two for each vertical number."""
    across = 8 if len(tiles.tiles) > 40 else 9
    width = across * (2 * SIDE + 6) - 6
    groups: dict[object, list[Block]] = {}
    for tile in tiles.tiles:
        groups.setdefault("wild" if tile.is_wild else tile.vertical, []).append(draw_single(canvas, tiles, tile))
    rows = [wrapped(blocks, width, gap=6) for blocks in groups.values()]
    head = header(canvas, width, over="tiles", title=tiles.title)
    return stack([head, *rows], gap=12)


def tile_words(tiles: TileSet, tile: Tile) -> str:
    """A tile in words: its three numbers, its symbol and its bonus."""
    symbol, bonus = tiles.symbols.get(tile), tiles.bonuses.get(tile)
    found = [f"vertical {tile.vertical or 'wild'}, rising {tile.rising or 'wild'}, falling {tile.falling or 'wild'}"]
    found += [f"a {symbol}"] if symbol else []
    found += [f"a {bonus} bonus of {tiles.bonus_points[bonus]}"] if bonus else []
    return f"{'; '.join(found)}."
