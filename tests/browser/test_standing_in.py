"""Nobody acts, and a bot stands in by itself for whoever vanished; alone, nothing happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, WIDE, Guest
from served import serving

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots stand in soon."""
    with serving(tmp_path_factory.mktemp("server"), pages=True, grace=0.2, absence=0.8) as served:
        yield served.link


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_nobody_acts_and_a_bot_stands_in_for_the_closed_browser(visit: Visit, size: object) -> None:
    host, friend = visit(viewport=size), visit(viewport=size)
    table = Guest(host).create("classic", seats=[{"kind": "host"}, {"kind": "person"}])
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    for page in (host, friend):
        page.goto(f"/tables/{table}")
        expect(page.locator(".people li")).to_have_count(2)
    friend.close()
    expect(host.locator('[data-presence="2"]')).to_have_text("a bot plays")
    expect(host.locator('[data-state="2"]')).to_have_text("placed")
    host.locator(".mine .cell.legal").first.click()
    expect(host.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    host.goto("/")
    friend = friend.context.new_page()
    friend.goto(f"/tables/{table}")
    expect(friend.locator(".mine .cell.legal").first).to_be_visible()
    expect(friend.locator('[data-presence="1"]')).to_have_text("a bot plays")
