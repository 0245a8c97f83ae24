"""Coming together: the waiting room, bots for free seats, pairs, leaving and coming back."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browsing import PHONE, Guest

Visit = Callable[..., Page]
PERSON, HOST = {"kind": "person"}, {"kind": "host"}


def test_from_home_to_a_table_with_a_friend_and_a_bot(visit: Visit) -> None:
    host, friend = visit(), visit(viewport=PHONE)
    host.goto("/")
    host.locator("label.pick", has_text="With friends elsewhere").click()
    host.locator("label.pick", has_text="Nexus").click()
    host.locator("summary", has_text="Options").click()
    host.get_by_label("The game begins").select_option("when 3 are here")
    host.get_by_label("The lowest pays").check()
    host.get_by_label("Show the table in the lobby").check()
    host.get_by_label("Name of the table").fill("Sunday")
    host.get_by_role("button", name="Get the link").click()
    expect(host.get_by_role("heading", name="Sunday")).to_be_visible()
    expect(host.get_by_role("img", name="QR code")).to_be_visible()
    friend.goto("/")
    expect(friend.locator(".lobby")).to_contain_text("Scrapyard: The lowest pays")
    friend.get_by_role("link", name="Join").click()
    friend.get_by_label("Your name at the table").fill("Bob")
    friend.get_by_role("button", name="Sit down").click()
    expect(host.locator(".waiting")).to_contain_text("Bob")
    expect(friend.get_by_role("button", name="Add a bot")).to_have_count(0)
    host.get_by_label("Level").select_option("beginner")
    host.get_by_role("button", name="Add a bot").click()
    for page in (host, friend):
        expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 44")
        expect(page.locator(".other")).to_have_count(2)
    host.get_by_role("button", name="Show the board of Bob larger").click()
    expect(host.locator(".other.large")).to_have_count(1)


def test_two_people_share_a_seat(visit: Visit) -> None:
    host, pair = visit(), visit(viewport=PHONE)
    table = Guest(host).create("classic", "Cy", seats=[HOST, PERSON])
    pair.goto(f"/tables/{table}")
    pair.get_by_label("Your name at the table").fill("Ann")
    pair.get_by_text("Two of you on one seat?").click()
    pair.get_by_label("The other one's name").fill("Bob")
    pair.get_by_role("button", name="Sit down").click()
    expect(pair.locator(".mine .cell.legal")).to_have_count(19)
    host.goto(f"/tables/{table}")
    expect(host.locator(".other h3").first).to_contain_text("Ann & Bob")
    pair.get_by_text("The link for Bob").click()
    link = pair.get_by_label("The link for Bob", exact=True).input_value()
    second = visit()
    second.goto(f"/tables/{table}")
    expect(second.locator("[data-part=told]")).to_have_text("You are watching")
    expect(second.get_by_role("button", name="I am Bob")).to_have_count(0)
    second.goto(link)
    second.get_by_role("button", name="I am Bob").click()
    second.locator('.mine [data-cell="c3"].legal').click()
    expect(pair.locator('.mine [data-cell="c3"].filled')).to_be_visible()


def test_whoever_left_comes_back_to_the_seat(visit: Visit) -> None:
    host, friend = visit(), visit(viewport=PHONE)
    table = Guest(host).create("classic", seats=[HOST, PERSON])
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    host.goto(f"/tables/{table}")
    friend.goto(f"/tables/{table}")
    friend.on("dialog", lambda dialog: dialog.accept())
    friend.get_by_role("button", name="Leave the table").click()
    expect(friend.get_by_role("heading", name="Who plays?")).to_be_visible()
    expect(friend.get_by_role("heading", name="Go on playing")).to_have_count(0)
    host.get_by_role("button", name="Let a bot play for Bob").click()
    expect(host.locator('[data-state="2"]')).to_have_text("placed")
    friend.get_by_role("link", name="Me", exact=True).click()
    friend.get_by_role("link", name="Classic").click()
    expect(friend.locator("[data-part=told]")).to_have_text("You are watching")
    friend.get_by_role("button", name="Come back to your seat").click()
    expect(friend.get_by_role("button", name="Leave the table")).to_be_visible()
    host.locator('.mine [data-cell="c3"].legal').click()
    expect(friend.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    friend.locator(".mine .cell.legal").first.click()
    expect(friend.locator("[data-part=told]")).to_have_text("Placed. Waiting for Ann")


def test_a_table_that_everybody_left_can_be_come_back_to(visit: Visit) -> None:
    page = visit()
    table = Guest(page).create("classic")
    Guest(page).act(table)
    assert page.request.post(f"/api/tables/{table}/leave").ok
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Come back to your seat").click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    page.locator(".mine .cell.legal").first.click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 3 of 19")


def test_many_people_meet_at_a_table_without_limit(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    host = Guest(page)
    table = host.create("classic", unlimited=True)
    loads: list[str] = []
    page.goto(f"/tables/{table}")
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    others = [visit(viewport=PHONE) for _ in range(9)]
    for n, other in enumerate(others):
        assert other.request.post(f"/api/tables/{table}/join", data={"nickname": f"Guest {n}"}).ok
    expect(page.locator(".waiting li")).to_have_count(10)
    assert not loads, "the list changes without the page being fetched again"
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".others .other")).to_have_count(7)
    expect(page.locator("[data-part=rank]")).to_have_text("You are in place 1 of 10")
    for other in others[:-1]:
        Guest(other).act(table)
    last = others[-1]
    last.goto(f"/tables/{table}")
    last.locator(".mine .cell.legal").first.click()
    host.act(table)
    expect(last.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    expect(last.locator(".others .cell.filled")).to_have_count(7)
    expect(last.locator(".mine .cell.filled")).to_have_count(1)
