"""The texts of hints, of playing on from a position, and of exercises from one's own mistakes."""

from __future__ import annotations

from collections.abc import Mapping

HINTS: Mapping[str, str | tuple[str, str]] = {
    "exercise_type": "Your answer",
    "exercise_answer": "Answer",
    "retry": "Retry my mistakes",
    "retry_of": "Retry the mistakes of {name}",
    "retry_hint": "The moves that cost most come back, the dearest first.",
    "retry_at": "{at} of {count}",
    "retry_ask": "Where does {tile} go?",
    "retry_ask_two": "Place one of the two tiles",
    "retry_chosen": "Your answer: {cell}",
    "retry_best": "The best: {cell}",
    "retry_played": "What was played: {cell}",
    "retry_is_best": "Right: nothing promises more.",
    "retry_better": "Better than then: {now} points are lost, then it was {then}.",
    "retry_same": "That is what was played then.",
    "retry_worse": "Not this time: {now} points are lost, then it was {then}.",
    "retry_next": "The next one",
    "retry_end": "How it went",
    "retry_again": "Once more",
    "retry_none": "There is nothing to retry: no placement cost two points or more. Well played!",
    "retry_done": "{right} of {count} found",
    "retry_sum": "Then these moves cost {then} points, now {now}: {gain} points better.",
    "retry_sum_worse": "Then these moves cost {then} points, now {now}.",
    "retry_column_now": "lost now",
    "retry_column_then": "lost then",
    "retry_column_tile": "tile",
    "retry_column_answer": "answer",
    "retry_column_best": "best",
    "retry_to_review": "To this move in the review",
}
