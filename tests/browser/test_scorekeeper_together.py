"""Several phones fill in one evening: each its own board, nothing is lost without a network or between two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from boards import variant_of
from browsing import PHONE, WIDE
from scorekeeping import Scorekeeper, columns, drawn_boards, evening

Visit = Callable[..., Page]
PLAIN = {"rays": "none", "placement": "free", "draw": "1"}


@pytest.fixture
def visit(chromium: Browser, server: str) -> Iterator[Visit]:
    """A new visitor; no script may fail, while the browser itself may complain about the network."""
    problems: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(**wishes: Any) -> Page:
        contexts.append(chromium.new_context(base_url=server, **{"viewport": WIDE, **wishes}))
        contexts[-1].on("weberror", lambda problem: problems.append(str(problem.error)))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def shared(visit: Visit) -> tuple[Scorekeeper, Scorekeeper]:
    """Two phones at one evening; the first has begun it."""
    ann = Scorekeeper(visit())
    ann.begin("classic", "Ana", "Bo")
    ann.type("c 123 124 128 163 164")
    ann.page.get_by_role("button", name="Fill in together").click()
    expect(ann.part("together-link")).to_be_visible()
    assert ann.part("together-qr").evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
    bob = Scorekeeper(visit(viewport=PHONE))
    bob.page.goto(ann.part("together-link").input_value())
    expect(bob.page.get_by_role("tab", name="Ana")).to_contain_text("5 of 19")
    bob.page.keyboard.press("/")
    return ann, bob


def test_each_phone_fills_in_its_board_and_sees_the_points_of_all(visit: Visit) -> None:
    ann, bob = shared(visit)
    bob.turn("Bo")
    bob.type("a 523 524 528")
    expect(ann.page.get_by_role("tab", name="Bo")).to_contain_text("15")
    ann.type("e 923 924 928")
    expect(bob.page.get_by_role("tab", name="Ana")).to_contain_text("32")
    bob.page.get_by_role("button", name="Next game").click()
    expect(bob.page.locator(".toast")).to_have_text("Games are added on the phone that began the evening.")
    ann.page.get_by_role("button", name="Next game").click()
    expect(bob.page.get_by_role("button", name="Game 2", exact=True)).to_be_visible()
    bob.page.get_by_role("button", name="Game 2", exact=True).click()
    bob.turn("Bo")
    bob.type("a 163 164 168")
    expect(ann.standings).to_contain_text("18")
    bob.page.reload()  # the phone that joined knows what it fills in
    bob.turn("Bo")
    bob.page.keyboard.press("/")
    bob.type("a1 -")
    expect(ann.standings).not_to_contain_text("18")


def test_what_is_entered_without_a_network_is_sent_later(visit: Visit) -> None:
    ann, bob = shared(visit)
    bob.turn("Bo")
    bob.page.context.set_offline(True)
    bob.type("a 523 524 528")
    expect(bob.part("together-state")).to_have_text("No network: what you enter is kept here and sent later.")
    expect(ann.page.get_by_role("tab", name="Bo")).to_contain_text("0 of 19")
    bob.page.context.set_offline(False)
    expect(ann.page.get_by_role("tab", name="Bo")).to_contain_text("15")
    expect(bob.part("together-state")).to_have_text("Everything is sent.")


@pytest.mark.parametrize("is_mine", [True, False])
def test_a_board_that_two_phones_have_changed_is_shown_in_both_versions(visit: Visit, is_mine: bool) -> None:
    ann, bob = shared(visit)
    bob.page.context.set_offline(True)
    bob.type("a1 923")
    ann.type("a1 924")
    expect(ann.part("together-state")).to_have_text("Everything is sent.")
    bob.page.context.set_offline(False)
    expect(bob.part("conflict")).to_contain_text("The board of Ana in game 1 was changed on another phone as well.")
    expect(bob.part("conflict")).to_contain_text("a1: here 9-2-3, there 9-2-4")
    assert bob.cells["a1"] == "9-2-3"
    name = "Keep what is here" if is_mine else "Take what the other phone has"
    bob.page.get_by_role("button", name=name).click()
    expect(bob.part("conflict")).to_be_hidden()
    wanted = "9-2-3" if is_mine else "9-2-4"
    for keeper in (ann, bob):
        expect(keeper.cell("a1")).to_have_attribute("data-tile", wanted)


def test_a_link_that_leads_nowhere_is_answered_with_a_sentence(visit: Visit) -> None:
    page = visit()
    page.goto("/score?with=nobody")
    expect(page.locator(".toast")).to_contain_text("There is no evening by this link")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_a_full_game_whose_calls_are_known_is_sent_for_review(visit: Visit) -> None:
    page = visit()
    keeper = Scorekeeper(page)
    found = variant_of("classic")
    board = drawn_boards(found, 1, "review")[0]
    keeper.bring(evening("classic", PLAIN, ["Ana"], called=list(board.values())))
    expect(page.get_by_role("button", name="Send for review")).to_be_disabled()
    for line in columns(found, board):
        keeper.type(line)
    page.get_by_role("button", name="Send for review").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("main")).to_contain_text("Ana")
