"""From the scorekeeper to the server: a game whose calls are known becomes a finished one, corrected ones too."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

import partake
from calling import Visit, keep
from paper_games import paper_game, totals
from partake.engine.record.fields import settings
from partake.engine.setup import arrange

TABLE = re.compile(r"/tables/([\w-]+)$")


def kept(page: Page, evening: dict[str, Any]) -> None:
    """An evening on the scorekeeper, as the caller leaves it there: with all its options."""
    setup = arrange(partake.edition(evening["edition"]), evening["options"], seats=2)
    evening["options"] = {name: value for name, value in settings(setup).items() if name not in ("takeback", "rounds")}
    page.goto("/score")
    keep(page, f"evening/{evening['id']}", evening)
    page.goto(f"/score?evening={evening['id']}")


def sent(page: Page) -> str:
    """The table to which a game is sent."""
    page.get_by_role("button", name="Send for review").click()
    page.wait_for_url(TABLE)
    found = TABLE.search(page.url)
    assert found is not None
    return found[1]


def test_a_game_is_sent_reviewed_and_counted_apart(visit: Visit) -> None:
    page, evening = visit(), paper_game("classic", "Ana", "Bo & Cy", is_seeded=True)
    kept(page, evening)
    first = sent(page)
    expect(page.get_by_text("Classic, at the cardboard table")).to_be_visible()
    rows = page.locator(".standings tbody tr")
    best, other = sorted(totals(evening), reverse=True)
    expect(rows.nth(0)).to_contain_text(f"{best:g}")
    expect(rows.nth(1)).to_contain_text(f"{other:g}")
    expect(page.get_by_role("button", name="Review the game")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    page.goto("/me")
    expect(page.get_by_role("heading", name="Classic, at the cardboard table")).to_be_visible()
    kept(page, evening)
    assert sent(page) == first


def test_a_correction_takes_the_place_of_what_was_sent(visit: Visit) -> None:
    page, evening = visit(), paper_game("classic", "Ana", "Bo", seed="slip")
    kept(page, evening)
    first = sent(page)
    board = evening["games"][0]["boards"][0]
    board["a1"], board["c3"] = board["c3"], board["a1"]
    kept(page, evening)
    second = sent(page)
    assert second != first
    page.goto("/me")
    expect(page.locator(f"a[href='/tables/{second}']").first).to_be_visible()
    expect(page.locator(f"a[href='/tables/{first}']")).to_have_count(0)


def test_what_does_not_follow_the_rules_is_said(chromium: Browser, server: str) -> None:
    """Without the fixture that minds complaints: the browser notes every refusal."""
    page, evening = chromium.new_page(base_url=server), paper_game("classic", "Ana", "Bo", placement="adjacent")
    evening["games"][0]["called"].reverse()
    kept(page, evening)
    page.get_by_role("button", name="Send for review").click()
    expect(page.locator("[data-part=review-problem]")).to_contain_text(
        re.compile("cannot have put .* on .* when it was")
    )
    page.close()
