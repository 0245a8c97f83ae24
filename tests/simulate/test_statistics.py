"""The numbers of a report, against the textbook and the exact mean."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

import pytest

from partake.simulate import Statistics, simulate
from partake.simulate.report import Bins

EXACT_CLASSIC = 15981 / 1495
"""The mean score of a Classic board filled at random."""


def test_mean_deviation_and_interval() -> None:
    sample = [3, 3, 5, 8, 8, 8, 20]
    found = Statistics({3: 2, 5: 1, 8: 3, 20: 1})
    assert found.mean == pytest.approx(statistics.fmean(sample))
    assert found.deviation == pytest.approx(statistics.stdev(sample))
    margin = statistics.NormalDist().inv_cdf(0.975) * statistics.stdev(sample) / math.sqrt(7)
    assert found.interval == pytest.approx((found.mean - margin, found.mean + margin))
    assert (found.least, found.most, found.games) == (3, 20, 7)


def test_one_game_has_no_interval() -> None:
    found = Statistics({Fraction(15, 2): 1})
    assert (found.mean, found.deviation, found.interval) == (7.5, 0.0, None)
    assert found.to_json()["counts"] == [[7.5, 1]]


def test_quantiles_are_scores_that_came() -> None:
    found = Statistics(dict.fromkeys(range(1, 101), 1))
    assert [found.quantile(percent) for percent in (1, 5, 50, 95, 99)] == [1, 5, 50, 95, 99]
    assert Statistics({0: 60, 9: 40}).quantile(50) == 0
    assert Statistics({0: 40, 9: 60}).quantile(50) == 9


def test_classes_hold_every_score_once() -> None:
    found = Statistics({-60: 2, -7: 1, 0: 3, Fraction(75, 2): 1, 138: 1})
    for most in (3, 10, 20, 60):
        bins = Bins.of([found], most=most)
        assert bins.number <= most
        assert sum(bins.counts(found)) == found.games
        assert bins.edges[0] <= -60
        assert bins.edges[-1] > 138


def test_the_exact_mean_of_random_classic_is_in_the_interval() -> None:
    pytest.importorskip("numba")
    found = simulate("classic", games=1_000_000, seed="exact").seats[0]
    assert found.interval is not None
    assert found.interval[0] < EXACT_CLASSIC < found.interval[1]
    assert found.margin is not None
    assert found.margin < 0.03
