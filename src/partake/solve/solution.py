"""The result of a solution: a board, its score, and the upper bound of all boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from partake.engine.hexagon.scoring import scores
from partake.engine.hexagon.sheet import Sheet
from partake.engine.outcome import Item, Score
from partake.rules.names import BEST_BOARD
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


@dataclass(frozen=True)
class Solution:
    """The best board that was found; no board has more than `bound`, and a proven one has exactly that."""

    variant: Variant
    score: int
    bound: int
    board: tuple[tuple[str, Tile], ...]
    """Every filled position with its tile, in the order of the positions."""

    @property
    def proven(self) -> bool:
        """Whether no board can have more."""
        return self.score == self.bound

    @property
    def gap(self) -> float:
        """How far the bound lies above the score, as a share of the score."""
        return (self.bound - self.score) / max(1, abs(self.score))

    @cached_property
    def sheet(self) -> Sheet:
        """The board as a sheet."""
        return Sheet.of(self.variant, dict(self.board))

    @cached_property
    def explained(self) -> Score:
        """The score with every point explained."""
        return Score(str(BEST_BOARD), own_score(self.variant, self.sheet.cells))

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data."""
        board = [[cell, str(tile)] for cell, tile in self.board]
        return {"score": self.score, "bound": self.bound, "proven": self.proven, "board": board}


def own_score(variant: Variant, cells: Sequence[Tile | None]) -> tuple[Item, ...]:
    """What one board earns at the table that suits it best, by the engine's scorer.

    That is: no other player has a ray, and another player's scrapyard is the lowest or the highest of the table.
    """
    items = scores(variant, [cells])[0]
    if variant.options.scrapyard in ("lowest", "passed"):
        return tuple(item for item in items if item.kind != "penalty")
    return items


def own_points(variant: Variant, cells: Sequence[Tile | None]) -> int:
    """The sum of what one board earns."""
    return int(sum(item.points for item in own_score(variant, cells)))
