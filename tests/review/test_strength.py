"""Strength from reviewed games: the laws of its estimates, and summaries that agree with whole reviews."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.engine.record.files import read_record
from partake.review import review
from partake.review.levels import level_plays
from partake.review.strength import LEAST, Sums, adjusted, student
from partake.review.summary import PHASES, summaries_of, summarise
from partake.rules.catalogue import catalogue
from recorded import FIVE, SAMPLE


@dataclass(frozen=True)
class Game:
    score: float
    moves: int | None
    lost: float | None
    luck: float | None


NUMBERS = st.floats(0, 100, allow_nan=False)
GAMES = st.lists(
    st.builds(Game, st.floats(-60, 400), st.integers(1, 60), NUMBERS, st.floats(-90, 90)), min_size=LEAST, max_size=30
)


@given(GAMES)
def test_a_score_without_luck_is_the_score_minus_the_luck(games: list[Game]) -> None:
    assert [adjusted(game) for game in games] == [game.score - (game.luck or 0) for game in games]
    mean = math.fsum(game.score - (game.luck or 0) for game in games) / len(games)
    found = Sums.of(games).adjusted_score
    assert found is not None
    assert found.value == pytest.approx(mean, abs=1e-6)
    assert found.low <= found.value <= found.high


@given(GAMES, st.floats(-50, 50))
def test_luck_that_comes_and_goes_with_the_score_changes_nothing(games: list[Game], more: float) -> None:
    """A gift of so many points by the tiles raises score and luck alike."""
    luckier = [Game(game.score + more, game.moves, game.lost, (game.luck or 0) + more) for game in games]
    one, other = Sums.of(games).adjusted_score, Sums.of(luckier).adjusted_score
    assert one is not None
    assert other is not None
    assert other.value == pytest.approx(one.value, abs=1e-6)
    assert other.high - other.low == pytest.approx(one.high - one.low, abs=1e-2)


@given(GAMES, st.randoms())
def test_an_estimate_does_not_depend_on_the_order_of_games(games: list[Game], random: object) -> None:
    mixed = sorted(games, key=lambda game: (game.score, game.lost))
    assert Sums.of(mixed).given_away == Sums.of(games).given_away


@given(GAMES, st.floats(0.1, 10))
def test_an_estimate_scales_with_what_was_given_away(games: list[Game], factor: float) -> None:
    more = [Game(game.score, game.moves, (game.lost or 0) * factor, game.luck) for game in games]
    one, other = Sums.of(games).given_away, Sums.of(more).given_away
    assert one is not None
    assert other is not None
    assert other.value == pytest.approx(one.value * factor, abs=1e-9)
    assert other.high == pytest.approx(one.high * factor, rel=1e-4, abs=1e-4)


@given(GAMES)
def test_the_interval_contains_the_estimate_and_shrinks_with_more_games_like_these(games: list[Game]) -> None:
    one, other = Sums.of(games).given_away, Sums.of(games * 4).given_away
    assert one is not None
    assert other is not None
    assert 0 <= one.low <= one.value <= one.high
    assert other.value == pytest.approx(one.value)
    assert other.high - other.value <= (one.high - one.value) / 2 + 1e-4


@pytest.mark.parametrize("count", range(LEAST))
def test_there_is_no_number_before_there_is_something_to_say(count: int) -> None:
    sums = Sums.of([Game(150, 19, 20, 3)] * count + [Game(140, None, None, None)] * 50)
    assert sums.games == count
    assert sums.given_away is None
    assert sums.adjusted_score is None


def test_where_luck_is_not_known_it_is_not_taken_off() -> None:
    sums = Sums.of([Game(3, 60, 0.5, None)] * LEAST)
    assert sums.adjusted_score is None
    assert sums.given_away is not None


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (9, 2.262), (29, 2.045), (99, 1.984)])
def test_the_quantiles_of_students_distribution(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.01)


def test_a_summary_has_the_numbers_of_the_whole_review() -> None:
    record = read_record(SAMPLE, catalogue())
    whole = review(record, seconds=0)
    seats = range(1, len(record.setup.seats) + 1)
    found = summarise(record, seats, progress=lambda done, total: None)
    assert found == summaries_of(whole)
    for one in found:
        assert list(one.phases) == list(PHASES)
        assert sum(lost for lost, _ in one.phases.values()) == pytest.approx(one.lost)
        assert sum(moves for _, moves in one.phases.values()) == one.moves
        assert sum(one.causes.values()) <= one.lost + 1e-9
    only = summarise(record, [1], progress=lambda done, total: None)
    assert only == [one for one in found if one.seat == 1]


@pytest.mark.slow
def test_a_summary_of_take_five_has_the_numbers_of_the_whole_review() -> None:
    told, record = list[tuple[int, int]](), read_record(FIVE, catalogue())
    found = summarise(record, [1], progress=lambda done, total: told.append((done, total)))
    assert [one for one in summaries_of(review(record)) if one.seat == 1] == found
    assert found[0].luck is None
    assert told[-1] == (found[0].moves, found[0].moves)


@pytest.mark.parametrize("edition", list(catalogue().editions))
def test_the_levels_of_every_edition_are_measured(edition: str) -> None:
    plays = level_plays(edition)
    assert [play.level for play in plays] == ["beginner", "casual", "skilled", "expert", "master"]
    assert all(play.low <= play.lost <= play.high for play in plays)
    assert plays[0].lost > plays[-1].lost
