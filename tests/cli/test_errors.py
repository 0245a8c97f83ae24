"""Everything a person can get wrong: one line, the right exit code, never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from partake.cli.main import main

GOLDEN = Path(__file__).parent.parent / "golden"

USAGE = [
    (["fly"], "there is no command 'fly'"),
    (["--fly"], "unrecognized arguments: --fly"),
    (["-d"], "expected one argument"),
    (["editions", "chess"], "there is no edition 'chess'"),
    (["editions", "a", "b"], "unrecognized arguments: b"),
    (["play"], "name the game to play"),
    (["play", "chess"], "there is no edition 'chess'"),
    (["play", "classic", "-o", "rays"], "'rays' is not an option: write NAME=VALUE"),
    (["play", "classic", "-o", "rays=each", "-o", "rays=none"], "the option rays is given twice"),
    (["play", "classic", "-o", "size=9"], "there is no option 'size'"),
    (["play", "classic", "-o", "rays=many"], "rays cannot be 'many'"),
    (["play", "classic", "-o", "rays=longest"], "classic cannot be played with rays=longest"),
    (["play", "classic", "-o", "rays=best"], "it needs two or more players"),
    (["play", "classic", "-o", "stamens=last"], "it needs a board with stamens"),
    (["play", "classic", "-o", "rounds=0"], "rounds must be a whole number"),
    (["play", "orchid", "-o", "rays=longest"], "rays need symbols=both"),
    (["play", "nexus", "-o", "scrapyard=lowest", "--open", "Ann", "Bob"], "an open table needs rules"),
    (["play", "classic", "Ann", "Ann"], "there are two players named 'Ann'"),
    (["play", "classic", "Ann & Bob & Cid"], "at most two people share a seat"),
    (["play", "classic", ""], "cannot be a player's name"),
    (["play", "classic", "Ann\x1b[2J"], "cannot be a player's name"),
    (["play", "five", "Ann"], "five takes 2 to 4 players, not 1"),
    (["play", "five", "Ann & Bob", "Cid"], "five is not played in pairs"),
    (["play", "classic", "--resume", "x.json"], "give only --resume FILE"),
    (["replay"], "the following arguments are required: FILE"),
    (["replay", "x", "--json", "--text"], "not allowed with argument"),
    (["replay", "x", "--seat", "two"], "invalid int value"),
    (["score"], "the following arguments are required: EDITION"),
    (["score", "five"], "five has no boards to fill"),
    (["score", "classic", "-o", "rays=best"], "it needs two or more players"),
    (["show", "five", "x"], "five has no boards to fill"),
    (["show", "classic", "--theme", "pink"], "invalid choice: 'pink'"),
]


@pytest.mark.parametrize(("argv", "sentence"), USAGE, ids=lambda value: " ".join(value) if value else "")
def test_wrong_usage(cli: Any, argv: list[str], sentence: str) -> None:
    result = cli(*argv, typed="a1 5-7-8\n")
    assert result.code == 2
    assert sentence in result.problem
    assert result.out == ""


BOARDS = [
    ("", "there is no board"),
    ("c3", "line 1: write a cell and a tile, like 'c3 9-7-8'"),
    ("c3 9-7-8 5", "line 1: write a cell and a tile"),
    ("# first\nc3 9-7", "line 2: '9-7' is not a tile"),
    ("c3 9-7-9", "line 1: 9-7-9 is not one of the 27 tiles of classic"),
    ("c9 9-7-8", "line 1: classic has no cell 'c9'"),
    ("s1 9-7-8", "(this variant has no scrapyard)"),
    ("c3 9-7-8\nc3 9-7-3", "line 2: c3 is filled twice, the first time on line 1"),
    ("c3 9-7-8\nc4 9-7-8", "line 2: 9-7-8 is placed twice, the first time on line 1"),
    ("player\nc3 9-7-8", "line 1: a name must follow 'player'"),
    ("player A\nplayer A", "line 2: there are two players named 'A'"),
]


@pytest.mark.parametrize(("board", "sentence"), BOARDS)
def test_wrong_board(cli: Any, tmp_path: Path, board: str, sentence: str) -> None:
    (tmp_path / "board.txt").write_text(board)
    for command in ("score", "show"):
        result = cli(command, "classic", "board.txt")
        assert (result.code, result.out) == (1, "")
        assert result.err.startswith("partake: board.txt: ")
        assert sentence in result.problem
    assert sentence in cli("score", "classic", typed=board).problem


def golden(old: str, new: str) -> bytes:
    text = (GOLDEN / "classic.partake").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1).encode()


RECORDS = [
    (b"", "the file is empty"),
    (b"hello", "line 1: this is not a record"),
    (b"{}", "it must have a field 'partake-record'"),
    (b'{"partake-record": ', "this is not JSON, or it was cut"),
    (b"\xff\xfe", "is not a text file in UTF-8"),
    (golden("Partake record 1", "Partake record 9"), "reads version 1 of the format"),
    (golden("Edition: classic", "Edition: chess"), "there is no edition 'chess'"),
    (golden("Edition: classic", "Edition: nexus"), "it was played by other boards"),
    (golden("rays=none", "rays=many"), "rays cannot be 'many'"),
    (golden("Result: ", "Result: 9"), "not to this result"),
    (golden("  1:", "  7:"), "there is no seat 7 at this table"),
    (golden("  1:", "  1:x"), "is not an action"),
    (golden("Seed: ", "# "), "there is no Seed"),
    (golden("Commitment: ", "Commitment: 0"), "64 hexadecimal digits"),
]


@pytest.mark.parametrize(("content", "sentence"), RECORDS)
def test_wrong_record(cli: Any, tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "game.partake").write_bytes(content)
    for argv in (["replay", "game.partake"], ["play", "--resume", "game.partake"]):
        result = cli(*argv)
        assert (result.code, result.out) == (1, "")
        assert "game.partake" in result.problem
        assert sentence in result.problem


DATA = [
    (b"kind = ", "is not TOML"),
    (b"\xff", "is not a text file in UTF-8"),
    (b"", "kind: is missing"),
    (b'kind = "song"\nname = "x"', "kind: must be board, tiles or edition"),
    (b'kind = "board"\nname = "x"\ntitle = "X"\ncolumns = []', "columns: must be 1 to 26 columns"),
    (b'kind = "edition"\nname = "x"', "x.toml: "),
]


@pytest.mark.parametrize(("content", "sentence"), DATA)
def test_wrong_data(cli: Any, tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "x.toml").write_bytes(content)
    for argv in (["editions", "-d", "x.toml"], ["-d", "x.toml", "play", "classic"]):
        result = cli(*argv)
        assert (result.code, result.out) == (1, "")
        assert sentence in result.problem


FILES = [
    (["score", "classic", "missing"], "missing cannot be read: no such file or directory"),
    (["score", "classic", "."], ". cannot be read: is a directory"),
    (["score", "classic", "latin1"], "latin1 is not a text file in UTF-8"),
    (["show", "classic", "missing"], "missing cannot be read"),
    (["show", "classic", "--svg", "."], ". cannot be written: it is a folder"),
    (["show", "classic", "--svg", "no/such/x.svg"], "no/such/x.svg cannot be written"),
    (["replay", "missing"], "missing cannot be read"),
    (["replay", "."], ". cannot be read: is a directory"),
    (["play", "--resume", "missing"], "missing cannot be read"),
    (["play", "classic", "--record", "no/such/x"], "there is no directory no/such"),
    (["play", "classic", "--record", "latin1"], "latin1 is there already: --force overwrites it"),
    (["play", "classic", "--record", "."], ". cannot be written: it is a folder"),
    (["editions", "-d", "missing"], "missing: cannot be read"),
    (["editions", "-d", "."], "cannot be read: is a directory"),
]


@pytest.mark.parametrize(("argv", "sentence"), FILES, ids=lambda value: " ".join(value))
def test_wrong_files(cli: Any, tmp_path: Path, argv: list[str], sentence: str) -> None:
    (tmp_path / "latin1").write_bytes(b"player Andr\xe9\n")
    result = cli(*argv)
    assert (result.code, result.out) == (1, "")
    assert sentence in result.problem


def test_the_record_is_saved_when_the_game_cannot_be_kept(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("not a directory")
    result = cli("play", "classic", typed="a1\n")
    assert result.code == 1
    assert "the game cannot be kept" in result.problem
    assert list(tmp_path.glob("*.partake"))


def test_a_mistake_inside_is_one_line_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("partake.cli.main._dispatch", fail)
    assert main([]) == 1
    assert capsys.readouterr().err.startswith(
        "partake: This is a mistake in Partake itself: KeyError in test_errors.py"
    )


def test_a_game_is_printed_when_it_cannot_be_saved(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, mode: str = "r", **_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", refuse)
    result = cli("play", "classic", typed="a1\n")
    assert result.code == 1
    assert "Partake record 1" in result.out
    assert "no space left on device" in result.problem
