"""How likely the lines, rays and bonus tiles of a board are to score, by the tiles that may still come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from math import prod

from partake.bots.hexagon.prospects import CARE, YARD_SHARE, chance, lines_through
from partake.rules.grid import Line
from partake.rules.tiles import MOON, SUN, WILD, Tile
from partake.rules.variant import Variant

Key = tuple[str, int]
"""`line` or `ray` and the number of the line, those of the scrapyard last; `bonus` and a position."""
RAY_NEEDS = 2
"""A ray that lacks more tiles than this is no plan yet: every tile begins three of them."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Something that scores or may come to score."""

    cells: tuple[str, ...]
    points: int
    need: int
    left: int
    """How many tiles that fit may still come, or are in hand."""
    chance: float
    """That the tiles for it come, wherever they are then put."""
    number: int | None = None
    symbol: str | None = None
    is_begun: bool = True
    """Whether its number is settled; if not, it is the number that promises most."""
    weight: float = 1.0

    @property
    def worth(self) -> float:
        """The points to expect of it: not every tile that comes for it can go there."""
        return self.points * self.chance * CARE**self.need * self.weight


@dataclass(frozen=True)
class Lines:
    """A board, what is in the bag, how many tiles will be drawn from it, and the tiles in hand that may go anywhere."""

    variant: Variant
    cells: tuple[Tile | None, ...]
    bag: tuple[Tile, ...]
    draws: int
    hand: tuple[Tile, ...] = ()

    def with_tile(self, tile: Tile, position: int) -> Lines:
        """The board after a tile in hand was put there."""
        cells = (*self.cells[:position], tile, *self.cells[position + 1 :])
        return Lines(self.variant, cells, self.bag, self.draws, tuple(held for held in self.hand if held != tile))

    @cached_property
    def prospects(self) -> dict[Key, Prospect]:
        """Everything that scores or still can: lines with two numbers are not among it."""
        found: dict[Key, Prospect] = {}
        board = len(self.variant.board.lines)
        for i, line in enumerate((*self.variant.board.lines, *self.variant.yard_lines)):
            if prospect := self._line(line, 1.0 if i < board else YARD_SHARE):
                found["line", i] = prospect
            if i < board and (ray := self._ray(line)):
                found["ray", i] = ray
        return {**found, **dict(self._bonuses(found))}

    def _line(self, line: Line, weight: float) -> Prospect | None:
        placed = self._placed(line)
        numbers = {tile[line.direction] for tile in placed if tile is not None} - {WILD}
        if len(numbers) > 1:
            return None
        possible = tuple(numbers) or self.variant.tiles.numbers(line.direction)
        is_begun = bool(numbers) or None not in placed
        rated = [
            Prospect(
                self._names(line), number * len(placed), *self._odds(placed, partial(_shows, line, number)),
                number=number, is_begun=is_begun, weight=weight,
            )
            for number in possible
        ]  # fmt: skip
        return max(rated, key=lambda prospect: (prospect.worth, prospect.points))

    def _ray(self, line: Line) -> Prospect | None:
        rule, points, printed = self.variant.options.rays, self.variant.edition.points, self.variant.tiles.symbols
        placed = self._placed(line)
        symbols = {printed.get(tile, "") for tile in placed if tile is not None}
        if rule == "none" or symbols not in ({SUN}, {MOON}) or placed.count(None) > RAY_NEEDS:
            return None
        symbol = symbols.pop()
        each = points.longest_ray if rule == "longest" else points.sunray if symbol == SUN else points.moonray
        worth = points.best_ray if rule == "best" else each * len(placed)
        # Where only one ray counts, of the player or of the table, a short one is hardly ever the one.
        weight = 1.0 if rule == "each" else (len(placed) / self._longest) ** 3
        odds = self._odds(placed, lambda tile: printed.get(tile) == symbol)
        return Prospect(self._names(line), worth, *odds, symbol=symbol, weight=weight)

    def _bonuses(self, lines: dict[Key, Prospect]) -> Iterator[tuple[Key, Prospect]]:
        """Bonus tiles on the board, by the chance that all three lines through them score."""
        for i, tile in enumerate(self.cells[: len(self.variant.board.cells)]):
            if tile is not None and (points := self.variant.tiles.bonus(tile)):
                through = [self.variant.board.lines.index(line) for line in lines_through(self.variant)[i]]
                likely = prod(lines["line", at].chance if ("line", at) in lines else 0.0 for at in through)
                yield ("bonus", i), Prospect((self.variant.positions[i],), points, 0, 0, likely)

    def _odds(self, placed: list[Tile | None], fits: Callable[[Tile], bool]) -> tuple[int, int, float]:
        """How many tiles are missing, how many there are for it, and the chance that enough of them come."""
        need, left, held = placed.count(None), sum(map(fits, self.bag)), sum(map(fits, self.hand))
        return need, left + held, chance(max(0, need - held), left, self.draws, len(self.bag))

    def _placed(self, line: Line) -> list[Tile | None]:
        skipped = self.variant.skips_empty
        return [self.cells[i] for i in line.cells if self.cells[i] is not None or i not in skipped]

    def _names(self, line: Line) -> tuple[str, ...]:
        return tuple(self.variant.positions[i] for i in line.cells)

    @property
    def _longest(self) -> int:
        return max(len(line.cells) for line in self.variant.board.lines)


def _shows(line: Line, number: int, tile: Tile) -> bool:
    return tile[line.direction] in (number, WILD)
