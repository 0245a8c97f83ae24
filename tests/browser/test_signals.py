"""A player who looks elsewhere hears and sees that it is their turn, unless they do not want to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
HOST, PERSON = {"kind": "host"}, {"kind": "person"}
WATCH = """
  window.signals = { tones: 0, buzzes: 0, notices: [], asked: 0 };
  const noted = (body) => { document.documentElement.dataset.notices = signals.notices.push(body); };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { signals.tones += 1; return start.apply(this, when); };
  const vibrate = Navigator.prototype.vibrate;
  Navigator.prototype.vibrate = function (how) { signals.buzzes += 1; return vibrate.call(this, how); };
  window.Notification = class extends Notification {
    constructor(title, told) { super(title, told); noted(told.body); }
    static requestPermission() { signals.asked += 1; return super.requestPermission(); }
  };
  let isAway = false;
  Object.defineProperty(Document.prototype, "hidden", { get: () => isAway });
  window.away = (now) => { isAway = now; document.dispatchEvent(new Event("visibilitychange")); };
"""
"""Counts what the browser is asked to do, and lets the page be out of sight; everything is done as well."""


class Friends:
    """Ann at her page, and Bob, who plays without one."""

    def __init__(self, visit: Visit, size: ViewportSize, edition: str = "classic", **wishes: Any) -> None:
        self.page, self.bob = visit(viewport=size, has_touch=size is PHONE, **wishes), Guest(visit())
        self.ann = Guest(self.page)
        self.page.add_init_script(WATCH)
        self.table = self.ann.create(edition, seats=[HOST, PERSON])
        assert self.bob.page.request.post(f"/api/tables/{self.table}/join", data={"nickname": "Bob"}).ok
        self.page.goto(f"/tables/{self.table}")

    def ann_places(self) -> None:
        """Ann taps a cell, and waits for Bob."""
        self.page.locator(".mine .cell.legal").first.click()
        expect(self.page.locator("[data-part=told]")).to_contain_text("Waiting for Bob")

    def goes_away(self) -> None:
        """Ann looks at another page."""
        self.page.evaluate("away(true)")

    def given(self, name: str) -> Any:
        """How often a signal was given."""
        return self.page.evaluate(f"signals.{name}")


@SIZES
def test_a_turn_is_signalled_to_a_player_who_looks_elsewhere(visit: Visit, size: ViewportSize) -> None:
    friends = Friends(visit, size)
    page = friends.page
    expect(page).to_have_title("Your turn · Classic · Partake")
    friends.ann_places()
    expect(page).to_have_title("Classic · Partake")
    assert friends.given("tones") == 0
    friends.goes_away()
    friends.bob.act(friends.table)
    expect(page).to_have_title("Your turn · Classic · Partake")
    assert friends.given("tones") == 2
    assert friends.given("buzzes") == 1
    assert friends.given("notices") == [], "nobody asked for them"
    assert friends.given("asked") == 0, "and nobody is asked when the page opens"


@SIZES
def test_one_click_turns_all_of_it_off_and_that_is_remembered(visit: Visit, size: ViewportSize) -> None:
    friends = Friends(visit, size)
    page = friends.page
    bell = page.get_by_role("button", name="Signals")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "false")
    expect(page).to_have_title("Classic · Partake")
    page.reload()
    expect(bell).to_have_attribute("aria-pressed", "false")
    friends.ann_places()
    friends.goes_away()
    friends.bob.act(friends.table)
    expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    expect(page).to_have_title("Classic · Partake")
    assert (friends.given("tones"), friends.given("buzzes")) == (0, 0)


def test_who_has_just_acted_and_looks_at_the_page_is_not_disturbed(visit: Visit) -> None:
    friends = Friends(visit, WIDE)
    for tile in (2, 3, 4):
        friends.ann_places()
        friends.bob.act(friends.table)
        expect(friends.page.locator("[data-part=turn]")).to_have_text(f"tile {tile} of 19")
    assert (friends.given("tones"), friends.given("buzzes")) == (0, 0)


@SIZES
def test_notifications_are_asked_for_in_place_and_come_when_permitted(visit: Visit, size: ViewportSize) -> None:
    friends = Friends(visit, size, permissions=["notifications"])
    page = friends.page
    page.locator("summary", has_text="Signals").click()
    page.get_by_label("A sound").uncheck()
    page.get_by_label("A notification when you look at another page").check()
    expect(page.locator("html")).to_have_attribute("data-notices", "1")
    assert friends.given("asked") == 1
    friends.ann_places()
    friends.goes_away()
    friends.bob.act(friends.table)
    expect(page.locator("html")).to_have_attribute("data-notices", "2")
    assert friends.given("notices") == ["Signals are on.", "It is your turn."]
    assert friends.given("tones") == 0


def test_notifications_that_are_refused_are_not_promised(visit: Visit) -> None:
    friends = Friends(visit, WIDE)
    friends.page.locator("summary", has_text="Signals").click()
    wish = friends.page.get_by_label("A notification when you look at another page")
    wish.click()
    expect(friends.page.get_by_role("alert")).to_contain_text("shows no notifications")
    expect(wish).not_to_be_checked()


def test_somebody_for_whom_all_others_wait_is_reminded_once(visit: Visit) -> None:
    friends = Friends(visit, WIDE)
    friends.page.clock.install()
    friends.page.reload()
    friends.ann_places()
    friends.bob.act(friends.table)
    expect(friends.page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    friends.bob.act(friends.table)
    expect(friends.page.locator('[data-state="2"]')).to_have_text("placed")
    expect(friends.page).to_have_title("Your turn · Classic · Partake")
    friends.page.clock.fast_forward(21_000)
    expect(friends.page).to_have_title("They wait for you · Classic · Partake")
    assert friends.given("buzzes") == 1
    friends.page.clock.fast_forward(60_000)
    assert friends.given("buzzes") == 1
    friends.page.locator(".mine .cell.legal").first.click()
    expect(friends.page.locator("[data-part=turn]")).to_have_text("tile 3 of 19")
    expect(friends.page).to_have_title("Your turn · Classic · Partake")
    friends.bob.act(friends.table)
    expect(friends.page.locator('[data-state="2"]')).to_have_text("placed")
    friends.page.clock.fast_forward(21_000)
    expect(friends.page).to_have_title("They wait for you · Classic · Partake")
    assert friends.given("buzzes") == 2


def test_take_five_signals_the_turn_too(visit: Visit) -> None:
    friends = Friends(visit, PHONE, "five")
    page = friends.page
    while friends.ann.act(friends.table):
        pass
    expect(page).to_have_title("Take Five · Partake")
    page.locator("h1, [data-part=told]").last.click()
    friends.goes_away()
    while not friends.ann.must_act(friends.table):
        friends.bob.act(friends.table)
    expect(page).to_have_title("Your turn · Take Five · Partake")
    assert friends.given("tones") == 2


def test_alone_nothing_is_signalled(visit: Visit) -> None:
    page = visit()
    page.add_init_script(WATCH)
    page.goto(f"/tables/{Guest(page).create('classic')}")
    page.locator(".mine .cell.legal").first.click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    expect(page).to_have_title("Classic · Partake")
    expect(page.locator("[data-part=bell]")).to_have_count(0)
    assert page.evaluate("signals.tones") == 0
