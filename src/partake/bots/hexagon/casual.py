"""Weaker heuristic bots, by what they overlook: neither counts the bag, and each sees less of what a tile spoils."""

from __future__ import annotations

from partake.bots.hexagon.heuristic import Evaluation, HeuristicBot
from partake.bots.hexagon.prospects import COMPETITION
from partake.rules.grid import Line
from partake.rules.tiles import Tile

EVEN = 0.5
"""The chance that a needed tile comes, for a player who does not count the bag."""


class UncountedEvaluation(Evaluation):
    """Evaluates without counting the bag, each needed tile comes or not, evenly; does not see that a tile spoils a line
    on which only one lies yet."""

    def _chance(self, need: int, fitting: int, competition: float = COMPETITION) -> float:
        return EVEN**need

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        is_overlooked = tile is None and self._begun(line) == 1
        return 0.0 if is_overlooked else super()._value(line, position, tile)

    def _begun(self, line: Line) -> int:
        """The number of tiles that lie on a line."""
        return sum(self.prospects.cells[i] is not None for i in line.cells)


class BegunEvaluation(UncountedEvaluation):
    """Also ignores each line until it is begun, rays and bonus tiles, and never sees what a tile spoils."""

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        is_seen = tile is not None and self._begun(line) > 0
        return super()._value(line, position, tile) if is_seen else 0.0

    def _ray_value(self, line: Line, placed: list[Tile | None]) -> float:
        return 0.0

    def _bonus(self, position: int, tile: Tile) -> float:
        return 0.0


class UncountingBot(HeuristicBot):
    """Weighs all lines like the heuristic, but does not count which tiles are left."""

    name = "uncounting"
    summary = "weighs all lines, but neither counts which tiles are left nor minds a line with a single tile"
    evaluation = UncountedEvaluation


class BeginningBot(UncountingBot):
    """Goes on with the lines that it has begun."""

    name = "beginning"
    summary = "goes on with lines that it has begun, and sees neither what a tile spoils nor rays nor which are left"
    evaluation = BegunEvaluation
