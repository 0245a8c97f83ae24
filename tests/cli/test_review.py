"""`partake review` and `partake hint`: tables, JSON, a page, and one plain sentence for every wrong input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from partake.engine.record.text import format_record
from recorded import FIVE, GOLDEN, SAMPLE, table_at

Cli = Callable[..., Any]
CLASSIC = str(GOLDEN / "classic.partake")


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told that something is compiled first: test_opponents is about that."""
    monkeypatch.setattr("partake.fast.cache.is_ready", lambda *rooms: True)
    monkeypatch.setattr("partake.cli.opponents.are_ready", lambda: True)


@pytest.fixture
def unfinished(tmp_path: Path) -> str:
    table = table_at("classic", 22)
    while not table.to_act:
        table.deal()
    path = tmp_path / "unfinished.partake"
    path.write_text(format_record(table.record()), encoding="utf-8")
    return str(path)


def test_a_review_tells_every_move_with_its_grade(cli: Cli) -> None:
    done = cli("review", CLASSIC, "--seconds", "0")
    assert done.code == 0
    assert "luck of the draw" in done.out
    assert "the bot scored" in done.out
    assert sum(line.strip().split()[:1] == [str(n)] for n in range(1, 20) for line in done.out.splitlines()) == 19


def test_a_review_is_json_on_request(cli: Cli) -> None:
    done = cli("review", CLASSIC, "--seconds", "20", "--json")
    found = json.loads(done.out)
    player = found["games"][0]["players"][0]
    assert len(player["moves"]) == 19
    summed = player["start"] + player["luck"] - player["lost"] + player["remainder"]
    assert summed == pytest.approx(player["score"], abs=0.01)
    assert found["games"][0]["hindsight"]["score"] >= player["score"]


def test_a_review_is_a_page_on_request(cli: Cli, tmp_path: Path) -> None:
    assert cli("review", "-", "--seconds", "0", "--html", "review.html", typed=SAMPLE).code == 0
    text = (tmp_path / "review.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count('<template id="decision-') == 38


def test_take_five_is_reviewed_in_chances(cli: Cli) -> None:
    done = cli("review", "-", "--seat", "1", typed=FIVE)
    assert done.code == 0
    assert "Round 1, score" in done.out
    assert "Known: " in done.out


def test_a_hint_tells_places_and_open_lines(cli: Cli, unfinished: str) -> None:
    done = cli("hint", unfinished, "--seat", "2")
    assert done.code == 0
    assert "to place: " in done.out
    assert "open line" in done.out
    found = json.loads(cli("hint", unfinished, "--json").out)
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]


@pytest.mark.parametrize("verb", ["review", "hint"])
@pytest.mark.parametrize(
    ("file", "typed", "code", "told"),
    [
        ("nowhere.partake", "", 1, "nowhere.partake cannot be read: no such file"),
        ("-", "hello", 1, "this is not a record"),
        ("-", "", 1, "the file is empty"),
        ("-", SAMPLE[: len(SAMPLE) // 2], 1, "line"),
        ("-", SAMPLE.replace("Result: ", "Result: 9"), 1, "not to this result"),
    ],
)
def test_what_is_no_record_is_refused(cli: Cli, verb: str, file: str, typed: str, code: int, told: str) -> None:
    done = cli(verb, file, typed=typed)
    assert done.code == code
    assert told in done.problem


def test_review_wants_the_end_and_hint_does_not(cli: Cli, unfinished: str) -> None:
    assert "the game is not over" in cli("review", unfinished).problem
    assert "the game is over" in cli("hint", CLASSIC).problem
    assert cli("review", unfinished).code == cli("hint", CLASSIC).code == 1


@pytest.mark.parametrize(
    "argv",
    [
        ("review", CLASSIC, "--seat", "2"),
        ("review", CLASSIC, "--seat", "0"),
        ("review", CLASSIC, "--seconds", "soon"),
        ("review", CLASSIC, "--seconds", "-1"),
        ("review", CLASSIC, "--seconds", "nan"),
        ("review", CLASSIC, "--json", "--html", "x.html"),
        ("hint", CLASSIC, "--seat", "2"),
        ("review",),
        ("hint",),
    ],
)
def test_a_wrong_command_line_is_told_as_one(cli: Cli, argv: tuple[str, ...]) -> None:
    assert cli(*argv).code == 2


def test_a_page_that_cannot_be_written_is_told(cli: Cli) -> None:
    done = cli("review", CLASSIC, "--seconds", "0", "--html", "no/such/folder.html")
    assert done.code == 1
    assert "cannot be written" in done.problem
