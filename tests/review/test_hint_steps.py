"""Hints in three steps: where to look, what it is about, the move; from nothing but what the seat sees."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from partake.bots.information_sets import twins
from partake.engine.actions import Move, Place, Relocate, Scrap
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import parse_action
from partake.engine.table import Table
from partake.review.api import hint_for, hint_steps
from partake.review.five.model import FiveHint
from partake.review.hexagon.model import Hint
from partake.review.model import HintStep
from partake.rules.errors import PartakeError
from recorded import steps_of, table_at

PLACED: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 22, {}),
    ("classic", 23, {"draw": "2"}),
    ("daffodil", 30, {"stamens": "reserve"}),
    ("nexus", 60, {"scrapyard": "passed"}),
]


def acting(table: Table) -> tuple[Table, int]:
    """The table when somebody must act, and who."""
    while not table.to_act:
        table.deal()
    return table, table.to_act[-1]


def moment(name: str, wanted: str, **options: Any) -> tuple[Table, int]:
    """The first moment of a game at which a seat has something of this kind to decide and nothing else."""
    for number, step in enumerate(steps_of(name, **options)):
        table = table_at(name, number, **options)
        for seat in table.to_act:
            view = table.view(seat)
            assert isinstance(view, HexagonView)
            if getattr(view, wanted) and not view.hand:
                return table, seat
        assert step.action is not None
    raise AssertionError(f"there is no such moment in {name}")


@pytest.mark.parametrize(("name", "moves", "options"), PLACED, ids=str)
def test_a_placement_is_told_from_a_region_to_its_cell(name: str, moves: int, options: dict[str, Any]) -> None:
    table, seat = acting(table_at(name, moves, **options))
    view = table.view(seat)
    where, about, move = hint_steps(view)
    found = hint_for(view)
    assert isinstance(found, Hint)
    best = found.seats[0].options[0]
    free = {action.cell for action in view.legal if isinstance(action, Place) and not action.owner}
    can_scrap = any(isinstance(action, Scrap) for action in view.legal)
    assert set(where.cells) <= free or can_scrap
    assert set(move.cells) <= set(where.cells), "the region holds the cell"
    assert best.cell in str(move.words) or best.cell == "s"
    assert f"{best.value:.1f}" in str(move.words), "with the final score to expect"
    assert about.words != where.words
    assert (where.seat, about.seat, move.seat) == (seat, seat, seat)
    assert best.tile not in str(where.words), "the first step does not tell the tile"


def test_h31_moves_from_the_reserve_are_told_tile_by_tile() -> None:
    gained = False
    for seed in ("a", "b", "c", "d"):
        table, seat = moment("daffodil", "relocating", stamens="reserve", seats=1, seed=seed)
        view = table.view(seat)
        assert isinstance(view, HexagonView)
        where, about, move = hint_steps(view)
        now = view.score_of(seat).total
        ways = {(str(one.tile), one.cell) for one in view.legal if isinstance(one, Relocate)}
        if not where.cells:
            assert max(view.gains.values(), default=0) <= 0
            continue
        gained = True
        assert set(where.cells) <= {"x1", "x2", "x3"}
        told = str(move.words)
        assert all(any(f"{tile} to {cell}" in told for tile, _ in ways) for cell in about.cells)
        best = hint_for(view)
        assert isinstance(best, Hint)
        assert f"{best.seats[0].options[0].value:g} points at the end" in told
        assert best.seats[0].options[0].value >= now
    assert gained


def test_h38_a_tile_that_was_handed_over_goes_on_the_neighbours_scrapyard() -> None:
    table, seat = moment("nexus", "handed", scrapyard="passed", seats=2)
    view = table.view(seat)
    assert isinstance(view, HexagonView)
    owner, tile = view.handed[0]
    where, _, move = hint_steps(view)
    assert (where.seat, move.seat) == (owner, owner)
    assert Place(tile, move.cells[0], owner) in view.legal
    assert move.cells[0] in where.cells


@pytest.mark.parametrize("moves", [3, 20, 21, 22, 23, 40])
def test_take_five_tells_the_piece_then_the_square_then_the_deed(moves: int) -> None:
    table, seat = acting(table_at("five", moves))
    view = table.view(seat)
    assert isinstance(view, FiveView)
    where, about, move = hint_steps(view)
    found = hint_for(view)
    assert isinstance(found, FiveHint)
    best = parse_action(found.options[0].action)
    if isinstance(best, Move):
        assert where.cells == (dict(view.pieces)[best.piece],)
        assert about.cells == move.cells == (best.square,)
        assert best.square in str(about.words)
        assert "to win the round" in str(move.words)


CASES = [(name, moves, options) for name, moves, options in PLACED] + [("five", 23, {}), ("five", 40, {})]


def told(steps: tuple[HintStep, ...]) -> bytes:
    """A hint as bytes."""
    return pickle.dumps([(step.seat, step.cells, str(step.words)) for step in steps])


@pytest.mark.parametrize(("name", "moves", "options"), CASES, ids=str)
def test_f10_a_hint_depends_on_nothing_but_the_view(name: str, moves: int, options: dict[str, Any]) -> None:
    table, seat = acting(table_at(name, moves, **options))
    others = list(twins(table, seat, "hints"))
    assert others
    assert any(other.private_save().seed != table.private_save().seed for other in others)
    for other in others:
        assert told(hint_steps(other.view(seat))) == told(hint_steps(table.view(seat)))


def test_whoever_need_not_act_gets_none() -> None:
    table = table_at("classic", 0)
    with pytest.raises(PartakeError, match="nothing to decide now"):
        hint_steps(table.view(1))
