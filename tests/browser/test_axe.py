"""axe-core finds nothing on any page in any state: both schemes, both sizes, all languages.

In the normal run each state is seen in both schemes and at both sizes, though not in each of the four combinations,
and each language on a part of the states; `--slow` runs the whole product, and the reviews, which take long to make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browsing import COMPILING, PHONE, WIDE, Guest
from partake.rules.languages import NAMES

AXE = Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": scheme, "viewport": size} for scheme in ("light", "dark") for size in (PHONE, WIDE)
]
HOST, BOT, PERSON = {"kind": "host"}, {"kind": "bot", "level": "random"}, {"kind": "person"}
Act = Callable[[Page], object]


@dataclass(frozen=True)
class State:
    """A page to look at: where it is, and what is done on it first."""

    path: str
    act: Act = field(default=lambda page: None)
    is_stranger: bool = False
    """Whether somebody looks who has not been here before."""
    status: int = 200


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe-core finds on a page as it is now."""
    page.evaluate(axe())
    wish = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]}
    found = page.evaluate("wish => axe.run(document, wish)", wish)["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:240]}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.fixture(scope="module")
def ann(chromium: Browser, server: str) -> Iterator[Page]:
    """The visitor who has brought all tables to where they are."""
    context = chromium.new_context(base_url=server)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def states(ann: Page, chromium: Browser, server: str) -> dict[str, State]:
    """Every state by its name."""
    guest = Guest(ann)
    other = chromium.new_context(base_url=server)
    bob = Guest(other.new_page())
    running = {
        edition: guest.create(edition, options=options, seats=[HOST, *[BOT] * others])
        for edition, others, options in (
            ("classic", 2, {}),
            ("daffodil", 0, {"stamens": "reserve", "rays": "each"}),
            ("nexus", 1, {}),
            ("orchid", 0, {}),
        )
    }
    for table in running.values():
        for _ in range(6):
            guest.act(table)
    finished = guest.create("classic", seats=[HOST, BOT])
    alone = guest.create("nexus")
    for table in (finished, alone):
        play_out(guest, table)
    waiting = guest.create("nexus", seats=[HOST, PERSON, PERSON], options={"rounds": 3}, clock=60)
    closed = guest.create("classic", seats=[HOST, PERSON])
    ann.request.post(f"/tables/{closed}/close")
    fives = {wait: five(guest, bob, wait) for wait in (None, "choice", "give up")}
    other.close()
    own = f"/tables/{running['classic']}"
    return {
        **{f"home, {who}": State(f"/?who={who}&edition=nexus") for who in ("alone", "bots", "here", "elsewhere")},
        "options": State("/?who=elsewhere&edition=classic", lambda page: page.locator("#options > summary").click()),
        **{name: State(f"/tables/{table}", playing) for name, table in running.items()},
        "watched": State(own, told, is_stranger=True),
        "keys": State(own, keys),
        "a cell in focus": State(own, focused),
        "between games": State("/me", between),
        **{f"take five, {wait or 'a move'}": State(f"/tables/{table}", told) for wait, table in fives.items()},
        "take five, a piece chosen": State(f"/tables/{fives[None]}", chosen),
        "waiting room": State(f"/tables/{waiting}"),
        "joining": State(f"/tables/{waiting}", is_stranger=True),
        "result": State(f"/tables/{finished}"),
        "result of one": State(f"/tables/{alone}"),
        "replay": State(f"/tables/{finished}/replay?at=20"),
        "closed": State(f"/tables/{closed}", status=200),
        "me": State("/me"),
        "me, a stranger": State("/me", is_stranger=True),
        "settings": State("/settings"),
        "error": State("/tables/nobody", status=404),
    }


def playing(page: Page) -> None:
    """Wait until the tile can be placed."""
    expect(page.locator(".mine .cell.legal").first).to_be_visible()


def keys(page: Page) -> None:
    """The dialogue with the keys."""
    playing(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def focused(page: Page) -> None:
    """A cell, with the tile as it would lie there."""
    playing(page)
    page.locator(".mine .cell.legal").first.focus()


def told(page: Page) -> None:
    """Wait until the page says what happens."""
    expect(page.locator("[data-part=told]")).not_to_be_empty()


def play_out(guest: Guest, table: str) -> None:
    """All of a game, always the first thing the rules allow."""
    while not guest.state(table)["view"]["outcome"]:
        guest.act(table)


def five(ann: Guest, bob: Guest, wait: str | None) -> str:
    """A table of Take Five at which the game waits for Ann in this way."""
    table = ann.create("five", seats=[HOST, PERSON])
    assert bob.page.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    for _ in range(400):
        for one in (ann, bob):
            view = one.state(table)["view"]
            if view["seat"] not in view["to_act"]:
                continue
            if one is ann and view["wait"] == wait:
                return table
            legal = view["legal"]
            one.move(table, next((text for text in legal if "x" in text or text == "keep"), legal[0]))
    raise AssertionError(f"no game comes to {wait}")


def between(page: Page) -> None:
    """The result of the first of two games, which is shown to those who were there."""
    guest = Guest(page)
    table = guest.create("classic", options={"rounds": 2, "takeback": "no"})
    page.goto(f"/tables/{table}")
    expect(page.locator(".mine .cell.legal")).to_have_count(19)
    while guest.act(table):
        pass
    expect(page.locator(".outcome")).to_be_visible()


def chosen(page: Page) -> None:
    """A piece and a square, with what can be done there."""
    page.locator(".cell.movable").first.click()
    page.locator(".cell.legal").first.click()
    expect(page.locator("[data-part=choices] button").first).to_be_visible()


def looked_at(chromium: Browser, server: str, ann: Page, states: Mapping[str, State], **wishes: Any) -> str:
    """What is found on these pages by a visitor with this screen, a line each."""
    cookies = ann.context.storage_state()
    wishes = {"base_url": server, "reduced_motion": "reduce", **wishes}
    contexts: dict[bool, BrowserContext] = {
        False: chromium.new_context(storage_state=cookies, **wishes),
        True: chromium.new_context(**wishes),
    }
    found: list[str] = []
    pages = {is_stranger: context.new_page() for is_stranger, context in contexts.items()}
    for name, state in states.items():
        page = pages[state.is_stranger]
        answer = page.goto(state.path)
        assert answer is not None
        assert answer.status == state.status, name
        state.act(page)
        found += (f"{name}: {problem}" for problem in violations(page))
    for context in contexts.values():
        context.close()
    return "\n".join(found)


@pytest.mark.parametrize("at", range(4), ids=["light-phone", "light-wide", "dark-phone", "dark-wide"])
def test_axe_finds_nothing(chromium: Browser, server: str, ann: Page, states: dict[str, State], at: int) -> None:
    """Every second state: with the next scheme and the other size each state is seen twice."""
    shown = {name: state for i, (name, state) in enumerate(states.items()) if i % 2 == at % 2 ^ (at > 1)}
    found = looked_at(chromium, server, ann, shown, **LOOKS[at])
    assert not found, found


@pytest.mark.parametrize("language", list(NAMES))
def test_axe_finds_nothing_in_any_language(
    chromium: Browser, server: str, ann: Page, states: dict[str, State], language: str
) -> None:
    turn = list(NAMES).index(language)
    shown = {name: state for i, (name, state) in enumerate(states.items()) if i % len(NAMES) == turn}
    found = looked_at(chromium, server, ann, shown, locale=language, **LOOKS[0])
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("at", range(4), ids=["light-phone", "light-wide", "dark-phone", "dark-wide"])
@pytest.mark.parametrize("language", list(NAMES))
def test_axe_finds_nothing_anywhere(
    chromium: Browser, server: str, ann: Page, states: dict[str, State], language: str, at: int
) -> None:
    found = looked_at(chromium, server, ann, states, locale=language, **LOOKS[at])
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("at", range(4), ids=["light-phone", "light-wide", "dark-phone", "dark-wide"])
def test_axe_finds_nothing_in_reviews(
    chromium: Browser, server: str, ann: Page, states: dict[str, State], at: int
) -> None:
    path = states["result"].path
    ann.goto(path)
    if not ann.goto(f"{path}/review?at=5") or not ann.locator("#step").count():
        ann.goto(path)
        ann.get_by_role("button", name="Review the game").click()
        expect(ann.locator("#step")).to_be_visible(timeout=COMPILING)
    reviewed = {"review": State(f"{path}/review?at=5"), "best": State(f"{path}/best")}
    found = looked_at(chromium, server, ann, reviewed, **LOOKS[at])
    assert not found, found
