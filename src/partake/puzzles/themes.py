"""Themes of hexagon puzzles: each is a function that says by its docstring what it means, and whether it is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from partake.bots.hexagon.prospects import Key, Prospects, all_lines
from partake.engine.hexagon.view import HexagonView
from partake.rules.tiles import Tile

LEAST_POINTS = 10
"""A line that would bring less is no sacrifice."""
LEAST_GIVEN = 5
"""Another cell must bring this many points more at once, to be given up for the best one."""
LEAST_TILES = 2
"""A line with fewer tiles on it is hardly begun: breaking it sacrifices nothing."""


@dataclass(frozen=True)
class Choice:
    """A position with a tile on call, and the value of each position it may go to."""

    view: HexagonView
    values: Mapping[int, float]
    """Best first."""

    @property
    def tile(self) -> Tile:
        """The tile on call."""
        return self.view.hand[0]

    @property
    def best(self) -> int:
        """The best position."""
        return next(iter(self.values))

    @cached_property
    def second(self) -> int:
        """The second best position."""
        return list(self.values)[1]

    @cached_property
    def before(self) -> Prospects:
        """What lines can become before the tile is placed."""
        view = self.view
        return Prospects(view.variant, view.sheet.cells, view.bag, view.draws_left, view.hand)

    @cached_property
    def after(self) -> Mapping[int, Prospects]:
        """The same after each placement."""
        return {position: self.before.with_tile(self.tile, position) for position in self.values}

    def complete(self, prospects: Prospects) -> dict[Key, int]:
        """The points of the lines that are complete and score."""
        return {key: found.points for key, found in prospects.listed.items() if key[0] == "line" and not found.need}

    def completed(self, position: int) -> dict[Key, int]:
        """The lines of the board that a placement completes, with their points."""
        had = self.complete(self.before)
        board = len(self.view.variant.board.lines)
        found = self.complete(self.after[position])
        return {key: points for key, points in found.items() if key not in had and key[1] < board}

    def broken(self, position: int, *, tiles: int = 1) -> set[Key]:
        """The begun lines, with this many tiles on them, that could be completed before a placement and not after."""
        left = self.after[position].listed
        lines, cells = all_lines(self.view.variant), self.view.sheet.cells
        return {
            key
            for key, found in self.before.listed.items()
            if key[0] == "line" and found.need and found.is_begun and found.chance > 0 and found.points >= LEAST_POINTS
            if sum(cells[i] is not None for i in lines[key[1]].cells) >= tiles
            if key not in left or left[key].chance == 0
        }


def finish(choice: Choice) -> bool:
    """The best cell completes a line that scores."""
    return bool(choice.completed(choice.best))


def sacrifice(choice: Choice) -> bool:
    """The best cell breaks a line of at least two tiles that could still be completed and no other line is completed
    by it, or another cell brings at least five points more at once."""
    now = {position: sum(choice.completed(position).values()) for position in choice.values}
    gives_up = max(now.values()) - now[choice.best] >= LEAST_GIVEN
    return gives_up or (not now[choice.best] and bool(choice.broken(choice.best, tiles=LEAST_TILES)))


def keep(choice: Choice) -> bool:
    """The best cell completes and breaks no line; the second best breaks one, and so do most of the others."""
    if choice.completed(choice.best) or choice.broken(choice.best) or not choice.broken(choice.second):
        return False
    others = [position for position in choice.values if position != choice.best]
    return 2 * sum(bool(choice.broken(position)) for position in others) > len(others)


def scrapyard(choice: Choice) -> bool:
    """The best cell is on the scrapyard, and the best cell of the board is behind it."""
    yard = choice.view.variant.yard
    return choice.best in yard and any(position not in yard for position in choice.values)


HEXAGON_THEMES: Mapping[str, Callable[[Choice], bool]] = {
    "finish": finish,
    "sacrifice": sacrifice,
    "keep": keep,
    "scrapyard": scrapyard,
}
"""The themes of placements."""


def themes_of(choice: Choice) -> tuple[str, ...]:
    """The names of all themes of a placement."""
    return tuple(name for name, holds in HEXAGON_THEMES.items() if holds(choice))
