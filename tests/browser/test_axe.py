"""axe-core finds nothing on any page in any state: both schemes, both sizes, all languages.

In the normal run each state is seen once: every second one light, on a phone and in English, the others dark, on a wide
screen and in one of the other languages, which take turns. `--slow` runs the whole product, and the reviews, which take
long to make.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from browsing import PHONE, WIDE
from page_states import State, Visitors, closed, opened
from partake.rules.languages import NAMES

AXE = Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js"
BY_TAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules that read colours; all others find the same in both schemes."""
FIRST, OTHERS = list(NAMES)[:1], list(NAMES)[1:]
"""The language in which pages are written, and those into which they are translated."""
LOOKS: list[tuple[list[str], dict[str, Any]]] = [
    (FIRST, {"color_scheme": "light", "viewport": PHONE}),
    (OTHERS, {"color_scheme": "dark", "viewport": WIDE}),
]
"""Two screens that have nothing in common, each with the languages that are read on it."""


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, only: Mapping[str, Any] = BY_TAG) -> list[str]:
    """What axe-core finds on a page as it is now, by these rules."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    wish = {"runOnly": only, "resultTypes": ["violations"]}
    found = page.evaluate("wish => axe.run(document, wish)", wish)["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:240]}"
        for one in found
        for node in one["nodes"]
    ]


def looked_at(visitors: Visitors, states: Mapping[str, State], **wishes: Any) -> str:
    """What is found on these pages by visitors with this screen, a line each."""
    pages = visitors.looking(**wishes)
    found = [
        f"{name}: {problem}" for name, state in states.items() for problem in violations(opened(pages, name, state))
    ]
    closed(pages)
    return "\n".join(found)


@pytest.mark.parametrize("at", range(len(LOOKS)))
def test_axe_finds_nothing(visitors: Visitors, states: dict[str, State], at: int) -> None:
    """Every second state."""
    names = list(states)[at :: len(LOOKS)]
    languages, look = LOOKS[at]
    found = [
        looked_at(visitors, {name: states[name] for name in names[turn :: len(languages)]}, locale=language, **look)
        for turn, language in enumerate(languages)
    ]
    assert not any(found), "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("language", list(NAMES))
def test_axe_finds_nothing_anywhere(
    visitors: Visitors, states: dict[str, State], reviewed: dict[str, State], language: str, size: ViewportSize
) -> None:
    """Each page is opened once and looked at in both schemes, of which only style sheets know."""
    pages = visitors.looking(locale=language, viewport=size, color_scheme="light")
    found = []
    for name, state in {**states, **reviewed}.items():
        page = opened(pages, name, state)
        found += [f"{name}, light: {problem}" for problem in violations(page)]
        page.emulate_media(color_scheme="dark")
        found += [f"{name}, dark: {problem}" for problem in violations(page, OF_COLOURS)]
        page.emulate_media(color_scheme="light")
    closed(pages)
    assert not found, "\n".join(found)
