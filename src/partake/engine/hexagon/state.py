"""The state of a hexagon game or match; only the engine ever holds one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from partake.engine.actions import HexagonAction
from partake.engine.outcome import Item
from partake.rules.tiles import Tile

Cells = tuple[Tile | None, ...]
"""What lies on each position before one player."""


class SeatState(NamedTuple):
    """One seat in the game being played: its cells, its tiles and its latest moves."""

    cells: Cells
    public_cells: Cells
    """The cells as they were when the dealer last acted: what the others see."""
    hand: tuple[Tile, ...] = ()
    """Called tiles still to be placed."""
    moves: tuple[HexagonAction, ...] = ()
    """What this seat did since the dealer's last action, oldest first: what it may take back."""
    handed: tuple[Tile, ...] = ()
    """Tiles of this seat that wait for the holder of its scrapyard."""
    latest: tuple[str, ...] = ()
    """The cells filled in the turn before this one."""
    done: bool = False
    """Whether this seat moves no more tiles from its reserve."""

    def __repr__(self) -> str:
        return f"<SeatState: {sum(tile is not None for tile in self.cells)} tiles, {len(self.hand)} in hand>"


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game of the match that has been counted."""

    sheets: tuple[Cells, ...]
    items: tuple[tuple[Item, ...], ...]

    def __repr__(self) -> str:
        totals = " ".join(str(sum(item.points for item in own)) for own in self.items)
        return f"<FinishedGame: {totals}>"


class HexagonState(NamedTuple):
    """A match: the games that are counted, and the one on the table."""

    finished: tuple[FinishedGame, ...]
    sides: tuple[SeatState, ...]
    holders: tuple[int, ...]
    """Who holds the scrapyard of each seat, in the passed-scrapyard variant."""
    drawn: tuple[Tile, ...] = ()
    called: tuple[Tile, ...] = ()
    relocating: bool = False
    over: bool = False

    def __repr__(self) -> str:
        return f"<HexagonState: {len(self.sides)} seats, game {len(self.finished) + 1}, {len(self.drawn)} drawn>"
