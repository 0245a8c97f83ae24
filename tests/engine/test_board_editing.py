"""Boards of one's own: edited cell by cell, checked as a whole, and played on from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import partake
from partake.engine.hexagon.view import HexagonView
from partake.engine.setup import arrange, make_game
from partake.rules.errors import NotationError, PartakeError
from partake.rules.tiles import Tile
from recorded import steps_of

BOARD = partake.sheet("classic", {"c1": "9-2-3", "c2": "9-6-4"})


def test_a_cell_is_filled_replaced_and_emptied_and_the_board_stays_as_it_was() -> None:
    other = BOARD.with_(C3="7-9-8", c1=None, c2=Tile(1, 2, 3))
    assert dict(other) == {"c3": Tile(9, 7, 8), "c2": Tile(1, 2, 3)}
    assert dict(BOARD) == {"c1": Tile(9, 2, 3), "c2": Tile(9, 6, 4)}
    assert BOARD.with_(c1=None, c3="9-2-3")["c3"] == Tile(9, 2, 3), "a tile can be moved"
    assert BOARD.with_() == BOARD
    assert partake.sheet("classic").with_(c1="9-2-3", c2="9-6-4") == BOARD


@pytest.mark.parametrize(
    ("tiles", "sentence"),
    [
        ({"c3": "9-2-3"}, "9-2-3 is placed twice"),
        ({"z9": None}, "classic has no cell 'z9'"),
        ({"s1": "9-7-8"}, "this variant has no scrapyard"),
        ({"c3": "9-9-9"}, "9-9-9 is not one of the 27 tiles of classic"),
        ({"c3": "nine"}, "'nine' is not a tile"),
        ({"c3": 9}, "9 is not a tile"),
    ],
)
def test_what_cannot_lie_there_is_refused_in_a_sentence(tiles: dict[str, str], sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        BOARD.with_(**tiles)


VARIANTS: list[tuple[str, dict[str, str | int]]] = [
    ("classic", {}),
    ("classic", {"placement": "adjacent"}),
    ("classic", {"draw": 2}),
    ("daffodil", {"stamens": "first"}),
    ("daffodil", {"stamens": "last"}),
    ("daffodil", {"stamens": "reserve"}),
    ("nexus", {}),
    ("nexus", {"placement": "adjacent"}),
    ("orchid", {"symbols": "both"}),
]


@settings(max_examples=60)
@given(st.sampled_from(VARIANTS), st.integers(0, 90), st.integers(1, 3))
def test_play_goes_on_from_any_board_of_a_game(
    variant: tuple[str, dict[str, str | int]], moment: int, seats: int
) -> None:
    name, options = variant
    steps = steps_of(name, seats=1, seed="boards", **options)
    game = make_game(arrange(partake.edition(name), options))
    views = [game.view(step.state, 1) for step in steps]
    whole = [view for view in views if not view.hand and not view.relocating and view.outcome is None]
    view = whole[moment % len(whole)]
    table = partake.start(view.sheet, seats=seats, seed="on")
    assert not table.to_act
    for seat in range(1, seats + 1):
        seen = table.view(seat)
        assert isinstance(seen, HexagonView)
        assert (seen.cells[seat - 1], set(seen.drawn)) == (view.cells[0], set(view.drawn))
    assert table.setup.options == view.setup.options
    while not table.is_over:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0]) if table.to_act else table.deal()
    record = table.record()
    assert partake.parse(str(record)) == record


def test_options_given_beside_a_board_replace_those_of_the_board() -> None:
    table = partake.start(partake.sheet("nexus", {"d4": "9-6-3"}), seats=2, scrapyard="lowest")
    assert table.setup.options.scrapyard == "lowest"
    assert partake.start(BOARD).setup.options == partake.start("classic").setup.options


def test_a_board_that_no_order_leads_to_is_refused() -> None:
    apart = partake.sheet("classic", {"a1": "9-2-3", "e3": "9-6-4"}, placement="adjacent")
    with pytest.raises(PartakeError, match="no order was found"):
        partake.start(apart)
    odd = partake.sheet("classic", {"a1": "9-2-3"}, draw=2)
    with pytest.raises(PartakeError, match="no order was found"):
        partake.start(odd)
    assert partake.start(partake.sheet("classic")).log == ()
