"""Records of what people learn from: results of their games with what reviews found, and answers to puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from partake.store.rows import Width


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """What became of a person's finished game: one of a match, or a whole game of Take Five."""

    table_id: Annotated[str, Width(32)]
    person: Annotated[str, Width(32)]
    game: int
    """The number of the game in its match."""
    seat: int
    edition: Annotated[str, Width(40)]
    rules: str
    """By what rules it was played, as far as points can be compared (`RulesPlayed.key`)."""
    finished: float
    score: float
    longest: int = 0
    """The number of tiles of the longest line that scored."""
    apart: Annotated[str, Width(12)] = ""
    """Why it says nothing about the person's strength; empty if it does."""
    known: bool = False
    """Whether the draws had been played elsewhere before: such a game is on no leaderboard."""
    reviewed: float | None = None
    """When it was reviewed."""
    moves: int | None = None
    """The number of decisions; None like all that follows while there is no review."""
    lost: float | None = None
    luck: float | None = None
    grave: int | None = None
    """The number of grave mistakes."""
    phases: Mapping[str, Sequence[float]] | None = None
    """What was given away, and in how many decisions, by parts of the game."""
    causes: Mapping[str, float] | None = None
    """What was given away by what spoke most against each move."""


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A person's rating in puzzles, and whether their own games may become puzzles."""

    person: Annotated[str, Width(32)]
    rating: float
    deviation: float
    volatility: float
    streak: int = 0
    """The number of right answers since the last wrong one."""
    longest: int = 0
    """The longest streak so far."""
    shares: bool = False
    """Whether positions of their games may become puzzles, without their name."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """The one answer of a person to a puzzle that counts."""

    person: Annotated[str, Width(32)]
    puzzle: Annotated[str, Width(16)]
    edition: Annotated[str, Width(40)]
    at: float
    answer: Annotated[str, Width(90)]
    right: bool
    rating: float
    """The person's rating after it."""
    change: float
    """By how much it changed."""


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """How people have done at a puzzle; one that nobody has answered has no row."""

    puzzle: Annotated[str, Width(16)]
    rating: float
    deviation: float
    volatility: float
    answers: int = 0
    solved: int = 0
