"""Games that were left: `--resume` without a file finds them, `--tidy` puts old ones away, nothing is lost unasked."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest

import partake

DAY = 24 * 60 * 60


def leave(cli: Any, tmp_path: Path, *argv: str, typed: str = "a1\nquit\n", days: float = 0) -> Path:
    """Begin a game and leave it, so many days ago."""
    before = set(tmp_path.glob("state/partake/*.json"))
    cli("play", *argv, typed=typed)
    (saved,) = set(tmp_path.glob("state/partake/*.json")) - before
    os.utime(saved, (time.time() - days * DAY,) * 2)
    return saved


def test_the_only_game_goes_on_at_once(cli: Any, tmp_path: Path) -> None:
    saved = leave(cli, tmp_path, "classic", "Ann")
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    result = cli("play", "--resume", typed="c3\nquit\n")
    assert result.code == 0
    assert "goes on where it was left" in result.out
    assert "Which one?" not in result.out
    assert "tile 2 of 19" in result.out


def test_several_games_are_listed_with_all_that_tells_them_apart(cli: Any, tmp_path: Path) -> None:
    leave(cli, tmp_path, "classic", "Ann", days=3)
    leave(cli, tmp_path, "nexus", "Bob", "bot:casual", "-o", "rounds=2", days=1)
    leave(cli, tmp_path, "five", "Ann", "Cleo", typed="quit\n")
    result = cli("play", "--resume", typed="x\n9\n3\nquit\n")
    listed = [line for line in result.out.splitlines() if line.startswith("  ") and ", left " in line]
    assert [line.partition(", left ")[0].strip() for line in listed] == [
        "1  Take Five, Ann, Cleo: round 1, markers 0 : 0",
        "2  Nexus, Bob, bot:casual: game 1 of 2, tile 2 of 44",
        "3  Classic, Ann: tile 2 of 19",
    ]
    assert ["today at" in listed[0], "yesterday at" in listed[1], "3 days ago" in listed[2]] == [True] * 3
    assert result.out.count("Type a number from 1 to 3.") == 2
    assert "Ann · Classic" in result.out


def test_enter_takes_the_latest_and_leaving_the_list_changes_nothing(cli: Any, tmp_path: Path) -> None:
    leave(cli, tmp_path, "classic", "Ann", days=3)
    leave(cli, tmp_path, "orchid", "Bob")
    assert "Bob · Orchid" in cli("play", "--resume", typed="\nquit\n").out
    saves = {path: path.read_bytes() for path in tmp_path.glob("state/partake/*.json")}
    for typed in ("q\n", ""):
        result = cli("play", "--resume", typed=typed)
        assert (result.code, "goes on" in result.out) == (0, False)
    assert {path: path.read_bytes() for path in tmp_path.glob("state/partake/*.json")} == saves


def test_without_a_game_to_go_on_with(cli: Any, tmp_path: Path) -> None:
    result = cli("play", "--resume")
    assert (result.code, result.out) == (1, "")
    assert "there is no game to go on with; begin one with: partake play classic" in result.problem


def test_what_is_no_game_is_passed_over(cli: Any, tmp_path: Path, keys: Any) -> None:
    leave(cli, tmp_path, "classic", "Ann")
    folder = tmp_path / "state" / "partake"
    (folder / "broken.json").write_text("{")
    cli("play", "classic", "--seed", "s", "--record", "over.json", typed=keys("classic", ["Player 1"], "s"))
    (folder / "over.json").write_bytes((tmp_path / "over.json").read_bytes())
    assert "goes on where it was left" in cli("play", "--resume", typed="quit\n").out


@pytest.fixture
def old_games(cli: Any, tmp_path: Path) -> tuple[Path, Path]:
    """A game that was left long ago, and a fresh one."""
    return leave(cli, tmp_path, "classic", "Ann", days=45), leave(cli, tmp_path, "nexus", "Bob", days=2)


def test_the_list_says_how_to_put_old_games_away(cli: Any, old_games: object) -> None:
    assert "Left for 30 days or more: 1. To put such games away: partake play --tidy" in cli("play", "--resume").out


@pytest.mark.parametrize("typed", ["", "\n", "x\n"])
def test_nothing_is_tidied_without_an_answer(cli: Any, old_games: tuple[Path, Path], typed: str) -> None:
    result = cli("play", "--tidy", typed=typed)
    assert result.code == 0
    assert "1  Classic, Ann: tile 2 of 19, left 45 days ago" in result.out
    assert "Bob" not in result.out
    assert all(path.exists() for path in old_games)


def test_old_games_are_moved_and_can_still_be_played_on(cli: Any, old_games: tuple[Path, Path]) -> None:
    old, fresh = old_games
    result = cli("play", "--tidy", typed="m\n")
    moved = old.parent / "abandoned" / old.name
    assert (result.code, old.exists(), fresh.exists(), moved.exists()) == (0, False, True, True)
    assert stat.S_IMODE(moved.stat().st_mode) == 0o600
    assert "nothing to tidy" in cli("play", "--tidy").out
    assert "Ann · Classic" in cli("play", "--resume", str(moved), typed="quit\n").out


def test_old_games_are_deleted_only_on_demand(cli: Any, old_games: tuple[Path, Path]) -> None:
    result = cli("play", "--tidy", typed="d\n")
    assert "They are deleted." in result.out
    assert [path.exists() for path in old_games] == [False, True]


@pytest.mark.parametrize(
    "argv", [["classic"], ["--resume"], ["--seed", "s"], ["--record", "x"], ["-o", "rays=each"]], ids=" ".join
)
def test_tidying_begins_no_game(cli: Any, argv: list[str]) -> None:
    result = cli("play", "--tidy", *argv)
    assert (result.code, result.out) == (2, "")
    assert "--tidy begins no game" in result.err


def test_a_finished_game_leaves_nothing_to_go_on_with(cli: Any, keys: Any, tmp_path: Path) -> None:
    lines = keys("classic", ["Ann"], "s").splitlines(keepends=True)
    cli("play", "classic", "Ann", "--seed", "s", typed="".join(lines[:4]) + "quit\n")
    done = cli("play", "--resume", "--record", "done.partake", typed="".join(lines[4:]))
    assert done.code == 0
    assert partake.load(tmp_path / "done.partake").outcome is not None
    assert list(tmp_path.glob("state/partake/*")) == []
