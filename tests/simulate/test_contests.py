"""Bots on the same deals: fair seats, exact differences, the same for the same seed whoever plays."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import partake
from partake.simulate import Standings, Statistics, WorkerPool, arena, chunks, make_contest, processes, simulate
from partake.simulate.arena_report import arena_report
from partake.simulate.contest_worker import ContestChunk
from partake.simulate.executors import InProcess
from partake.simulate.standings import wilson

CONTESTS: list[tuple[str, tuple[str, ...], int, dict[str, Any]]] = [
    ("classic", ("greedy", "random", "heuristic"), 8, {}),
    ("orchid", ("random", "greedy"), 4, {"rounds": "2"}),
    ("classic", ("greedy", "random"), 5, {"rays": "best"}),
    ("five", ("greedy", "random", "greedy"), 2, {}),
]


@pytest.mark.parametrize(("edition", "bots", "games", "options"), CONTESTS)
def test_any_chunks(edition: str, bots: tuple[str, ...], games: int, options: dict[str, Any]) -> None:
    found = [arena(edition, bots, games=games, seed="same", chunk=size, **options).to_json() for size in (None, 1, 3)]
    assert found[0] == found[1] == found[2]
    assert found[0]["games"] == games
    assert arena(edition, bots, games=games, seed="other", **options).to_json() != found[0]


def test_two_processes() -> None:
    here = arena("classic", ["greedy", "random"], games=8, seed="two").to_json()
    with processes(2) as pool:
        there = arena("classic", ["greedy", "random"], games=8, seed="two", executor=pool.executor, workers=2, chunk=3)
    assert there.to_json() == here


def test_alone_a_bot_plays_the_games_of_a_simulation() -> None:
    """Whoever sits alone plays exactly what `simulate` plays with the same seed."""
    found = arena("nexus", ["greedy", "heuristic"], games=4, seed="s")
    for place, bot in enumerate(["greedy", "heuristic"]):
        assert found.seats[place].counts == simulate("nexus", [bot], games=4, seed="s").seats[0].counts


def test_random_plays_the_same_decks_too() -> None:
    """The compiled engine shuffles in its own way, so it is not for an arena."""
    experiment = make_contest(partake.edition("classic"), ["random"], games=5, seed="s")
    assert not experiment.with_engine(has_fast=lambda: True).compiled


def test_thinking_is_part_of_who_plays() -> None:
    found = arena("five", ["reader@2", "reader@1"], games=1, seed="s").to_json()
    assert [row["bot"] for row in found["results"]] == ["reader@2", "reader@1"]


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 2), (4, 4), (5, 3), (3, 1)])
def test_every_bot_sits_as_often_in_every_seat(bots: int, seats: int) -> None:
    experiment = make_contest(partake.edition("classic"), ["random"] * bots, seats=seats, games=1, seed="s")
    places = Counter((bot, seat) for table in experiment.tables for seat, bot in enumerate(table))
    assert len(places) == bots * seats
    assert len(set(places.values())) == 1
    assert {sum(bot in table for table in experiment.tables) for bot in range(bots)} == {experiment.tables_each}
    meetings = Counter(frozenset((a, b)) for table in experiment.tables for a in table for b in table if a != b)
    assert len(set(meetings.values())) <= 1, "every two meet equally often"


@pytest.mark.parametrize(
    ("edition", "options", "bots", "seats"),
    [
        ("classic", {}, 3, 1),
        ("classic", {"rays": "each"}, 3, 1),
        ("classic", {"rays": "best"}, 3, 3),
        ("nexus", {"scrapyard": "passed"}, 2, 2),
        ("nexus", {"scrapyard": "lowest"}, 10, 8),
        ("five", {}, 2, 2),
        ("five", {}, 6, 4),
    ],
)
def test_how_many_sit_together(edition: str, options: dict[str, str], bots: int, seats: int) -> None:
    experiment = make_contest(partake.edition(edition), ["random"] * bots, options, games=1, seed="s")
    assert experiment.seats == seats


def test_differences_are_exact_and_deck_by_deck() -> None:
    experiment = make_contest(partake.edition("classic"), ["greedy", "random"], games=6, seed="s", wants_rows=True)
    result, columns = Standings(experiment), [list[int | Fraction](), list[int | Fraction]()]
    for chunk in chunks(experiment, WorkerPool(InProcess(), 1)):
        assert isinstance(chunk, ContestChunk)
        result.add(chunk)
        for column, more in zip(columns, chunk.columns, strict=True):
            column.extend(more)
    apart = [a - b for a, b in zip(*columns, strict=True)]
    assert result.differences[0, 1].counts == Counter(apart)
    assert result.wins[0] == sum(difference > 0 for difference in apart)


def test_differences_at_tables_are_averages_over_the_seats() -> None:
    """Two of the same bot at a table: over both seatings of a deal neither is ahead by the seat alone."""
    found = arena("classic", ["heuristic", "heuristic"], games=3, seed="s", rays="best")
    assert found.trials == 6
    assert sum(found.wins) + found.shared[0] == 6
    assert all(Fraction(points).denominator in (1, 2) for points in found.differences[0, 1].counts)


def test_the_better_bot_is_found() -> None:
    found = arena("classic", ["random", "greedy"], games=10, seed="s")
    assert found.ranked == [1, 0]
    interval = found.differences[0, 1].interval
    assert interval is not None
    assert interval[1] < 0
    assert found.wins == [0, 10]


@pytest.mark.parametrize(
    ("wins", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (5, 10, 0.23659, 0.76341),
        (81, 263, 0.25528, 0.36621),  # Newcombe 1998, method 3
        (15, 148, 0.06238, 0.16052),  # the same
        (1, 29, 0.00612, 0.17176),  # the same
    ],
)
def test_wilsons_interval(wins: int, of: int, low: float, high: float) -> None:
    assert wilson(wins, of) == pytest.approx((low, high), abs=1e-4)


def test_the_report_names_everything() -> None:
    found = arena("classic", ["random", "greedy"], games=6, seed="monday")
    found.seconds = 2.0
    text = arena_report(found)
    assert text.startswith(
        "Classic: 2 bots on the same deals, each alone\n6 deals, 12 games in 2.0 s, 6.0 a second; seed monday\n"
    )
    lines = text.splitlines()
    assert lines[4].startswith("greedy"), "the best first"
    assert any(line.startswith("greedy − random") for line in lines)
    assert "█" in text
    assert arena_report(found, signs=False).isascii()
    assert all(len(line) <= 100 and line == line.rstrip() for line in lines)


def test_the_report_of_tables_and_of_twins() -> None:
    found = arena("five", ["random", "greedy", "greedy"], games=1, seed="s", seats=2)
    text = arena_report(found)
    assert "Take Five: 3 bots on the same deals, tables of 2" in text
    assert "wins alone, with the range of its 95 % interval" in text
    assert "greedy (2)" in text
    assert "greedy (3)" in text


def test_the_report_of_few_games() -> None:
    one = arena("classic", ["random"], games=1, seed="s")
    assert "wins" not in arena_report(one)
    experiment = make_contest(partake.edition("classic"), ["random", "greedy"], games=5, seed="s")
    nothing = Standings(experiment)
    assert "Interrupted before the first of 5 deals was finished." in arena_report(nothing)
    assert nothing.to_json()["pairs"] == []
    nothing.add(next(chunks(experiment, WorkerPool(InProcess(), 1), size=2)))
    assert "Interrupted: these are deals 1 to 2 of 5." in arena_report(nothing)


def test_equal_scores_are_not_certain() -> None:
    found = arena("classic", ["beginner", "beginner"], games=2, seed="s")
    assert found.differences[0, 1].counts == {0: 2}
    assert found.shared == [2, 2]
    assert "not certain" in arena_report(found)
    assert Statistics({0: 2}).margin == 0


def test_wrong_contests() -> None:
    classic, five = partake.edition("classic"), partake.edition("five")
    for edition, bots, seats, words in (
        (classic, [], None, "1 to 12 bots, not 0"),
        (classic, ["random"] * 13, None, "1 to 12 bots, not 13"),
        (classic, ["random", "deep"], None, "there is no bot 'deep'"),
        (five, ["heuristic", "random"], None, "heuristic does not play five"),
        (five, ["greedy"], None, "a table of 2 needs at least 2 bots, not 1"),
        (classic, ["greedy"], 3, "a table of 3 needs at least 3 bots"),
        (five, ["greedy"] * 6, 5, "five takes 2 to 4 players"),
        (classic, ["greedy@much"], None, "'much' is no thinking"),
    ):
        with pytest.raises(partake.PartakeError, match=words):
            make_contest(edition, bots, seats=seats, games=1, seed="s")
