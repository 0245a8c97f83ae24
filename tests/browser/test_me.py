"""Me: a stranger is led to a game; games are listed with opponents, options, score, grade and review."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import COMPILING, PHONE, WIDE, Guest

Visit = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])


@SIZES
def test_me_of_a_stranger_leads_to_a_game(visit: Visit, size: Any) -> None:
    page = visit(viewport=size)
    page.goto("/me")
    expect(page.get_by_role("link", name="Choose a game")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")


@SIZES
def test_my_games_tell_with_whom_by_which_rules_how_well_and_lead_to_the_review(visit: Visit, size: Any) -> None:
    page = visit(viewport=size)
    ann = Guest(page)
    bots = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
    table = ann.create("classic", seats=bots, options={"rays": "best"})
    page.goto(f"/tables/{table}")
    while not ann.state(table)["view"]["outcome"]:
        ann.act(table)
    expect(page.locator(".result")).to_be_visible()
    total = ann.state(table)["view"]["outcome"]["players"][0]["total"]
    page.goto("/me")
    entry = page.locator(".played li")
    for words in ("Classic", "with Random bot", "Rays: The best rays of the table", f"{total:g}"):
        expect(entry).to_contain_text(words)
    expect(page.locator("section.card", has_text="Mean")).to_contain_text("2 players")
    assert page.request.post(f"/api/tables/{table}/review").ok
    page.goto(f"/tables/{table}/review")
    expect(page.locator(".review-wait")).to_have_count(0, timeout=COMPILING)
    page.goto("/me")
    expect(entry).to_contain_text("of 19 moves best or good")
    entry.get_by_role("link", name="Review").click()
    expect(page).to_have_url(f"{page.url.partition('/tables')[0]}/tables/{table}/review")


def test_many_games_are_listed_page_by_page(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    for _ in range(21):
        Guest(page).create("classic")
    page.goto("/me")
    expect(page.locator(".played li")).to_have_count(20)
    page.get_by_role("link", name="Older").click()
    expect(page.locator(".played li")).to_have_count(1)
    page.get_by_role("link", name="Newer").click()
    expect(page.locator(".played li")).to_have_count(20)


@SIZES
def test_tokens_are_made_and_deleted_and_other_browsers_signed_out(visit: Visit, size: Any) -> None:
    page, other = visit(viewport=size), visit(viewport=size)
    Guest(page).create("classic")
    page.goto("/me")
    page.get_by_role("button", name="Show the link").click()
    other.goto(page.locator("#link").input_value())
    other.locator("main form button").click()
    assert other.request.get("/api/me").json() == page.request.get("/api/me").json()
    page.goto("/me")
    tokens = page.locator("#tokens")
    tokens.get_by_label("What it is for").fill("My player")
    tokens.get_by_role("button", name="Make a token").click()
    token = page.locator("#link").input_value()
    assert other.request.get("/api/me", headers={"authorization": f"Bearer {token}"}).ok
    page.get_by_role("main").get_by_role("link", name="Me").click()
    expect(tokens.locator("li")).to_contain_text("Only plays")
    page.locator("#sign-out").get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("status")).to_have_text("Done: you are signed in here only.")
    assert (page.request.get("/api/me").status, other.request.get("/api/me").status) == (200, 401)
    tokens.get_by_label("It may also decide about me").check()
    tokens.get_by_label("What it is for").fill("My keeper")
    tokens.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text("Decides about you too")).to_be_visible()
    page.goto("/me")
    tokens.get_by_role("button", name="Delete").first.click()
    expect(tokens.locator("li")).to_have_count(1)
    page.locator("#sign-out").get_by_label("Delete all tokens too").check()
    page.locator("#sign-out").get_by_role("button", name="Sign out everywhere").click()
    expect(tokens.locator("li")).to_have_count(0)
