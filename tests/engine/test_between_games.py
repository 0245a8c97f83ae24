"""Between the games of a match, and the rounds of Take Five, what has ended lies there until the dealer begins anew."""

from __future__ import annotations

import pytest

import partake
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView


def test_the_boards_of_a_counted_game_lie_there_until_the_next_draw() -> None:
    table = partake.start("nexus", seats=2, seed="between", rounds=2, scrapyard="lowest")
    seen = False
    while not table.is_over:
        views = [table.view(seat) for seat in (None, 1, 2)]
        assert {view.is_between_rounds for view in views} == {table.is_between_rounds}
        if table.to_act:
            seat = table.to_act[0]
            table.play(seat, table.view(seat).legal[0])
            continue
        if table.is_between_rounds:
            seen = True
            for view in views:
                assert isinstance(view, HexagonView)
                assert view.cells == view.finished[0].sheets
                assert tuple(score.total for score in view.scores) == view.standings.totals
            table.deal()
            view = table.view()
            assert isinstance(view, HexagonView)
            assert not any(tile for cells in view.cells for tile in cells)
        else:
            table.deal()
    assert seen
    assert not table.is_between_rounds


@pytest.mark.parametrize("seats", [2, 4])
def test_a_round_of_take_five_lies_there_until_the_next_is_laid_out(seats: int) -> None:
    table = partake.start("five", seats=seats, seed="between")
    assert not table.view().is_between_rounds, "nothing has ended before the first round"
    while not table.is_over:
        view = table.view()
        assert isinstance(view, FiveView)
        assert view.is_between_rounds is table.is_between_rounds
        if view.is_between_rounds:
            assert view.rounds[-1].hands == view.hands
            break
        if table.to_act:
            seat = table.to_act[0]
            legal = table.view(seat).legal
            takes = [action for action in legal if "x" in str(action)]
            table.play(seat, (takes or list(legal))[0])
        else:
            table.deal()
    else:
        raise AssertionError("no round ended")
