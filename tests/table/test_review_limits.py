"""What the queue of reviews takes, up to its limits and no further."""

from __future__ import annotations

import pytest

from partake.engine.actions import DEALER
from partake.engine.record.files import read_record
from partake.table.limits import Limits
from partake.table.model import ConflictError
from partake.table.review_queue import ReviewQueue
from recorded import KNOWN, SAMPLE


def test_a_game_of_exactly_the_most_moves_is_taken() -> None:
    record = read_record(SAMPLE, KNOWN)
    moves = sum(actor != DEALER for actor, _ in record.moves)
    for most, is_taken in ((moves, True), (moves - 1, False)):
        reviews = ReviewQueue(Limits(workers=0, review_moves=most))
        try:
            if is_taken:
                assert reviews.ask("one", record).record is record
            else:
                with pytest.raises(ConflictError, match="too long to be reviewed"):
                    reviews.ask("one", record)
        finally:
            reviews.close()
