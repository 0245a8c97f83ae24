"""`partake solve` and `partake records`: what they print, and what they refuse."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import partake
from boards import look, play_through, variant_of
from partake.cli.main import main
from partake.engine.record.text import format_record
from partake.solve import solve
from solve_games import draw_of, write_data

GOLDEN = Path(__file__).parent.parent / "golden"
TILES = [str(tile) for tile in draw_of(variant_of("classic"), "known")]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is told about progress or compiling, however busy the machine is."""
    monkeypatch.setattr("partake.cli.commands.solve.PROGRESS_SECONDS", math.inf)
    monkeypatch.setattr("partake.fast.cache.is_ready", lambda *rooms: True)


def test_progress_is_told_after_a_moment(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("partake.cli.commands.solve.PROGRESS_SECONDS", 0)
    monkeypatch.setattr("partake.fast.cache.is_ready", lambda *rooms: False)
    assert main(["solve", "daffodil", *map(str, draw_of(variant_of("daffodil"), "known"))]) == 0
    told = capsys.readouterr().err
    assert "Getting the solver ready" in told
    assert re.search(r"best \d+, bound \d+, gap \d+\.\d %", told)


@pytest.mark.parametrize("form", ["words", "-"])
def test_solve_as_json_is_exactly_the_solution(cli: Any, form: str) -> None:
    words = TILES if form == "words" else ["-"]
    out = cli("solve", "classic", *words, "--json", typed="\n".join(TILES)).out
    solution = solve(variant_of("classic"), TILES)
    board = [[cell, str(tile)] for cell, tile in solution.board]
    assert json.loads(out) == {"score": solution.score, "bound": solution.score, "proven": True, "board": board}


def test_solve_draws_the_board_and_explains_it(cli: Any) -> None:
    out = cli("solve", "classic", *TILES).out
    best = solve(variant_of("classic"), TILES).score
    assert "points in all" in out
    assert f"best possible: {best}, proven" in out


def test_solve_tells_the_bound_when_time_is_up(cli: Any) -> None:
    tiles = [str(tile) for tile in draw_of(variant_of("nexus"), "known")]
    out = cli("solve", "nexus", *tiles, "--seconds", "0").out
    assert "best found: " in out
    assert "no board has more than" in out


def test_solve_a_record_beside_what_was_made_of_it(cli: Any) -> None:
    path = GOLDEN / "classic.partake"
    record = partake.load(path)
    assert record.outcome is not None
    out = cli("solve", str(path)).out
    assert (
        cli("solve", "classic", str(path)).out == cli("solve", "-", typed=path.read_text(encoding="utf-8")).out == out
    )
    for score in record.outcome.scores:
        assert f"{score.name} made {score.total}" in out
        assert int(out.partition("best possible: ")[2].partition(",")[0]) >= score.total


def test_solve_one_game_of_a_match(cli: Any) -> None:
    path = str(GOLDEN / "classic-match.partake")
    first, last = (json.loads(cli("solve", path, "--json", *game).out) for game in (["--game", "1"], []))
    assert first["board"] != last["board"]
    assert "there is no game 9 in this record" in cli("solve", path, "--game", "9").problem


def test_solve_a_game_that_is_not_over(cli: Any, tmp_path: Path) -> None:
    table = partake.start("classic", seats=2, seed="middle")
    for number, _ in enumerate(play_through(table)):
        if number == 12:
            break
    (tmp_path / "game.partake").write_text(format_record(table.record()), encoding="utf-8")
    found = json.loads(cli("solve", "game.partake", "--seat", "2", "--json").out)
    lying = [[cell, str(tile)] for cell, tile in look(table.view(2)).sheet]
    assert [pair for pair in found["board"] if pair in lying] == lying
    assert found["proven"]


WRONG = [
    (["solve"], "the following arguments are required"),
    (["solve", "classic"], "give the 19 tiles of classic"),
    (["solve", "classic", "9-7-8"], "classic needs 19 tiles, not 1"),
    (["solve", "classic", "9-7-8", "9-7-8"], "9-7-8 is there twice"),
    (["solve", "classic", "9-9-9"], "9-9-9 is not one of the 27 tiles of classic"),
    (["solve", "classic", "nine"], "'nine' is not a tile"),
    (["solve", "five", "9-7-8"], "five has no boards to fill"),
    (["solve", "missing.partake"], "'missing.partake' is neither an edition nor a record"),
    (["solve", str(GOLDEN / "five-3.partake")], "five has no boards to fill"),
    (["solve", str(GOLDEN / "classic.partake"), "--seat", "9"], "there is no seat 9"),
    (["solve", str(GOLDEN / "classic.partake"), "-o", "rays=each"], "a record has its own options"),
    (["solve", "nexus", str(GOLDEN / "classic.partake")], "is a record of classic, not of nexus"),
    (["solve", "classic", "--seconds", "soon", "9-7-8"], "--seconds must be a time in seconds"),
    (["records", "chess"], "there is no edition 'chess'"),
    (["records", "five"], "five has no boards to fill"),
    (["records", "daffodil", "--all-draws"], "all draws are counted of boards where lines alone score"),
]


@pytest.mark.parametrize(("argv", "sentence"), WRONG, ids=lambda value: " ".join(value) if value else "")
def test_what_is_refused(cli: Any, argv: list[str], sentence: str) -> None:
    result = cli(*argv)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.problem


def test_records_tell_what_there_are_sixteen_of(cli: Any) -> None:
    out = cli("records", "classic", "-o", "rays=none").out
    assert "classic rays=none: best possible: 307, proven" in out
    assert "16 boards reach it, made of 4 different draws" in out


def test_records_as_json_have_a_board_each(cli: Any) -> None:
    (record,) = json.loads(cli("records", "classic", "-o", "rays=none", "--json").out)["records"]
    assert (record["score"], record["bound"], record["proven"]) == (307, 307, True)
    score = partake.sheet("classic", dict(record["board"])).score
    assert score.total == 307


def test_all_draws_of_a_small_edition(cli: Any, tmp_path: Path) -> None:
    files = [word for path in write_data(tmp_path) for word in ("-d", str(path))]
    out = cli("records", "plain", *files, "--all-draws", "--chart", "draws.svg", "--notes", "notes").out
    assert "plain: 8 draws" in out
    assert "<svg" in (tmp_path / "draws.svg").read_text(encoding="utf-8")
    found = json.loads(cli("records", "plain", *files, "--all-draws", "--json", "--notes", "notes").out)
    assert found["done"] == found["draws"] == 8
