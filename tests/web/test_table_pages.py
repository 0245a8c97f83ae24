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


def test_the_second_of_a_pair_is_asked_for_by_their_own_link_alone(served: Served) -> None:
    ann, bob, cleo = (served.client(name) for name in ("Ann", "Bob", "Cleo"))
    table = new_table(ann, seats=[{"kind": "host"}, {"kind": "person"}])
    assert bob.post(f"/tables/{table}/join", data={"partner": "Dee"}).status_code == 303
    pages = {one: one.get(f"/tables/{table}").text for one in (ann, bob, cleo)}
    assert ["?partner=" in pages[one] for one in (ann, bob, cleo)] == [False, True, False]
    assert "I am Dee" not in pages[cleo]
    link = bob.get(f"/api/tables/{table}/partner").json()["link"]
    assert link in pages[bob]
    code = pages[bob].partition('class="code"')[2].partition("</svg>")[0]
    assert "viewBox" in code, "a code without one is cut off where it is scaled"
    assert "width=" not in code
    assert ["I am Dee" in one.get(link).text for one in (ann, bob, cleo)] == [False, False, True]
    assert "I am Dee" not in cleo.get(f"/tables/{table}?partner=guessed").text
    assert cleo.post(f"/tables/{table}/join", data={"key": link.partition("=")[2]}).status_code == 303
    assert "I am Dee" not in served.client().get(link).text


def test_a_name_taken_at_a_running_game_is_answered_beside_the_game(served: Served) -> None:
    ann, bob, late = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann, unlimited=True)
    assert bob.post(f"/api/tables/{table}/join", json={}).status_code == 200
    assert ann.post(f"/api/tables/{table}/start").status_code == 200
    answer = late.post(f"/tables/{table}/join", data={"nickname": "Bob"})
    assert answer.status_code == 409
    assert "Somebody named Bob sits here already." in answer.text
    assert f'data-table="{table}"' in answer.text, "the game is still shown"
    assert "data-waiting" not in answer.text
    assert 'value="Bob"' in answer.text, "what was typed is still there"
    again = late.post(f"/tables/{table}/join", data={"nickname": "Bob", "as": "Bob 2"})
    assert again.status_code == 303
    assert [seat["name"] for seat in ann.get(f"/api/tables/{table}").json()["table"]["seats"]] == [
        "Ann",
        "Bob",
        "Bob 2",
    ]


def test_a_name_that_is_taken_is_answered_in_place(served: Served) -> None:
    ann, stranger = served.client("Ann"), served.client()
    table = new_table(ann, seats=[{"kind": "host"}, {"kind": "person"}], options={"rounds": 4, "rays": "each"})
    invited = stranger.get(f"/tables/{table}").text
    assert "Ann invites you to Classic, a match of 4 games" in invited
    assert "Rays: Every ray counts" in invited
    answer = stranger.post(f"/tables/{table}/join", data={"nickname": "Ann", "partner": "Dee"})
    assert answer.status_code == 409
    assert "Somebody named Ann sits here already." in answer.text
    assert 'value="Ann"' in answer.text, "what was typed is still there"
    assert 'value="Dee"' in answer.text
    assert 'name="as" value="Ann 2 &amp; Dee"' in answer.text
    again = stranger.post(f"/tables/{table}/join", data={"nickname": "Ann", "partner": "Dee", "as": "Ann 2 & Dee"})
    assert again.status_code == 303
    assert ann.get(f"/api/tables/{table}").json()["table"]["seats"][1]["name"] == "Ann 2 & Dee"
    assert stranger.get("/api/me").json()["nickname"] == "Ann 2"
    program = served.client("Ann")
    other = new_table(ann, seats=[{"kind": "host"}, {"kind": "person"}])
    refused = program.post(f"/api/tables/{other}/join", json={})
    assert (refused.status_code, refused.json()["suggestion"]) == (409, "Ann 2")
