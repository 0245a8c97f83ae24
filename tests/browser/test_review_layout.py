"""A review shows board, words and steps together, on a laptop and on a phone, while one goes through a game; and a file
of it holds all that there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import partake
from browsing import COMPILING, PHONE, WIDE, Guest
from partake.review import review
from partake.web.pages.review_file import review_file
from recorded import GOLDEN

Visit = Callable[..., Page]
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
SIZES = [LAPTOP, PHONE]
GAMES = ["classic-match", "nexus", "daffodil-reserve", "five-2"]


@cache
def file_of(name: str) -> str:
    record = partake.load(GOLDEN / f"{name}.partake")
    return review_file(review(record, seconds=0.5), record)


def fits(page: Page) -> None:
    """See that nothing sticks out of the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def see_together(page: Page, size: ViewportSize) -> None:
    """The board, the sentence and the steps lie wholly on the screen, and nothing lies on anything else."""
    boxes = page.evaluate(
        """() => [".review-board > svg", ".review-move h2", ".review-move .why", ".review-steps .steps"].map((name) => {
          const { x, y, right, bottom } = document.querySelector(`.review ${name}`).getBoundingClientRect();
          return [x, y, right, bottom];
        })"""
    )
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= size["width"]
        assert bottom <= size["height"]
        assert bottom - top > 20
    for i, (left, top, right, bottom) in enumerate(boxes):
        for x, y, far, low in boxes[i + 1 :]:
            assert right <= x or far <= left or bottom <= y or low <= top, boxes
    fits(page)
    board = boxes[0]
    assert board[3] - board[1] > size["height"] * 0.28, "the board is still large enough to be read"


@pytest.mark.parametrize("size", SIZES, ids=["laptop", "phone"])
@pytest.mark.parametrize("name", GAMES)
def test_a_file_shows_board_and_words_together_at_every_step(
    chromium: Browser, tmp_path: Path, name: str, size: ViewportSize
) -> None:
    path = tmp_path / "review.html"
    path.write_text(file_of(name), encoding="utf-8")
    page = chromium.new_page(viewport=size)
    page.goto(path.as_uri())
    before = None
    for _ in range(12):
        page.locator(".review:visible .steps").get_by_role("link", name="Next").click()
        see_together(page, size)
        box = page.locator(".review-board > svg:visible").bounding_box()
        assert before in (None, box), "the board stays where it is"
        before = box
    page.close()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_file_holds_all_games_players_and_decisions(
    chromium: Browser, tmp_path: Path, size: ViewportSize, scheme: Literal["light", "dark"]
) -> None:
    """A match, from the disk and without a network."""
    record = partake.load(GOLDEN / "classic-match.partake")
    file = tmp_path / "review.html"
    file.write_text(file_of("classic-match"), encoding="utf-8")
    with chromium.new_context(viewport=size, color_scheme=scheme, offline=True) as context:
        page, problems = context.new_page(), []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.on("console", lambda line: problems.append(line.text))
        page.goto(file.as_uri())
        expect(page.locator(".review:visible")).to_have_count(1)
        fits(page)
        for game in range(1, 5):
            page.locator(".tabs:visible").get_by_role("link", name=f"Game {game}").click()
            shown = page.locator(f"#review-{game}")
            expect(shown).to_be_visible()
            for name in record.setup.names:
                shown.locator(".whose span", has_text=name).click()
                shown.get_by_role("link", name="First").click()
                for at in range(1, 20):
                    expect(shown.locator(".review-move h2")).to_contain_text(f"{at} of 19")
                    expect(shown.locator(".review-step tr.on td").first).to_have_text(str(at))
                    page.keyboard.press("ArrowRight")
                expect(shown.locator(".review-sums h2")).to_have_text(f"Luck and skill: {name}")
        page.locator(".tabs:visible").get_by_role("link", name="Best possible board").click()
        expect(page.locator(".made:visible figure")).to_have_count(3)
        fits(page)
        page.goto(f"{file.as_uri()}#review-2.2.7")
        page.reload()
        expect(page.locator(".review-move:visible h2")).to_contain_text("7 of 19")
        expect(page.locator(".review-sums:visible h2")).to_have_text(f"Luck and skill: {record.setup.names[1]}")
        assert problems == []


def test_the_server_shows_them_together_too(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    ann = Guest(page)
    table = ann.create("classic")
    while ann.act(table):
        pass
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#step")).to_be_visible(timeout=COMPILING)
    see_together(page, LAPTOP)
    page.set_viewport_size(PHONE)
    for number in (2, 3, 4):
        page.get_by_role("link", name="Next").click()
        expect(page.locator("#step h2").first).to_contain_text(f"{number} of 19")
        see_together(page, PHONE)
