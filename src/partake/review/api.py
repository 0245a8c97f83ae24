"""The doors of this room: a record or its text in, a review or a hint out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.review.serialization import to_json
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.extras import install_command

if TYPE_CHECKING:
    from partake.review.five.model import FiveHint, FiveReview
    from partake.review.hexagon.model import Hint, Review

SECONDS = 10.0
"""How long the best board of a game is looked for, unless somebody says otherwise."""

Progress = Callable[[int, int], None]
"""Told how many decisions are weighed, and of how many."""


def review(record: Record, *, seconds: float | None = SECONDS, progress: Progress | None = None) -> Review | FiveReview:
    """A finished game, move by move; `seconds` is for the best board in hindsight, 0 leaves it out."""
    if record.outcome is None:
        raise PartakeError("the game is not over: a review needs its end, and 'partake hint' says what to do now")
    told = progress or _nobody
    if not isinstance(record.setup.edition, HexagonEdition):
        from partake.review.five.review import review_five

        return review_five(record, progress=told)
    _need_fast()
    from partake.review.hexagon.review import review_hexagon  # these load what is compiled

    return review_hexagon(record, seconds=seconds, progress=told)


def hint(record: Record, *, seat: int | None = None) -> Hint | FiveHint:
    """What to do now in a game that is not over, for everybody who must act or for one seat."""
    if record.outcome is not None:
        raise PartakeError("the game is over: there is nothing left to do, 'partake review' says what was done")
    if seat is not None and not 1 <= seat <= len(record.setup.seats):
        raise PartakeError(f"there is no seat {seat} in this game: it has {len(record.setup.seats)}")
    if not isinstance(record.setup.edition, HexagonEdition):
        from partake.review.five.hint import hint_five

        return hint_five(record, seat)
    _need_fast()
    from partake.review.hexagon.hint import hint_hexagon

    return hint_hexagon(record, seat)


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


def _need_fast() -> None:
    try:
        import partake.learn  # noqa: F401
    except ImportError:
        raise PartakeError(f"hexagon games need the extra fast for this: {install_command('fast')}") from None


def _nobody(done: int, total: int) -> None:
    """Nobody wants to know."""
