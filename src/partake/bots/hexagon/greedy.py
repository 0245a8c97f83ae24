"""The evaluation function of the greedy bot on a hexagon sheet: the score now, then how full the open lines are."""

from __future__ import annotations

from fractions import Fraction

from partake.bots.hexagon.prospects import YARD_WEIGHT, Prospects, lines_through, relocated
from partake.engine.actions import Action, Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.grid import Line
from partake.rules.tiles import Tile


class GreedyEvaluation:
    """Evaluates the actions that fill a cell of one seat's sheet."""

    def __init__(self, view: HexagonView, owner: int) -> None:
        self.variant = view.variant
        self.prospects = Prospects.of(view, owner)
        self._now = Sheet(self.variant, self.prospects.cells).score.total
        self._lines = lines_through(self.variant)

    def score(self, action: Action) -> int | Fraction:
        """What the sheet scores after an action."""
        cells = self.prospects.cells
        if isinstance(action, Relocate):
            moved = relocated(cells, [(action.tile, self.variant.index[action.cell])])
            return Sheet(self.variant, moved).score.total
        if not isinstance(action, Place):
            return self._now
        position = self.variant.index[action.cell]
        if not any(self.prospects.tiles_on(line).count(None) == 1 for line in self._lines[position]):
            return self._now  # a score changes only when a line is completed
        return Sheet(self.variant, (*cells[:position], action.tile, *cells[position + 1 :])).score.total

    def promise(self, action: Action) -> float:
        """How much better the lines through the filled cell look after an action."""
        if not isinstance(action, Place):
            return 0.0
        position = self.variant.index[action.cell]
        weight = YARD_WEIGHT if position in self.variant.yard else 1.0
        return weight * sum(
            self._value(line, position, action.tile) - self._value(line) for line in self._lines[position]
        )

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        """A line's points by the square of how much of it is there; nothing if it can no longer score."""
        placed = self.prospects.tiles_on(line, position, tile)
        length, need = len(placed), placed.count(None)
        numbers = self.prospects.possible_numbers(line, placed)
        if need == length or not numbers:
            return 0.0
        number, filled = max(numbers), length - need
        if need > self.prospects.fitting[line.direction][number]:
            return 0.0
        return number * filled * filled / length
