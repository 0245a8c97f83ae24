"""Reviews and hints of Take Five as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from partake.review.model import Grade
from partake.rules.messages import Listed

Known = tuple[tuple[str, int], ...]
"""The squares whose face-down pawn a player has seen, with its value."""


@dataclass(frozen=True, slots=True)
class FiveOption:
    """An action, and the chance to win the round after it."""

    action: str
    chance: float


@dataclass(frozen=True, slots=True)
class FiveMove:
    """One decision: a move with its look or take, or what becomes of a pawn just taken."""

    round: int
    phase: str
    turn: int
    """The number of the turn within the round, from 1; the pawns may be laid out anew."""
    seat: int
    at: int
    """The index of the action in the record, from 0."""
    action: str
    chance: float
    best: FiveOption
    lost: float
    grade: Grade
    options: tuple[FiveOption, ...]
    """The best of all legal actions, best first, with the played one among them."""
    known: tuple[Known, ...]
    """For each seat what it could know of the face-down pawns."""
    words: Listed


@dataclass(frozen=True, slots=True)
class FivePlayer:
    """What one player's decisions add up to."""

    seat: int
    name: str
    markers: int
    decisions: int
    lost: float
    """The chances to win a round given away, added up over all decisions."""
    grades: dict[str, int]


@dataclass(frozen=True, slots=True)
class FiveReview:
    """A whole record of Take Five."""

    edition: str
    title: str
    players: tuple[FivePlayer, ...]
    moves: tuple[FiveMove, ...]
    family: str = "five"


@dataclass(frozen=True, slots=True)
class FiveHint:
    """The best actions for the player on turn."""

    edition: str
    title: str
    seat: int
    name: str
    phase: str
    hand: tuple[int, ...]
    options: tuple[FiveOption, ...]
    known: Known
    words: Listed
    family: str = "five"
