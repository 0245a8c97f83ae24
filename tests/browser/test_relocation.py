"""Moves from the reserve: its tiles are chosen where they lie, and each target says what the move would bring."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]
SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "wide": WIDE,
}
EDITIONS = [("orchid", {}), ("daffodil", {"stamens": "reserve"})]


def signed(points: int) -> str:
    """The points of a move as the page writes them."""
    return f"−{-points}" if points < 0 else f"+{points}"


def at_the_end(page: Page, edition: str, options: dict[str, str]) -> tuple[Guest, str]:
    """A game whose reserve holds three tiles that can move."""
    ann = Guest(page)
    while True:
        table = ann.create(edition, options=options)
        view = ann.state(table)["view"]
        while not view["relocating"]:
            wanted = [f"{tile}@x{n}" for tile in view["hand"] for n in (1, 2, 3) if "*" not in tile]
            ann.move(table, next((text for text in wanted if text in view["legal"]), view["legal"][0]))
            view = ann.state(table)["view"]
        if len(view["gains"]) == 9:
            return ann, table


@pytest.mark.parametrize(("edition", "options"), EDITIONS)
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_h41_a_reserve_tile_is_chosen_where_it_lies_and_each_flower_says_what_it_brings(
    visit: Visit, edition: str, options: dict[str, str], size: str
) -> None:
    page = visit(viewport=SIZES[size])
    ann, table = at_the_end(page, edition, options)
    view = ann.state(table)["view"]
    page.goto(f"/tables/{table}")
    total = view["sheets"][0]["total"]
    expect(page.get_by_role("button", name=f"Done with {total} points")).to_be_visible()
    for slot in ("x3", "x2"):
        tile = view["sheets"][0]["cells"][slot]
        page.locator(f'.mine [data-cell="{slot}"].movable').click()
        expect(page.locator(".mine .cell.picked")).to_have_attribute("data-cell", slot)
        brings = {
            text.partition(">")[2]: points for text, points in view["gains"].items() if text.startswith(f"{tile}>")
        }
        assert len(brings) == 3
        expect(page.locator(".mine .gain text")).to_have_text([signed(points) for points in brings.values()])
    target, points = next(iter(brings.items()))
    page.locator(f'.mine [data-cell="{target}"].legal').click()
    expect(page.locator(f'.mine [data-cell="{target}"].filled')).to_be_visible()
    expect(page.get_by_role("button", name=f"Done with {total + points} points")).to_be_visible()
    expect(page.locator('.mine [data-cell="x2"].empty')).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name=f"Done with {total} points").click()
    expect(page.locator(".result")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_the_instruction_can_be_read_beside_board_and_reserve(visit: Visit, size: str) -> None:
    page = visit(viewport=SIZES[size])
    _, table = at_the_end(page, "orchid", {})
    page.goto(f"/tables/{table}")
    told = page.locator("[data-part=told]")
    expect(told).to_have_text("Tap a reserve tile, then a flower.")
    assert told.evaluate("told => told.scrollHeight <= told.clientHeight && told.scrollWidth <= told.clientWidth")
    for part in (told, page.locator(".mine svg.reserve")):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SIZES[size]["height"], "without scrolling"


def test_a_reserve_tile_moves_by_the_keyboard(visit: Visit) -> None:
    page = visit()
    ann, table = at_the_end(page, "orchid", {})
    page.goto(f"/tables/{table}")
    page.locator('.mine [data-cell="x2"].movable').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.mine [data-cell="x2"]')).to_have_attribute("aria-pressed", "true")
    target = page.locator(".mine .cell.legal").first
    name = target.get_attribute("data-cell")
    target.focus()
    tile = ann.state(table)["view"]["sheets"][0]["cells"]["x2"]
    expect(page.locator("[data-part=would]")).to_have_text(
        f"{signed(ann.state(table)['view']['gains'][f'{tile}>{name}'])} on {name}"
    )
    page.keyboard.press("Enter")
    expect(page.locator(f'.mine [data-cell="{name}"].filled')).to_be_visible()
