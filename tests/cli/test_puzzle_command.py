"""`partake puzzles`: makes the same file twice, finds what is wrong in one, and asks in the terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from partake.cli.main import main
from partake.puzzles.files import shipped
from partake.rules.catalogue import catalogue


def test_make_writes_the_same_bytes_for_the_same_seed_and_check_proves_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in ("one.txt", "two.txt")]
    for file in files:
        assert main(["puzzles", "make", "classic", "--count", "1", "--seed", "cli", "--output", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert main(["puzzles", "check", str(files[0])]) == 0
    assert "1 of 1 puzzles hold" in capsys.readouterr().out


def test_check_says_which_puzzle_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edition = catalogue().editions["classic"]
    puzzle = next(one for one in shipped(edition) if one.proof == "proven")
    from partake.puzzles.files import format_puzzles

    (best, value), *rest = puzzle.values
    text = format_puzzles(edition, [puzzle]).replace(f"{best}={value:.10g}", f"{best}={value + 5:.10g}")
    file = tmp_path / "wrong.txt"
    file.write_text(text, encoding="utf-8")
    assert rest
    assert main(["puzzles", "check", str(file)]) == 1
    told = capsys.readouterr()
    assert "0 of 1 puzzles hold" in told.out
    assert f"{best} is worth" in told.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["dance"], "there is no action 'dance'"),
        (["make"], "make needs one more word"),
        (["make", "chess"], "there is no edition 'chess'"),
        (["make", "classic", "--count", "0"], "--count must be a whole number"),
        (["make", "classic", "-o", "draw=2"], "one board and one tile at a time"),
        (["make", "classic", "--from-games", "/nowhere"], "is no folder of a server"),
        (["check", "/nowhere.txt"], "nowhere.txt"),
        (["play", "five"], "are asked in the browser"),
        (["play", "classic", "--theme", "fork"], "there is no theme 'fork'"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_line(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", *words]) in (1, 2)
    told = capsys.readouterr().err
    assert problem.lower() in told.lower()
    assert told.count("\n") == 1


def test_puzzles_are_asked_in_the_terminal_until_somebody_has_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("zz\nquit\n"))
    assert main(["puzzles", "play", "classic", "--theme", "finish"]) == 0
    told = capsys.readouterr()
    assert "go?" in told.out
    assert "is not one of the possible answers" in told.err
    assert "0 of 0 found." in told.out
