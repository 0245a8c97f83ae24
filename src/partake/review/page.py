"""A review as one page that needs nothing else and works from a file."""

from __future__ import annotations

from partake.engine.record.model import Record
from partake.review.five.model import FiveReview
from partake.review.hexagon.model import Review
from partake.review.page_five import five_body
from partake.review.page_frame import framed
from partake.review.page_hexagon import hexagon_body


def review_page(found: Review | FiveReview, record: Record, *, seat: int | None = None) -> str:
    """The page of a review, for all players or for one."""
    names = ", ".join(record.setup.names)
    if isinstance(found, FiveReview):
        return framed(found.title, names, five_body(found, record, seat))
    return framed(found.title, names, hexagon_body(found, record, seat))
