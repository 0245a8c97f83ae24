"""Prospects: what the lines, rays and bonus tiles of a sheet can still become, and with which chance.

The chance that the tiles for a line come is the upper tail of a hypergeometric distribution: draws without replacement
from the bag. Where those tiles are then put is not part of it; `COMPETITION` accounts for that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb, prod
from typing import NamedTuple

from partake.engine.hexagon.state import Cells
from partake.engine.hexagon.view import HexagonView
from partake.rules.grid import Direction, Line
from partake.rules.tiles import MOON, SUN, WILD, Tile
from partake.rules.variant import Variant

COMPETITION = 0.6
"""For each tile that a line still needs, the probability that it goes there and not to another line that needs it."""
RAY_COMPETITION = 0.35
"""The same for a ray: half of all tiles have its symbol, and most of them are needed for the number of a line."""
YARD_WEIGHT = 0.5
"""The weight of a line of the scrapyard relative to one of the board: it only helps against a penalty."""
RAY_NEEDS = 2
"""A ray that lacks more tiles than this is not listed: every tile begins three of them."""

Key = tuple[str, int]
"""`line` or `ray` and the number of the line, those of the scrapyard last; `bonus` and a position."""


class Ray(NamedTuple):
    """What a line with only one symbol on it would earn as a ray: `each * counted` points."""

    symbol: str
    each: int
    counted: int
    """The number of tiles that earn `each`: all of them, or one if the ray as a whole has a value."""
    weight: float
    """Where only one ray of the player or of the table counts, a short one is hardly ever that one."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Something that scores or may come to score."""

    cells: tuple[str, ...]
    points: int
    need: int
    left: int
    """The number of fitting tiles that may still come, or are in hand."""
    chance: float
    """The probability that the tiles for it come, wherever they are then put."""
    number: int | None = None
    symbol: str | None = None
    is_begun: bool = True
    """Whether its number is settled; if not, it is the number that promises most."""
    weight: float = 1.0

    @property
    def worth(self) -> float:
        """The expected points: not every tile that comes for it can go there."""
        competition = COMPETITION if self.symbol is None else RAY_COMPETITION
        return self.points * self.chance * competition**self.need * self.weight


@dataclass(frozen=True)
class Prospects:
    """A sheet, the bag, the number of tiles that will be drawn from it, and the tiles in hand."""

    variant: Variant
    cells: Cells
    bag: tuple[Tile, ...]
    draws: int
    hand: tuple[Tile, ...] = ()

    @classmethod
    def of(cls, view: HexagonView, owner: int) -> Prospects:
        """The prospects of one seat's sheet, with the tiles in hand left out of account."""
        return cls(view.variant, view.cells[owner - 1], view.bag, view.draws_left)

    def with_tile(self, tile: Tile, position: int) -> Prospects:
        """The prospects after a tile in hand was placed."""
        cells = (*self.cells[:position], tile, *self.cells[position + 1 :])
        return Prospects(self.variant, cells, self.bag, self.draws, tuple(held for held in self.hand if held != tile))

    def tiles_on(self, line: Line, position: int = -1, tile: Tile | None = None) -> list[Tile | None]:
        """The tiles on the cells that count for a line, as it is or with a tile on one position; None is empty."""
        cells, skipped = self.cells, self.variant.skips_empty
        placed = [tile if i == position else cells[i] for i in line.cells]
        if skipped and not skipped.isdisjoint(line.cells):
            return [found for i, found in zip(line.cells, placed, strict=True) if found is not None or i not in skipped]
        return placed

    def possible_numbers(self, line: Line, placed: Sequence[Tile | None]) -> tuple[int, ...]:
        """The numbers that a line with these tiles can score: none, its own, or each if it has none yet."""
        numbers = numbers_on(line, placed)
        if len(numbers) > 1:
            return ()
        if numbers:
            return tuple(numbers)
        every = tuple(self.fitting[line.direction])
        return every if None in placed else every[-1:]

    def ray(self, placed: Sequence[Tile | None]) -> Ray | None:
        """The ray that a line with these tiles can become; none if the symbols differ or there is no tile yet."""
        rule, points, printed = self.variant.options.rays, self.variant.edition.points, self.variant.tiles.symbols
        symbols = {printed.get(tile, "") for tile in placed if tile is not None}
        if rule == "none" or len(symbols) != 1 or "" in symbols:
            return None
        symbol = symbols.pop()
        if rule == "each":
            return Ray(symbol, points.sunray if symbol == SUN else points.moonray, len(placed), 1.0)
        weight = (len(placed) / self._longest) ** 3
        if rule == "longest":
            return Ray(symbol, points.longest_ray, len(placed), weight)
        return Ray(symbol, points.best_ray, 1, weight)

    def chance(self, need: int, fitting: int) -> float:
        """The probability that at least `need` of the `fitting` tiles of the bag are drawn."""
        return chance(need, fitting, self.draws, len(self.bag))

    @cached_property
    def fitting(self) -> tuple[dict[int, int], ...]:
        """For each direction, the number of tiles in the bag that fit each number, in ascending order."""
        return _fitting(self.variant, self.bag)

    @cached_property
    def symbols(self) -> dict[str, int]:
        """The number of tiles in the bag that show each symbol."""
        return _symbols(self.variant, self.bag)

    @cached_property
    def listed(self) -> dict[Key, Prospect]:
        """Everything that scores or still can; a line with two numbers is not among it."""
        found: dict[Key, Prospect] = {}
        board = len(self.variant.board.lines)
        for i, line in enumerate(all_lines(self.variant)):
            if prospect := self._line(line, 1.0 if i < board else YARD_WEIGHT):
                found["line", i] = prospect
            if i < board and (ray := self._ray(line)):
                found["ray", i] = ray
        return {**found, **dict(self._bonuses(found))}

    def _line(self, line: Line, weight: float) -> Prospect | None:
        placed = self.tiles_on(line)
        need, names = placed.count(None), self._names(line)
        is_begun = not need or bool(numbers_on(line, placed))
        left, held = self.fitting[line.direction], self._held[line.direction]
        rated = (
            Prospect(
                names, number * len(placed), need, left[number] + held[number],
                self.chance(max(0, need - held[number]), left[number]), number, is_begun=is_begun, weight=weight,
            )
            for number in self.possible_numbers(line, placed)
        )  # fmt: skip
        return max(rated, key=lambda prospect: (prospect.worth, prospect.points), default=None)

    def _ray(self, line: Line) -> Prospect | None:
        placed = self.tiles_on(line)
        need, ray = placed.count(None), self.ray(placed)
        if ray is None or need > RAY_NEEDS:
            return None
        left, held = self.symbols[ray.symbol], _symbols(self.variant, self.hand)[ray.symbol]
        likely = self.chance(max(0, need - held), left)
        points = ray.each * ray.counted
        return Prospect(self._names(line), points, need, left + held, likely, symbol=ray.symbol, weight=ray.weight)

    def _bonuses(self, lines: dict[Key, Prospect]) -> Iterator[tuple[Key, Prospect]]:
        """Bonus tiles on the board, by the chance that all three lines through them score."""
        for i, tile in enumerate(self.cells[: len(self.variant.board.cells)]):
            if tile is not None and (points := self.variant.tiles.bonus(tile)):
                through = lines_through(self.variant)[i]
                likely = prod(lines["line", at].chance if ("line", at) in lines else 0.0 for at in through)
                yield ("bonus", i), Prospect((self.variant.positions[i],), points, 0, 0, likely)

    def _names(self, line: Line) -> tuple[str, ...]:
        return tuple(self.variant.positions[i] for i in line.cells)

    @cached_property
    def _held(self) -> tuple[dict[int, int], ...]:
        return _fitting(self.variant, self.hand)

    @cached_property
    def _longest(self) -> int:
        return max(len(line.cells) for line in self.variant.board.lines)


class LineEvaluation(ABC):
    """An evaluation function that is a sum over the lines of one seat's sheet."""

    def __init__(self, view: HexagonView, owner: int) -> None:
        self.variant = view.variant
        self.prospects = Prospects.of(view, owner)
        self._before: dict[int, float] = {}

    @abstractmethod
    def _value(self, line: Line, position: int = -1, tile: Tile | None = None) -> float:
        """The value of a line, as it is or with a tile on one of its cells."""

    def _change(self, position: int, tile: Tile) -> float:
        """How much the lines through a position gain by a tile."""
        lines, before = all_lines(self.variant), self._before
        through = lines_through(self.variant)[position]
        for at in through:
            if at not in before:
                before[at] = self._value(lines[at])
        return sum(self._value(lines[at], position, tile) - before[at] for at in through)


def numbers_on(line: Line, placed: Sequence[Tile | None]) -> set[int]:
    """The numbers that tiles show along a line, wild ones left out."""
    direction = line.direction
    return {tile[direction] for tile in placed if tile is not None} - {WILD}


def _fitting(variant: Variant, tiles: Sequence[Tile]) -> tuple[dict[int, int], ...]:
    found = []
    for direction in Direction:
        counts = Counter(tile[direction] for tile in tiles)
        found.append({number: counts[number] + counts[WILD] for number in variant.tiles.numbers(direction)})
    return tuple(found)


def _symbols(variant: Variant, tiles: Sequence[Tile]) -> dict[str, int]:
    counts = Counter(variant.tiles.symbols.get(tile) for tile in tiles)
    return {SUN: counts[SUN], MOON: counts[MOON]}


@cache
def chance(need: int, fitting: int, draws: int, bag: int) -> float:
    """P(X >= need) for X hypergeometric: the fitting tiles among `draws` draws from a bag of this size."""
    if need == 0:
        return 1.0
    most = min(fitting, draws)
    if most < need:
        return 0.0
    ways = sum(comb(fitting, k) * comb(bag - fitting, draws - k) for k in range(need, most + 1))
    return ways / comb(bag, draws)


@cache
def all_lines(variant: Variant) -> tuple[Line, ...]:
    """The lines of the board, then those of the scrapyard."""
    return (*variant.board.lines, *variant.yard_lines)


@cache
def lines_through(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """For each position the indices of the lines that it is part of."""
    lines = all_lines(variant)
    return tuple(tuple(at for at, line in enumerate(lines) if i in line.cells) for i in range(len(variant.positions)))


def relocated(cells: Cells, moves: Sequence[tuple[Tile, int]]) -> Cells:
    """A sheet after moves of tiles from its reserve to positions."""
    after = list(cells)
    for tile, position in moves:
        after[after.index(tile)], after[position] = None, tile
    return tuple(after)
