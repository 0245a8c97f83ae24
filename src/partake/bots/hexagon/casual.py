"""Bots that see less than the heuristic: one does not count the bag, one sees only what it has begun."""

from __future__ import annotations

from partake.bots.hexagon.heuristic import HeuristicBot
from partake.bots.hexagon.prospects import Outlook
from partake.rules.grid import Line
from partake.rules.tiles import Tile

EVEN = 0.5
"""How likely a tile that a line needs will come, for somebody who does not count."""


class Uncounted(Outlook):
    """The outlook of somebody who forgets which tiles were called: each one that is needed comes or not, evenly."""

    def _chance(self, need: int, fitting: int) -> float:
        return EVEN**need


class Begun(Uncounted):
    """The outlook of somebody who also sees a line only once it is begun, and never what a tile spoils."""

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        is_seen = tile is not None and any(self.cells[i] is not None for i in line.cells)
        return super()._value(line, position, tile) if is_seen else 0.0

    def _bonus(self, position: int, tile: Tile) -> float:
        return 0.0


class UncountingBot(HeuristicBot):
    """Weighs all lines like the heuristic, but does not count which tiles are left."""

    name = "uncounting"
    summary = "weighs all lines, but does not count which tiles are left"
    outlook = Uncounted


class BeginningBot(UncountingBot):
    """Goes on with the lines that it has begun."""

    name = "beginning"
    summary = "goes on with lines that it has begun, and sees neither what a tile spoils nor which tiles are left"
    outlook = Begun
