"""What a game was worth, move by move, and what to do now: computed here, shown elsewhere.

`review` takes a finished record, `hint` one that is not over. `review_text` and `hint_text` do the same with nothing
but text and plain data, for another process. Hexagon games need the extra `fast`.
"""

from __future__ import annotations

from partake.review.api import hint, hint_text, review, review_text
from partake.review.grades import Grade
from partake.review.serialization import to_json

__all__ = ["Grade", "hint", "hint_text", "review", "review_text", "to_json"]
