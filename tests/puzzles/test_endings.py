"""Exact endings equal a plain recursion over the reference engine, for each kind of rule: H15, H25, H26, H30 to H36."""

from __future__ import annotations

from fractions import Fraction

import pytest

from partake.bots.bot import SplitMix64
from partake.bots.hexagon.prospects import relocated
from partake.bots.hexagon.reserve import best_moves
from partake.bots.hexagon.value import Call
from partake.engine.actions import Place
from partake.engine.chance import Seed
from partake.engine.hexagon.placement import open_positions as legal_positions
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.puzzles.endings import MOST_TILES, can_prove, exact_values
from partake.review.hexagon.evaluator import Evaluator
from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Cells = tuple[Tile | None, ...]
GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "classic": ("classic", {}),
    "classic, rays and adjacent": ("classic", {"rays": "each", "placement": "adjacent"}),
    "classic, adjacent by symbol": ("classic", {"placement": "symbol"}),
    "daffodil": ("daffodil", {}),
    "daffodil, stamens last": ("daffodil", {"stamens": "last"}),
    "daffodil, reserve": ("daffodil", {"stamens": "reserve"}),
    "nexus": ("nexus", {}),
    "nexus without scrapyard": ("nexus", {"scrapyard": "none"}),
    "orchid": ("orchid", {}),
}


def positions(edition: str, options: dict[str, str], left: int, seed: str) -> tuple[Variant, Cells, Tile]:
    """A game of random placements up to the call with this many tiles to place."""
    table = Table(arrange(catalogue().editions[edition], options), Seed.of(seed))
    dice = SplitMix64(len(seed))
    while True:
        table.deal()
        view = table.view(1)
        assert isinstance(view, HexagonView)
        if view.draws_left + 1 == left:
            return view.variant, view.sheet.cells, view.hand[0]
        table.play(1, dice.pick([action for action in view.legal if isinstance(action, Place)]))


def brute(variant: Variant, cells: Cells, bag: tuple[Tile, ...]) -> Fraction:
    """The expected score under best play: each tile of the bag in turn, each legal position."""
    empty = [i for i, tile in enumerate(cells) if tile is None and i not in variant.targets]
    if not empty:
        final = relocated(cells, best_moves(variant, [cells], 1)) if variant.targets else cells
        return Fraction(Sheet(variant, final).score.total)
    total = Fraction(0)
    for tile in bag:
        rest = tuple(other for other in bag if other != tile)
        total += max(brute(variant, put(cells, at, tile), rest) for at in legal_positions(variant, cells, tile))
    return total / len(bag)


def put(cells: Cells, at: int, tile: Tile) -> Cells:
    return (*cells[:at], tile, *cells[at + 1 :])


@pytest.mark.parametrize("name", GAMES)
def test_equal_to_brute_force(name: str) -> None:
    edition, options = GAMES[name]
    for left in (1, 2):
        variant, cells, tile = positions(edition, options, left, f"ending {name}")
        bag = tuple(other for other in variant.tiles.tiles if other not in cells and other != tile)
        wanted = {at: brute(variant, put(cells, at, tile), bag) for at in legal_positions(variant, cells, tile)}
        found = exact_values(variant, cells, tile)
        slots = [at for at in wanted if at in variant.reserve]
        assert found == {at: value for at, value in wanted.items() if at not in slots[1:]}


def test_equal_to_brute_force_with_four_tiles_of_plain_classic() -> None:
    variant, cells, tile = positions("classic", {}, 4, "classic 4")
    bag = tuple(other for other in variant.tiles.tiles if other not in cells and other != tile)
    found = exact_values(variant, cells, tile)
    assert found == {at: brute(variant, put(cells, at, tile), bag) for at in legal_positions(variant, cells, tile)}


@pytest.mark.parametrize("left", [2, 3])
def test_equal_to_the_lookahead_of_a_network_where_that_is_exact(left: int) -> None:
    """Two plies to the last tile but one, which networks count."""
    variant, cells, tile = positions("classic", {}, left, f"classic {left}")
    drawn = (*(one for one in cells if one is not None), tile)
    rated = Evaluator(variant).rated(Call(variant, [cells], 1, drawn, [tile]))
    found = exact_values(variant, cells, tile)
    assert found.keys() == {at for _, at in rated}
    for at, value in found.items():
        assert float(value) == pytest.approx(rated[tile, at], abs=0.01)


def test_what_is_too_large_is_refused() -> None:
    variant, cells, tile = positions("classic", {}, MOST_TILES + 1, "large")
    assert not can_prove(variant, cells)
    with pytest.raises(PartakeError, match="up to 5 tiles"):
        exact_values(variant, cells, tile)
