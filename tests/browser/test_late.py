"""Coming late to a table without seat limit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, WIDE, Guest
from partake.engine.record.text import parse_record
from partake.rules.catalogue import catalogue

Visit = Callable[..., Page]


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_somebody_comes_late_and_plays_on_from_what_a_bot_has_placed(visit: Visit, size: object) -> None:
    page, friend, late = visit(viewport=size), visit(viewport=size), visit(viewport=size)
    host = Guest(page)
    table = host.create("classic", unlimited=True)
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    assert page.request.post(f"/api/tables/{table}/start").ok
    for _ in range(2):
        host.act(table)
        Guest(friend).act(table)
    page.goto(f"/tables/{table}")
    expect(page.locator(".others .other")).to_have_count(1)
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    late.goto(f"/tables/{table}")
    expect(late.get_by_text("You can still sit down")).to_be_visible()
    late.get_by_label("Your name at the table").fill("Cleo")
    late.get_by_role("button", name="Sit down").click()
    expect(late.locator(".mine .cell.filled")).to_have_count(2)
    expect(late.locator("[data-part=turn]")).to_have_text("tile 3 of 19")
    late.locator(".mine .cell.legal").first.click()
    expect(page.locator(".others .other")).to_have_count(2)
    expect(page.locator(".people li").nth(2)).to_contain_text("came late, a bot answered the first 2 calls")
    page.locator(".mine .cell.legal").first.click()
    Guest(friend).act(table)
    for one in (page, late):
        expect(one.locator("[data-part=turn]")).to_have_text("tile 4 of 19")
    expect(page.locator('.others svg.board[data-seat="3"] .cell.filled')).to_have_count(3)
    record = page.request.get(f"/api/tables/{table}/record").text()
    assert "# Seat 3 came late: a bot answered the first 2 calls." in record
    assert parse_record(record, catalogue()).setup.names == ("Ann", "Bob", "Cleo")
    assert not loads, "the board of the late comer appears in place"
