"""What the page of a table shows of a match, of a crowd, of a pair and of who has left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import partake
from partake.draw.svg.frame import MOST_OTHERS
from partake.engine.actions import Place
from partake.engine.hexagon.view import HexagonView
from partake.web.pages.hexagon import hexagon_page
from served import Served, new_table, serving


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


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def test_a_seat_that_was_left_is_offered_to_the_one_who_left_it(served: Served) -> None:
    ann, bob, cleo = (served.client(name) for name in ("Ann", "Bob", "Cleo"))
    table = new_table(ann, bob)
    assert "Come back to your seat" not in bob.get(f"/tables/{table}").text
    assert bob.post(f"/api/tables/{table}/leave").status_code == 200
    shown = ["Come back to your seat" in one.get(f"/tables/{table}").text for one in (ann, bob, cleo, served.client())]
    assert shown == [False, True, False, False]


def test_the_second_of_a_pair_is_asked_for_where_nobody_sits_already(served: Served) -> None:
    ann, bob, cleo = (served.client(name) for name in ("Ann", "Bob", "Cleo"))
    table = new_table(ann, seats=[{"kind": "host"}, {"kind": "person"}])
    assert bob.post(f"/tables/{table}/join", data={"partner": "Dee"}).status_code == 303
    shown = ["Bob &amp; Dee share a seat." in one.get(f"/tables/{table}").text for one in (ann, bob, cleo)]
    assert shown == [False, False, True]
