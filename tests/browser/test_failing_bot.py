"""When somebody else's bot fails, the players read on the page that a stand-in plays, and why."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, WIDE, Guest
from partake.bots.discovery import installed
from served import serving
from strangers import install

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with bots of another package."""
    folder = tmp_path_factory.mktemp("server")
    sys.path.insert(0, str(install(folder / "site")))
    installed.cache_clear()
    try:
        with serving(folder / "games", pages=True, workers=1) as served:
            yield served.link
    finally:
        sys.path.remove(str(folder / "site"))
        installed.cache_clear()


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_page_says_that_a_stand_in_plays_and_why(visit: Visit, size: object) -> None:
    page = visit(viewport=size)
    seats = [{"kind": "host"}, {"kind": "bot", "level": "crash"}, {"kind": "bot", "level": "good"}]
    table = Guest(page).create("classic", seats=seats)
    page.goto(f"/tables/{table}")
    box, sentence = page.locator("[data-part=stood-in]"), "The bot crash failed: a stand-in plays for it"
    expect(box).to_be_visible()
    expect(box.locator("span")).to_have_text(f"{sentence}.")
    box.get_by_role("button").click()
    expect(box).to_be_hidden()
    expect(page.locator('[data-presence="2"]').first).to_have_text("a stand-in plays")
    expect(page.locator('[data-presence="3"]').first).to_have_text("")
    people = page.locator(".people li")
    expect(people.nth(1)).to_contain_text(sentence)
    for turn in (2, 3):
        page.locator(".mine .cell.legal").first.click()
        expect(page.locator("[data-part=turn]")).to_have_text(f"tile {turn} of 19")
    expect(box.locator("span")).to_have_text(f"{sentence}, to the end.")
    expect(people.nth(1)).to_contain_text("to the end")
