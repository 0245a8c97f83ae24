"""Tiles and cells as they are read aloud."""

from __future__ import annotations

import pytest

from partake.engine.hexagon.spoken import cell_words, held_words, tile_words
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant

SETS = catalogue().tile_sets


def variant_of(name: str, **options: str) -> Variant:
    edition = catalogue().edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


@pytest.mark.parametrize(
    ("tile", "told"),
    [
        ("*-*-*", "triple wildcard"),
        ("1-*-*", "double wildcard with black"),
        ("*-2-*", "double wildcard with pink"),
        ("*-*-3", "double wildcard with white"),
    ],
)
def test_wildcards_are_called_as_in_the_rules(tile: str, told: str) -> None:
    assert str(tile_words(SETS["31"], Tile.parse(tile))) == told


@pytest.mark.parametrize("name", SETS)
def test_a_tile_says_its_numbers_its_symbol_and_its_bonus(name: str) -> None:
    tiles = SETS[name]
    for tile in tiles.tiles:
        if not tile.is_wild:
            parts = [*map(str, tile)]
            parts += [tiles.symbols[tile]] if tile in tiles.symbols else []
            parts += [f"{tiles.bonuses[tile]} bonus"] if tile in tiles.bonuses else []
            assert str(tile_words(tiles, tile)) == ", ".join(parts)


@pytest.mark.parametrize(
    ("order", "has_symbol", "has_bonus", "told"),
    [
        ("printed", True, True, "12, 11, 10, moon, gold bonus"),
        ("across", True, True, "11, 12, 10, moon, gold bonus"),
        ("across", False, True, "11, 12, 10, gold bonus"),
        ("across", True, False, "11, 12, 10, moon"),
        ("printed", False, False, "12, 11, 10"),
    ],
)
def test_h19_a_tile_is_read_in_either_order_with_what_is_wanted(
    order: str, has_symbol: bool, has_bonus: bool, told: str
) -> None:
    words = tile_words(SETS["64"], Tile(12, 11, 10), order=order, has_symbol=has_symbol, has_bonus=has_bonus)
    assert str(words) == told


def test_no_two_tiles_are_called_alike() -> None:
    for tiles in SETS.values():
        assert len({str(tile_words(tiles, tile)) for tile in tiles.tiles}) == len(tiles.tiles)


def test_cells_say_what_they_are() -> None:
    orchid, daffodil, nexus = variant_of("orchid"), variant_of("daffodil", stamens="reserve"), variant_of("nexus")
    assert str(cell_words(orchid, orchid.index["f3"])) == "orchid A, f3"
    stamen = daffodil.board.cells[daffodil.board.special("stamen")[0]].name
    assert str(cell_words(daffodil, daffodil.index[stamen])) == f"stamen {stamen}"
    assert str(cell_words(daffodil, daffodil.index["x1"])) == "reserve x1"
    assert str(cell_words(nexus, nexus.index["s2"])) == "scrapyard s2"
    assert str(held_words(nexus, nexus.index["a1"], None)) == "a1, empty"
    assert str(held_words(daffodil, daffodil.index["a1"], Tile.parse("*-*-*"))) == "a1: triple wildcard"
