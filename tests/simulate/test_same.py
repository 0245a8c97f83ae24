"""The same seed gives the same result, whoever plays and in whatever portions."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import partake
from partake.engine.setup import arrange
from partake.simulate import Result, WorkerPool, chunks, make_experiment, processes, simulate
from partake.simulate.executors import InProcess
from partake.simulate.worker import play_table

TABLES: list[tuple[str, tuple[str, ...], int, dict[str, str]]] = [
    ("classic", ("random",), 300, {}),
    ("nexus", ("random",), 300, {"placement": "symbol"}),
    ("orchid", ("random",), 300, {"symbols": "both", "rounds": "2"}),
    ("classic", ("greedy", "random"), 12, {"rays": "best"}),
    ("nexus", ("random", "greedy", "random"), 5, {"scrapyard": "passed"}),
    ("five", ("greedy", "greedy"), 6, {}),
]


@pytest.mark.parametrize(("edition", "names", "games", "options"), TABLES)
def test_any_chunks(edition: str, names: tuple[str, ...], games: int, options: dict[str, str]) -> None:
    setup = arrange(partake.edition(edition), options, seats=len(names))
    found = [
        simulate(setup, names, games=games, seed="same", chunk=chunk).to_json() for chunk in (None, 1, 7, games, 1000)
    ]
    assert all(other == found[0] for other in found)
    assert found[0]["games"] == games
    assert simulate(setup, names, games=games, seed="other").to_json() != found[0]


@pytest.mark.parametrize("is_compiled", [False, True])
def test_two_processes(is_compiled: bool) -> None:
    names = ("random",) if is_compiled else ("greedy", "random")
    games = 5000 if is_compiled else 12
    if is_compiled:
        pytest.importorskip("numba")
    mine = simulate("classic", names, games=games, seed="two").to_json()
    assert mine["engine"] == ("compiled" if is_compiled else "readable")
    with processes(2) as pool:
        for chunk in (None, 5):
            theirs = simulate("classic", names, games=games, seed="two", executor=pool.executor, workers=2, chunk=chunk)
            assert theirs.to_json() == mine


def test_any_executor() -> None:
    with ThreadPoolExecutor(3) as executor:
        found = simulate("five", ["random", "greedy"], games=6, seed="x", executor=executor, workers=3, chunk=1)
    assert found.to_json() == simulate("five", ["random", "greedy"], games=6, seed="x").to_json()


def test_a_longer_simulation_begins_like_a_shorter_one() -> None:
    experiment = make_experiment(
        arrange(partake.edition("classic"), seats=2), ["greedy", "random"], games=9, seed="p", wants_rows=True
    )
    pool = WorkerPool(InProcess(), 1)
    long = [chunk.columns for chunk in chunks(experiment, pool, size=1)]
    assert [play_table(experiment, range(2), game).outcome.totals for game in range(1, 10)] == [
        (a[0], b[0]) for a, b in long
    ]
    assert [chunk.columns for chunk in chunks(experiment, pool, first=4, size=1)] == long[3:]


def test_both_engines_play_by_the_same_rules() -> None:
    """The compiled games are others than the readable ones, but their means agree."""
    pytest.importorskip("numba")
    experiment = make_experiment(arrange(partake.edition("classic")), ["random"], games=1200, seed="both")
    slow, quick = Result(experiment), simulate("classic", games=100_000, seed="both").seats[0]
    for chunk in chunks(experiment, WorkerPool(InProcess(), 1)):
        slow.add(chunk)
    one = slow.seats[0]
    assert one.margin is not None
    assert quick.margin is not None
    assert abs(one.mean - quick.mean) < 2 * (one.margin + quick.margin)


def test_without_the_compiled_engine_the_readable_one_plays(
    facts: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "partake.fast", None)
    found = facts("classic", "--games", "5", "--seed", "s")
    assert found["engine"] == "readable"
    scores = {row[0]: row[1] for row in found["seats"][0]["counts"]}
    experiment = make_experiment(arrange(partake.edition("classic")), ["random"], games=5, seed="s")
    totals = [play_table(experiment, [0], game).outcome.totals[0] for game in range(1, 6)]
    assert scores == {total: totals.count(total) for total in totals}


def test_stopping_keeps_the_games_without_a_gap() -> None:
    experiment = make_experiment(arrange(partake.edition("classic")), ["greedy"], games=1000, seed="s")
    result = Result(experiment)
    for chunk in chunks(experiment, WorkerPool(InProcess(), 1), size=2, stop=lambda: result.games >= 6):
        result.add(chunk)
    assert result.games == 6
    assert not result.is_complete
    assert result.to_json()["seats"] == simulate("classic", ["greedy"], games=6, seed="s").to_json()["seats"]
    with pytest.raises(ValueError, match="game 7 comes next"):
        result.add(next(chunks(experiment, WorkerPool(InProcess(), 1))))


def test_wrong_plans() -> None:
    setup = arrange(partake.edition("classic"), seats=2)
    for names, games, seed, words in (
        (["random"], 1, "s", "2 seats and 1 bots"),
        (["random", "deep"], 1, "s", "no bot 'deep'"),
        (["random", "random"], 0, "s", "number of games"),
        (["random", "random"], 1, "", "printable"),
        (["random", "random"], 1, "a\nb", "printable"),
    ):
        with pytest.raises(partake.PartakeError, match=words):
            make_experiment(setup, names, games=games, seed=seed)
    with pytest.raises(partake.PartakeError, match="at least one game"):
        simulate("classic", games=2, chunk=0)
    with pytest.raises(partake.PartakeError, match="a setup has its options"):
        simulate(setup, ["random", "random"], games=1, rays="each")
