"""What a review adds up to for one seat and one game: the numbers that progress is made of.

`summaries_of` takes them from a whole review. `summarise` evaluates the decisions of some seats only, without the
bot's game and the best board, and finds the same numbers in less than half the time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from partake.engine.record.model import Record
from partake.review.model import Grade, Progress
from partake.rules.errors import PartakeError

if TYPE_CHECKING:
    from partake.review.five.model import FiveMove, FiveReview
    from partake.review.hexagon.model import MoveReview, Review

PHASES = ("opening", "middle", "end")
"""The thirds of the draws of a hexagon game; moves from the reserve belong to the last."""
AGAINST = ("breaks", "ends", "binds", "lowers", "misses", "forgoes")
"""The changes that speak against a move."""
GRAVE = (Grade.MISTAKE, Grade.BLUNDER)
"""The grades of grave mistakes."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What one seat gave away in one game of a match; in Take Five in all rounds together, as chances to win one."""

    seat: int
    game: int
    score: float
    moves: int
    """The number of decisions that were evaluated."""
    lost: float
    luck: float | None
    """None in Take Five, whose reviews know no luck."""
    grave: int
    """The number of grave mistakes."""
    phases: dict[str, tuple[float, int]] = field(default_factory=dict)
    """What was given away, and in how many decisions: by thirds of the draws, or by the rounds of Take Five."""
    causes: dict[str, float] = field(default_factory=dict)
    """What was given away by the change that spoke most against each move (`Reason.change`)."""


def summaries_of(found: Review | FiveReview) -> list[SeatSummary]:
    """A summary for each seat and game of a review."""
    from partake.review.five.model import FiveReview

    if isinstance(found, FiveReview):
        moves = found.moves
        return [
            _five(player.seat, player.markers, [move for move in moves if move.seat == player.seat])
            for player in found.players
        ]
    return [
        _hexagon(player.seat, game.number, player.score, player.moves, len(game.tiles))
        for game in found.games
        for player in game.players
    ]


def summarise(
    record: Record, seats: Collection[int], *, progress: Progress = lambda done, total: None
) -> list[SeatSummary]:
    """The same for some seats of a finished record, which is all that is evaluated."""
    if record.outcome is None:
        raise PartakeError("the game is not over: a review needs its end, and 'partake hint' says what to do now")
    if record.setup.edition.family == "five":
        from partake.review.five.review import moves_of as five_moves

        moves = five_moves(record, seats, progress)
        won = record.outcome.totals
        return [_five(seat, float(won[seat - 1]), [one for one in moves if one.seat == seat]) for seat in sorted(seats)]
    from partake.review.hexagon.review import games_of

    return [
        _hexagon(seat, number, score, played, draws)
        for number, seat, score, played, draws in games_of(record, seats, progress)
    ]


def _hexagon(seat: int, game: int, score: float, moves: Sequence[MoveReview], draws: int) -> SeatSummary:
    phases = dict.fromkeys(PHASES, (0.0, 0))
    causes: dict[str, float] = defaultdict(float)
    for move in moves:
        phase = PHASES[min(len(PHASES) * (move.number - 1) // draws, len(PHASES) - 1)]
        lost, count = phases[phase]
        phases[phase] = lost + move.lost, count + 1
        if move.lost and (cause := next((one.change for one in move.reasons if one.change in AGAINST), None)):
            causes[cause] += move.lost
    return SeatSummary(
        seat, game, score, len(moves), sum(move.lost for move in moves), sum(move.luck for move in moves),
        _grave(move.grade for move in moves), phases, dict(causes),
    )  # fmt: skip


def _five(seat: int, markers: float, moves: Sequence[FiveMove]) -> SeatSummary:
    phases: dict[str, tuple[float, int]] = {}
    for move in moves:
        lost, count = phases.get(move.phase, (0.0, 0))
        phases[move.phase] = lost + move.lost, count + 1
    grave, lost = _grave(move.grade for move in moves), sum(move.lost for move in moves)
    return SeatSummary(seat, 1, markers, len(moves), lost, None, grave, phases)


def _grave(grades: Iterable[Grade]) -> int:
    return sum(grade in GRAVE for grade in grades)
