"""Everything without a mouse: from the first page to the end of a game by keys alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browsing import Guest

Visit = Callable[..., Page]
MOST_TABS, MOST_STEPS = 60, 12


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus, and see that it can be seen."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        found = page.locator(f"{selector}:focus")
        if found.count():
            break
    expect(page.locator(f"{selector}:focus-visible")).to_be_visible()


def walk(page: Page, cell: str, *, lowest: str = "Down") -> None:
    """Go to a cell with the arrow keys; `lowest` is the key towards higher rows."""
    other = "Up" if lowest == "Down" else "Down"
    for _ in range(MOST_STEPS):
        at = page.locator(".cell:focus").get_attribute("data-cell") or ""
        if at == cell:
            return
        if at[0] != cell[0]:
            key = "Right" if at[0] < cell[0] else "Left"
        else:
            key = lowest if int(at[1:]) < int(cell[1:]) else other
        page.keyboard.press(f"Arrow{key}")
    raise AssertionError(f"the arrow keys do not lead to {cell}")


def test_a_whole_game_by_keys_alone(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "[name=edition]")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    tab_to(page, "[name=clock]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(page.locator("#hints")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#start")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".mine .cell.legal")).to_have_count(19)
    tab_to(page, ".mine .cell")
    cells = [
        f"{column}{row}" for column, rows in zip("abcde", (3, 4, 5, 4, 3), strict=True) for row in range(1, rows + 1)
    ]
    for drawn, cell in enumerate(cells, start=1):
        expect(page.locator("[data-part=turn]")).to_have_text(f"tile {drawn} of 19")
        walk(page, cell)
        expect(page.locator(".mine .cell:focus .ghost")).to_be_attached()
        page.keyboard.press("Enter")
    expect(page.locator(".result")).to_be_visible()
    tab_to(page, "a[href$=replay]")
    page.keyboard.press("Enter")
    tab_to(page, "[type=range]")
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_contain_text("Move 0 of 38")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text("Move 1 of 38")


def test_keys_take_back_and_leave_what_is_not_confirmed(visit: Visit) -> None:
    page = visit()
    page.goto(f"/tables/{Guest(page).create('classic')}")
    page.get_by_label("Time to take back").select_option("Take back: no limit")
    page.get_by_label("Confirm placing").check()
    expect(page.locator(".mine .cell.legal")).to_have_count(19)
    page.locator('.mine [data-cell="c3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.mine [data-cell="c3"].chosen')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".mine .chosen")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator('.mine [data-cell="c3"].filled')).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator('.mine [data-cell="c3"].empty.legal')).to_be_visible()


def test_take_five_by_keys_alone(visit: Visit) -> None:
    page = visit()
    table = Guest(page).create("five", seats=[{"kind": "host"}, {"kind": "person"}])
    other = visit()
    assert other.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    if not Guest(page).must_act(table):
        page = other
    page.goto(f"/tables/{table}")
    view = Guest(page).state(table)["view"]
    move = next(text for text in view["legal"] if "?" in text and text[0] == "R")
    here, there = view["pieces"]["R"], move[2:]
    expect(page.locator(f'[data-cell="{here}"].movable')).to_be_visible()
    tab_to(page, ".cell")
    walk(page, here, lowest="Up")
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-cell="{there}"].legal')).to_be_visible()
    walk(page, there, lowest="Up")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Look")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=would]")).to_contain_text("You see a")
