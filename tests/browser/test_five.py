"""Take Five in the browser: a look is for one pair of eyes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Response, expect

from browsing import PHONE, Guest

Visit = Callable[..., Page]


class Wire:
    """Everything that a page is sent: the bodies of all answers, and every event of its streams."""

    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        self.events: list[str] = []
        page.on("response", lambda answer: self.answers.append(answer))
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.eventSourceMessageReceived", lambda event: self.events.append(event["data"]))

    def texts(self) -> list[str]:
        """All of it as text."""
        bodies = [
            answer.text()
            for answer in self.answers
            if answer.status == 200 and "event-stream" not in answer.headers.get("content-type", "")
        ]
        return [*bodies, *self.events]


def seated(visit: Visit) -> tuple[Page, Page, str]:
    """Two browsers at a table; the first is on turn."""
    pages = [visit(), visit(viewport=PHONE)]
    table = Guest(pages[0]).create("five", seats=[{"kind": "host"}, {"kind": "person"}])
    assert pages[1].request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    first = next(i for i, page in enumerate(pages) if Guest(page).must_act(table))
    return pages[first], pages[1 - first], table


def two_deeds(page: Page, table: str) -> tuple[str, str, str]:
    """A piece of the one on turn, where it stands, and a square with a pawn it can look at."""
    view = Guest(page).state(table)["view"]
    move = next(text for text in view["legal"] if "?" in text)
    return move[0], view["pieces"][move[0]], move[2:]


def values(data: Any) -> list[object]:
    """Every value that a view or an event shows of pawns that lie face down."""
    view = data.get("view") or data
    known = [pawn["known"] for pawn in (view.get("pawns") or {}).values()]
    shown = [view["shown"]["value"]] if view.get("shown") else []
    told = [text for text in (*view.get("log", ()), *data.get("moves", ())) if text.startswith("=") and text != "=?"]
    return [value for value in (*known, *shown, *told) if value is not None]


def test_a_look_is_shown_to_the_looker_and_to_nobody_else(visit: Visit) -> None:
    looker, other, table = seated(visit)
    wire = Wire(other)
    for page in (looker, other):
        page.goto(f"/tables/{table}")
    expect(looker.locator("[data-part=told]")).to_have_text("Your turn: move the first piece")
    piece, start, square = two_deeds(looker, table)
    looker.locator(f'[data-cell="{start}"].movable').click()
    looker.locator(f'[data-cell="{square}"].legal').click()
    looker.get_by_role("button", name="Look").click()
    expect(looker.locator("[data-part=would]")).to_contain_text("You see a")
    expect(looker.locator(f'[data-cell="{square}"] .seen use')).to_have_count(1)
    expect(other.locator(f'[data-cell="{square}"][data-piece="{piece}"]')).to_be_visible()
    expect(other.locator(".seen use")).to_have_count(0)
    Guest(looker).act(table)
    expect(other.locator("[data-part=told]")).to_have_text("Your turn: move the first piece")
    texts = wire.texts()
    assert any(f"{piece}?{square}" in text for text in texts), "the other browser was told of the move"
    for text in texts:
        if text.startswith("{"):
            assert values(json.loads(text)) == []
        elif "<html" in text:
            assert 'class="seen" transform="translate(17 17) scale(.62)"></g>' in text
            assert "<use" not in text.partition('class="seen"')[2].partition("</g>")[0]


def test_the_notebook_remembers_only_when_asked(visit: Visit) -> None:
    looker, _, table = seated(visit)
    guest = Guest(looker)
    piece, _, square = two_deeds(looker, table)
    guest.move(table, f"{piece}?{square}")
    moves = guest.state(table)["view"]["legal"]
    guest.move(table, next((text for text in moves if "?" not in text and "x" not in text), moves[0]))
    looker.goto(f"/tables/{table}")
    seen = looker.locator(f'[data-cell="{square}"] .seen use')
    looker.get_by_label("Notebook: remember what I saw").check()
    expect(seen).to_have_count(1)
    looker.reload()
    expect(looker.get_by_label("Notebook: remember what I saw")).to_be_checked()
    expect(seen).to_have_count(1)


def test_a_take_is_shown_to_everybody(visit: Visit) -> None:
    taker, other, table = seated(visit)
    for page in (taker, other):
        page.goto(f"/tables/{table}")
    _, start, square = two_deeds(taker, table)
    taker.locator(f'[data-cell="{start}"].movable').focus()
    taker.keyboard.press("Enter")
    taker.locator(f'[data-cell="{square}"].legal').click()
    taker.get_by_role("button", name="Take").click()
    view = Guest(taker).state(table)["view"]
    if "keep" in view["legal"]:
        taker.get_by_role("button", name="Keep it").click()
    seat = view["seat"]
    expect(taker.locator(f'[data-player="{seat}"] .hand svg')).to_have_count(1)
    expect(other.locator(f'[data-player="{seat}"] .hand svg')).to_have_count(1)
