from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any

import pytest

import partake

GAMES = [
    ("classic", ["Ann"], {}),
    ("classic", ["Ann & Bob", "Cid"], {"rays": "best", "draw": "2", "rounds": "2"}),
    ("daffodil", ["Ann", "Bob"], {"stamens": "reserve", "placement": "symbol", "rays": "each"}),
    ("nexus", ["Ann", "Bob", "Cid"], {"scrapyard": "passed"}),
    ("nexus", ["Ann"], {"takeback": "no"}),
    ("orchid", ["Ann", "Bob"], {"symbols": "both"}),
    ("five", ["Ann", "Bob", "Cid"], {}),
]


def words(options: dict[str, str]) -> list[str]:
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


def record_of(folder: Path) -> Path:
    found = sorted(folder.glob("*.partake"))
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("edition", "names", "options"), GAMES, ids=lambda value: str(value))
def test_a_whole_game_from_start_to_record(
    cli: Any, keys: Any, tmp_path: Path, edition: str, names: list[str], options: dict[str, str]
) -> None:
    result = cli("play", edition, *names, *words(options), "--seed", "s", typed=keys(edition, names, "s", **options))
    assert result.code == 0
    path = record_of(tmp_path)
    assert path.name.startswith(f"{edition}-20")
    assert path.name in result.out
    record = partake.load(path)
    assert record.outcome is not None
    assert record.seed == partake.Seed.of("s")
    assert str(record.outcome) in result.out
    assert not list(tmp_path.glob("state/partake/*"))
    replayed = cli("replay", path.name)
    assert replayed.code == 0
    assert str(record.outcome) in replayed.out
    assert "Verified" in replayed.out


def test_every_point_is_explained_at_the_end(cli: Any, keys: Any, tmp_path: Path) -> None:
    out = cli("play", "nexus", "Ann", "--seed", "s", typed=keys("nexus", ["Ann"], "s")).out
    outcome = partake.load(record_of(tmp_path)).outcome
    assert outcome is not None
    assert all(item.reason in out for item in outcome.scores[0].items)


def test_a_cell_is_enough_and_bad_input_loses_nothing(cli: Any, tmp_path: Path) -> None:
    typed = "c3\n\nc3\nz9\nnonsense\n1-2 c3\ns1\nback\nback Zoe\nhelp\nscore\nbag\nboards\nB2\nquit\n"
    result = cli("play", "classic", "Ann", "--seed", "s", typed=typed)
    assert result.code == 0
    for sentence in (
        "c3 is taken by",
        "There is no cell z9 here.",
        "Type a cell, like c3, or help.",
        "'1-2' is not a tile",
        "There is no cell s1 here.",
        "There is nothing to take back.",
        "Nobody here is called zoe.",
        "In the bag are 25 tiles; 17 of them will be called:",
        "nothing that scores",
    ):
        assert sentence in result.out
    actions = [partake.format_action(action) for _, action in partake.load(record_of(tmp_path)).moves]
    assert [text.partition("@")[2] for text in actions if "@" in text] == ["c3", "b2"]


def test_quit_keeps_the_game_and_resume_goes_on(cli: Any, keys: Any, tmp_path: Path) -> None:
    lines = keys("orchid", ["Ann", "Bob"], "s").splitlines(keepends=True)
    left = cli("play", "orchid", "Ann", "Bob", "--seed", "s", typed="".join(lines[:9]) + "quit\n")
    published = partake.load(record_of(tmp_path))
    assert published.is_published
    (saved,) = tmp_path.glob("state/partake/*.json")
    assert saved.name == f"{published.commitment}.json"
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert f"partake play --resume {saved}" in left.out

    again = cli("play", "--resume", str(saved), typed="".join(lines[9:20]))
    assert again.code == 0
    assert "goes on where it was left" in again.out
    assert [path.name for path in tmp_path.glob("state/partake/*")] == [saved.name]

    done = cli("play", "--resume", str(saved), "--record", "done.partake", typed="".join(lines[20:]))
    assert done.code == 0
    assert partake.load(tmp_path / "done.partake").outcome is not None
    assert not saved.exists()


def test_two_games_with_one_seed_are_kept_apart(cli: Any, tmp_path: Path) -> None:
    cli("play", "classic", "--seed", "s", typed="a1\n")
    cli("play", "orchid", "--seed", "s", typed="a1\n")
    assert len(list(tmp_path.glob("state/partake/*.json"))) == 2


def test_a_published_or_finished_record_cannot_be_resumed(cli: Any, keys: Any, tmp_path: Path) -> None:
    cli("play", "classic", "--seed", "s", "--record", "part.partake", typed="a1\n")
    assert cli("play", "--resume", "part.partake").code == 1
    cli("play", "classic", "--seed", "s", "--record", "all.partake", typed=keys("classic", ["Player 1"], "s"))
    result = cli("play", "--resume", "all.partake")
    assert (result.code, "this game is over" in result.problem) == (1, True)


def test_interrupting_saves_and_gives_130(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    result = cli("play", "classic")
    assert result.code == 130
    assert record_of(tmp_path).exists()
    assert "To go on with this game" in result.out


def test_a_seat_takes_back_before_the_next_call(cli: Any, tmp_path: Path) -> None:
    cli("play", "classic", "Ann", "Bob", "--seed", "s", typed="a1\nback\nb1\nundo Ann\nc1\nc2\n")
    text = record_of(tmp_path).read_text()
    assert text.count("1:back") == 2
    assert "2:back" not in text


def test_two_tiles_ask_which_one(cli: Any, tmp_path: Path) -> None:
    table = partake.start("classic", seed="s", draw=2)
    table.deal()
    first, second = (partake.format_action(action) for action in table.view(1).legal[:20:19])
    second_tile = second.partition("@")[0]
    out = cli("play", "classic", "-o", "draw=2", "--seed", "s", typed=f"c3\n\nc3\n2\n{first}\n").out
    assert "Which tile for c3?" in out
    assert f"1:{second_tile}@c3" in record_of(tmp_path).read_text()


@pytest.mark.parametrize("form", ["{} C3", "{}@C3"])
def test_h19_a_tile_in_another_order_is_understood_and_told(cli: Any, tmp_path: Path, form: str) -> None:
    table = partake.start("classic", seed="s")
    table.deal()
    tile = table.view(1).called[0]  # type: ignore[attr-defined]
    turned = form.format(f"{tile.rising}-{tile.vertical}-{tile.falling}")
    out = cli("play", "classic", "--seed", "s", typed=f"{turned}\n\nquit\n").out
    assert re.search(rf"{tile.rising}-{tile.vertical}-{tile.falling}\S* read as {tile}\S*\.", out)
    assert f"1:{tile}@c3" in record_of(tmp_path).read_text()


def test_scrapped_tiles_go_to_the_holder(cli: Any, tmp_path: Path) -> None:
    typed = "s\nd4\ns4\na1\ns\ns1\nquit\n"
    out = cli("play", "nexus", "Ann", "Bob", "-o", "scrapyard=passed", "--seed", "s", typed=typed).out
    assert "was scrapped by Ann; put it on s1-7." in out
    text = record_of(tmp_path).read_text()
    assert "@s4/1" in text
    assert "@s " in text


def test_reserve_moves_by_cell_or_tile(cli: Any, keys: Any, tmp_path: Path) -> None:
    placed = [line for line in keys("orchid", ["Ann"], "s").splitlines() if "@" in line]
    tile = next(line.partition("@")[0] for line in placed if "@x1" in line)
    typed = "\n".join([*placed, "b1", f"{tile} f3", "c1", "1", "done", ""])
    out = cli("play", "orchid", "Ann", "--seed", "s", typed=typed).out
    assert "b1 is not an empty cell that takes a tile of the reserve." in out
    record = partake.load(record_of(tmp_path))
    assert record.outcome is not None
    assert f"1:{tile}>f3" in record_of(tmp_path).read_text()


def test_a_match_shows_standings_and_the_next_caller(cli: Any, keys: Any) -> None:
    typed = keys("classic", ["Ann", "Bob"], "s", rounds="2")
    out = cli("play", "classic", "Ann", "Bob", "-o", "rounds=2", "--seed", "s", typed=typed).out
    assert "After game 1 of 2:" in out
    assert "Bob calls in game 2." in out
    assert "game 2 together" in out


def test_take_five_shows_a_look_only_when_asked(cli: Any, tmp_path: Path) -> None:
    typed = "W?e2\n\n\nB b2\nlook\n\n\nW?a1\nscore\nbag\nhelp\nkeep\nquit\n"
    result = cli("play", "five", "Ann", "Bob", "--seed", "q", typed=typed)
    assert result.code == 0
    before, _, after = result.out.partition("Press Enter to look at e2 > ")
    assert "is a " not in before
    assert "The pawn on e2 is a 6. Press Enter to hide it." in after
    assert "=6" not in record_of(tmp_path).read_text()
    assert "Face down on the board: 4 x 1, " in result.out
    assert "Move a piece: there is nothing else to do now." in result.out


def test_a_record_is_never_overwritten(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.partake").write_text("precious")
    assert cli("play", "classic", "--record", "mine.partake").code == 1
    assert (tmp_path / "mine.partake").read_text() == "precious"
    cli("play", "classic", typed="")
    cli("play", "classic", typed="")
    assert len(list(tmp_path.glob("classic-*.partake"))) == 2


def test_an_open_table_takes_more_players(cli: Any) -> None:
    names = [f"P{i}" for i in range(12)]
    assert cli("play", "classic", *names).code == 2
    assert cli("play", "classic", *names, "--open", typed="a1\n").code == 0


def test_names_and_options_come_in_any_order(cli: Any, tmp_path: Path) -> None:
    assert cli("play", "nexus", "-o", "scrapyard=lowest", "Ann", "--seed", "s", "Bob").code == 0
    assert partake.load(record_of(tmp_path)).setup.names == ("Ann", "Bob")
