"""Take Five in the browser: a look is for one pair of eyes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Page, Request, expect

from browsing import PHONE, Guest, Lines

Visit = Callable[..., Page]
MOVES = 12
"""How many more moves are made before everything that was sent is searched."""


class Wire:
    """Everything that a page is sent: the bodies of all answers, and every message of its line."""

    def __init__(self, page: Page) -> None:
        self.finished: list[Request] = []
        page.on("requestfinished", lambda request: self.finished.append(request))
        self._line = Lines(page)

    def texts(self) -> list[str]:
        """All of it as text."""
        answers = [request.response() for request in self.finished]
        return [*(answer.text() for answer in answers if answer and answer.status == 200), *self._line.texts]


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


def told_to(seat: int, texts: list[str]) -> list[str]:
    """Every value of another seat's look in what was sent to a seat."""
    found = list[str]()
    for text in texts:
        if text.startswith("{"):
            data = json.loads(text).get("data", {})
            view = data.get("view") or data
            found += [
                f"{square} is {pawn['known']}"
                for square, pawn in (view.get("pawns") or {}).items()
                if pawn["known"] is not None and not pawn["public"] and seat not in pawn["seen"]
            ]
            shown = view.get("shown") or {}
            if shown.get("seat") not in (None, seat) and shown["value"] is not None:
                found.append(f"{shown['square']} shows {shown['value']}")
            log = [*view.get("log", ()), *data.get("moves", ())]
            found += [
                f"{move} {value}"
                for move, value in pairwise(log)
                if "?" in move and value.startswith("=") and value != "=?" and not move.startswith(f"{seat}:")
            ]
        else:
            found += re.findall(r'class="seen"[^>]*><use', text)
    return found


def test_the_other_browser_is_never_sent_what_a_look_has_shown(visit: Visit) -> None:
    looker, other, table = seated(visit)
    wires = {page: Wire(page) for page in (looker, other)}
    for page in wires:
        page.goto(f"/tables/{table}")
    expect(looker.locator("[data-part=told]")).to_have_text("Your turn: move the first piece")
    piece, start, square = two_deeds(looker, table)
    looker.locator(f'[data-cell="{start}"].movable').click()
    looker.locator(f'[data-cell="{square}"].legal').click()
    looker.get_by_role("button", name="Look").click()
    expect(looker.locator("[data-part=would]")).to_contain_text("You see a")
    expect(looker.locator(".lens use")).to_have_count(1)
    expect(other.locator(f'[data-cell="{square}"][data-piece="{piece}"]')).to_be_visible()
    expect(other.locator(".seen use, .lens .face")).to_have_count(0)
    guests = [Guest(looker), Guest(other)]
    for _ in range(MOVES):
        mover = next(guest for guest in guests if guest.must_act(table))
        legal = mover.state(table)["view"]["legal"]
        mover.move(table, next((text for text in legal if "?" in text), legal[0]))
    expect(other.locator("[data-part=told]")).not_to_be_empty()
    texts = [*wires[other].texts(), other.request.get(f"/tables/{table}").text()]
    seat = guests[1].state(table)["seat"]
    assert any(f"{piece}?{square}" in text for text in texts), "the other browser was told of the move"
    assert told_to(seat, texts) == []
    assert told_to(seat, wires[looker].texts()) != [], "the looker was told, and the search finds it"


def test_the_notebook_remembers_only_when_asked(visit: Visit) -> None:
    looker, _, table = seated(visit)
    guest = Guest(looker)
    piece, _, square = two_deeds(looker, table)
    guest.move(table, f"{piece}?{square}")
    moves = guest.state(table)["view"]["legal"]
    guest.move(table, next((text for text in moves if "?" not in text and "x" not in text), moves[0]))
    looker.goto(f"/tables/{table}")
    seen = looker.locator(f'.seen[data-of="{square}"] use')
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
    taker.get_by_role("button", name="Keep it").click()
    seat = Guest(taker).state(table)["seat"]
    expect(taker.locator(f'[data-player="{seat}"] .hand svg')).to_have_count(1)
    expect(other.locator(f'[data-player="{seat}"] .hand svg')).to_have_count(1)
