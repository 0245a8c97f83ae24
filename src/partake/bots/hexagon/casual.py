"""Weaker heuristic bots: one does not count the bag, one evaluates only the lines that it has begun."""

from __future__ import annotations

from partake.bots.hexagon.heuristic import Evaluation, HeuristicBot
from partake.rules.grid import Line
from partake.rules.tiles import Tile

EVEN = 0.5
"""The chance that a needed tile comes, for a player who does not count the bag."""


class UncountedEvaluation(Evaluation):
    """Evaluates without counting the bag: each needed tile comes or not, evenly."""

    def _chance(self, need: int, fitting: int) -> float:
        return EVEN**need


class BegunEvaluation(UncountedEvaluation):
    """Also ignores each line until it is begun, and never sees what a tile spoils."""

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        is_seen = tile is not None and any(self.prospects.cells[i] is not None for i in line.cells)
        return super()._value(line, position, tile) if is_seen else 0.0

    def _bonus(self, position: int, tile: Tile) -> float:
        return 0.0


class UncountingBot(HeuristicBot):
    """Weighs all lines like the heuristic, but does not count which tiles are left."""

    name = "uncounting"
    summary = "weighs all lines, but does not count which tiles are left"
    evaluation = UncountedEvaluation


class BeginningBot(UncountingBot):
    """Goes on with the lines that it has begun."""

    name = "beginning"
    summary = "goes on with lines that it has begun, and sees neither what a tile spoils nor which tiles are left"
    evaluation = BegunEvaluation
