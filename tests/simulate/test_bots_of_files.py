"""Bots of one's own in simulations and arenas: limits, records, ratings, files, and other processes."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from math import log10
from pathlib import Path

import pytest

import partake
from partake.bots import FREE, Bot, Budget
from partake.cli.main import main
from partake.engine.actions import Action
from partake.engine.contract import View
from partake.engine.record.games import Games
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.simulate import Result, Standings, arena, make_contest, make_experiment, processes, simulate
from partake.simulate.ratings import RESAMPLES, rate
from partake.simulate.scheduler import is_worthwhile, play
from partake.simulate.worker import is_overrun

FILE = """
import time
from partake.bots import Bot

class First(Bot):
    def choose(self, view, budget=None):
        print("said by a bot")
        return view.legal[0]

class Slow(Bot):
    def choose(self, view, budget=None):
        time.sleep(0.03)
        return view.legal[0]

class Crash(Bot):
    def choose(self, view, budget=None):
        return {}["a secret"]
"""


class Mine(Bot):
    """A class of a program."""

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        return view.legal[0]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "mine.py").write_text(FILE)
    return tmp_path


def run(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "partake", *argv]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)


def test_a_class_and_a_file_play_the_same_game(mine: Path) -> None:
    found = arena("classic", [Mine, "mine.py:First"], games=3)
    assert found.contest.names == ("Mine", "First")
    assert found.differences[0, 1].counts == {0: 3}
    assert "Mine − First" in str(found)


def test_the_output_is_clean_and_the_columns_have_the_names_of_bots(mine: Path) -> None:
    argv = ("arena", "classic", "mine.py:First", "random", "--games", "3", "--seed", "s", "--json", "--csv", "g.csv")
    done = run(mine, *argv)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bots"] == ["First", "random"]
    assert "said by a bot" in done.stderr
    assert (mine / "g.csv").read_text().splitlines()[0] == "game,seed,First,random"
    again = run(mine, *argv)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == "partake: g.csv is there already: --force overwrites it\n"


def test_a_crash_in_a_worker_says_the_line_and_with_traceback_every_frame(mine: Path) -> None:
    done = run(mine, "simulate", "classic", "--bot", "mine.py:Crash", "--games", "3", "--traceback")
    *frames, sentence = done.stderr.splitlines()
    assert sentence == "partake: The bot Crash failed (mine.py, line 17): KeyError: 'a secret'"
    assert any("mine.py:17 in choose" in frame for frame in frames)


def test_games_are_the_same_with_any_number_of_workers_to_the_byte(mine: Path) -> None:
    bots = ["mine.py:First", "random"]
    here = arena("classic", bots, games=5, records="one.partake", rays="best")
    there = arena("classic", bots, games=5, records="two.partake", rays="best", workers=2)
    assert (mine / "one.partake").read_bytes() == (mine / "two.partake").read_bytes()
    assert here.to_json() == there.to_json()


@pytest.mark.parametrize(("edition", "bots"), [("classic", ["random"]), ("five", ["greedy", "greedy"])])
def test_records_replay_with_the_seeds_of_the_games(mine: Path, edition: str, bots: list[str]) -> None:
    found = simulate(edition, bots, games=3, seed="s", records="games.jsonl")
    records = list(Games("games.jsonl", catalogue()))
    assert found.experiment.facts()["engine"] == "readable"
    assert [record.seed for record in records] == [partake.Seed.of(f"s/{game}") for game in (1, 2, 3)]
    names = [name for people in records[0].setup.seats for name in people]
    assert names == ["bot:random"] if edition == "classic" else ["bot:greedy", "bot:greedy 2"]
    totals = [record.outcome.totals[0] for record in records if record.outcome is not None]
    assert sorted(totals) == sorted(found.seats[0].counts.keys() if len(set(totals)) == 3 else totals)


def test_moves_beyond_the_limit_are_counted_by_name(mine: Path) -> None:
    bots = ["mine.py:Slow@5ms", "random"]
    found = arena("classic", bots, games=1, seed="s", limit=600)
    slow, other = (row["time"] for row in found.to_json()["results"])
    assert (slow["limit"], slow["moves"], slow["overruns"]) == (0.005, 19, 19)
    assert slow["slowest"] >= 0.03
    assert (other["limit"], other["overruns"]) == (600, 0)
    assert "Slow@5ms" in str(found).split("moves beyond it")[1]
    assert main(["arena", "classic", *bots, "--limit", "600s", "--games", "1", "--seed", "s", "--csv", "g.csv"]) == 0
    (row,) = csv.DictReader((mine / "g.csv").read_text().splitlines())
    assert (row["Slow@5ms late"], row["random late"]) == ("19", "0")


def test_a_little_late_is_not_late() -> None:
    assert not is_overrun(0.119, 0.1)
    assert is_overrun(0.121, 0.1)
    assert not is_overrun(1e9, None)


def test_a_class_of_a_notebook_plays_here_and_elsewhere() -> None:
    code = """
from partake.bots import Bot
import partake
class Mine(Bot):
    def choose(self, view, budget=None):
        return view.legal[0]
one = partake.arena("classic", [Mine, "random"], games=4)
two = partake.arena("classic", [Mine, "random"], games=4, workers=2)
print(one.to_json() == two.to_json())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n", done.stderr


def beaten(wins: int, draws: int, losses: int) -> dict[tuple[int, int, int], int]:
    """The duels of two bots, a deal each."""
    outcomes = [2] * wins + [1] * draws + [0] * losses
    return {(i, *pair): halves for i, won in enumerate(outcomes) for pair, halves in (((0, 1), won), ((1, 0), 2 - won))}


def test_ratings_are_those_of_bradley_and_terry() -> None:
    pytest.importorskip("choix")
    one, other = rate(["a", "b"], beaten(74, 2, 24), seed=1)
    assert one.score == 0.75
    assert one.points - other.points == pytest.approx(400 * log10(75.5 / 25.5), abs=0.01)
    assert one.points + other.points == pytest.approx(0)
    assert one.low < one.points < one.high
    assert rate(["a", "b"], beaten(74, 2, 24), seed=1) == (one, other), "the same seed, the same intervals"
    anchored = rate(["a", "b"], beaten(74, 2, 24), seed=1, anchor="b")
    assert anchored[1].points == 0
    assert RESAMPLES >= 200


def test_who_always_wins_has_a_finite_rating_and_it_is_said() -> None:
    pytest.importorskip("choix")
    one, other = rate(["a", "b"], beaten(50, 0, 0), seed=1)
    assert one.is_bound
    assert other.is_bound
    assert one.points - other.points < 1000


def test_an_arena_has_ratings_a_cross_table_and_a_chart(mine: Path) -> None:
    pytest.importorskip("choix")
    found = arena("classic", ["greedy", "random", "beginner"], games=8, anchor="random")
    ratings = {rating.bot: rating.points for rating in found.ratings}
    assert ratings["random"] == 0
    assert ratings["greedy"] > ratings["random"]
    text = str(found)
    assert "random is 0" in text
    assert "score against each other in duels" in text
    assert found.score(0, 1) + found.score(1, 0) == 1
    assert found.ahead(0, 1) == -found.ahead(1, 0)
    svg = found._repr_svg_()
    assert svg is not None
    assert svg.startswith("<svg")
    assert "greedy" in svg


def test_without_choix_the_rest_of_the_report_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    found = arena("classic", ["greedy", "random"], games=2)
    text = str(found)
    assert "greedy − random" in text
    assert "A rating needs choix, which is not installed: pip install 'partake-games[ratings]'" in text
    assert found.to_json()["ratings"] is None
    assert found._repr_svg_()


def test_an_anchor_must_be_one_of_the_bots() -> None:
    contest = make_contest(partake.edition("classic"), ["random", "greedy"], games=1, seed="s")
    with pytest.raises(partake.PartakeError, match="the anchor 'best' is none of the bots; they are random and greedy"):
        Standings(contest, anchor="best")


def test_the_standings_as_a_file(mine: Path) -> None:
    assert main(["arena", "classic", "greedy", "random", "--games", "4", "--seed", "s", "--standings", "s.csv"]) == 0
    rows = list(csv.DictReader((mine / "s.csv").read_text().splitlines()))
    assert [row["bot"] for row in rows] == ["greedy", "random"]
    assert float(rows[0]["score against random"]) == 1
    assert float(rows[0]["ahead of random"]) == -float(rows[1]["ahead of greedy"])


@pytest.mark.parametrize(
    ("bot", "left", "processes", "is_so"),
    [
        ("greedy", 1.0, 2, False),
        ("greedy", 1.5, 2, True),
        ("expert", 9.0, 2, False),
        ("expert", 11.0, 2, True),
        ("greedy", 1e9, 1, False),
    ],
)
def test_processes_are_started_where_they_save_twice_what_they_cost(
    bot: str, left: float, processes: int, is_so: bool
) -> None:
    experiment = make_experiment(arrange(partake.edition("classic")), [bot], games=2, seed="s")
    assert is_worthwhile(experiment, left, processes) == is_so


def test_workers_are_ready_before_the_clock_runs(mine: Path) -> None:
    result = Result(make_experiment(arrange(partake.edition("classic")), ["random"], games=2, seed="s"))
    ready: list[bool] = []

    class Told:
        def __enter__(self) -> None:
            ready.append(result.seconds == 0)

        def __exit__(self, *_: object) -> None:
            ready.append(result.games == 0)

    with processes(1) as pool:
        play(result, pool, getting_ready=Told)
    assert ready == [True, True]
    assert result.is_complete
