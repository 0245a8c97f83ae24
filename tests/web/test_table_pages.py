"""What the page of a game shows of a match and of a crowd."""

from __future__ import annotations

import partake
from partake.draw.svg.frame import MOST_OTHERS
from partake.engine.actions import Place
from partake.engine.hexagon.view import HexagonView
from partake.web.pages.hexagon import hexagon_page


def view_of(table: partake.Table) -> HexagonView:
    view = table.view(1)
    assert isinstance(view, HexagonView)
    return view


def play_one_game(table: partake.Table) -> None:
    """Each player puts each tile on the first free cell until a game is counted."""
    while not view_of(table).finished:
        table.deal()
        for seat in table.to_act:
            table.play(seat, next(action for action in table.view(seat).legal if isinstance(action, Place)))


def test_a_match_shows_the_points_of_each_game_and_their_total() -> None:
    table = partake.start("classic", seats=2, seed="match", rounds=2, takeback="no")
    assert hexagon_page(view_of(table)).is_match
    play_one_game(table)
    view = view_of(table)
    points = [str(score.total) for score in view.standings.scores]
    assert hexagon_page(view).rounds == tuple((total, total) for total in points)
    assert not hexagon_page(view_of(partake.start("classic", seats=2))).is_match


def test_a_page_says_how_many_boards_it_does_not_show() -> None:
    for seats, more in ((1, 0), (MOST_OTHERS + 1, 0), (MOST_OTHERS + 2, 1), (MOST_OTHERS + 4, 3)):
        page = hexagon_page(view_of(partake.start("classic", seats=seats, is_open=True)))
        assert (len(page.others), page.more) == (min(seats - 1, MOST_OTHERS), more)
