"""Reviews of finished games, move by move, and hints for games that are not over.

`review` takes a finished record, `hint` one that is not over, `hint_for` a view of a running game. `review_text` and
`hint_text` do the same with nothing but text and plain data, for another process. Hexagon games need the extra `fast`.
"""

from __future__ import annotations

from partake.review.api import hint, hint_for, hint_text, review, review_text
from partake.review.model import Grade, to_json

__all__ = ["Grade", "hint", "hint_for", "hint_text", "review", "review_text", "to_json"]
