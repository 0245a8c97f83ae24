"""The end of a game as people see it: all of one's own board on one screen, and a replay that stops at the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browsing import COMPILING, PHONE, WIDE, Guest
from served import serving

Visit = Callable[..., Page]
LAPTOP: ViewportSize = {"width": 1280, "height": 800}


def played(page: Page, edition: str, **wishes: Any) -> str:
    """A game that is over, played by this visitor alone."""
    guest = Guest(page)
    table = guest.create(edition, **wishes)
    while guest.act(table):
        pass
    return table


@pytest.mark.parametrize("edition", ["classic", "nexus", "orchid"])
def test_the_own_board_with_all_its_points_fits_a_laptop(visit: Visit, edition: str) -> None:
    page = visit(viewport=LAPTOP)
    page.goto(f"/tables/{played(page, edition)}")
    seen = page.locator(".own .live, .own-points .live, .own-points li, .summary h1, .summary .button")
    expect(seen.first).to_be_visible()
    lowest = seen.evaluate_all("found => Math.max(...found.map((one) => one.getBoundingClientRect().bottom))")
    assert lowest <= LAPTOP["height"], "something of the own game is below the screen"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_replay_stops_where_the_game_ends(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size)
    page.goto(f"/tables/{played(page, 'classic')}/replay?at=36")
    told = page.locator("#step strong")
    for step in ("Move 37 of 38", "Move 38 of 38"):
        page.get_by_role("link", name="Next").click()
        expect(page.locator("#step")).to_contain_text(step)
    expect(told).to_contain_text("Ann puts")
    expect(page.locator("#step .mine .cell.filled")).to_have_count(19)
    expect(page.get_by_role("link", name="Next")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("link", name="Last")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("Nothing scores yet")).to_have_count(0)
    page.get_by_role("link", name="First").click()
    expect(page.locator("#step")).to_contain_text("Move 0 of 38")
    expect(page.get_by_role("link", name="Next")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_result_is_shared_by_the_clipboard_where_there_is_nothing_better(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size, permissions=["clipboard-read", "clipboard-write"])
    table = played(page, "classic")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("status").filter(has_text="The result is copied")).to_be_visible()
    text, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert text.startswith("Classic: ")
    assert link == page.url


def test_a_result_is_shared_with_a_picture_where_the_system_can(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.add_init_script(
        """navigator.canShare = () => true;
        navigator.share = async ({ text, files }) => {
          const [picture] = files;
          document.documentElement.dataset.shared = `${picture.type} ${picture.size > 10000} ${text}`;
        };"""
    )
    table = played(page, "classic")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Share").click()
    shared = re.compile(rf"^image/png true [^$]*/tables/{re.escape(table)}")
    expect(page.locator("html")).to_have_attribute("data-shared", shared)


def test_the_bot_and_the_best_board_appear_by_themselves(chromium: Browser, tmp_path: Path) -> None:
    """On a server that has a process for reviews, when it has nothing else to do."""
    with serving(tmp_path, pages=True, workers=1) as served, chromium.new_context(base_url=served.link) as context:
        page = context.new_page()
        page.goto(f"/tables/{played(page, 'classic')}")
        compared = page.locator("[data-comparison]")
        expect(compared).to_contain_text("The bot on the same tiles", timeout=COMPILING)
        expect(compared).to_contain_text("Best possible board")
