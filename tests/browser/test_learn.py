"""Learn: a first game of every edition to its end, by mouse, by touch and by keys; left, resumed and skipped."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, Guest
from partake.engine.actions import Place
from partake.teach.lesson import Lesson, lessons
from teaching import WAYS, give, wrong_answer

Visit = Callable[..., Page]
LESSONS = lessons()
USUAL = {"classic": "keys", "daffodil": "touch", "nexus": "mouse", "orchid": "keys", "five": "touch"}
"""By which way each first game is walked in the normal run; the slow run walks the other two."""
WALKS = [
    pytest.param(edition, way, marks=() if way == USUAL[edition] else pytest.mark.slow)
    for edition in LESSONS
    for way in WAYS
]


def walk_lesson(page: Page, lesson: Lesson, way: str) -> None:
    """Answer every step of a lesson and go on to the next; by mouse each step is first answered wrongly."""
    for number, step in enumerate(lesson.steps, start=1):
        where = page.locator(".lesson")
        expect(where).to_have_attribute("data-step", step.name)
        expect(page.locator(".where")).to_contain_text(f"Step {number} of {len(lesson.steps)}")
        if way == "mouse":
            give(page, wrong_answer(step).action, WAYS[way])
            expect(page.locator(".verdict.wrong")).to_contain_text("Not quite.")
            expect(page.locator("[data-part=news]")).to_contain_text("Try another way.")
        give(page, step.right[0].action, WAYS[way])
        expect(page.locator(".verdict.right")).to_contain_text("Right!")
        told = (page.locator(".verdict.right p").first.text_content() or "").partition("Right!")[2].strip()
        expect(page.locator("[data-part=news] p").last).to_contain_text(re.sub(r"\s+", " ", told))
        onward = page.locator("[data-part=next]")
        expect(onward).to_be_focused()
        if way == "keys":
            page.keyboard.press("Enter")
        else:
            WAYS[way](page, onward)
        if number < len(lesson.steps):
            expect(page.locator(".lesson h1")).to_be_focused()
    expect(page.locator("[data-finished]")).to_be_visible()


@pytest.mark.parametrize(("edition", "way"), WALKS)
def test_a_first_game_to_its_end(visit: Visit, edition: str, way: str) -> None:
    wishes = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if way == "touch" else {}
    page = visit(reduced_motion="reduce", **wishes)
    page.goto("/learn")
    page.locator(f'[data-card="{edition}"]').click()
    walk_lesson(page, LESSONS[edition], way)
    name = "Play against a casual bot" if edition == "five" else "Play your first game"
    page.get_by_role("button", name=name).click()
    page.wait_for_url("**/tables/*")
    expect(page.locator(".mine svg.live.board")).to_be_visible()


def test_what_scores_lights_up_and_is_said(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.goto("/learn/classic/line")
    give(page, LESSONS["classic"].step("line").right[0].action, WAYS["mouse"])
    expect(page.locator(".scores li")).to_have_text(["Vertical line a1 to a3, 3 x 927"])
    expect(page.locator(".cell.gained")).to_have_count(3)
    expect(page.locator(".mark.scores")).to_have_count(1)
    expect(page.locator("[data-part=news]")).to_contain_text("3 × 9 = 27")
    expect(page.locator('[data-cell="a3"]')).to_have_attribute("aria-label", "a3, 9-6-8")


def test_a_wrong_answer_is_explained_and_may_be_given_again(visit: Visit) -> None:
    """By keys: the reader stays on the cell, hears why, and tries again."""
    page = visit(reduced_motion="reduce")
    page.goto("/learn/classic/adjacent")
    step = LESSONS["classic"].step("adjacent")
    tile = step.view.hand[0]  # type: ignore[attr-defined]
    give(page, Place(tile, "a1"), WAYS["keys"])
    expect(page.locator(".verdict.wrong")).to_contain_text("a1 does not touch a tile already placed.")
    expect(page.locator('[data-cell="a1"]')).to_be_focused()
    expect(page.locator("[data-part=news]")).to_contain_text("a1 does not touch a tile already placed.")
    give(page, Place(tile, "b2"), WAYS["keys"])
    expect(page.locator(".verdict.right")).to_contain_text("b2 touches another tile.")


def test_a_lesson_goes_on_where_its_reader_was(visit: Visit) -> None:
    """After a reload, in a new page, and from the list; the address names the step."""
    page = visit()
    page.goto("/learn/nexus")
    page.get_by_role("link", name="Skip this step").click()
    expect(page.locator(".lesson")).to_have_attribute("data-step", "line")
    expect(page).to_have_url(re.compile("/learn/nexus/line$"))
    page.get_by_role("link", name="Skip this step").click()
    expect(page).to_have_url(re.compile("/learn/nexus/most$"))
    page.reload()
    expect(page.locator(".lesson")).to_have_attribute("data-step", "most")
    other = page.context.new_page()
    other.goto("/learn")
    expect(other.locator('[data-card="nexus"]')).to_contain_text("Go on with step 3 of 11")
    other.locator('[data-card="nexus"]').click()
    expect(other).to_have_url(re.compile("/learn/nexus/most$"))
    expect(other.locator("h1")).to_have_text("Long lines, high numbers")
    other.get_by_role("link", name="Back", exact=True).click()
    expect(other.locator(".lesson")).to_have_attribute("data-step", "line")
    other.go_back()
    expect(other.locator(".lesson")).to_have_attribute("data-step", "most")
    page.goto("/learn")
    expect(page.locator('[data-card="nexus"]')).to_contain_text("Go on with step 3 of 11")
    assert page.context.cookies() == []


def test_steps_and_lessons_are_skipped(visit: Visit) -> None:
    page = visit()
    page.goto("/learn/daffodil")
    page.locator("summary").click()
    page.get_by_role("link", name="Wildcards").click()
    expect(page.locator(".lesson h1")).to_have_text("Wildcards")
    page.get_by_role("link", name="Skip the lesson").click()
    expect(page.locator("h1")).to_have_text("That is Daffodil")
    page.get_by_role("link", name="Next lesson: Nexus").click()
    expect(page.locator(".lesson")).to_have_attribute("data-lesson", "nexus")
    page.goto("/learn")
    expect(page.locator('[data-card="daffodil"]')).to_contain_text("Done")
    page.locator('[data-card="daffodil"]').click()
    expect(page.locator(".lesson")).to_have_attribute("data-step", "place")


def test_the_home_page_and_tables_lead_to_lessons(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.get_by_role("link", name="Learn it in two minutes").click()
    expect(page.locator(".lessons li")).to_have_count(5)
    page.goto(f"/tables/{Guest(page).create('orchid')}")
    page.get_by_role("link", name="Learn how it is played").click()
    expect(page.locator(".lesson")).to_have_attribute("data-lesson", "orchid")


def test_a_lesson_needs_no_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/learn/classic/line")
    page.get_by_label("Your answer").select_option("9-6-8@b1")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".verdict.wrong")).to_contain_text("no line becomes complete there")
    page.get_by_label("Your answer").select_option("9-6-8@a3")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".verdict.right")).to_contain_text("3 × 9 = 27")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("Long lines, high numbers")
