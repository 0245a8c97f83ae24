"""Ratings of puzzles and people: Glicko-2 as its author computes it, and laws that every answer must obey."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.puzzles.grading import ANCHORS, first_rating
from partake.puzzles.rating import LEAST_DEVIATION, START_DEVIATION, Rating, after, answered, expected

ratings = st.builds(Rating, st.floats(100, 3000), st.floats(LEAST_DEVIATION, START_DEVIATION), st.floats(0.03, 0.1))
shares = st.tuples(*[st.integers(0, 100)] * len(ANCHORS))


def test_the_worked_example_of_glickman() -> None:
    games = ((Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0))
    found = after(Rating(1500, 200, 0.06), *games)
    assert found.value == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


@given(ratings, ratings)
def test_a_right_answer_raises_the_person_and_lowers_the_puzzle_a_wrong_one_the_reverse(
    person: Rating, puzzle: Rating
) -> None:
    for is_right, sign in ((True, 1), (False, -1)):
        own, other = answered(person, puzzle, is_right=is_right)
        assert (own.value - person.value) * sign > 0
        assert (other.value - puzzle.value) * sign < 0
        for found in (own, other):
            assert LEAST_DEVIATION <= found.deviation <= START_DEVIATION
            assert 0 < found.volatility < 0.2


@given(ratings, ratings, st.floats(1, 500))
def test_a_harder_puzzle_is_worth_more_and_costs_less(person: Rating, puzzle: Rating, step: float) -> None:
    harder = Rating(puzzle.value + step, puzzle.deviation, puzzle.volatility)
    assert expected(person, harder) < expected(person, puzzle)
    for is_right in (True, False):
        one, other = (answered(person, found, is_right=is_right)[0].value for found in (harder, puzzle))
        assert one >= other - 1e-6


@given(shares, st.integers(0, len(ANCHORS) - 1))
def test_the_more_bots_find_a_puzzle_the_lower_it_begins(found: tuple[int, ...], level: int) -> None:
    more = (*found[:level], 100, *found[level + 1 :])
    assert first_rating(more) <= first_rating(found)
    assert first_rating((100,) * len(ANCHORS)) <= first_rating(found) <= first_rating((0,) * len(ANCHORS))
