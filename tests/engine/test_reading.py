"""H19: tiles are understood in any order of their numbers, cells in either case, wherever people write them."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partake
from boards import hexagon_edition
from partake.engine.actions import Place, Relocate, Scrap, TakeBack
from partake.engine.hexagon.sheet_text import read_boards
from partake.engine.reading import read_action, read_tile, understood
from partake.rules.catalogue import catalogue
from partake.rules.errors import NotationError, PartakeError
from partake.rules.tiles import Tile

SETS = {name: catalogue().tile_sets[name] for name in ("27", "31", "64")}


@pytest.mark.parametrize("name", SETS)
def test_h19_any_order_of_any_tile_is_that_tile(name: str) -> None:
    """Three groups of different numbers, so that no other tile could be meant; wildcards too."""
    for tile in SETS[name].tiles:
        for written in {str(Tile(*numbers)) for numbers in permutations(tile)}:
            assert read_tile(SETS[name], written) == tile
            assert str(understood(written, tile) or "") == ("" if written == str(tile) else f"{written} read as {tile}")


@given(st.sampled_from(sorted(SETS)), st.lists(st.integers(0, 14), min_size=3, max_size=3))
def test_h19_numbers_of_no_tile_are_left_as_they_are(name: str, numbers: list[int]) -> None:
    written = Tile(*numbers)
    read = read_tile(SETS[name], str(written))
    assert sorted(read) == sorted(numbers)
    assert read == written or read in SETS[name].tiles


def test_h19_a_set_with_a_number_in_two_directions_asks(tmp_path: Path) -> None:
    path = tmp_path / "mixed.toml"
    path.write_text(
        'kind = "tiles"\nname = "mixed"\ntitle = "Mixed"\nvertical = [1, 2]\nrising = [1, 2]\nfalling = [3]\n'
        '[colours]\n1 = "grey"\n2 = "pink"\n3 = "teal"\n',
        encoding="utf-8",
    )
    mixed = catalogue(path).tile_sets["mixed"]
    assert read_tile(mixed, "2-1-3") == Tile(2, 1, 3)
    with pytest.raises(NotationError, match=r"^'3-2-1' could be 1-2-3 or 2-1-3: write it as vertical-rising-falling$"):
        read_tile(mixed, "3-2-1")


def test_h19_actions_are_read_with_their_tile_in_order() -> None:
    tiles, turned, tile = SETS["27"], Tile(2, 9, 4), Tile(9, 2, 4)
    assert read_action(tiles, Place(turned, "c3")) == Place(tile, "c3")
    assert read_action(tiles, Relocate(turned, "c3")) == Relocate(tile, "c3")
    assert read_action(tiles, Scrap(turned)) == Scrap(tile)
    assert read_action(tiles, TakeBack()) == TakeBack()


def test_h19_records_and_actions_keep_one_spelling() -> None:
    table = partake.start("classic", seed="order")
    table.deal()
    tile = table.view(1).called[0]  # type: ignore[attr-defined]
    with pytest.raises(PartakeError, match="is not yours to place now"):
        table.play(1, f"{tile.rising}-{tile.vertical}-{tile.falling}@c3")
    with pytest.raises(PartakeError, match="is not an action"):
        table.play(1, f"{tile}@C3")


def test_h19_python_reads_boards_as_people_write_them() -> None:
    one = partake.sheet("classic", {"C1": "2-9-3", "c2": "4-6-9", "c3": "9-7-8", "C4": "9-2-4", "c5": "3-7-9"})
    assert one.score.total == 45
    assert str(one).splitlines()[0] == "c1 9-2-3"
    assert one["C2"] == Tile(9, 6, 4)
    with pytest.raises(NotationError, match="c3 is filled twice"):
        partake.sheet("classic", {"c3": "9-7-8", "C3": "9-7-3"})


def test_python_scores_what_the_command_scores() -> None:
    """A board without a name before the first player is one too; options are texts, numbers or truth values."""
    text = "c1 9-2-3\nPlayer Bob Dylan # the second\nc1 9-2-3\n"
    for options in ({"rays": "best", "draw": 2, "takeback": False}, {"rays": "best", "draw": "2", "takeback": "no"}):
        scores = partake.score("classic", text, **options)
        assert [score.name for score in scores] == ["Player 1", "Bob Dylan"]


CLASSIC = [str(tile) for tile in SETS["27"].tiles]


def board(edition: str, tiles: list[str], **options: str) -> str:
    """These tiles on the first cells, as text."""
    cells = partake.sheet(edition, {}, **options).variant.positions
    return "".join(f"{cell} {tile}\n" for cell, tile in zip(cells, tiles, strict=False))


def notes(edition: str, *players: list[str], **options: str) -> list[str]:
    names = ("Ann", "Bob", "Cid")
    text = "".join(
        f"player {name}\n{board(edition, tiles, **options)}" for name, tiles in zip(names, players, strict=False)
    )
    return [str(note) for note in read_boards(hexagon_edition(edition), options, text).notes]


def test_h15_boards_of_one_draw_are_fine() -> None:
    full = CLASSIC[:19]
    assert not notes("classic", full, full[::-1])
    assert not notes("classic", full[:10], full[:9])
    assert not notes("classic", full[:10], full[:8], draw="2")
    assert not notes("classic", full)


def test_h15_a_tile_that_another_cannot_have_had_is_named() -> None:
    (note,) = notes("classic", CLASSIC[:19], [*CLASSIC[:18], "9-7-8"], CLASSIC[:19])
    assert note == (
        "no draw gives these boards: 19 tiles are called in a game, and here are 20; check "
        "9-2-3 (Ann has it on e3, Cid has it on e3, Bob has none); 9-7-8 (Bob has it on e3, Ann and Cid have none)"
    )


def test_h15_more_tiles_than_are_drawn_are_told_without_reserve_and_scrapyard_too() -> None:
    """Tiles left out with a scrapyard or a reserve are no contradiction; more different ones than draws are."""
    tiles = [str(tile) for tile in SETS["64"].tiles]
    assert not notes("nexus", tiles[:37], tiles[7:44])
    (note,) = notes("nexus", tiles[:37], tiles[8:45])
    assert note.startswith(
        "no draw gives these boards: 44 tiles are called in a game, and here are 45; check 1-2-3 (Ann"
    )
    assert note.endswith("; 10 tiles more")
    (note,) = notes("nexus", tiles[:37], tiles[1:38], scrapyard="none")
    assert "37 tiles are called in a game, and here are 38" in note


def test_h15_unfinished_boards_that_differ_by_more_than_a_call_are_told() -> None:
    (note,) = notes("classic", CLASSIC[:10], [*CLASSIC[:8], *CLASSIC[10:12]])
    assert note.startswith(
        "all players are called the same tiles, and these boards differ by more than one call; check"
    )
    assert not notes("classic", CLASSIC[:10], [*CLASSIC[:9], CLASSIC[10]])
