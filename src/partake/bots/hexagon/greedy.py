"""The evaluation function of the greedy bot on a hexagon sheet: the score now, then how full the open lines are."""

from __future__ import annotations

from fractions import Fraction

from partake.bots.hexagon.prospects import YARD_WEIGHT, LineEvaluation, all_lines, relocated
from partake.engine.actions import Action, Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.grid import Line
from partake.rules.tiles import Tile


class GreedyEvaluation(LineEvaluation):
    """Evaluates the actions that fill a cell of one seat's sheet."""

    def __init__(self, view: HexagonView, owner: int) -> None:
        super().__init__(view, owner)
        self._now = Sheet(self.variant, self.prospects.cells).score.total
        self._completing = self._completing_positions()

    def _completing_positions(self) -> set[int]:
        """The positions on lines that need one more tile."""
        return {
            i for line in all_lines(self.variant) if self.prospects.tiles_on(line).count(None) == 1 for i in line.cells
        }

    def score(self, action: Action) -> int | Fraction:
        """What the sheet scores after an action."""
        cells = self.prospects.cells
        if isinstance(action, Relocate):
            moved = relocated(cells, [(action.tile, self.variant.index[action.cell])])
            return Sheet(self.variant, moved).score.total
        if not isinstance(action, Place):
            return self._now
        position = self.variant.index[action.cell]
        if position not in self._completing:
            return self._now  # a score changes only when a line is completed
        return Sheet(self.variant, (*cells[:position], action.tile, *cells[position + 1 :])).score.total

    def promise(self, action: Action) -> float:
        """How much better the lines through the filled cell look after an action."""
        if not isinstance(action, Place):
            return 0.0
        position = self.variant.index[action.cell]
        weight = YARD_WEIGHT if position in self.variant.yard else 1.0
        return weight * self._change(position, action.tile)

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        """A line's points by the square of how much of it is there; nothing if it can no longer score."""
        placed = self.prospects.tiles_on(line, position, tile)
        length, need = len(placed), placed.count(None)
        if need == length:
            return 0.0
        number = max(self.prospects.possible_numbers(line, placed), default=0)
        filled = length - need
        if not number or need > self.prospects.fitting[line.direction][number]:
            return 0.0
        return number * filled * filled / length
