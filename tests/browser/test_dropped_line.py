"""A dropped line never leaves a dead table: moves arrive once, phantoms go, and the page catches up by itself.

The line between Chromium and the server is a proxy that really cuts, swallows or loses what passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest
from cuttable import CuttableLine, Mode, cuttable
from served import Served, serving

SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
HOST, PERSON = {"kind": "host"}, {"kind": "person"}
BEAT = 0.2
"""Seconds between signs of life, so that silence is noticed soon."""
NOTICE = "[data-part=offline]"
KEPT = "Your move is not lost: it is on its way …"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True, heartbeat=BEAT) as found:
        yield found


class Player:
    """A visitor behind a line that can be cut, who is also asked without it what the server knows."""

    def __init__(self, page: Page, line: CuttableLine, served: Served) -> None:
        self.page, self.line, self._served = page, line, served
        self.table = ""

    def sits(self, edition: str = "classic", **wishes: Any) -> None:
        """Open a new table."""
        self.table = Guest(self.page).create(edition, **wishes)
        self.page.goto(f"/tables/{self.table}")

    def switch(self, mode: Mode) -> None:
        """Cut the line, or let it be well."""
        self.line.switch(mode)

    @property
    def state(self) -> dict[str, Any]:
        """What the server knows, asked without the line."""
        found: dict[str, Any] = self.page.request.get(f"{self._served.link}/api/tables/{self.table}").json()
        return found

    @property
    def moves(self) -> list[str]:
        """The actions of all seats that the server has stored."""
        record = self.page.request.get(f"{self._served.link}/api/tables/{self.table}/record?form=json").json()
        return [move for move in record["moves"] if not move.startswith("+")]

    def elsewhere(self, action: str) -> None:
        """Act at another screen."""
        sent = self.page.request.post(f"{self._served.link}/api/tables/{self.table}/moves", data={"action": action})
        assert sent.ok, sent.text()

    def cell(self, name: str, kind: str = "") -> Any:
        """A cell of the own board."""
        return self.page.locator(f'.mine [data-cell="{name}"]{kind}')

    def is_ready(self, tile: int) -> None:
        """The page is alive: nothing is said of the line, and the next tile can be placed."""
        expect(self.page.locator("[data-part=turn]")).to_have_text(f"tile {tile} of 19")
        expect(self.page.locator(NOTICE)).to_be_hidden()
        expect(self.page.locator(".mine .cell.legal")).to_have_count(20 - tile)
        expect(self.page.locator(".under-way")).to_have_count(0)


@pytest.fixture
def sit(chromium: Browser, served: Served) -> Iterator[Any]:
    """Makes a player; the browser may complain of lost connections, but no script may fail."""
    with cuttable(served.link) as line:
        contexts = []
        problems: list[str] = []

        def player(size: ViewportSize = WIDE) -> Player:
            context = chromium.new_context(base_url=line.link, viewport=size)
            contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda problem: problems.append(str(problem)))
            return Player(page, line, served)

        yield player
        for context in contexts:
            context.close()
        assert problems == []


def test_a_move_under_way_stays_in_sight_when_it_is_too_late_to_take_back(sit: Any) -> None:
    ann = sit()
    ann.page.clock.install()
    ann.sits()
    ann.cell("a1", ".legal").click()
    ann.is_ready(2)
    ann.switch(Mode.CUT)
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator("[data-part=back].late")).to_be_visible()
    ann.page.clock.run_for(5000)
    expect(ann.page.locator("[data-part=back]")).to_be_hidden()
    expect(ann.cell("c3", ".filled.under-way")).to_be_visible()
    expect(ann.page.locator(".mine .cell.legal")).to_have_count(0)


@SIZES
def test_a_move_made_while_the_line_is_cut_arrives_when_it_is_back(sit: Any, size: ViewportSize) -> None:
    ann = sit(size)
    ann.sits()
    ann.is_ready(1)
    ann.switch(Mode.CUT)
    expect(ann.page.locator(NOTICE)).to_have_text("The line is broken; trying again …")
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    expect(ann.page.locator('.late [data-cell="c3"].filled.under-way')).to_be_visible()
    assert ann.moves == []
    ann.switch(Mode.OPEN)
    ann.is_ready(2)
    assert [move[-3:] for move in ann.moves] == ["@c3"]
    ann.cell("a1", ".legal").click()
    ann.is_ready(3)


def test_a_move_whose_answer_was_lost_is_not_made_twice(sit: Any) -> None:
    ann = sit(PHONE)
    ann.sits()
    ann.is_ready(1)
    ann.switch(Mode.MUTE)
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    assert [move[-3:] for move in ann.moves] == ["@c3"], "it is stored, but the page cannot know"
    ann.switch(Mode.CUT)
    ann.switch(Mode.OPEN)
    ann.is_ready(2)
    assert [move[-3:] for move in ann.moves] == ["@c3"]


def test_a_line_that_falls_silent_is_noticed_and_the_move_arrives(sit: Any) -> None:
    """Nothing is closed, nothing is refused: the stream and the request are just never answered."""
    ann = sit()
    ann.sits()
    ann.is_ready(1)
    ann.switch(Mode.STALLED)
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    ann.switch(Mode.OPEN)
    ann.is_ready(2)
    assert [move[-3:] for move in ann.moves] == ["@c3"]


def test_a_silent_line_alone_is_noticed(sit: Any) -> None:
    ann = sit()
    ann.sits()
    ann.is_ready(1)
    ann.switch(Mode.STALLED)
    expect(ann.page.locator(NOTICE)).to_have_text("The line is broken; trying again …")
    tile = ann.state["view"]["hand"][0]
    ann.elsewhere(f"{tile}@b1")
    ann.switch(Mode.OPEN)
    ann.is_ready(2)
    expect(ann.cell("b1", ".filled")).to_be_visible()


def test_what_bots_did_meanwhile_is_shown(sit: Any) -> None:
    """The own move is stored, the line is cut, the bot places and the next tile is called."""
    ann = sit(PHONE)
    ann.sits(seats=[HOST, {"kind": "bot", "level": "random"}])
    ann.is_ready(1)
    ann.switch(Mode.MUTE)
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    while len(ann.state["view"]["drawn"]) < 2:
        pass
    ann.switch(Mode.CUT)
    ann.switch(Mode.OPEN)
    ann.is_ready(2)
    expect(ann.page.locator(".other .cell.filled")).to_have_count(1)


@SIZES
def test_a_phantom_goes_when_the_server_says_no(sit: Any, size: ViewportSize) -> None:
    """While the line was cut, the same player placed the tile at another screen."""
    ann = sit(size)
    ann.sits()
    ann.is_ready(1)
    ann.switch(Mode.CUT)
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    ann.elsewhere(f"{ann.state['view']['hand'][0]}@e1")
    ann.switch(Mode.OPEN)
    expect(ann.page.get_by_role("alert")).to_contain_text("game has moved on since then")
    expect(ann.cell("c3", ".empty")).to_be_visible()
    expect(ann.cell("e1", ".filled")).to_be_visible()
    ann.is_ready(2)
    assert [move[-3:] for move in ann.moves] == ["@e1"]


@pytest.mark.parametrize("mode", [Mode.CUT, Mode.MUTE], ids=["before it arrived", "after it was stored"])
def test_a_page_loaded_again_neither_loses_nor_doubles_the_move(sit: Any, mode: Mode) -> None:
    ann = sit(PHONE)
    ann.sits()
    ann.is_ready(1)
    ann.switch(mode)
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    ann.switch(Mode.CUT)
    with pytest.raises(Exception, match="ERR_"):
        ann.page.reload()
    expect(ann.page).to_have_url("chrome-error://chromewebdata/")
    ann.switch(Mode.OPEN)
    ann.page.goto(f"/tables/{ann.table}")
    ann.is_ready(2)
    expect(ann.cell("c3", ".filled")).to_be_visible()
    assert [move[-3:] for move in ann.moves] == ["@c3"]
    ann.page.reload()
    ann.is_ready(2)
    assert len(ann.moves) == 1, "it is forgotten once it is answered"


def test_a_closed_tab_neither_loses_nor_doubles_the_move(sit: Any) -> None:
    ann = sit()
    ann.sits()
    ann.is_ready(1)
    ann.switch(Mode.CUT)
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    context = ann.page.context
    ann.page.close()
    ann.switch(Mode.OPEN)
    ann.page = context.new_page()
    ann.page.goto(f"/tables/{ann.table}")
    ann.is_ready(2)
    assert [move[-3:] for move in ann.moves] == ["@c3"]


def test_a_page_of_a_proxy_is_no_answer(sit: Any) -> None:
    """A gateway that answers for a server which is away is asked again; nothing of what it says is shown."""
    ann = sit()
    ann.sits()
    ann.is_ready(1)
    for answer in (
        b"502 Bad Gateway\r\ncontent-length: 20\r\n\r\n<h1>Bad Gateway</h1>",
        b'503 Service Unavailable\r\ncontent-length: 17\r\n\r\n{"error": "soon"}',
        b"200 OK\r\ncontent-length: 31\r\n\r\n<h1>Log in to this network</h1>",
    ):
        ann.line.answer = b"HTTP/1.1 " + answer
        ann.switch(Mode.CUT)
        ann.switch(Mode.GATEWAY)
        ann.line.wait_for_answer()
    expect(ann.page.locator(NOTICE)).to_be_visible()
    ann.cell("c3", ".legal").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    ann.switch(Mode.OPEN)
    ann.is_ready(2)
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    assert len(ann.moves) == 1


def sits_at_five(ann: Player) -> str:
    """Take Five against somebody who is never seen, when it is Ann's turn: a look that she may take."""
    ann.sits("five", seats=[HOST, PERSON])
    with ann.page.context.browser.new_context(base_url=ann.line.link) as context:  # type: ignore[union-attr]
        bob = Guest(context.new_page())
        assert bob.page.request.post(f"/api/tables/{ann.table}/join", data={"nickname": "Bob"}).ok
        while not Guest(ann.page).must_act(ann.table):
            bob.act(ann.table)
    return next(str(text) for text in ann.state["view"]["legal"] if "?" in text)


def looks(ann: Player, look: str) -> None:
    """Look at a pawn without a line."""
    ann.page.locator(f'[data-piece="{look[0]}"].movable').click()
    ann.page.locator(f'[data-cell="{look[2:]}"].legal').click()
    ann.switch(Mode.CUT)
    ann.page.get_by_role("button", name="Look").click()
    expect(ann.page.locator(NOTICE)).to_have_text(KEPT)
    expect(ann.page.locator(f'.late [data-cell="{look[2:]}"].under-way')).to_be_visible()


@SIZES
def test_take_five_goes_on_after_a_cut(sit: Any, size: ViewportSize) -> None:
    ann = sit(size)
    look = sits_at_five(ann)
    looks(ann, look)
    ann.switch(Mode.OPEN)
    expect(ann.page.locator(f'[data-cell="{look[2:]}"][data-piece="{look[0]}"]')).to_be_visible()
    expect(ann.page.locator(NOTICE)).to_be_hidden()
    expect(ann.page.locator(".under-way")).to_have_count(0)
    expect(ann.page.locator(".movable").first).to_be_visible()


def test_take_five_takes_a_refused_move_back(sit: Any) -> None:
    """The piece was moved elsewhere in the meantime: it stands there, and the second piece can be moved."""
    ann = sit()
    look = sits_at_five(ann)
    looks(ann, look)
    other = next(text for text in ann.state["view"]["legal"] if "?" in text and text[2:] != look[2:])
    ann.elsewhere(other)
    ann.switch(Mode.OPEN)
    expect(ann.page.get_by_role("alert")).to_contain_text("game has moved on since then")
    expect(ann.page.locator(f'[data-cell="{other[2:]}"][data-piece="{other[0]}"]')).to_be_visible()
    expect(ann.page.locator(".under-way")).to_have_count(0)
    expect(ann.page.locator(".movable").first).to_be_visible()


def test_a_waiting_page_hears_of_the_start_after_a_cut(sit: Any) -> None:
    ann = sit(PHONE)
    ann.sits(seats=[HOST, PERSON])
    expect(ann.page.locator(".waiting")).to_be_visible()
    ann.switch(Mode.STALLED)
    with ann.page.context.browser.new_context() as other:
        link = f"{ann._served.link}/api/tables/{ann.table}/join"
        assert other.request.post(link, data={"nickname": "Bob"}).ok
    ann.switch(Mode.OPEN)
    ann.is_ready(1)


def test_a_finished_game_hears_of_the_rematch_after_a_cut(sit: Any) -> None:
    ann = sit()
    ann.sits()
    while Guest(ann.page).act(ann.table):
        pass
    expect(ann.page.locator(".result")).to_be_visible()
    ann.switch(Mode.CUT)
    assert ann.page.request.post(f"{ann._served.link}/api/tables/{ann.table}/rematch").ok
    ann.switch(Mode.OPEN)
    expect(ann.page.get_by_role("link", name="To the next game")).to_be_visible()
