"""A bot of one's own at the command line: written by `bots new`, checked, played against; files are not overwritten."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from partake.bots.discovery import OFFERED

CRASH = """
from partake.bots import Bot

class Crash(Bot):
    families = frozenset({"hexagon"})

    def choose(self, view, budget=None):
        print("said by a bot")
        return {}["x"]
"""


@pytest.fixture(autouse=True)
def process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bots of files leave in a process is taken back."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(OFFERED, "entries", {})


def test_a_new_bot_passes_its_check_and_plays(cli: Any, tmp_path: Path) -> None:
    written = cli("bots", "new", "my_bot").out
    assert written.startswith("my_bot.py is written.\nNext:\n  partake bots check my_bot.py\n")
    checked = cli("bots", "check", "my_bot.py")
    assert (checked.code, checked.out.count("✓"), checked.out.count("✗")) == (0, 6, 0)
    played = cli("play", "classic", "Ann", "bot:my_bot.py", "--seed", "s", typed="c3\n")
    assert played.code == 0
    assert f"--bot {tmp_path}/my_bot.py:MyBot" in played.out
    assert "bot:MyBot" in next(tmp_path.glob("*.partake")).read_text()
    save = next(tmp_path.glob("state/partake/*.json"))
    OFFERED.entries = {}
    assert "with --bot FILE.py:MyBot" in cli("play", "--resume", str(save)).problem
    assert cli("play", "--resume", str(save), "--bot", "my_bot.py", typed="c4\n").code == 0


def test_a_new_bot_overwrites_nothing(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("# my work")
    refused = cli("bots", "new", "mine")
    assert (refused.code, refused.problem) == (1, "mine.py is there already: --force overwrites it\n")
    assert (tmp_path / "mine.py").read_text() == "# my work"
    assert cli("bots", "new", "mine", "--force").code == 0
    assert "class Mine(Bot)" in (tmp_path / "mine.py").read_text()
    assert "cannot be the name of a bot" in cli("bots", "new", "../mine").problem


def test_a_new_package_has_an_entry_point(cli: Any, tmp_path: Path) -> None:
    out = cli("bots", "new", "Corner_king", "--package").out
    assert "pip install -e Corner_king" in out
    project = (tmp_path / "Corner_king" / "pyproject.toml").read_text()
    assert 'corner_king = "partake_corner_king:CornerKing"' in project
    code = (tmp_path / "Corner_king" / "partake_corner_king.py").read_text()
    assert 'name = "corner_king"' in code
    assert "class CornerKing(Bot)" in code


def test_a_check_says_where_a_bot_fails_and_keeps_its_prints_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from partake.cli.main import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "crash.py").write_text(CRASH)
    assert main(["bots", "check", "crash.py", "--traceback"]) == 1
    captured = capsys.readouterr()
    assert "crash.py, line 9: KeyError: 'x'" in captured.out
    assert "said by a bot" not in captured.out
    assert "crash.py:9 in choose" in captured.err


def test_a_bot_of_a_file_that_fails_ends_the_game_and_names_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io

    from partake.cli.main import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("sys.stdin", io.StringIO("c3\n"))
    (tmp_path / "crash.py").write_text(CRASH)
    assert main(["play", "classic", "Ann", "bot:crash.py", "--seed", "s"]) == 1
    assert capsys.readouterr().err.endswith("partake: The bot Crash failed (crash.py, line 9): KeyError: 'x'\n")


WRITING = [
    ("decks", "classic", "--games", "1", "--output", "out"),
    ("show", "classic", "--svg", "out"),
    ("simulate", "classic", "--bot", "greedy", "--games", "1", "--csv", "out"),
    ("simulate", "classic", "--bot", "random", "--games", "1", "--records", "out"),
    ("arena", "classic", "random", "--games", "1", "--standings", "out"),
]


@pytest.mark.parametrize("argv", WRITING, ids=lambda argv: f"{argv[0]} {argv[-2]}")
def test_a_file_is_overwritten_by_force_only(cli: Any, tmp_path: Path, argv: tuple[str, ...]) -> None:
    file = tmp_path / "out"
    file.write_text("precious")
    refused = cli(*argv)
    assert (refused.code, refused.out, refused.problem) == (1, "", "out is there already: --force overwrites it\n")
    assert file.read_text() == "precious"
    assert cli(*argv, "--force").code == 0
    assert file.read_text() != "precious"
