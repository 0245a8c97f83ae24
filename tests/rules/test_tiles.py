"""H8 to H14: the tiles of the three sets and what is printed on them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import brute_force
import partake
from boards import DATA, Called, earned, hexagon_edition, look, moves, play_through, sheet
from partake.draw.palette import DARK, LIGHT, colour, contrast
from partake.rules.catalogue import catalogue
from partake.rules.errors import IllegalActionError, NotationError
from partake.rules.grid import Direction
from partake.rules.tiles import Tile, TileSet


def tile_set(name: str) -> TileSet:
    return catalogue().tile_sets[name]


def texts(name: str) -> list[str]:
    return [str(tile) for tile in tile_set(name).tiles]


def bonus_tiles(kind: str) -> list[Tile]:
    return [tile for tile, found in tile_set("64").bonuses.items() if found == kind]


def test_h8_a_tile_is_written_vertical_rising_falling() -> None:
    tile = Tile.parse("9-7-8")
    assert (tile.vertical, tile.rising, tile.falling) == (9, 7, 8)
    assert [tile[direction] for direction in Direction] == [9, 7, 8]
    assert str(tile) == "9-7-8"


def test_h8_every_tile_reads_back_as_it_is_written() -> None:
    for name in ("27", "31", "64"):
        assert [Tile.parse(text) for text in texts(name)] == list(tile_set(name).tiles)


def test_h8_a_tile_is_placed_upright() -> None:
    game = Called("classic")
    game.call("9-7-8")
    with pytest.raises(IllegalActionError, match=r"^7-8-9 is not yours to place now: 9-7-8 was called$"):
        game.play(1, "7-8-9@c3")
    with pytest.raises(NotationError, match=r"^7-8-9 is not one of the 27 tiles of classic$"):
        partake.sheet("classic", {"c3": Tile(7, 8, 9)})


@pytest.mark.parametrize(
    "text", ["", "9-7", "9-7-8-1", "9 7 8", "9-7-x", "0-7-8", "09-7-8", "-9-7-8", "9-7-٨", "**-7-8"]
)
def test_h8_text_that_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as problem:
        Tile.parse(text)
    expected = f"{text!r} is not a tile: write its three numbers as vertical-rising-falling, like 9-7-8"
    assert str(problem.value) == expected


def test_h9_the_set_of_27_has_each_choice_of_numbers_once() -> None:
    assert sorted(texts("27")) == sorted(brute_force.tiles("classic"))
    assert len(texts("27")) == len(set(texts("27"))) == 27
    assert [tile_set("27").numbers(d) for d in Direction] == [(1, 5, 9), (2, 6, 7), (3, 4, 8)]
    assert hexagon_edition("classic").tiles == tile_set("27")


def test_h10_the_set_of_64_has_each_choice_of_numbers_once() -> None:
    assert sorted(texts("64")) == sorted(brute_force.tiles("nexus"))
    assert len(texts("64")) == len(set(texts("64"))) == 64
    groups = [tile_set("64").numbers(d) for d in Direction]
    assert groups == [(1, 4, 9, 12), (2, 6, 7, 11), (3, 5, 8, 10)]
    assert [sum(group) for group in groups] == [26, 26, 26]
    assert hexagon_edition("nexus").tiles == hexagon_edition("orchid").tiles == tile_set("64")


def test_h11_each_number_has_its_colour() -> None:
    small = "grey, pale pink, magenta, light blue, teal, red, lime, orange, yellow"
    large = "grey, pink, cherry, blue, turquoise, red, green, orange, yellow, black, white, violet"
    assert tile_set("27").colours == dict(enumerate(small.split(", "), start=1))
    daffodil = "black, pink, white, light blue, grey, red, green, orange, yellow"
    assert tile_set("31").colours == dict(enumerate(daffodil.split(", "), start=1))
    assert tile_set("64").colours == dict(enumerate(large.split(", "), start=1))


@pytest.mark.parametrize("name", ["27", "31", "64"])
def test_h11_numbers_stand_out_and_no_two_share_a_colour_or_a_texture(name: str) -> None:
    colours = [colour(shade) for shade in tile_set(name).colours.values()]
    for theme in (LIGHT, DARK):
        assert all(contrast(one.ink(theme), one.hex(theme)) >= 4.5 for one in colours)
        assert len({one.hex(theme) for one in colours}) == len(colours)
    assert len({one.pattern for one in colours}) == len(colours)


@pytest.mark.parametrize(("name", "edition"), [("27", "classic"), ("31", "daffodil"), ("64", "nexus")])
def test_h12_a_sun_has_an_even_sum_of_places(name: str, edition: str) -> None:
    for tile in tile_set(name).tiles:
        assert tile_set(name).symbols.get(tile, "") == brute_force.symbol(edition, str(tile)), tile


def test_h12_suns_and_moons_are_shared_out_evenly() -> None:
    assert Counter(tile_set("27").symbols.values()) == {"sun": 14, "moon": 13}
    assert Counter(tile_set("64").symbols.values()) == {"sun": 32, "moon": 32}
    for direction in Direction:
        carried = Counter((tile[direction], symbol) for tile, symbol in tile_set("64").symbols.items())
        assert set(carried.values()) == {8}
        assert len(carried) == 8


def test_h13_gold_and_silver_tiles() -> None:
    assert sorted(map(str, bonus_tiles("gold"))) == sorted(brute_force.GOLD)
    assert sorted(map(str, bonus_tiles("silver"))) == sorted(brute_force.SILVER)
    assert {str(tile): tile_set("64").bonus(tile) for tile in bonus_tiles("gold")} == dict.fromkeys(
        brute_force.GOLD, 80
    )
    assert {tile_set("64").bonus(tile) for tile in bonus_tiles("silver")} == {40}
    assert [tile_set("64").bonus(Tile.parse(text)) for text in ("1-11-10", "9-11-10")] == [0, 0]
    assert not tile_set("27").bonuses


def test_h13_every_number_is_on_one_gold_and_two_silver_tiles() -> None:
    for kind, times in (("gold", 1), ("silver", 2)):
        carried = Counter(number for tile in bonus_tiles(kind) for number in tile)
        assert carried == dict.fromkeys(range(1, 13), times)
        symbols = Counter(tile_set("64").symbols[tile] for tile in bonus_tiles(kind))
        assert symbols["sun"] == symbols["moon"]


def test_h13_a_table_is_played_with_a_corrected_set(tmp_path: Path) -> None:
    printed = (DATA / "tiles" / "64.toml").read_text(encoding="utf-8")
    corrected = tmp_path / "my-64.toml"
    corrected.write_text(printed.replace('"1-2-3", "4-6-5"', '"1-2-5", "4-6-5"').replace('"1-2-3", "1-2-8"', '"1-2-8"'))
    table = partake.start("nexus", seed="corrected", data=[corrected])
    for _ in play_through(table):
        pass
    tiles = look(table.view(1)).variant.tiles
    assert tiles.bonus(Tile(1, 2, 5)) == 80
    assert tiles.bonus(Tile(1, 2, 3)) == 0
    assert tiles.symbols[Tile(1, 2, 3)] == "moon"
    assert table.outcome is not None
    assert table.setup.edition.digest != partake.edition("nexus").digest


def test_h14_daffodil_has_four_wildcards_more() -> None:
    assert texts("31")[:27] == texts("27")
    assert set(texts("31")[27:]) == {"*-*-*", "1-*-*", "*-2-*", "*-*-3"}
    assert hexagon_edition("daffodil").tiles == tile_set("31")
    assert [tile for tile in tile_set("31").tiles if tile.is_wild] == list(tile_set("31").tiles[27:])
    assert [tile_set("31").numbers(d) for d in Direction] == [(1, 5, 9), (2, 6, 7), (3, 4, 8)]


def test_h14_wildcards_carry_no_symbol_and_break_a_ray() -> None:
    assert not [tile for tile in tile_set("31").symbols if tile.is_wild]
    sunray = sheet("daffodil", "9-2-3 9-7-8", rays="each")
    broken = sheet("daffodil", "9-2-3 *-*-*", rays="each")
    assert earned(sunray.score) == {"line": 18, "ray": 14}
    assert earned(broken.score) == {"line": 18}


def test_h25_wildcards_keep_to_adjacent_placement_and_count_as_tiles() -> None:
    game = Called("daffodil", placement="adjacent")
    game.place({"a1": "9-2-3"})
    game.call("1-*-*")
    assert moves(game.view()) == {"1-*-*@a2", "1-*-*@b3", "1-*-*@b4"}
    game.play(1, "1-*-*@b3")
    game.call("9-7-8")
    assert "9-7-8@b2" in moves(game.view()), "next to nothing but the wildcard"


@pytest.mark.parametrize("stamens", ["first", "reserve"])
def test_h32_wildcards_go_on_the_first_stamens_and_into_the_reserve_under_any_placement(stamens: str) -> None:
    game = Called("daffodil", placement="adjacent", stamens=stamens)
    first = {"c2": "9-2-3"} if stamens == "first" else {"a1": "9-2-3"}
    game.place(first)
    game.call("1-*-*")
    found = {action.partition("@")[2] for action in moves(game.view())}
    assert {"e2", "b4"} == found if stamens == "first" else {"x1", "x2", "x3"} <= found


def test_h14_wildcards_are_bound_by_no_symbol_rule() -> None:
    game = Called("daffodil", placement="symbol")
    game.place({"a1": "9-2-3"})
    game.call("1-*-*")
    assert len(moves(game.view())) == 20
    game.play(1, "1-*-*@f1")
    game.call("9-7-8")
    assert moves(game.view()) == {"9-7-8@a2", "9-7-8@b3", "9-7-8@b4"}
    game.play(1, "9-7-8@a2")
    game.call("*-*-*")
    assert len(moves(game.view())) == 18
