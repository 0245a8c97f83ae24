"""Progress and leaderboards in a real browser: the charts, the table behind them, consent and its end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest
from page_states import play_out
from progress_games import SUMMARY
from served import Served, serving

GAMES = 6


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as served:
        yield served


@pytest.fixture(scope="module")
def server(whole: Served) -> str:
    return whole.link


@pytest.fixture(scope="module")
def ann(whole: Served, chromium: Browser) -> Iterator[Page]:
    """Somebody with six games that were reviewed."""
    page = chromium.new_context(base_url=whole.link).new_page()
    guest = Guest(page)
    for number in range(GAMES):
        table = guest.create("classic")
        play_out(table, guest)
        found = replace(SUMMARY, lost=10.0 + 4 * number, grave=number)
        results = whole.app.state.context.tables.results
        asyncio.run_coroutine_threadsafe(results.reviewed(table, [found]), whole._loop).result()
    yield page
    page.context.close()


def test_progress_shows_strength_charts_and_the_same_as_a_table(ann: Page) -> None:
    ann.goto("/me")
    ann.get_by_role("link", name="Your progress").first.click()
    expect(ann.get_by_role("heading", name="Your progress")).to_be_visible()
    card = ann.get_by_role("region", name="Classic", exact=True)
    expect(card).to_contain_text("Given away with a move")
    expect(card).to_contain_text("1.05")  # 20 points over 19 moves
    expect(card).to_contain_text("strong as")
    chart = card.get_by_role("img", name="Points given away with a move")
    expect(chart).to_be_visible()
    assert chart.locator("circle").count() == GAMES
    card.get_by_text("All games as a table").click()
    expect(card.get_by_role("table").last.get_by_role("row")).to_have_count(GAMES + 1)
    expect(card).to_contain_text("Lines broken")


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_bot_about_as_strong_as_oneself_is_asked_for(ann: Page, viewport: ViewportSize) -> None:
    """The page says how it will play; in a game of which nothing is known yet, that it is not known."""
    ann.set_viewport_size(viewport)
    ann.goto("/?who=bots&edition=classic")
    with ann.expect_response("**/options?*"):
        ann.locator("#level1").select_option("About as strong as me")
    told = ann.get_by_role("status").filter(
        has_text="About as strong as you, by 6 reviewed games of yours: between casual and skilled"
    )
    expect(told).to_be_visible()
    ann.locator("#start").click()
    expect(ann).to_have_url(re.compile("/tables/"))
    (bot,) = [seat["bot"] for seat in ann.request.get(f"/api{urlsplit(ann.url).path}").json()["table"]["seats"][1:]]
    assert re.fullmatch(r"casual\+[1-9]", bot)
    ann.goto("/?who=bots&edition=nexus&level1=like-me")
    expect(ann.get_by_role("status").filter(has_text="known after 5 more reviewed games")).to_contain_text("as skilled")


def test_a_milestone_is_told_quietly_on_the_result_and_can_be_switched_off(ann: Page) -> None:
    reached = "The first game without a grave mistake"
    ann.goto("/me/progress")
    ann.get_by_role("region", name="Milestones").get_by_role("listitem").filter(has_text=reached).get_by_role(
        "link"
    ).click()
    expect(ann.locator(".reached")).to_contain_text(reached)
    expect(ann.get_by_role("dialog")).to_have_count(0)
    result = ann.url
    ann.goto("/settings")
    box = ann.get_by_label("Tell me what I reached for the first time")
    expect(box).to_be_checked()
    box.uncheck()
    ann.locator("#choices button").click()
    expect(ann.locator("#choices").get_by_role("status")).to_have_text("Saved.")
    expect(box).not_to_be_checked()
    ann.goto("/me/progress")
    expect(ann.get_by_role("region", name="Milestones")).to_have_count(0)
    ann.goto(result)
    expect(ann.get_by_text(reached)).to_have_count(0)


def test_somebody_appears_on_the_leaderboard_when_they_want_and_only_then(
    ann: Page, visit: Callable[..., Page]
) -> None:
    other = visit(viewport=PHONE)
    other.goto("/leaders")
    expect(other.get_by_text("Nobody is here yet.")).to_be_visible()
    ann.goto("/leaders?period=day")
    expect(ann.get_by_text("Only you are told.")).to_be_visible()
    ann.get_by_role("button", name="Show me on leaderboards").click()
    expect(ann.get_by_text("You are shown on leaderboards as Ann.")).to_be_visible()
    assert "period=day" in ann.url
    other.reload()
    expect(other.get_by_role("cell", name="Ann")).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ann.get_by_role("button", name="Take me off leaderboards").click()
    expect(ann.get_by_text("You are not shown on leaderboards.")).to_be_visible()
    other.reload()
    expect(other.get_by_text("Nobody is here yet.")).to_be_visible()
