"""What a hexagon sheet may still bring: every open line by its points and the chance that the tiles for it come."""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property
from math import comb

from partake.engine.actions import Action, Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.grid import Line
from partake.rules.tiles import MOON, SUN, WILD, Tile
from partake.rules.variant import Variant

CARE = 0.6
"""For each tile that a line still needs, how likely it goes there and not to another line that needs it too."""
YARD_SHARE = 0.5
"""How much a line of the scrapyard counts beside one of the board: it only helps against a penalty."""


class Outlook:
    """Rates what can be done with one seat's sheet by how the lines through a cell look before and after."""

    def __init__(self, view: HexagonView, owner: int) -> None:
        self.variant, self.cells = view.variant, view.cells[owner - 1]
        self._bag, self._draws = view.bag, view.draws_left
        self._lines = lines_through(view.variant)

    def gain(self, action: Action) -> float:
        """How much better the sheet looks after an action; a tile put aside neither helps nor hurts."""
        if isinstance(action, Relocate):
            return self._relocated(action)
        if not isinstance(action, Place) or (position := self.variant.index[action.cell]) in self.variant.reserve:
            return 0.0
        change = sum(self._value(line, position, action.tile) - self._value(line) for line in self._lines[position])
        if position in self.variant.yard:
            return YARD_SHARE * change
        return change + self._bonus(position, action.tile)

    def _relocated(self, action: Relocate) -> float:
        """A move from the reserve is counted, not guessed: nothing comes after it."""
        moved = list(self.cells)
        moved[moved.index(action.tile)], moved[self.variant.index[action.cell]] = None, action.tile
        after, before = Sheet(self.variant, tuple(moved)), Sheet(self.variant, self.cells)
        return float(after.score.total - before.score.total)

    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        """The points to expect from a line, as it is or with a tile on one of its cells."""
        placed = [tile if i == position else self.cells[i] for i in line.cells if not self._skipped(i, position)]
        return self._number_value(line, placed) + self._ray_value(line, placed)

    def _skipped(self, i: int, position: int) -> bool:
        return i != position and self.cells[i] is None and i in self.variant.skips_empty

    def _number_value(self, line: Line, placed: list[Tile | None]) -> float:
        numbers = {tile[line.direction] for tile in placed if tile is not None} - {WILD}
        if len(numbers) > 1:
            return 0.0
        need = placed.count(None)
        if numbers or not need:
            number = max(numbers, default=self.variant.tiles.numbers(line.direction)[-1])
            return number * len(placed) * self._chance(need, self._fitting[line.direction][number])
        return max(
            number * len(placed) * self._chance(need, fitting)
            for number, fitting in self._fitting[line.direction].items()
        )

    def _ray_value(self, line: Line, placed: list[Tile | None]) -> float:
        rule, points = self.variant.options.rays, self.variant.edition.points
        symbols = {self.variant.tiles.symbols.get(tile, "") for tile in placed if tile is not None}
        if rule == "none" or len(symbols) != 1 or "" in symbols:
            return 0.0
        symbol = symbols.pop()
        if rule == "each":
            each = points.sunray if symbol == SUN else points.moonray
            return len(placed) * each * self._chance(placed.count(None), self._symbols[symbol])
        # Only one ray of the player, or of the table, counts: the longer it is, the likelier it is this one.
        share = (len(placed) / self._longest) ** 3
        if rule == "longest":
            return share * points.longest_ray * len(placed) * self._chance(placed.count(None), self._symbols[symbol])
        return share * points.best_ray * self._scoring_ray(line, placed, symbol)

    def _scoring_ray(self, line: Line, placed: list[Tile | None], symbol: str) -> float:
        """The chance that a line becomes a ray and scores: the tiles for it need both number and symbol."""
        numbers = {tile[line.direction] for tile in placed if tile is not None}
        if len(numbers) != 1 or WILD in numbers:
            return 0.0
        number, printed = numbers.pop(), self.variant.tiles.symbols
        both = sum(tile[line.direction] == number and printed.get(tile) == symbol for tile in self._bag)
        return self._chance(placed.count(None), both)

    def _bonus(self, position: int, tile: Tile) -> float:
        """What a bonus tile may earn where it is put, by the chances of its three lines."""
        full = self.variant.tiles.bonus(tile)
        if not full:
            return 0.0
        a, b, c = (self._likely(line, position, tile) for line in self._lines[position])
        three = a * b * c
        two = a * b + a * c + b * c - 3 * three
        return full * three + full / 2 * two

    def _likely(self, line: Line, position: int, tile: Tile) -> float:
        placed = [tile if i == position else self.cells[i] for i in line.cells if not self._skipped(i, position)]
        numbers = {other[line.direction] for other in placed if other is not None} - {WILD}
        if len(numbers) != 1:
            return float(not numbers)
        return self._chance(placed.count(None), self._fitting[line.direction][numbers.pop()])

    def _chance(self, need: int, fitting: int) -> float:
        return chance(need, fitting, self._draws, len(self._bag)) * CARE**need

    @cached_property
    def _fitting(self) -> tuple[dict[int, int], ...]:
        """For each direction how many tiles of the bag suit each number."""
        found = []
        for direction in range(3):
            counts = Counter(tile[direction] for tile in self._bag)
            numbers = {tile[direction] for tile in self.variant.tiles.tiles} - {WILD}
            found.append({number: counts[number] + counts[WILD] for number in numbers})
        return tuple(found)

    @cached_property
    def _longest(self) -> int:
        return max(len(line.cells) for line in self.variant.board.lines)

    @cached_property
    def _symbols(self) -> dict[str, int]:
        counts = Counter(self.variant.tiles.symbols.get(tile) for tile in self._bag)
        return {SUN: counts[SUN], MOON: counts[MOON]}


@cache
def chance(need: int, fitting: int, draws: int, bag: int) -> float:
    """How likely at least `need` of the `fitting` tiles are among so many draws from the bag."""
    if need == 0:
        return 1.0
    if min(fitting, draws) < need:
        return 0.0
    most = min(fitting, draws)
    ways = sum(comb(fitting, k) * comb(bag - fitting, draws - k) for k in range(need, most + 1))
    return ways / comb(bag, draws)


@cache
def lines_through(variant: Variant) -> tuple[tuple[Line, ...], ...]:
    """For each position the lines of board or scrapyard that it is part of."""
    lines = (*variant.board.lines, *variant.yard_lines)
    return tuple(tuple(line for line in lines if i in line.cells) for i in range(len(variant.positions)))
