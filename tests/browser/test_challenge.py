"""Challenging a friend: a link, the same tiles, both boards beside each other for both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_friend_plays_the_same_tiles_and_both_see_both_boards(visit: Visit, size: ViewportSize) -> None:
    host, friend = visit(viewport=size), visit(viewport=size)
    ann, bob = Guest(host), Guest(friend)
    table = ann.create("classic")
    while ann.act(table):
        pass
    drawn = ann.state(table)["view"]["drawn"]
    host.goto(f"/tables/{table}")
    host.get_by_role("button", name="Challenge a friend").click()
    link = host.get_by_label("Challenge a friend", exact=True).input_value()
    friend.goto(link)
    expect(friend.get_by_role("heading", level=1)).to_have_text("Ann challenges you to Classic")
    assert table not in friend.content()
    friend.get_by_label("Your name at the table").fill("Bob")
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.locator("[data-part=turn]")).to_have_text("tile 1 of 19")
    assert table not in friend.content()
    other = link.rpartition("/")[2]
    while bob.act(other):
        pass
    assert bob.state(other)["view"]["drawn"] == drawn
    for page, address, name in ((host, f"/tables/{table}", "Bob"), (friend, link, "Ann")):
        page.goto(address)
        same = page.locator(".same figure")
        expect(same).to_have_count(2)
        expect(same.nth(1)).to_contain_text(f"{name}: ")
        expect(same.locator(".live.board")).to_have_count(2)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
