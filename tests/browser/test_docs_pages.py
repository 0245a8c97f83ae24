"""The documents in a browser: found by the search and readable on a phone, with no complaint about their policy."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, WIDE
from built_docs import build

Visit = Callable[..., Page]


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    done = build()
    assert done.returncode == 0, done.stderr


def test_the_search_finds_the_rules_of_the_scrapyard(visit: Visit) -> None:
    page = visit()
    page.goto("/docs")
    page.get_by_label("Search the documents").fill("scrapyard")
    page.keyboard.press("Enter")
    first = page.locator("#search-results li a").first
    expect(first).to_have_text("Nexus")
    expect(page.locator("#search-results .context").first).to_contain_text("scrapyard")
    first.click()
    expect(page.get_by_role("heading", name="Nexus")).to_be_visible()


def test_the_search_finds_a_name_of_the_library_first(visit: Visit) -> None:
    page = visit()
    page.goto("/docs/search.html?q=HexagonEnv")
    expect(page.locator("#search-results li a").first).to_have_text("partake.env.hexagon.HexagonEnv")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("path", ["", "classic.html", "python", "python/engine/outcome.html", "project/results.html"])
def test_pages_fit_every_screen_in_light_and_dark(visit: Visit, path: str, size: object, scheme: str) -> None:
    page = visit(viewport=size, color_scheme=scheme)
    page.goto(f"/docs/{path}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ground, ink = page.evaluate("['backgroundColor', 'color'].map((name) => getComputedStyle(document.body)[name])")
    brightness = [sum(map(int, colour[4:-1].split(", "))) for colour in (ground, ink)]
    assert (brightness[0] > brightness[1]) == (scheme == "light")


def test_the_contents_open_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto("/docs/")
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents).to_be_hidden()
    page.get_by_role("button", name="Contents").click()
    contents.get_by_role("link", name="Take Five").first.click()
    expect(page.locator("h1")).to_contain_text("Take Five")
    expect(contents).to_be_hidden()
