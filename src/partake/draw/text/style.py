"""The colours and signs of a terminal picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from partake.draw.palette import ROLES, colour
from partake.draw.text.canvas import ASCII, BOLD, Glyphs, TextCanvas
from partake.rules.grid import Direction
from partake.rules.tiles import GOLD, SUN, Tile, TileSet

_LEVELS = (0, 95, 135, 175, 215, 255)


@dataclass(frozen=True, slots=True)
class Paint:
    """How to colour (24 bits, or the 256 colours every terminal has) and which signs to use."""

    rich: bool = False
    ascii: bool = False

    @property
    def glyphs(self) -> Glyphs:
        """The signs of this terminal."""
        return ASCII if self.ascii else Glyphs()

    def on(self, ground: str, ink: str, *, bold: bool = False) -> str:
        """The style of a text in one colour on another."""
        return (f"{BOLD};" if bold else "") + f"{self._code(38, ink)};{self._code(48, ground)}"

    def ink(self, shade: str) -> str:
        """The style of a text in a colour."""
        return self._code(38, shade)

    def role(self, name: str) -> str:
        """The colour of a thing that is not a stripe, as drawn on a tile."""
        return ROLES[name][1]

    def stripe(self, tiles: TileSet, number: int) -> str:
        """The style of a number: its colour as the ground, and ink that stands out from it."""
        if not number:
            return self.on(self.role("sun"), "#14161b", bold=True)
        found = colour(tiles.colours[number])
        return self.on(found.light, found.ink(), bold=True)

    def symbol(self, tiles: TileSet, tile: Tile) -> str:
        """The sun or moon of a tile, if it has one."""
        found = tiles.symbols.get(tile)
        return "" if found is None else self.glyphs.sun if found == SUN else self.glyphs.moon

    def bonus(self, tiles: TileSet, tile: Tile) -> str:
        """The gold or silver mark of a tile, if it has one."""
        found = tiles.bonuses.get(tile)
        return "" if found is None else self.glyphs.gold if found == GOLD else self.glyphs.silver

    def _code(self, layer: int, shade: str) -> str:
        red, green, blue = (int(shade[i : i + 2], 16) for i in (1, 3, 5))
        return f"{layer};2;{red};{green};{blue}" if self.rich else f"{layer};5;{_nearest(red, green, blue)}"


def put_tile(canvas: TextCanvas, x: int, y: int, tile: Tile, tiles: TileSet, paint: Paint) -> int:
    """Write a tile in a line of text, its numbers in their colours and its marks behind; gives the next column."""
    for direction in Direction:
        x = canvas.put(x, y, "-" if direction else "")
        x = canvas.put(x, y, str(tile[direction] or "*"), paint.stripe(tiles, tile[direction]))
    return canvas.put(x, y, paint.symbol(tiles, tile) + paint.bonus(tiles, tile))


def tile_columns(tiles: TileSet) -> int:
    """The most columns that `put_tile` takes for a tile of this set."""
    return max(len(str(tile)) + (tile in tiles.symbols) + (tile in tiles.bonuses) for tile in tiles.tiles)


@cache
def _nearest(red: int, green: int, blue: int) -> int:
    """The number of the nearest of the 256 colours: a cube of 6 x 6 x 6, then 24 greys."""
    cube = [min(range(6), key=lambda i: abs(_LEVELS[i] - part)) for part in (red, green, blue)]
    grey = min(range(24), key=lambda i: abs(8 + 10 * i - (red + green + blue) // 3))
    found = {16 + 36 * cube[0] + 6 * cube[1] + cube[2]: [_LEVELS[i] for i in cube], 232 + grey: [8 + 10 * grey] * 3}
    return min(found, key=lambda n: sum((a - b) ** 2 for a, b in zip(found[n], (red, green, blue), strict=True)))
