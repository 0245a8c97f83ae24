"""Small screens, magnified pages, fingers, forced colours and wider texts: nothing is cut, hidden or too small."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest
from page_states import State, Visitors, closed, opened
from partake.rules.languages import NAMES

Visit = Callable[..., Page]
NARROW: ViewportSize = {"width": 320, "height": 640}
"""A page of 1280 pixels at 400 %."""
HALF: ViewportSize = {"width": 640, "height": 430}
"""A page of 1280 pixels at 200 %."""
MAGNIFIED = [(NARROW, "de"), (HALF, "fr")]
"""How far, and in which language, in the normal run."""
HOST, BOT = {"kind": "host"}, {"kind": "bot", "level": "random"}
EDITIONS = ("classic", "daffodil", "nexus", "orchid", "five")
TARGET, CELL = 24, 44
"""The least size of what is tapped, in pixels, anywhere and on boards whose columns allow it at 320 pixels."""
MOST_TABS = 60
TOO_SMALL = """least => {
  const parts = "a[href], button, input:not([type=hidden]), select, summary, [tabindex='0']";
  const tapped = part => part.matches("[type=radio], [type=checkbox]") && part.closest("label") || part;
  return [...document.querySelectorAll(parts)]
    .filter(part => !part.closest(".skip, .other svg, .boards svg") && !part.matches("p a"))
    .map(part => [part, tapped(part).getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < least || box.height < least))
    .map(([part, box]) => `${part.outerHTML.slice(0, 100)} ${box.width} x ${box.height}`);
}"""
"""What can be tapped and is smaller; the cells of the others' boards are only read, and
a link in a sentence is as high as its line."""
BEYOND = """() => [...document.querySelectorAll("main :is(a, button, input, select, summary)")]
  .filter(part => {
    for (let around = part.parentElement; around; around = around.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(around).overflowX)) return false;
    return !part.closest("svg, .visually-hidden") && part.getBoundingClientRect().right > innerWidth + 1;
  })
  .map(part => `${part.outerHTML.slice(0, 100)} ends at ${part.getBoundingClientRect().right}`)"""
"""What is used and lies beyond the edge of the screen, though nothing there can be scrolled."""
CUT = """() => [...document.querySelectorAll("main *, header *, footer *")]
  .filter(part => !part.closest("svg, select, input, .visually-hidden, .states"))
  .filter(part => ["hidden", "clip"].includes(getComputedStyle(part).overflowX))
  .filter(part => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
  .map(part => part.outerHTML.slice(0, 160))"""
WIDER = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-bottom: 2em !important; }"""
"""What readers may ask of any page: WCAG 1.4.12."""
HIDDEN = """() => {
  const focused = document.activeElement;
  const part = focused.matches("[type=radio], [type=checkbox]") && focused.closest("label") || focused;
  const box = part.getBoundingClientRect();
  const shares = [.1, .3, .5, .7, .9];
  const tops = shares.flatMap(x => shares.map(y =>
    document.elementFromPoint(box.x + box.width * x, box.y + box.height * y)));
  return tops.some(top => top && (part.contains(top) || top.contains(part))) ? "" : part.outerHTML.slice(0, 160);
}"""
"""What has the focus, if all of it is covered or out of sight."""


def tables(page: Page) -> list[str]:
    """The pages of a table of each edition, some tiles into the game, and of a waiting and a finished one."""
    ann = Guest(page)
    found = []
    for edition in EDITIONS:
        found.append(ann.create(edition, seats=[HOST, BOT]))
        for _ in range(4):
            ann.act(found[-1])
    finished = ann.create("classic")
    while not ann.state(finished)["view"]["outcome"]:
        ann.act(finished)
    waiting = ann.create("classic", seats=[HOST, {"kind": "person"}])
    return [f"/tables/{table}" for table in (*found, finished, waiting)] + [f"/tables/{finished}/replay?at=9"]


def unfit(visitors: Visitors, states: Mapping[str, State], language: str, size: ViewportSize) -> str:
    """What is too wide, out of reach or too small on these pages, a line each."""
    pages = visitors.looking(viewport=size, locale=language)
    found = []
    for name, state in states.items():
        page = opened(pages, name, state)
        if (wider := page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0:
            found.append(f"{name}: {wider} pixels too wide")
        found += [f"{name}: {problem}" for problem in page.evaluate(BEYOND) + page.evaluate(TOO_SMALL, TARGET)]
    closed(pages)
    return "\n".join(found)


@pytest.mark.parametrize("at", range(len(MAGNIFIED)), ids=["400 %", "200 %"])
def test_magnified_pages_need_no_sideways_scrolling_and_have_targets_for_fingers(
    visitors: Visitors, states: dict[str, State], at: int
) -> None:
    """Every second state; with --slow all of them, at both sizes and in every language."""
    size, language = MAGNIFIED[at]
    found = unfit(visitors, dict(list(states.items())[at :: len(MAGNIFIED)]), language, size)
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, HALF, PHONE, WIDE], ids=["400 %", "200 %", "phone", "wide"])
@pytest.mark.parametrize("language", list(NAMES))
def test_every_page_fits_in_every_language(
    visitors: Visitors, states: dict[str, State], reviewed: dict[str, State], size: ViewportSize, language: str
) -> None:
    found = unfit(visitors, {**states, **reviewed}, language, size)
    assert not found, found


@pytest.mark.parametrize(
    ("edition", "least"), [("classic", CELL), ("daffodil", CELL), ("orchid", CELL), ("five", CELL), ("nexus", 39)]
)
def test_cells_are_large_enough_for_a_finger_on_the_narrowest_phones(visit: Visit, edition: str, least: float) -> None:
    """Seven columns of Nexus do not fit into 320 pixels at 44 each: there they are as large as the screen allows."""
    page = visit(viewport=NARROW)
    page.goto(f"/tables/{Guest(page).create(edition, seats=[HOST, BOT] if edition == 'five' else [HOST])}")
    boxes = page.locator(".mine .live.board .cell").evaluate_all(
        "cells => cells.map(cell => cell.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    )
    assert min(boxes) >= least


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["narrow", "phone"])
def test_wider_texts_are_not_cut(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size, bypass_csp=True)
    for path in ["/", "/settings", *tables(page)]:
        page.goto(path, wait_until="load")
        page.add_style_tag(content=WIDER)
        assert page.evaluate(CUT) == [], path
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path


@pytest.mark.parametrize("edition", ["classic", "five"])
def test_the_focus_is_never_hidden(visit: Visit, edition: str) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"/tables/{Guest(page).create(edition, seats=[HOST, BOT])}")
    expect(page.locator("[data-part=told]")).not_to_be_empty()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        assert page.evaluate(HIDDEN) == ""
    else:
        raise AssertionError("the keyboard is caught")


def styles(page: Page, selector: str, *names: str) -> list[str]:
    found: list[str] = page.locator(selector).first.evaluate(
        "(part, names) => names.map(name => getComputedStyle(part).getPropertyValue(name))", list(names)
    )
    return found


def test_forced_colours_leave_everything_to_be_seen(visit: Visit) -> None:
    page = visit(forced_colors="active", color_scheme="dark")
    page.goto("/")
    assert styles(page, ".pick:has(input:checked)", "outline-style") == ["solid"]
    assert styles(page, ".pick:has(input:not(:checked))", "outline-style") == ["none"]
    page.goto(f"/tables/{Guest(page).create('classic')}")
    cell = page.locator(".mine .cell.legal").first
    expect(cell).to_be_visible()
    assert styles(page, ".mine .cell.legal", "--hint") == ["1"]
    # The numbers of tiles and the names of cells keep the colours that stand out from stripes and cells.
    assert styles(page, ".mine .cell.legal text", "forced-color-adjust") == ["none"]
    cell.focus()
    page.keyboard.press("ArrowDown")
    assert styles(page, ".mine .cell:focus-visible .ring", "display") == ["block"]


def test_whoever_wants_no_motion_sees_none(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.goto(f"/tables/{Guest(page).create('classic')}")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    page.locator(".mine .cell.legal").first.click()
    expect(page.locator(".mine .cell.filled")).to_have_count(1)
    moving = page.evaluate("document.getAnimations().length")
    assert moving == 0


def test_settings_are_shown_at_once_and_on_every_page(visit: Visit) -> None:
    page = visit(color_scheme="light")
    page.goto("/")
    ground = styles(page, "html", "background-color")
    page.get_by_role("link", name="Settings").click()
    teal = styles(page, ".preview", "--pk-of-teal")
    page.get_by_label("Dark", exact=True).check()
    expect(page.locator("[data-part=saved]")).to_have_text("Saved.")
    expect(page.locator("link[href^='/boards']")).to_have_count(1)
    assert styles(page, "html", "background-color") != ground
    for label in ("Safe for red and green", "Strong", "Very large"):
        with page.expect_response(lambda answer: "/boards" in answer.url):
            page.get_by_label(label).check()
        expect(page.locator("link[href^='/boards']")).to_have_count(1)
    assert styles(page, ".preview", "--pk-of-teal") != teal
    page.get_by_label("Confirm placing").check()
    page.get_by_label("Pace at which Take Five").select_option("Fast")
    page.reload()
    for label in ("Dark", "Strong", "Very large"):
        expect(page.get_by_label(label, exact=True)).to_be_checked()
    page.goto(f"/tables/{Guest(page).create('classic')}")
    assert styles(page, "html", "--texture", "font-size") == [".8", "24px"]
    expect(page.get_by_label("Confirm placing")).to_be_checked()


def test_settings_need_no_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False, color_scheme="light")
    page.goto("/settings")
    page.get_by_label("Dark", exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("Dark", exact=True)).to_be_checked()
    assert "dark" in (page.locator("link[href^='/boards']").get_attribute("href") or "")


@pytest.mark.parametrize("leave", ["Escape", "Enter"])
def test_the_keys_are_shown_by_a_key_and_give_the_focus_back(visit: Visit, leave: str) -> None:
    page = visit()
    page.goto(f"/tables/{Guest(page).create('classic')}")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    page.locator('.mine [data-cell="c3"]').focus()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("main :focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press(leave)
    expect(keys).to_be_hidden()
    expect(page.locator('.mine [data-cell="c3"]')).to_be_focused()
