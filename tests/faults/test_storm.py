"""Nothing that was answered is lost or done twice, and nothing is told that is not stored, whatever fails meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from postgres import needs_postgres
from storm import Storm
from storm_books import Report
from storm_place import stormy_place


def weather(*, players: int, seconds: float, pause: float, pace: float, kills: int) -> Report:
    is_small = players < 100
    with stormy_place(machines=1 if is_small else 2) as place:
        storm = Storm(place, players=players, pace=pace, has_reviews=not is_small)  # which take a while
        report = asyncio.run(storm.run(seconds=seconds, pause=pause, kills=kills))
        storm.check()
        assert not report.mistakes, report.mistakes
        return report


@needs_postgres
def test_games_survive_a_few_kills() -> None:
    report = weather(players=7, seconds=2.0, pause=0.5, pace=0.02, kills=3)
    assert report.moves >= 7 * 19
    assert report.bots >= 19


@needs_postgres
@pytest.mark.slow
def test_games_survive_a_thousand_kills() -> None:
    report = weather(players=200, seconds=720.0, pause=1.5, pace=1.0, kills=1000)
    assert report.kills >= 1000
