"""Playing again: an invitation that reaches the others wherever they are in the pages."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browsing import PHONE, Guest

Visit = Callable[..., Page]
PERSON, HOST = {"kind": "person"}, {"kind": "host"}


def finished(host: Page, *friends: Page) -> str:
    """A game that these visitors have finished."""
    ann = Guest(host)
    table = ann.create("classic", seats=[HOST, *(PERSON for _ in friends)])
    for n, friend in enumerate(friends):
        assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": ("Bob", "Cleo")[n]}).ok
    players = [ann, *(Guest(friend) for friend in friends)]
    while [player for player in players if player.act(table)]:
        pass
    return table


def test_a_rematch_asks_the_others_wherever_they_are(visit: Visit) -> None:
    host, bob, cleo = visit(), visit(viewport=PHONE), visit()
    table = finished(host, bob, cleo)
    for page in (host, bob, cleo):
        page.goto(f"/tables/{table}")
    bob.goto("/me")
    cleo.goto("/")
    host.get_by_role("button", name="Play again").click()
    expect(host.get_by_text("Bob is asked, no answer yet")).to_be_visible()
    for page in (bob, cleo):
        expect(page.get_by_text("Ann wants to play Classic again. Do you?")).to_be_visible()
    cleo.get_by_role("button", name="Not now").click()
    expect(cleo.locator("[data-notice]")).to_have_count(0)
    expect(host.get_by_text("Cleo does not play this time")).to_be_visible()
    bob.get_by_role("button", name="Yes, let us play").click()
    expect(host.locator(".waiting")).to_contain_text("Bob")
    expect(bob.get_by_role("button", name="Leave the table")).to_be_visible()
    host.get_by_role("button", name="Start now").click()
    for page in (host, bob):
        expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")
        expect(page.locator(".other")).to_have_count(1)


def test_on_the_page_of_the_result_the_next_table_is_offered_and_can_be_declined(visit: Visit) -> None:
    host, bob = visit(viewport=PHONE), visit(viewport=PHONE)
    table = finished(host, bob)
    bob.goto(f"/tables/{table}")
    assert host.request.post(f"/api/tables/{table}/rematch").ok
    bob.get_by_role("link", name="To the next game").click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Ann invites you to Classic")
    bob.get_by_role("button", name="Not now").click()
    expect(bob).to_have_url(f"{bob.url.partition('/tables')[0].rstrip('/')}/")
