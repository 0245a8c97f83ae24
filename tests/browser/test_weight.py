"""How much goes over the wire: pages with all they load into an empty cache, and a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest, Lines

Visit = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
HOME, TABLE = 30_000, 40_000
"""Bytes with headers: the page, styles, scripts and pictures together, of a table for one or of Take Five for two."""
CALLER = 70_000
"""The same of the caller, with the tiles and rules of all editions."""
ALONE, FULL = 15_000, 25_000
"""Bytes of the page of a Nexus table by itself, for one and with four boards and scrapyards."""
MOVE = 3_000
"""Bytes of the event that tells what a move changed, and of its answer."""


class Wire:
    """The bytes of every answer that a page gets, headers included, as they came."""

    def __init__(self, page: Page) -> None:
        self._paths: dict[str, str] = {}
        self.weights: list[tuple[int, str]] = []
        self._line = page.context.new_cdp_session(page)
        self._line.send("Network.enable")
        self._line.on("Network.requestWillBeSent", self._ask)
        self._line.on("Network.loadingFinished", self._finish)

    def _ask(self, event: dict[str, Any]) -> None:
        self._paths[event["requestId"]] = f"{event['request']['method']} {event['request']['url']}"

    def _finish(self, event: dict[str, Any]) -> None:
        path = self._paths.get(event["requestId"])  # what was asked for before this was here does not count
        if path is not None:
            self.weights.append((int(event["encodedDataLength"]), path))

    @property
    def total(self) -> int:
        """All that has come."""
        return sum(weight for weight, _ in self.weights)

    def catch_up(self) -> None:
        """Hear of all that has come by now: what the browser answers comes after what it told before."""
        self._line.send("Network.enable")

    def of(self, path: str) -> int:
        """What came for one request."""
        [weight] = [weight for weight, one in self.weights if one == path]
        return weight

    def told(self) -> str:
        """What came, the heaviest first, for a failure to print."""
        return "\n".join(
            [f"{self.total} bytes", *(f"{weight:7} {path}" for weight, path in sorted(self.weights)[::-1])]
        )


@SIZES
def test_the_home_page_and_all_it_loads_are_light(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size)
    wire = Wire(page)
    page.goto("/", wait_until="networkidle")
    assert len(wire.weights) > 3
    assert wire.total < HOME, wire.told()


@SIZES
def test_the_page_of_a_nexus_table_and_all_it_loads_are_light(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size)
    table = Guest(page).create("nexus")
    wire = Wire(page)
    page.goto(f"/tables/{table}")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    wire.catch_up()
    assert wire.of(f"GET {page.url}") < ALONE, wire.told()
    assert wire.total < TABLE, wire.told()


def test_the_caller_and_all_it_loads_are_light(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    wire = Wire(page)
    page.goto("/call")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    wire.catch_up()
    assert wire.total < CALLER, wire.told()


@pytest.mark.parametrize(("edition", "seats"), [("classic", 1), ("five", 2)])
def test_the_other_tables_and_all_they_load_are_light(visit: Visit, edition: str, seats: int) -> None:
    page = visit(viewport=PHONE)
    bots = [{"kind": "bot", "level": "random"}] * (seats - 1)
    table = Guest(page).create(edition, seats=[{"kind": "host"}, *bots])
    wire = Wire(page)
    page.goto(f"/tables/{table}", wait_until="load")
    expect(page.locator("[data-part=told]")).not_to_be_empty()
    wire.catch_up()
    assert len(wire.weights) > 10
    assert wire.total < TABLE, wire.told()


def test_the_page_of_a_full_nexus_table_is_light_by_itself(visit: Visit) -> None:
    page = visit()
    bots = [{"kind": "bot", "level": "random"}] * 3
    table = Guest(page).create("nexus", seats=[{"kind": "host"}, *bots])
    wire = Wire(page)
    page.goto(f"/tables/{table}")
    expect(page.locator(".other")).to_have_count(3)
    wire.catch_up()
    assert wire.of(f"GET {page.url}") < FULL, wire.told()


def test_what_was_loaded_once_is_not_asked_for_again(visit: Visit) -> None:
    """From one page to another, and back to one that was seen, only the pages themselves come."""
    page = visit()
    page.goto("/", wait_until="networkidle")
    table = Guest(page).create("classic")
    page.goto(f"/tables/{table}", wait_until="load")
    wire = Wire(page)
    page.goto("/", wait_until="networkidle")
    page.goto(f"/tables/{table}", wait_until="load")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    kept = [weight for weight, path in wire.weights if "/static/" in path or "/boards." in path]
    assert len(kept) > 10
    assert not any(kept), wire.told()


@pytest.mark.parametrize("edition", ["classic", "nexus"])
def test_a_move_costs_one_small_event(visit: Visit, edition: str) -> None:
    page = visit(viewport=PHONE)
    line = Lines(page)
    table = Guest(page).create(edition)
    page.goto(f"/tables/{table}")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    page.wait_for_load_state("load")
    wire = Wire(page)
    for tile in range(2, 9):
        before = len(line.texts)
        page.locator(".mine .cell.legal").first.click()
        expect(page.locator("[data-part=turn]")).to_contain_text(f"tile {tile} of")
        assert sum(map(len, line.texts[before:])) < MOVE, line.texts[before:]
    wire.catch_up()
    assert wire.weights == [], "all of it comes on the line"
