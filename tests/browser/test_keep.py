"""What a page keeps in the browser is on the disk when it is said to be, and what cannot be kept is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from killable import living

EVENING = {"format": "partake-evening-1", "players": [{"name": "Ana & Bo"}, {"name": "Ștefan"}], "games": []}
FAILING = "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('no'); } });"
"""Private windows of some browsers have no database."""
FULL = """() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"""


def kept(page: Page, work: str, *values: Any) -> Any:
    """What a function of `keep.js` gives, or the reason that it has for not doing it."""
    return page.evaluate(
        """async ([work, values]) => {
          const keep = await import("/static/keep.js");
          return keep[work](...values).catch((problem) => [problem.constructor === keep.NotKept, problem.reason]);
        }""",
        [work, list(values)],
    )


@pytest.fixture(params=["", FAILING], ids=["database", "local"])
def page(request: pytest.FixtureRequest, visit: Callable[..., Page]) -> Page:
    """A page of a browser with a database, and of one without."""
    found = visit()
    if request.param:
        found.add_init_script(request.param)
    found.goto("/settings")
    return found


def test_what_is_saved_is_loaded_as_it_was(page: Page) -> None:
    assert kept(page, "load", "evening/1") is None
    kept(page, "save", "evening/1", EVENING)
    kept(page, "save", "evening/2", {"format": "other"})
    kept(page, "save", "call/1", [1, None, "ș"])
    assert kept(page, "load", "evening/1") == EVENING
    assert kept(page, "names", "evening/") == ["evening/1", "evening/2"]
    assert kept(page, "names") == ["call/1", "evening/1", "evening/2"]
    kept(page, "remove", "evening/1")
    kept(page, "remove", "evening/1")
    page.reload()
    assert kept(page, "load", "evening/1") is None
    assert kept(page, "load", "call/1") == [1, None, "ș"]


def test_saves_are_done_in_their_order_with_the_values_that_they_were_given(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { save } = await import("/static/keep.js");
          const value = { moves: 0 };
          const saves = [];
          for (; value.moves < 50; value.moves += 1) saves.push(save("current/score", value));
          await Promise.all(saves);
        }"""
    )
    assert kept(page, "load", "current/score") == {"moves": 49}


def test_a_full_disk_is_told(page: Page) -> None:
    kept(page, "save", "current/call", 1)
    page.evaluate(FULL)
    assert kept(page, "save", "current/call", 2) == [True, "full"]
    assert kept(page, "load", "current/call") == 1


def test_a_disk_that_is_really_full_is_told_and_keeps_what_it_has(
    playwright: Playwright, server: str, tmp_path: Path
) -> None:
    with living(playwright, tmp_path) as context:
        page = context.new_page()
        page.goto(f"{server}/settings")
        quota = {"origin": server, "quotaSize": 100_000}
        context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
        kept(page, "save", "current/call", 1)
        assert kept(page, "save", "current/call", Random(1).randbytes(2_000_000).hex()) == [True, "full"]
        assert kept(page, "load", "current/call") == 1


def test_a_browser_that_keeps_nothing_is_told(visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto("/settings")
    page.evaluate(FAILING + FAILING.replace("indexedDB", "localStorage"))
    assert kept(page, "save", "current/call", 2) == [True, "denied"]
    assert kept(page, "names") == [True, "denied"]


def test_what_was_kept_without_a_database_moves_into_it(chromium: Browser, server: str) -> None:
    with chromium.new_context(base_url=server) as context:
        page = context.new_page()
        page.goto("/settings")
        kept(page, "save", "evening/1", "old")
        page.evaluate("localStorage.setItem('partake.kept/evening/1', '\"new\"')")
        page.reload()
        assert kept(page, "load", "evening/1") == "new"
        assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('partake.kept/'))") == []
        page.reload()
        assert kept(page, "load", "evening/1") == "new"


def test_a_database_that_is_closed_is_opened_again(visit: Callable[..., Page]) -> None:
    """A visitor who deletes what pages keep closes it under the page."""
    page = visit()
    page.goto("/settings")
    kept(page, "save", "evening/1", "old")
    page.evaluate(
        "() => new Promise((done) => { indexedDB.deleteDatabase('partake').onsuccess = () => done(); })",
    )
    assert kept(page, "load", "evening/1") is None
    kept(page, "save", "evening/1", "new")
    assert kept(page, "load", "evening/1") == "new"


def test_the_browser_is_asked_to_keep_it_once_something_is_kept(visit: Callable[..., Page]) -> None:
    page = visit()
    page.add_init_script(
        "window.asked = 0; navigator.storage.persist = async () => { window.asked += 1; return true; };"
    )
    page.goto("/settings")
    kept(page, "load", "evening/1")
    assert page.evaluate("window.asked") == 0
    kept(page, "save", "evening/1", 1)
    page.wait_for_function("() => window.asked === 1")
    kept(page, "save", "evening/1", 2)
    assert page.evaluate("window.asked") == 1


def test_a_browser_that_dies_has_kept_what_was_saved(playwright: Playwright, server: str, tmp_path: Path) -> None:
    for count in range(3):
        with living(playwright, tmp_path) as context:
            page = context.new_page()
            page.goto(f"{server}/settings")
            assert kept(page, "load", "evening/1") == ([EVENING, count - 1] if count else None)
            kept(page, "save", "evening/1", [EVENING, count])
