"""Spectators see whose board is large and change it; a player whose time was up reads what the bot did."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]
HOST, PERSON = {"kind": "host"}, {"kind": "person"}
SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])


@SIZES
def test_a_spectator_chooses_whose_board_is_large(visit: Visit, size: ViewportSize) -> None:
    host, friend, page = visit(), visit(), visit(viewport=size)
    ann, bob = Guest(host), Guest(friend)
    table = ann.create("nexus", seats=[HOST, PERSON])
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    tile = ann.state(table)["view"]["called"][0]
    ann.move(table, f"{tile}@d4")
    bob.move(table, f"{tile}@a1")
    page.goto(f"/tables/{table}")
    large, small = page.locator(".mine"), page.locator(".other")
    expect(large.locator(".whose")).to_have_text("Ann")
    expect(large.locator('[data-cell="d4"].filled')).to_be_visible()
    page.get_by_role("button", name="Show the board of Bob large").click()
    for _ in range(2):
        expect(large.locator(".whose")).to_have_text("Bob")
        expect(large.locator('[data-cell="a1"].filled')).to_be_visible()
        expect(small.locator("h3")).to_have_text(re.compile("^Ann"))
        expect(small.locator('[data-cell="d4"].filled')).to_be_visible()
        page.reload()
    tile = ann.state(table)["view"]["called"][0]
    ann.move(table, f"{tile}@s1")
    expect(small.locator(".state")).to_have_text("placed")
    bob.move(table, f"{tile}@a2")
    expect(large.locator('[data-cell="a2"].filled')).to_be_visible()
    expect(small.locator('svg.yard [data-cell="s1"].filled')).to_be_visible()
    page.keyboard.press("1")
    expect(large.locator(".whose")).to_have_text("Ann")
    expect(large.locator('svg.yard [data-cell="s1"].filled')).to_be_visible()


@SIZES
def test_when_time_is_up_the_page_tells_what_the_bot_did(visit: Visit, size: ViewportSize) -> None:
    page, friend = visit(viewport=size), visit()
    ann = Guest(page)
    table = ann.create("classic", seats=[HOST, PERSON], clock=2)
    page.goto(f"/tables/{table}")
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    told = page.locator("[data-part=stood-in]")
    expect(told).to_contain_text("If you miss the next clock too, it plays on for you until you come back.")
    record = page.request.get(f"/api/tables/{table}/record").text()
    said = re.search(r"a bot put (\S+) on (\w+) for you", told.inner_text())
    assert said is not None
    assert f"1:{said[1]}@{said[2]}" in record
    told.get_by_role("button", name="Understood").click()
    expect(told).to_be_hidden()
