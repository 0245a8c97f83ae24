"""A real server and a real Chromium for the tests of the pages."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from browsing import FLAGS, WIDE
from page_states import State, Visitors, all_states, reviews
from served import serving

Visit = Callable[..., Page]
PATIENCE = 12_000
SCREENS = frozenset({"phone", "wide", "laptop", "landscape", "tablet", "desktop", "light", "dark"})
"""The words in the name of a test for the screen that it runs on."""
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a test that looks at several screens each run takes one, always the same; the others run with --slow.

    Which screen it is changes from case to case, so that none is left out.
    """
    if config.getoption("--slow"):
        return
    alike: dict[tuple[str, ...], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if Path(__file__).parent in item.path.parents:
            test, _, case = item.nodeid.partition("[")
            words = case.removesuffix("]").split("-")
            if SCREENS & set(words):
                alike[test, *(word for word in words if word not in SCREENS)].append(item)
    for key, group in alike.items():
        taken = crc32("-".join(key).encode()) % len(group)
        for item in (*group[:taken], *group[taken + 1 :]):
            item.add_marker(pytest.mark.skip(reason="runs on another screen; on every one with --slow"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty database."""
    with serving(tmp_path_factory.mktemp("server"), pages=True) as served:
        yield served.link


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What starts browsers; its event loop must not outlive the tests of this folder."""
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium, or the one that Playwright has fetched."""
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def motion(request: pytest.FixtureRequest) -> str:
    """Whether pages move: always with --slow, otherwise where a module wants it, as drawing it costs half of a game."""
    return "no-preference" if request.config.getoption("--slow") else "reduce"


@contextmanager
def visits(chromium: Browser, server: str, motion: str) -> Iterator[Visit]:
    """Opens a page for a new visitor, of any size and colour scheme; a complaint of the browser is a failure."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(**wishes: Any) -> Page:
        context = chromium.new_context(base_url=server, **{"viewport": WIDE, "reduced_motion": motion, **wishes})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.on(
            "console", lambda line: problems.append(f"{line.text} {line.location}") if line.type == "error" else None
        )
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def visit(chromium: Browser, server: str, motion: str) -> Iterator[Visit]:
    """Opens a page for a new visitor, of any size and colour scheme; a complaint of the browser fails the test."""
    with visits(chromium, server, motion) as opened:
        yield opened


@pytest.fixture(scope="module")
def stay(chromium: Browser, server: str, motion: str) -> Iterator[Visit]:
    """The same for visitors who stay for a whole module: a new one costs more than most of what is looked at."""
    with visits(chromium, server, motion) as opened:
        yield opened


@pytest.fixture(scope="package")
def visitors(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
    """Those who look at every page, at a server that soon says who is away."""
    with serving(tmp_path_factory.mktemp("server"), pages=True, grace=0.2, patience=0.6) as served:
        found = Visitors(chromium, served.link)
        yield found
        found.close()


@pytest.fixture(scope="package")
def states(visitors: Visitors) -> dict[str, State]:
    """Every state of every page by its name, reviews excepted."""
    return all_states(visitors)


@pytest.fixture(scope="package")
def reviewed(visitors: Visitors, states: dict[str, State]) -> dict[str, State]:
    """The states of reviews, which take long to make."""
    return reviews(visitors, states)
