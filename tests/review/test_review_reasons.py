"""Reasons name the right line, with the exact chance that its tiles come."""

from __future__ import annotations

from itertools import combinations

import pytest

import partake
from partake.bots.hexagon.prospects import Prospects
from partake.review.hexagon.reasons import Compared, in_words, reasons
from partake.review.model import percent
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant


def classic(**options: str) -> Variant:
    edition = partake.edition("classic")
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options)


def lines(made: Variant, board: dict[str, str], hand: str, *, draws: int) -> Prospects:
    """A board with a tile in hand, and so many draws to come from all other tiles."""
    cells = partake.sheet(made.edition, board, data=(), rays=made.options.rays).cells
    tile = Tile.parse(hand)
    bag = tuple(t for t in made.tiles.tiles if t not in cells and t != tile)
    return Prospects(made, cells, bag, draws, (tile,))


def compared(before: Prospects, cell: str, best: str) -> Compared:
    tile, index = before.hand[0], before.variant.index
    return Compared(cell, best, before, before.with_tile(tile, index[cell]), before.with_tile(tile, index[best]))


NINES = {"c1": "9-2-3", "c2": "9-2-4", "c3": "9-2-8"}
"""The middle column, two nines short."""


def test_the_chance_of_a_line_is_the_share_of_draws_that_bring_its_tiles() -> None:
    found = lines(classic(), NINES, "1-6-4", draws=3)
    middle = next(p for p in found.listed.values() if p.cells == ("c1", "c2", "c3", "c4", "c5"))
    drawn = list(combinations(found.bag, 3))
    enough = sum(sum(tile.vertical == 9 for tile in tiles) >= 2 for tiles in drawn)
    assert (middle.number, middle.need, middle.points) == (9, 2, 45)
    assert middle.chance == pytest.approx(enough / len(drawn))


def test_a_tile_in_hand_counts_for_every_line_that_it_fits() -> None:
    without, held = lines(classic(), NINES, "1-6-4", draws=3), lines(classic(), NINES, "9-6-4", draws=3)
    column = ("line", 2)
    assert held.listed[column].chance > without.listed[column].chance
    one = held.with_tile(Tile.parse("9-6-4"), held.variant.index["c4"])
    assert one.listed[column].chance == pytest.approx(held.listed[column].chance)


def test_a_broken_line_is_named_with_how_likely_it_was() -> None:
    before = lines(classic(), NINES, "1-6-4", draws=8)
    seen = compared(before, "c4", "a1")
    broken = next(reason for reason in reasons(seen) if reason.change == "breaks")
    assert (broken.kind, broken.number, broken.cells[0], broken.points) == ("line", 9, "c1", 45)
    assert broken.before == pytest.approx(before.listed["line", 2].chance)
    assert broken.after == 0
    assert "breaks the 9s c1–c5" in str(in_words(seen, reasons(seen)))


def test_a_line_whose_tiles_are_gone_can_no_longer_be_completed() -> None:
    """Two nines are needed, one draw is left: with the nine in hand elsewhere the line is lost."""
    seen = compared(lines(classic(), NINES, "9-6-4", draws=1), "a1", "c4")
    ended = next(reason for reason in reasons(seen) if reason.change == "ends")
    assert (ended.number, ended.after) == (9, 0)
    assert ended.better > 0
    assert "can no longer be completed (2 needed" in str(in_words(seen, reasons(seen)))


def test_a_completed_line_speaks_for_a_move() -> None:
    board = {"a1": "9-2-3", "a2": "9-6-4"}
    seen = compared(lines(classic(), board, "9-7-8", draws=8), "a3", "a3")
    first = reasons(seen)[0]
    assert (first.change, first.cells, first.points) == ("completes", ("a1", "a2", "a3"), 27)


def test_a_line_that_the_best_move_completes_is_missed() -> None:
    board = {"a1": "9-2-3", "a2": "9-6-4"}
    seen = compared(lines(classic(), board, "9-7-8", draws=8), "e1", "a3")
    assert reasons(seen)[0].change == "misses"
    assert "with a3 the 9s a1–a3 would be complete" in str(in_words(seen, reasons(seen))).lower()


def test_rays_are_reasons_where_they_score() -> None:
    suns = {"a1": "1-2-3", "a2": "1-6-4"}
    assert all(classic().tiles.symbols[Tile.parse(tile)] == "sun" for tile in suns.values())
    moon = next(t for t in classic().tiles.tiles if classic().tiles.symbols[t] == "moon" and t.vertical == 1)
    without = lines(classic(), suns, str(moon), draws=8)
    with_rays = lines(classic(rays="each"), suns, str(moon), draws=8)
    assert ("ray", 0) not in without.listed
    assert with_rays.listed["ray", 0].points == 3 * 7
    seen = compared(with_rays, "a3", "e1")
    assert any(reason.kind == "ray" and reason.change == "breaks" for reason in reasons(seen))


def test_a_move_without_a_reason_says_so() -> None:
    before = lines(classic(), {}, "1-2-3", draws=18)
    assert str(in_words(compared(before, "c3", "c3"), ())) == "Nothing promises more."
    assert str(in_words(compared(before, "c3", "a1"), ())).startswith("No single line decides it, but a1")


@pytest.mark.parametrize(
    ("share", "said"), [(0.0, "0 %"), (0.004, "under 1 %"), (0.5, "50 %"), (0.995, "over 99 %"), (1.0, "100 %")]
)
def test_chances_are_said_without_pretending(share: float, said: str) -> None:
    assert percent(share) == said
