"""Everything that can be done in a game, by a player or by the dealer; text forms are in `notation`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from partake.rules.tiles import Tile

DEALER = 0
"""The actor who draws tiles, lays out pawns and closes phases; players are the seats 1, 2, …"""


class Written:
    """Mixin of all actions: `str` is the text form, as `partake.engine.notation` writes it, and keeps it here."""

    __slots__ = ("text",)
    text: str

    def __str__(self) -> str:
        from partake.engine.notation import format_action  # it imports this module

        return format_action(self)  # type: ignore[arg-type] # every subclass is an action


@dataclass(frozen=True, slots=True)
class Draw(Written):
    """The dealer calls one tile, or two at a time."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Close(Written):
    """The dealer ends the placing, or the moves from the reserve: no more take-backs."""


@dataclass(frozen=True, slots=True)
class Place(Written):
    """Put a called tile on a cell; `owner` is the seat whose scrapyard it is when that is not one's own."""

    tile: Tile
    cell: str
    owner: int = 0


@dataclass(frozen=True, slots=True)
class Scrap(Written):
    """Hand a called tile to the holder of one's scrapyard, who will choose its cell."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Relocate(Written):
    """Move a tile from the reserve to a special cell, after all tiles are placed."""

    tile: Tile
    cell: str


@dataclass(frozen=True, slots=True)
class Done(Written):
    """Move no more tiles from the reserve."""


@dataclass(frozen=True, slots=True)
class TakeBack(Written):
    """Undo one's own latest move since the last draw."""


class Piece(StrEnum):
    """The four shared pieces of Take Five."""

    BLACK = "B"
    WHITE = "W"
    KNIGHT = "N"
    ROOK = "R"

    @property
    def title(self) -> str:  # type: ignore[override]
        """The piece in words."""
        return {"B": "black bishop", "W": "white bishop", "N": "knight", "R": "rook"}[self.value]


class Deed(StrEnum):
    """What a player does where a piece arrives."""

    MOVE = ""
    LOOK = "?"
    TAKE = "x"


@dataclass(frozen=True, slots=True)
class Deal(Written):
    """The dealer lays out all pawns, the knight on this corner, and in the first round says who begins."""

    knight: str
    first: int = 0


@dataclass(frozen=True, slots=True)
class Reveal(Written):
    """The dealer turns the pawn up: for all if it was taken, for the looker alone if not.

    In a record of a game in progress the value of a look stays secret: None.
    """

    value: int | None


@dataclass(frozen=True, slots=True)
class Move(Written):
    """Move a piece and look at the pawn there, or take it, or just stop on an empty square."""

    piece: Piece
    square: str
    deed: Deed


@dataclass(frozen=True, slots=True)
class Keep(Written):
    """Keep the pawn just taken."""


@dataclass(frozen=True, slots=True)
class Return(Written):
    """Send the pawn just taken back as too low."""


@dataclass(frozen=True, slots=True)
class GiveUp(Written):
    """Lay a pawn taken earlier face down on an empty square."""

    value: int
    square: str


HexagonAction = Draw | Close | Place | Scrap | Relocate | Done | TakeBack
FiveAction = Deal | Reveal | Move | Keep | Return | GiveUp
Action = HexagonAction | FiveAction
