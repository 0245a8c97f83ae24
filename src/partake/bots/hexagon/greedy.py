"""What an action is worth on a hexagon sheet: the score after it, and what the open lines promise."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from partake.bots.hexagon.prospects import YARD_SHARE, lines_through
from partake.engine.actions import Action, Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.grid import Line
from partake.rules.tiles import WILD, Tile


class Worth:
    """Rates the actions that fill a cell of one seat's sheet."""

    def __init__(self, view: HexagonView, owner: int) -> None:
        self.variant = view.variant
        self.cells = view.cells[owner - 1]
        self._now = Sheet(self.variant, self.cells).score.total
        self._lines = lines_through(self.variant)
        self._left = _numbers_left(view)

    def score(self, action: Action) -> int | Fraction:
        """What the sheet scores after an action."""
        if isinstance(action, Relocate):
            moved = list(self.cells)
            moved[moved.index(action.tile)], moved[self.variant.index[action.cell]] = None, action.tile
            return Sheet(self.variant, tuple(moved)).score.total
        if not isinstance(action, Place):
            return self._now
        position = self.variant.index[action.cell]
        if not any(self._missing(line) == 1 for line in self._lines[position]):
            return self._now  # a score changes only when a line is completed
        cells = (*self.cells[:position], action.tile, *self.cells[position + 1 :])
        return Sheet(self.variant, cells).score.total

    def promise(self, action: Action) -> float:
        """How much better the lines through the filled cell look after an action."""
        if not isinstance(action, Place):
            return 0.0
        position = self.variant.index[action.cell]
        weight = YARD_SHARE if position in self.variant.yard else 1.0
        return weight * sum(
            self._outlook(line, position, action.tile) - self._outlook(line) for line in self._lines[position]
        )

    def _missing(self, line: Line) -> int:
        """How many tiles a line still needs."""
        return sum(self.cells[i] is None and i not in self.variant.skips_empty for i in line.cells)

    def _outlook(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        """A line's points by the square of how much of it is there; nothing if it can no longer score."""
        numbers, filled, length = {WILD}, 0, 0
        for i in line.cells:
            placed = tile if i == position else self.cells[i]
            if placed is not None:
                numbers.add(placed[line.direction])
                filled += 1
                length += 1
            elif i not in self.variant.skips_empty:
                length += 1
        if not filled or len(numbers) > 2:
            return 0.0
        number = max(numbers) or self.variant.tiles.numbers(line.direction)[-1]
        if length - filled > self._left.get((line.direction, number), 0):
            return 0.0
        return number * filled * filled / length


def _numbers_left(view: HexagonView) -> Mapping[tuple[int, int], int]:
    """How many tiles that may still come fit a number in a direction."""
    found: dict[tuple[int, int], int] = {}
    for direction in range(3):
        wild = sum(tile[direction] == WILD for tile in view.bag)
        for number in {tile[direction] for tile in view.variant.tiles.tiles} - {WILD}:
            found[direction, number] = wild + sum(tile[direction] == number for tile in view.bag)
    return found
