"""Mistakes as exercises: the dearest placements come back, and an answer is worth what the review says it is."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import partake
from partake.engine.actions import TakeBack
from partake.engine.hexagon.view import HexagonView
from partake.review import review
from partake.review.hexagon.model import Review
from partake.review.hexagon.retry import MOST, POOR, action_of, answered, mistakes
from partake.review.model import Grade, grade
from partake.rules.errors import PartakeError


@cache
def reviewed(name: str, seats: int, **options: Any) -> tuple[Review, HexagonView]:
    """A game that was played at random, reviewed; and its end."""
    table, dice = partake.start(name, seats=seats, seed="retry", **options), random.Random(7)
    while not table.is_over:
        if table.to_act:
            seat = table.to_act[0]
            table.play(seat, dice.choice([a for a in table.view(seat).legal if not isinstance(a, TakeBack)]))
        else:
            table.deal()
    found, view = review(table.record(), seconds=0), table.view(1)
    assert isinstance(found, Review)
    assert isinstance(view, HexagonView)
    return found, view


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("classic", 1, {}),
        ("classic", 2, {"draw": "2"}),
        pytest.param("nexus", 2, {"scrapyard": "passed"}, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_every_answer_is_worth_what_the_review_says(name: str, seats: int, options: dict[str, Any]) -> None:
    found, end = reviewed(name, seats, **options)
    todo = mistakes(found, seats)
    assert 0 < len(todo) <= MOST
    losses = [one.move.lost for one in todo]
    assert losses == sorted(losses, reverse=True)
    every = [move for game in found.games for move in game.players[seats - 1].moves if move.tile and move.grade in POOR]
    assert losses == sorted((move.lost for move in every), reverse=True)[:MOST]
    for one in todo:
        assert action_of(one.move.best) in one.actions
        for option in one.move.options:
            answer = answered(end.variant, one, action_of(option))
            assert answer.lost == pytest.approx(max(0.0, one.move.best.value - option.value))
            assert answer.grade is grade(answer.lost)
            assert str(answer.words)
        best = answered(end.variant, one, action_of(one.move.best))
        assert best.is_best
        assert best.grade is Grade.BEST


def test_the_answer_that_was_played_then_has_the_reasons_of_the_review() -> None:
    found, end = reviewed("classic", 1)
    for one in mistakes(found, 1):
        then = answered(end.variant, one, f"{one.move.tile}@{one.move.cell}")
        assert str(then.words) == str(one.move.words)
        assert then.reasons == one.move.reasons


def test_what_was_not_possible_is_no_answer() -> None:
    found, end = reviewed("classic", 1)
    one = mistakes(found, 1)[0]
    filled = one.move.before[0][0]
    for wrong in (f"{one.move.tile}@{filled}", "1-1-1@a1", "nonsense"):
        with pytest.raises(PartakeError, match="no placement that was possible then"):
            answered(end.variant, one, wrong)
