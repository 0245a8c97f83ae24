"""Public entry points: a record, its text or a view in, a review or a hint out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from partake.engine.contract import Setup, View
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.review.decision_points import views_to_act
from partake.review.model import HintStep, Progress, to_json
from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError
from partake.rules.extras import MissingExtraError, install_command

if TYPE_CHECKING:
    from partake.review.five.model import FiveHint, FiveReview
    from partake.review.hexagon.model import Hint, Review

SECONDS = 10.0
"""The default time limit for finding the best board of a game."""


class Family(Protocol):
    """The module that reviews one family of games."""

    def review(self, record: Record, *, seconds: float | None, progress: Progress) -> Review | FiveReview:
        """The review of a finished record."""

    def hint(self, seen: Sequence[View]) -> Hint | FiveHint:
        """What to do now, for the seats of these views, which must act."""

    def hint_steps(self, view: View) -> tuple[HintStep, ...]:
        """What to do now for the seat of a view, which must act, in three steps."""


def review(record: Record, *, seconds: float | None = SECONDS, progress: Progress | None = None) -> Review | FiveReview:
    """A finished game, move by move; `seconds` is for the best board in hindsight, 0 leaves it out."""
    if record.outcome is None:
        raise PartakeError("the game is not over: a review needs its end, and 'partake hint' says what to do now")
    return _family(record.setup).review(record, seconds=seconds, progress=progress or _ignore)


def hint(record: Record, *, seat: int | None = None) -> Hint | FiveHint:
    """What to do now in a game that is not over, for all seats that must act or for one."""
    if record.outcome is not None:
        raise PartakeError("the game is over: there is nothing left to do, 'partake review' says what was done")
    if seat is not None and not 1 <= seat <= len(record.setup.seats):
        raise PartakeError(
            "there is no seat {seat} in this game: it has {number_of_seats}",
            seat=seat,
            number_of_seats=len(record.setup.seats),
        )
    return _family(record.setup).hint(views_to_act(record, seat))


def hint_for(view: View) -> Hint | FiveHint:
    """What to do now for the seat of a view: it knows no more than that seat."""
    if not view.must_act:
        raise PartakeError("there is nothing to decide now")
    return _family(view.setup).hint([view])


def hint_steps(view: View) -> tuple[HintStep, ...]:
    """What to do now for the seat of a view, told step by step: where to look, what it is about, the move."""
    if not view.must_act:
        raise PartakeError("there is nothing to decide now")
    return _family(view.setup).hint_steps(view)


def review_text(
    text: str, *, data: Sequence[str] = (), seconds: float | None = SECONDS, progress: Progress | None = None
) -> dict[str, Any]:
    """The review of a record's text as plain data."""
    found: dict[str, Any] = to_json(review(read_record(text, catalogue(*data)), seconds=seconds, progress=progress))
    return found


def hint_text(text: str, *, data: Sequence[str] = (), seat: int | None = None) -> dict[str, Any]:
    """The hint for a record's text as plain data."""
    found: dict[str, Any] = to_json(hint(read_record(text, catalogue(*data)), seat=seat))
    return found


def _family(setup: Setup) -> Family:
    """The module for a family of games, imported only now: that of hexagon games loads compiled kernels."""
    if setup.edition.family == "five":
        from partake.review.five import review as five

        return five
    try:
        import partake.learn  # noqa: F401
    except (ImportError, PartakeError):
        raise MissingExtraError(
            "hexagon games need the extra fast for this: {install_command}", install_command=install_command("fast")
        ) from None
    from partake.review.hexagon import review as hexagon

    return hexagon


def _ignore(done: int, total: int) -> None:
    """The progress of a review that is not followed."""
