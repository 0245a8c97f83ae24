"""Hints: every legal place for whoever must act, and how likely the open lines are."""

from __future__ import annotations

import pytest

import partake
from partake.engine.actions import Place, Scrap
from partake.engine.hexagon.view import HexagonView
from partake.review import hint, hint_text, to_json
from partake.review.five.model import FiveHint
from partake.review.hexagon.model import HANDED, Hint
from partake.rules.errors import PartakeError
from recorded import GOLDEN, table_at


def to_place(table: partake.Table) -> partake.Table:
    """The table when the next tile is called."""
    while not table.to_act:
        table.deal()
    return table


@pytest.mark.parametrize(
    ("name", "moves", "options"),
    [
        ("classic", 22, {}),
        ("classic", 21, {"placement": "symbol"}),
        ("daffodil", 30, {"stamens": "reserve"}),
        ("orchid", 31, {"draw": "2"}),
        ("nexus", 60, {"scrapyard": "passed"}),
    ],
)
def test_everybody_who_must_act_is_told_every_legal_place(name: str, moves: int, options: dict[str, str]) -> None:
    table = to_place(table_at(name, moves, seats=2, seed="records", **options))
    found = hint(table.private_save())
    assert isinstance(found, Hint)
    assert tuple(seat.seat for seat in found.seats) == table.to_act
    for seat in found.seats:
        view = table.view(seat.seat)
        assert isinstance(view, HexagonView)
        legal = {
            (str(action.tile), action.cell if isinstance(action, Place) else HANDED)
            for action in view.legal
            if isinstance(action, Scrap) or (isinstance(action, Place) and not action.owner)
        }
        assert {(option.tile, option.cell) for option in seat.options} == legal
        assert [o.value for o in seat.options] == sorted((o.value for o in seat.options), reverse=True)
        assert all(0 < line.chance <= 1 and 0 <= line.after <= 1 and line.need for line in seat.lines)


def test_moves_from_the_reserve_are_counted_out() -> None:
    table = partake.start("orchid", seed="reserve")
    while not isinstance(view := table.view(1), HexagonView) or not view.relocating:
        if table.to_act:
            table.play(1, view.legal[0])
        else:
            table.deal()
    found = hint(table.private_save())
    assert isinstance(found, Hint)
    option = found.seats[0].options[0]
    for word in option.cell.split() if option.cell != "none" else ():
        table.play(1, word)
    table.play(1, "done")
    while not table.is_over:
        table.deal()
    assert table.outcome is not None
    assert float(table.outcome.totals[0]) == option.value


def test_one_seat_can_be_asked_for() -> None:
    table = to_place(partake.start("classic", seats=2, seed="two"))
    found = hint(table.record(), seat=2)
    assert isinstance(found, Hint)
    assert [seat.seat for seat in found.seats] == [2]
    table.play(2, table.view(2).legal[0])
    with pytest.raises(PartakeError, match="has nothing to decide now"):
        hint(table.private_save(), seat=2)
    with pytest.raises(PartakeError, match="there is no seat 7"):
        hint(table.record(), seat=7)


def test_while_the_dealer_is_awaited_there_is_nothing_to_decide() -> None:
    table = partake.start("classic", seed="begin")
    table.deal()
    view = table.view(1)
    assert isinstance(view, HexagonView)
    table.play(1, f"{view.hand[0]}@c3")
    with pytest.raises(PartakeError, match="waits for the dealer"):
        hint(table.private_save())


@pytest.mark.parametrize("edition", ["classic", "five"])
def test_before_the_first_draw_nothing_has_been_called(edition: str) -> None:
    with pytest.raises(PartakeError, match=r"^nothing has been called yet: the game begins with the dealer$"):
        hint(partake.start(edition, seats=2, seed="begin").private_save())


def test_a_game_that_is_over_needs_no_hint() -> None:
    with pytest.raises(PartakeError, match="the game is over"):
        hint(partake.load(GOLDEN / "classic.partake"))


def test_take_five_is_told_the_best_looks_and_takes() -> None:
    table = table_at("five", 30)
    while not table.to_act:
        table.deal()
    seat = table.to_act[0]
    found = hint(table.private_save())
    assert isinstance(found, FiveHint)
    assert found.seat == seat
    legal = {partake.format_action(action) for action in table.view(seat).legal}
    assert {option.action for option in found.options} <= legal
    assert [o.chance for o in found.options] == sorted((o.chance for o in found.options), reverse=True)


def test_a_hint_is_plain_data_for_another_process() -> None:
    from partake.engine.record.text import format_record

    record = to_place(table_at("classic", 22)).record()
    assert hint_text(format_record(record)) == to_json(hint(record))
