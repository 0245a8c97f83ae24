"""A one-ply heuristic bot: its evaluation function is points times the chance that they come."""

from __future__ import annotations

from typing import ClassVar

from partake.bots.bot import Budget, FamilyBot
from partake.bots.hexagon.prospects import (
    COMPETITION,
    RAY_COMPETITION,
    YARD_WEIGHT,
    LineEvaluation,
    all_lines,
    lines_through,
    numbers_on,
    relocated,
)
from partake.engine.actions import Action, Place, Relocate, TakeBack
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.grid import Line
from partake.rules.tiles import WILD, Tile


class Evaluation(LineEvaluation):
    """Evaluates actions on one seat's sheet by the expected points of the lines through a cell, before and after."""

    def gain(self, action: Action) -> float:
        """The expected points that an action wins; a tile put aside neither helps nor hurts."""
        if isinstance(action, Relocate):
            return self._relocated(action)
        if not isinstance(action, Place) or (position := self.variant.index[action.cell]) in self.variant.reserve:
            return 0.0
        change = self._change(position, action.tile)
        if position in self.variant.yard:
            return YARD_WEIGHT * change
        return change + self._bonus(position, action.tile)

    def _relocated(self, action: Relocate) -> float:
        """A move from the reserve is scored exactly: nothing comes after it."""
        cells = self.prospects.cells
        moved = relocated(cells, [(action.tile, self.variant.index[action.cell])])
        return float(Sheet(self.variant, moved).score.total - Sheet(self.variant, cells).score.total)

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        """The expected points of a line, as it is or with a tile on one of its cells."""
        placed = self.prospects.tiles_on(line, position, tile)
        return self._number_value(line, placed) + self._ray_value(line, placed)

    def _number_value(self, line: Line, placed: list[Tile | None]) -> float:
        need, fitting = placed.count(None), self.prospects.fitting[line.direction]
        return max(
            (
                number * len(placed) * self._chance(need, fitting[number])
                for number in self.prospects.possible_numbers(line, placed)
            ),
            default=0.0,
        )

    def _ray_value(self, line: Line, placed: list[Tile | None]) -> float:
        ray = self.prospects.ray(placed)
        if ray is None:
            return 0.0
        is_best = self.variant.options.rays == "best"
        likely = (
            self._scoring_ray(line, placed, ray.symbol)
            if is_best
            else self._chance(placed.count(None), self.prospects.symbols[ray.symbol], RAY_COMPETITION)
        )
        return ray.weight * ray.each * ray.counted * likely

    def _scoring_ray(self, line: Line, placed: list[Tile | None], symbol: str) -> float:
        """The chance that a line becomes a ray and scores: the tiles for it need both number and symbol."""
        numbers = {tile[line.direction] for tile in placed if tile is not None}
        if len(numbers) != 1 or WILD in numbers:
            return 0.0
        number, printed = numbers.pop(), self.variant.tiles.symbols
        both = sum(tile[line.direction] == number and printed.get(tile) == symbol for tile in self.prospects.bag)
        return self._chance(placed.count(None), both)

    def _bonus(self, position: int, tile: Tile) -> float:
        """What a bonus tile may earn where it is put: all for three scoring lines, half for two."""
        full = self.variant.tiles.bonus(tile)
        if not full:
            return 0.0
        lines = all_lines(self.variant)
        a, b, c = (self._likely(lines[at], position, tile) for at in lines_through(self.variant)[position])
        three = a * b * c
        two = a * b + a * c + b * c - 3 * three
        return full * three + full / 2 * two

    def _likely(self, line: Line, position: int, tile: Tile) -> float:
        placed = self.prospects.tiles_on(line, position, tile)
        numbers = numbers_on(line, placed)
        if len(numbers) != 1:
            return float(not numbers)
        return self._chance(placed.count(None), self.prospects.fitting[line.direction][numbers.pop()])

    def _chance(self, need: int, fitting: int, competition: float = COMPETITION) -> float:
        """The chance that the tiles a line or ray needs come, and go there."""
        return self.prospects.chance(need, fitting) * competition**need


class HeuristicBot(FamilyBot):
    """Puts each tile where the lines through the cell gain most, or lose least, by what the bag may still bring."""

    name = "heuristic"
    summary = "the move after which the open lines promise most, by what is left in the bag"
    families = frozenset({"hexagon"})
    evaluation: ClassVar[type[Evaluation]] = Evaluation
    """Its evaluation function; weaker bots have another."""

    def choose_hexagon(self, view: HexagonView, budget: Budget) -> Action:
        """The legal action that gains most; ties broken at random."""
        own = self.evaluation(view, view.seat or 1)

        def gain(action: Action) -> float:
            rating = self.evaluation(view, action.owner) if isinstance(action, Place) and action.owner else own
            return rating.gain(action)

        return self.best([action for action in view.legal if not isinstance(action, TakeBack)], gain)
