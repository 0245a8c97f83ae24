"""Reviews and hints of hexagon games as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from partake.review.model import Grade
from partake.rules.messages import Listed, Message

HANDED = "s"
"""The cell of a tile that a neighbour puts on the scrapyard."""
NO_MOVES = Message("none")
"""Instead of moves from the reserve, where there are none."""
GAINS = ("completes", "raises")
"""The changes that speak for a move."""
Board = tuple[tuple[str, str], ...]
"""Filled cells with their tiles, in the order of the variant's positions."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A line, a ray or a bonus tile that a move made likelier or less likely than the best move would have."""

    kind: str
    """`line`, `ray` or `bonus`."""
    change: str
    """For the move: `completes`, `raises`. Against it: `breaks`, `ends` (it can no longer be completed), `binds` (to
    another number), `lowers`, `misses` (the best move completes it), `forgoes` (the best move begins it)."""
    cells: tuple[str, ...]
    number: int | None
    symbol: str | None
    points: int
    """What it would bring."""
    before: float
    """How likely it was when the tile was called: that the tiles for it come, wherever they are then put."""
    after: float
    """How likely it is after the move."""
    better: float
    """How likely it would be after the best move."""
    words: Message
    """The same as a clause of a sentence."""


@dataclass(frozen=True, slots=True)
class Option:
    """A placement of a tile, and the final score to expect after it."""

    tile: str
    cell: str
    """The name of the cell; `s` for a scrapyard that a neighbour fills."""
    value: float


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One placement, or all moves from the reserve together."""

    number: int
    """The number of the tile, from 1; for the reserve one more than all draws."""
    called: tuple[str, ...]
    tile: str
    """The tile that was placed; nothing for the reserve."""
    cell: str
    """Where it went; for the reserve the moves, as notation."""
    value: float
    """The final score to expect after the move."""
    best: Option
    lost: float
    grade: Grade
    luck: float
    """How much better the called tiles were than those that could have come; told with the first of them."""
    options: tuple[Option, ...]
    """Every legal placement, best first."""
    before: Board
    reasons: tuple[Reason, ...]
    words: Message | Listed
    """The reasons as a sentence."""


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The best board for the tiles that came, known only afterwards."""

    score: int
    bound: int
    proven: bool
    board: Board


@dataclass(frozen=True, slots=True)
class BotGame:
    """What the bot whose values these are makes of the same draws."""

    score: float
    course: tuple[float, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """One player's game: `start + luck - lost + remainder = score`."""

    seat: int
    name: str
    score: float
    start: float
    """The score to expect before the first draw."""
    luck: float
    lost: float
    remainder: float
    """What the values did not foresee: their own errors, and what the others did where rules compare players."""
    course: tuple[float, ...]
    """The score to expect at the start and after each tile was placed; the last one is the score."""
    moves: tuple[MoveReview, ...]
    board: Board
    bot: BotGame

    def count(self, grade: Grade) -> int:
        """How many moves were of this grade."""
        return sum(move.grade is grade for move in self.moves)


@dataclass(frozen=True, slots=True)
class GameReview:
    """One game of a match."""

    number: int
    tiles: tuple[str, ...]
    """The draws in their order."""
    players: tuple[PlayerReview, ...]
    hindsight: Hindsight | None
    """None where a score depends on other players' boards."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole record."""

    edition: str
    title: str
    options: dict[str, str]
    values: str
    """What has learned the values: `network`, or `table` in reviews of earlier versions."""
    games: tuple[GameReview, ...]
    family: str = "hexagon"


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line that may still be completed."""

    cells: tuple[str, ...]
    number: int
    is_begun: bool
    """Whether its number is settled; if not, it is the number that promises most."""
    need: int
    left: int
    """How many tiles that fit are still to come or in hand."""
    points: int
    chance: float
    """That the tiles for it come, with what is in hand."""
    after: float
    """The same after the best placement."""


@dataclass(frozen=True, slots=True)
class SeatHint:
    """The options of one seat."""

    seat: int
    name: str
    hand: tuple[str, ...]
    options: tuple[Option, ...]
    """Every legal placement, best first; for the reserve one option, with the best moves."""
    handed: tuple[str, ...]
    """For tiles that neighbours have scrapped: the placements on their scrapyards that do most harm, as notation."""
    lines: tuple[OpenLine, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class Hint:
    """The options of all seats that must act."""

    edition: str
    title: str
    options: dict[str, str]
    draw: int
    draws: int
    seats: tuple[SeatHint, ...]
    family: str = "hexagon"
