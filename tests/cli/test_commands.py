from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import partake
from paper_games import paper_game
from partake.cli.main import COMMANDS
from partake.engine.record.paper import paper_record
from partake.engine.record.text import format_record
from partake.engine.setup import arrange

GOLDEN = Path(__file__).parent.parent / "golden"
BOARD = "# a column of nines\nc1 9-7-8\nc2 9-7-3  # any order\n\nc3 9-6-4\nc5 9-2-3\nc4 9-2-4\n"
TABLE = f"player Ann\n{BOARD}player Bob Dylan\na1 5-7-8\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_examples(cli: Any, command: str) -> None:
    result = cli(command, "--help")
    assert result.code == 0
    assert f"  partake {command}" in result.out.partition("examples:")[2]
    assert command in cli("--help").out


def test_version_and_bare_command(cli: Any) -> None:
    assert cli("--version").out == f"partake {partake.__version__}\n"
    assert cli().out == cli("--help").out


def test_editions_tell_everything(cli: Any) -> None:
    out = cli("editions").out
    for name, edition in partake.editions().items():
        assert f"{name}: {edition.title}" in out
        for option, values in edition.offer.values.items():
            assert option == "rounds" or f"{option} = {' | '.join(values)}" in out
    assert "44 of 64 tiles; 37 of 64 with scrapyard=none" in out
    assert "A scrapyard worth less than 60 points costs you 60." in out
    assert "The four-round match" in out
    assert "(rounds=4)" in out


def test_editions_name_what_does_not_combine(cli: Any) -> None:
    (facts,) = json.loads(cli("editions", "orchid", "--json").out)["editions"]
    pairs = [conflict["options"] for conflict in facts["excluded"]]
    assert ["symbols=sun", "rays=longest"] in pairs
    assert all("symbols=both" not in pair for pair in pairs)
    assert facts["draws"] == {"count": 25, "bag": 32, "text": "25 of 32 tiles; 25 of 64 with symbols=both"}
    rays = next(option for option in facts["options"] if option["name"] == "rays")
    assert (rays["default"], rays["defaults_when"]) == ("none", {"symbols=both": "longest"})


def test_editions_as_json_are_all_there(cli: Any) -> None:
    assert [facts["name"] for facts in json.loads(cli("editions", "--json").out)["editions"]] == list(
        partake.editions()
    )


@pytest.mark.parametrize("form", ["file", "-", "stdin"])
def test_score_as_json_is_exactly_the_items(cli: Any, tmp_path: Path, form: str) -> None:
    (tmp_path / "board.txt").write_text(BOARD)
    words = {"file": ["board.txt"], "-": ["-"], "stdin": []}[form]
    found = json.loads(cli("score", "classic", *words, "--json", typed=BOARD).out)
    assert found == {"players": [score.to_json() for score in partake.score("classic", BOARD)], "notes": []}
    assert found["players"][0]["total"] == 45
    assert found["players"][0]["items"][0]["kind"] == "line"


def test_score_of_several_players(cli: Any) -> None:
    found = json.loads(cli("score", "classic", "-o", "rays=best", "--json", typed=TABLE).out)
    assert [(player["name"], player["total"]) for player in found["players"]] == [("Ann", 45), ("Bob Dylan", 0)]
    out = cli("score", "classic", typed=TABLE).out
    assert "vertical line c1 to c5, 5 x 9" in out
    assert "Ann wins: Ann 45, Bob Dylan 0 points" in out


def test_h19_tiles_in_another_order_are_understood_and_told(cli: Any) -> None:
    out = cli("score", "classic", typed="c1 9-2-3\nC2 4-6-9\n").out
    assert out.endswith("Line 2: 4-6-9 read as 9-6-4.\n")
    found = json.loads(cli("score", "classic", "--json", typed="c1 9-2-3\nC2 4-6-9\n").out)
    assert found["notes"] == ["line 2: 4-6-9 read as 9-6-4"]
    assert cli("show", "classic", "-", typed="C2 4-6-9\n").out.endswith("Line 1: 4-6-9 read as 9-6-4.\n")


def test_h15_boards_that_no_draw_gives_are_told(cli: Any) -> None:
    text = "".join(f"player {name}\na1 {one}\na2 {two}\n" for name, one, two in (
        ("Ann", "1-2-3", "1-2-4"), ("Bob", "9-7-8", "9-7-4"),
    ))  # fmt: skip
    assert (
        "All players are called the same tiles, and these boards differ by more than one call; check"
        in cli("score", "classic", typed=text).out
    )


def test_names_cannot_steer_the_terminal(cli: Any) -> None:
    out = cli("score", "classic", typed="player \x1b[31mEve\na1 5-7-8\n").out
    assert "\x1b" not in out
    assert "\x1b" not in cli("score", "classic", typed="\x1b[31m 9-7-8\n").err


@pytest.mark.parametrize("edition", list(partake.editions()))
def test_show_draws_every_edition(cli: Any, tmp_path: Path, edition: str) -> None:
    assert cli("show", edition).out.count("\n") > 12
    assert cli("show", edition, "--svg", "out.svg", "--theme", "dark").out == ""
    assert ElementTree.parse(tmp_path / "out.svg").getroot().tag.endswith("svg")
    assert cli("show", edition, "--svg", "-").out.lstrip().startswith("<")


EVENING = """\
edition nexus
option scrapyard=lowest
game 1
player Ana
a1 9-7-8
s1 1-2-3
player Bo & Cy
a1 9-7-8
s1 9-2-5
game 2
player Ana
s1 9-7-8
player Bo & Cy
s1 1-2-3
"""


def test_score_of_an_evening_whose_file_names_its_game(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "evening.boards.txt").write_text(EVENING, encoding="utf-8")
    out = cli("score", "evening.boards.txt").out
    assert cli("score", "nexus", "evening.boards.txt").out == out
    assert cli("score", "-", typed=EVENING).out == out
    assert "Game 1\n" in out
    assert "Game 2\n" in out
    assert "After 2 games\n" in out
    found = json.loads(cli("score", "evening.boards.txt", "--json").out)
    assert found["edition"] == "nexus"
    assert found["options"] == {"scrapyard": "lowest"}
    for game, text in zip(found["games"], EVENING.partition("game 1\n")[2].split("game 2\n"), strict=True):
        scores = partake.score("nexus", text, scrapyard="lowest")
        assert game["players"] == [score.to_json() for score in scores]
    totals = {one["name"]: one["total"] for one in found["standings"]}
    assert totals == {
        player["name"]: player["total"] + found["games"][1]["players"][i]["total"]
        for i, player in enumerate(found["games"][0]["players"])
    }
    assert [one["total"] for one in found["standings"]] == sorted(totals.values(), reverse=True)


def test_score_of_an_evening_that_contradicts_the_command_line(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "evening.boards.txt").write_text(EVENING, encoding="utf-8")
    assert cli("score", "classic", "evening.boards.txt").problem == (
        "evening.boards.txt: line 1: these are boards of 'nexus', not of classic\n"
    )
    assert "line 2: here scrapyard is lowest, and 'none' was asked for" in (
        cli("score", "evening.boards.txt", "-o", "scrapyard=none").problem
    )


def test_replay_of_called_tiles_claims_no_seed(cli: Any, tmp_path: Path) -> None:
    game = paper_game()["games"][0]
    setup = arrange(partake.edition("classic"), {}, seats=["Ana", "Bo"])
    record = paper_record(setup, game["called"], game["boards"])
    (tmp_path / "called.partake").write_text(format_record(record), encoding="utf-8")
    out = cli("replay", "called.partake").out
    assert "Verified: the moves are legal, the result is right. The tiles were called from a real bag." in out
    assert "seed" not in out


def test_show_draws_the_boards_of_a_file(cli: Any) -> None:
    out = cli("show", "classic", "-", typed=TABLE).out
    assert out.index("Ann · Classic") < out.index("Bob Dylan · Classic")
    assert "<svg" in cli("show", "classic", "-", "--svg", "-", typed=BOARD).out
    assert cli("show", "classic", "-", "--svg", "-", typed=TABLE).code == 2


@pytest.mark.parametrize("name", ["classic-match", "nexus-lowest", "five-3"])
def test_replay_converts_both_ways(cli: Any, tmp_path: Path, name: str) -> None:
    path = GOLDEN / f"{name}.partake"
    (tmp_path / "game.json").write_text(cli("replay", str(path), "--json").out, encoding="utf-8")
    assert cli("replay", "game.json", "--text").out == path.read_text(encoding="utf-8")
    assert cli("replay", "-", "--text", typed=path.read_text(encoding="utf-8")).code == 0


def test_replay_shows_a_game_as_a_seat_saw_it(cli: Any) -> None:
    path = str(GOLDEN / "five-3.partake")
    everybody, own = cli("replay", path).out, cli("replay", path, "--seat", "2").out
    assert "Only the looker sees the pawn." in everybody
    assert everybody.count("The pawn is a") < own.count("The pawn is a")
    assert cli("replay", path, "--seat", "9").code == 2


def test_replay_steps_forth_and_back(cli: Any) -> None:
    out = cli("replay", str(GOLDEN / "classic.partake"), "--step", typed="\n\nb\n30\n\nq\n").out
    steps = [line.split()[0] for line in out.splitlines() if " of 5" in line or " of 3" in line or " of 4" in line]
    assert [step for step in steps if step.isdigit()][:6] == ["0", "1", "2", "1", "30", "31"]


def test_data_of_ones_own(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (Path(partake.__file__).parent / "data/editions/classic.toml").read_text()
    mine = tmp_path / "mine.toml"
    mine.write_text(source.replace('name = "classic"', 'name = "mine"'))
    assert "mine: Classic" in cli("-d", "mine.toml", "editions").out
    assert cli("show", "mine", "--data", "mine.toml").code == 0
    assert cli("show", "mine").code == 2
    monkeypatch.setenv("PARTAKE_DATA", str(mine))
    assert cli("show", "mine").code == 0
