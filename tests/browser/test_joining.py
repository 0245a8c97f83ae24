"""Coming to a table by its link: who invites to what, and a name that is taken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]
PERSON, HOST = {"kind": "person"}, {"kind": "host"}


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_guest_reads_the_invitation_and_is_helped_to_a_free_name(
    visit: Visit, chromium: Browser, server: str, size: ViewportSize
) -> None:
    host = visit()
    friend = chromium.new_page(base_url=server, viewport=size)  # in whose console the status 409 is no complaint
    table = Guest(host).create("classic", seats=[HOST, PERSON, PERSON], options={"rounds": 4, "rays": "each"})
    host.goto(f"/tables/{table}")
    friend.goto(f"/tables/{table}")
    expect(friend.get_by_role("heading", level=1)).to_have_text("Ann invites you to Classic, a match of 4 games")
    expect(friend.get_by_text("Rays: Every ray counts")).to_be_visible()
    rules = friend.locator("details", has_text="Rules of this table")
    expect(rules).not_to_have_attribute("open", "")
    field = friend.get_by_label("Your name at the table")
    field.fill("Ann")
    with friend.expect_response("**/join") as answered:
        friend.get_by_role("button", name="Sit down", exact=True).click()
    assert answered.value.status == 409
    expect(friend.get_by_role("alert")).to_have_text("Somebody named Ann sits here already.")
    expect(field).to_have_value("Ann")
    expect(field).to_be_focused()
    expect(friend).to_have_url(f"{friend.url.partition('/tables')[0]}/tables/{table}")
    friend.get_by_role("button", name="Sit down as Ann 2").click()
    expect(friend.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(host.locator(".waiting")).to_contain_text("Ann 2")
    friend.close()
