"""A review in a real browser: asked for at the end of a game, walked through by every way there is, on both sizes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import COMPILING, PHONE, WIDE, Guest

Visit = Callable[..., Page]


def finished(one: Page, other: Page) -> str:
    """A game of Classic that Ann and Bob have played to its end."""
    ann, bob = Guest(one), Guest(other)
    table = ann.create("classic", seats=[{"kind": "host"}, {"kind": "person"}])
    assert other.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    while any([ann.act(table), bob.act(table)]):
        pass
    return table


def at(page: Page, number: int) -> None:
    """See that the page shows this move, everywhere."""
    expect(page.locator("#step h2").first).to_contain_text(f"{number} of 19")
    expect(page.locator("[type=range]")).to_have_value(str(number))
    expect(page.locator("#step tr.on td").first).to_have_text(str(number))
    expect(page.locator("[data-part=chart] .cursor")).to_have_attribute("visibility", "visible")


def fits(page: Page) -> None:
    """See that nothing sticks out of the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_finished_game_is_reviewed_and_walked_through(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size, has_touch=size is PHONE)
    table = finished(page, visit())
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#step")).to_be_visible(timeout=COMPILING)
    at(page, 1)
    fits(page)
    page.get_by_role("link", name="Next").click()
    at(page, 2)
    page.get_by_role("link", name="Last").click()
    at(page, 19)
    page.locator("[type=range]").focus()
    page.keyboard.press("ArrowLeft")
    at(page, 18)
    page.locator("[type=range]").blur()
    page.keyboard.press("ArrowLeft")
    at(page, 17)
    page.locator("#step [data-at='5']").click()
    at(page, 5)
    expect(page.locator("#step [data-at='5']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    at(page, 6)
    chart = page.locator("[data-part=chart] svg")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    at(page, 9)
    expect(page.get_by_role("grid", name="Ann, the board before the move: 9 of 19")).to_be_visible()
    page.locator(".whose span", has_text="Bob").click()
    expect(page.locator("#step")).to_contain_text("Luck and skill: Bob")
    at(page, 9)
    page.reload()
    expect(page.locator("#step")).to_contain_text("Luck and skill: Bob")
    at(page, 9)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_best_board_lights_up_where_its_points_come_from(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size, color_scheme="dark")
    table = finished(page, visit())
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Best possible board").click()
    expect(page.get_by_text("this is proven")).to_be_visible(timeout=COMPILING)
    fits(page)
    first = page.locator(".scores li").first
    first.focus()
    cells = (first.get_attribute("data-cells") or "").split()
    expect(page.locator(".explained .cell.lit")).to_have_count(len(cells))
    expect(page.locator(".made figure")).to_have_count(3)
    page.get_by_role("link", name="Move by move").click()
    at(page, 1)
