"""A page is told what changes and does not ask again: requests are counted in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from browsing import PHONE, WIDE, Guest, Lines, answer_for_the_server
from served import serving

Visit = Callable[..., Page]
PERSON, HOST = {"kind": "person"}, {"kind": "host"}
RETRY = 30_000
"""How many milliseconds a browser may take before it tries a broken stream again."""


class Network(Lines):
    """The requests of a page to the API of its table, and what passes on its line."""

    def __init__(self, page: Page, table: str) -> None:
        super().__init__(page)
        self._path = f"/api/tables/{table}"
        self.requests: list[str] = []
        page.on("request", self._ask)

    def _ask(self, request: Request) -> None:
        path = request.url.partition("?")[0]
        if self._path in path:
            self.requests.append(f"{request.method} {path.partition(self._path)[2]}")


def opened(page: Page, table: str) -> Network:
    """The page of a table, watched from before its first request."""
    network = Network(page, table)
    page.goto(f"/tables/{table}")
    return network


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_game_alone_needs_one_line_and_one_message_for_each_move(visit: Visit, size: Any) -> None:
    page = visit(viewport=size)
    table = Guest(page).create("classic")
    network = opened(page, table)
    for drawn in range(1, 20):
        expect(page.locator("[data-part=turn]")).to_have_text(f"tile {drawn} of 19")
        page.locator(".mine .cell.legal").first.click()
        assert network.events.count("view") == 1, "everything is told once"
    expect(page.locator(".result")).to_be_visible()
    assert network.opened <= 2, "one line of the table, one of the result"
    assert len(network.moves) == 19
    assert network.requests == []


def test_the_board_of_the_other_appears_without_being_asked_for(visit: Visit) -> None:
    host, friend = visit(), visit(viewport=PHONE)
    table = Guest(host).create("classic", seats=[HOST, PERSON])
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    networks = [opened(host, table), opened(friend, table)]
    for cell, other in (("c3", "a1"), ("a2", "c2")):
        host.locator(f'.mine [data-cell="{cell}"].legal').click()
        expect(friend.locator('[data-state="1"]')).to_have_text("placed")
        friend.locator(f'.mine [data-cell="{other}"].legal').click()
        expect(friend.locator(f'.other [data-cell="{cell}"].filled')).to_be_visible()
        expect(host.locator(f'.other [data-cell="{other}"].filled')).to_be_visible()
    for network in networks:
        assert (network.opened, len(network.moves), network.requests) == (1, 2, [])


def test_a_match_shows_what_the_server_has(visit: Visit) -> None:
    """When the second game has begun, boards, points and standings are as in the state."""
    page = visit()
    ann = Guest(page)
    table = ann.create("nexus", options={"rounds": 2}, seats=[HOST, {"kind": "bot", "level": "beginner"}])
    network = opened(page, table)
    page.locator('.mine [data-cell="d4"].legal').click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 44")
    while ann.state(table)["view"]["round"] == 1:
        ann.act(table)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("[data-part=round]")).to_have_text("game 2 of 2")
    view = ann.state(table)["view"]
    expect(page.locator("[data-part=standings] tbody td:last-child")).to_have_text(
        [str(n).replace("-", "−") for n in view["standings"]]
    )
    for seat, sheet in enumerate(view["sheets"], start=1):
        expect(page.locator(f'svg[data-seat="{seat}"] .cell.filled')).to_have_count(len(sheet["cells"]))
    assert network.requests == []
    assert network.events.count("view") == 1


def test_take_five_is_told_too(visit: Visit) -> None:
    pages = [visit(), visit(viewport=PHONE)]
    table = Guest(pages[0]).create("five", seats=[HOST, PERSON])
    assert pages[1].request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    networks = [opened(page, table) for page in pages]
    for _ in range(4):
        guest = next(guest for guest in map(Guest, pages) if guest.must_act(table))
        view = guest.state(table)["view"]
        move = next(text for text in view["legal"] if text[0] in "BWNR" and "x" not in text)
        piece, square = move[0], move[-2:]
        guest.page.locator(f'[data-piece="{piece}"].movable').click()
        guest.page.locator(f'[data-cell="{square}"].legal').click()
        if f"{piece}x{square}" in view["legal"]:
            guest.page.get_by_role("button", name="Look").click()
        for page in pages:
            expect(page.locator(f'[data-cell="{square}"][data-piece="{piece}"]')).to_be_visible()
    for network in networks:
        assert network.requests == []
        assert network.events.count("view") == 1


@pytest.fixture
def page(chromium: Browser, server: str) -> Iterator[Page]:
    """A page whose browser may complain: of answers that are refusals, of a server that is gone."""
    with chromium.new_context(base_url=server, viewport=WIDE) as context:
        yield context.new_page()


def test_a_refused_move_leaves_the_board_as_it_was(page: Page) -> None:
    table = Guest(page).create("classic", pause=30)
    answer_for_the_server(page, {"status": 422, "error": "not so"})
    network = opened(page, table)
    expect(page.locator(".mine .cell.legal")).to_have_count(19)
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.get_by_role("alert")).to_have_text("not so")
    expect(page.locator('.mine [data-cell="c3"].empty.legal')).to_be_visible()
    assert (network.opened, network.requests) == (1, [])


def test_a_move_that_came_too_late_makes_the_page_listen_anew(page: Page) -> None:
    """Whatever a page has missed without noticing, it is told everything as soon as a move shows that it has."""
    table = Guest(page).create("classic", pause=30)
    answer_for_the_server(page, {"status": 409, "error": "look again", "number": 9})
    network = opened(page, table)
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.get_by_role("alert")).to_have_text("look again")
    expect(page.locator('.mine [data-cell="c3"].empty.legal')).to_be_visible()
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.locator('.mine [data-cell="c3"].filled')).to_be_visible()
    assert (network.opened, network.events.count("view")) == (2, 2)


def test_after_a_gap_the_stream_tells_everything_once(page: Page, tmp_path: Path) -> None:
    """The server is stopped, the game goes on elsewhere, and another server has the same tables at the same port."""
    with serving(tmp_path, pages=True) as first:
        asked = {"edition": "classic", "nickname": "Ann"}
        table = page.request.post(f"{first.link}/api/tables", data=asked).json()["id"]
        network = Network(page, table)
        page.goto(f"{first.link}/tables/{table}")
        page.locator('.mine [data-cell="c3"].legal').click()
        expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    expect(page.locator("[data-part=offline]")).to_be_visible()
    with serving(tmp_path) as second:
        state = page.request.get(f"{second.link}/api/tables/{table}").json()
        move = {"action": f"{state['view']['hand'][0]}@a1"}
        assert page.request.post(f"{second.link}/api/tables/{table}/moves", data=move).ok
    before = network.events.count("view")
    with serving(tmp_path, pages=True, at=int(first.link.rpartition(":")[2])):
        expect(page.locator('.mine [data-cell="a1"].filled')).to_be_visible(timeout=RETRY)
        expect(page.locator("[data-part=offline]")).to_be_hidden()
        page.locator('.mine [data-cell="a2"].legal').click()
        expect(page.locator("[data-part=turn]")).to_have_text("tile 4 of 19")
    assert network.events.count("view") == before + 1
    assert network.requests == []
