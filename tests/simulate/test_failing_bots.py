"""In `arena` and `simulate` somebody else's bot that fails is named, and the command ends with a clear status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from strangers import environment, install

PATIENCE = 120.0
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("strangers")
    around = environment(install(folder / "site"))

    def command(*argv: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "partake", *argv, "--seed", "s", "--workers", "1"]
        return subprocess.run(words, env=around, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)

    return command


@pytest.mark.parametrize("command", ["arena", "simulate"])
@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("crash", "partake: The bot crash failed (strange_bots.py, line 29): KeyError: 'something secret'\n"),
        ("quit", "partake: The bot quit failed (strange_bots.py, line 50): SystemExit: something secret\n"),
        ("exit", "partake: The bot exit ended its process\n"),
        ("illegal", "which is not legal here\n"),
    ],
)
def test_it_is_named_in_a_sentence(run: Run, command: str, bot: str, sentence: str) -> None:
    bots = ("good", bot) if command == "arena" else ("--bot", "good", "--bot", bot)
    done = run(command, "classic", *bots, "--games", "20", "--csv", "games.csv", "--force")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(sentence)
    assert "Traceback" not in done.stderr


def test_one_that_hangs_is_ended_at_its_time_and_games_that_were_played_are_kept(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    done = run("arena", "classic", "good", "late@0.05s", "--games", "20", "--csv", str(file))
    sentence = "partake: The bot late@0.05s was ended: a move took more than 5.05 s, and its limit is 0.05 s\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
    assert len(file.read_text().splitlines()) > 1


def test_what_it_prints_is_not_in_the_output(run: Run) -> None:
    done = run("simulate", "classic", "--bot", "print", "--games", "1", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 1
    assert "printed by the shell" in done.stderr


def test_a_good_one_plays_the_same_as_everywhere(run: Run) -> None:
    done = [run("arena", "classic", "good", "random", "--games", "5", "--json") for _ in range(2)]
    assert [one.returncode for one in done] == [0, 0]
    assert done[0].stdout == done[1].stdout
