"""Puzzles in a real browser: by mouse, touch, keyboard and typing; right and wrong; a theme; ratings that move."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE
from partake.puzzles.files import shipped
from partake.puzzles.model import MOVE, NOTHING, PLACE, WHAT, WHERE, Puzzle
from partake.rules.catalogue import catalogue

Visit = Callable[..., Page]


def puzzle(edition: str, kind: str, number: int = 0) -> Puzzle:
    """One of the puzzles that come with the package."""
    found = [one for one in shipped(catalogue().editions[edition]) if one.kind == kind and one.solution != NOTHING]
    return found[number]


def named(page: Page) -> None:
    """Become somebody whose answers count."""
    page.goto("/puzzles")
    page.get_by_role("button", name="Count my answers").click()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()


def cell(page: Page, name: str) -> None:
    expect(page.locator(f"form [data-cell='{name}'].legal")).to_be_visible()


def test_a_right_answer_by_mouse_raises_the_rating_and_shows_all_values(visit: Visit) -> None:
    page, asked = visit(), puzzle("classic", PLACE)
    named(page)
    page.goto(f"/puzzles/{asked.id}")
    expect(page.get_by_role("heading", name=f"Where does {asked.subject} go?")).to_be_visible()
    cell(page, asked.solution)
    page.locator(f"[data-cell='{asked.solution}']").click()
    expect(page.get_by_role("heading", name="Right!")).to_be_focused()
    expect(page.get_by_text(re.compile(r"Your rating: [\d,]+ \(\+\d+\)"))).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(min(8, len(asked.values)))
    expect(page.get_by_text("ahead of the second")).to_be_visible()
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).not_to_have_url(re.compile(asked.id))
    page.goto("/puzzles")
    expect(page.get_by_text("Right in a row").locator("..")).to_contain_text("1")


def test_a_wrong_answer_by_touch_on_a_phone_tells_the_best_one_and_counts_once(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    asked = puzzle("classic", PLACE, 1)
    named(page)
    page.goto(f"/puzzles/{asked.id}")
    wrong = asked.values[-1][0]
    cell(page, wrong)
    page.locator(f"[data-cell='{wrong}']").tap()
    expect(page.get_by_role("heading", name=f"the best answer is {asked.solution}")).to_be_visible()
    told = page.get_by_text(re.compile(r"Your rating: [\d,]+ \(−\d+\)")).inner_text()
    page.goto(f"/puzzles/{asked.id}")  # one answer counts: this leads to it
    expect(page.get_by_text(told)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_by_keyboard_alone(visit: Visit) -> None:
    page, asked = visit(), puzzle("orchid", PLACE)
    page.goto(f"/puzzles/{asked.id}")
    cell(page, asked.solution)
    page.locator("svg.live [data-cell][tabindex='0']").first.focus()
    page.locator(f"[data-cell='{asked.solution}']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    expect(page.get_by_text("Not counted")).to_be_visible()


def test_typed(visit: Visit) -> None:
    page, asked = visit(), puzzle("nexus", PLACE)
    page.goto(f"/puzzles/{asked.id}")
    page.get_by_label("Or type your answer").fill(asked.solution.upper())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()


def test_a_theme_is_chosen_and_kept(visit: Visit) -> None:
    page = visit()
    page.goto("/puzzles")
    page.get_by_label("Game").select_option("nexus")
    page.get_by_label("Theme").select_option("scrapyard")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".review-top")).to_contain_text("Scrapyard")
    page.locator("svg.live .legal").first.click()
    expect(page.locator(".answered")).to_contain_text("Scrapyard")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.locator(".review-top")).to_contain_text("Scrapyard")


def test_moves_from_the_reserve(visit: Visit) -> None:
    page, asked = visit(), puzzle("orchid", MOVE)
    page.goto(f"/puzzles/{asked.id}")
    for move in asked.solution.split("+"):
        tile, to = move.split(">")
        page.locator(f"select[name='move-{tile}']").select_option(to)
    page.locator("form.exercise button.main").click()
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()


@pytest.mark.parametrize("kind", [WHERE, WHAT])
def test_take_five_shows_no_value_of_a_hidden_pawn_before_the_answer(visit: Visit, kind: str) -> None:
    page, asked = visit(), puzzle("five", kind)
    page.goto(f"/puzzles/{asked.id}")
    expect(page.locator("svg.five [data-cell]")).to_have_count(36)
    assert page.locator("svg.five use[href*='-pawn-']").count() == 0
    if kind == WHERE:
        cell(page, asked.solution)
        page.locator(f"[data-cell='{asked.solution}']").focus()
        page.keyboard.press("Space")
    else:
        page.get_by_role("group").get_by_role("button", name=asked.solution, exact=True).click()
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()


def test_consent_is_asked_for_and_off_by_default(visit: Visit) -> None:
    page = visit()
    named(page)
    page.goto("/settings")
    box = page.get_by_label("Positions of my games may become puzzles")
    expect(box).not_to_be_checked()
    box.check()
    page.locator("#share button").click()
    expect(page.locator("#share [role=status]")).to_have_text("Saved.")
    expect(box).to_be_checked()
