"""The board stays where it is while the text beside it changes, at every size; what belongs to it is in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import Guest

Visit = Callable[..., Page]
HOST, BOT = {"kind": "host"}, {"kind": "bot", "level": "random"}
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "wide": {"width": 1280, "height": 800},
}


@pytest.fixture(scope="module")
def motion() -> str:
    """Pages move, as they do for most people."""
    return "no-preference"


@pytest.mark.parametrize("size", SIZES)
def test_the_board_does_not_move_during_a_whole_game(visit: Visit, size: str) -> None:
    page = visit(viewport=SIZES[size])
    table = Guest(page).create("orchid", seats=[HOST, BOT], clock=300)
    page.goto(f"/tables/{table}")
    board, turn = page.locator(".mine svg.board"), page.locator("[data-part=turn]")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    page.get_by_label("Time to take back").select_option("Take back: no limit")
    page.evaluate("scrollTo(0, 0)")
    box, seen = board.bounding_box(), set()
    for drawn in range(1, 26):
        expect(turn).to_have_text(f"tile {drawn} of 25")
        page.locator(".mine .cell.legal").last.dispatch_event("click")
        expect(page.locator("[data-part=next]")).to_be_visible()
        seen.add(page.locator("[data-part=told]").inner_text())
        assert board.bounding_box() == box, f"after tile {drawn}"
        page.keyboard.press(" ")
        expect(page.locator(".mine .cell.legal, [data-part=done]:visible").first).to_be_visible()
        seen.add(page.locator("[data-part=told]").inner_text())
        assert board.bounding_box() == box, f"before tile {drawn + 1}"
    assert len(seen) > 20


def test_the_call_is_beside_the_board_on_a_phone_on_its_side(visit: Visit) -> None:
    page = visit(viewport=SIZES["landscape"])
    for edition in ("classic", "nexus"):
        page.goto(f"/tables/{Guest(page).create(edition)}")
        call, board = page.locator(".call").bounding_box(), page.locator(".mine svg.board").bounding_box()
        assert call
        assert board
        assert call["x"] >= board["x"] + board["width"]
        assert call["y"] + call["height"] <= SIZES["landscape"]["height"]
        assert edition == "nexus" or board["y"] + board["height"] <= SIZES["landscape"]["height"]
        for cell in page.locator(".mine svg.board .cell.legal").all():
            found = cell.bounding_box()
            assert found
            assert min(found["width"], found["height"]) >= 44


@pytest.mark.parametrize("size", ["tablet", "wide"])
def test_the_scrapyard_is_in_sight_with_the_board(visit: Visit, size: str) -> None:
    page = visit(viewport=SIZES[size])
    page.goto(f"/tables/{Guest(page).create('nexus')}")
    for zone in ("board", "yard"):
        box = page.locator(f".mine svg.{zone}").bounding_box()
        assert box
        assert box["y"] + box["height"] <= SIZES[size]["height"]
