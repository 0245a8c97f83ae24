"""A friend who vanishes stops nobody: closed browsers, bots in their place, coming back, removing, closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, WIDE, Guest
from served import serving

Visit = Callable[..., Page]
PERSON, HOST = {"kind": "person"}, {"kind": "host"}
SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that loses patience soon."""
    with serving(tmp_path_factory.mktemp("server"), pages=True, grace=0.2, patience=0.6) as served:
        yield served.link


def together(visit: Visit, *names: str, size: object = WIDE, edition: str = "classic") -> tuple[str, list[Page]]:
    """A running table, open before each of these people; the first is the host."""
    pages = [visit(viewport=size) for _ in names]
    table = Guest(pages[0]).create(edition, names[0], seats=[HOST, *[PERSON] * (len(names) - 1)])
    for page, name in zip(pages[1:], names[1:], strict=True):
        assert page.request.post(f"/api/tables/{table}/join", data={"nickname": name}).ok
    for page in pages:
        page.goto(f"/tables/{table}")
        expect(page.locator(".people li")).to_have_count(len(names))
    return table, pages


def watched(page: Page) -> list[str]:
    """The pages that are loaded from now on."""
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    return loads


@SIZES
def test_the_host_lets_a_bot_play_for_a_closed_browser_and_the_friend_comes_back_to_the_seat(
    visit: Visit, size: object
) -> None:
    table, [host, friend] = together(visit, "Ann", "Bob", size=size)
    expect(host.locator(".people li").nth(1)).to_contain_text("here")
    loads = watched(host)
    friend.close()
    seat = host.locator('[data-presence="2"]')
    expect(seat).to_have_text("away")
    host.locator('.mine [data-cell="c3"].legal').click()
    expect(host.locator("[data-part=absence]")).to_contain_text("The game waits for Bob (away).")
    expect(host.locator("[data-part=news]")).to_contain_text("Bob is away.")
    host.locator("[data-part=absence]").get_by_role("button", name="Let a bot play for Bob").click()
    expect(seat).to_have_text("a bot plays")
    expect(host.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    expect(host.locator("[data-part=absence]")).to_be_hidden()
    again = friend.context.new_page()
    again.goto(f"/tables/{table}")
    expect(again.locator(".mine .cell.filled")).to_have_count(2)
    expect(again.locator("[data-part=come-back]")).to_have_count(0)
    expect(seat).to_have_text("")
    expect(host.locator(".people li").nth(1)).to_contain_text("here")
    host.locator(".mine .cell.legal").first.click()
    expect(again.locator("[data-part=turn]")).to_have_text("tile 3 of 19")
    again.locator(".mine .cell.legal").first.click()
    expect(again.locator("[data-part=told]")).to_have_text("Placed. Waiting for Ann")
    assert not loads, "the page of whoever stayed was never loaded again"


@SIZES
def test_when_the_host_vanishes_the_other_decides(visit: Visit, size: object) -> None:
    table, [host, friend] = together(visit, "Ann", "Bob", size=size, edition="five")
    expect(friend.get_by_role("button", name="Close the table")).to_be_hidden()
    host.context.close()
    expect(friend.locator('.five-player [data-presence="1"]')).to_have_text("away")
    expect(friend.locator("[data-part=decides]")).to_have_text("You decide for the table while the host is away.")
    people = friend.locator(".people")
    people.get_by_label("Level of the bot for Ann").select_option("beginner")
    people.get_by_role("button", name="Let a bot play for Ann").click()
    expect(people).to_contain_text("a bot plays in this place (beginner)")
    assert Guest(friend).state(table)["table"]["seats"][0]["bot"] == "beginner"


def test_a_player_is_removed_from_a_running_table_and_watches(visit: Visit) -> None:
    _, [host, friend] = together(visit, "Ann", "Bob")
    host.on("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="Remove Bob").click()
    expect(friend.get_by_text("You were removed from this table. You can watch.")).to_be_visible()
    expect(friend.locator("[data-part=told]")).to_have_text("You are watching")
    expect(host.locator('[data-presence="2"]')).to_have_text("a bot plays")
    expect(host.get_by_role("button", name="Give the seat back")).to_have_count(0)


@SIZES
def test_a_player_is_removed_from_the_waiting_room_until_readmitted(visit: Visit, size: object) -> None:
    host, friend = visit(viewport=size), visit(viewport=size)
    table = Guest(host).create("classic", seats=[HOST, PERSON, PERSON])
    host.goto(f"/tables/{table}")
    loads = watched(host)
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    friend.goto(f"/tables/{table}")
    expect(host.locator(".waiting")).to_contain_text("Bob")
    friend.goto("/")
    expect(host.locator('.waiting [data-presence="2"]')).to_have_text("away")
    friend.goto(f"/tables/{table}")
    expect(host.locator('.waiting [data-presence="2"]')).to_have_text("")
    assert not loads, "sitting down and vanishing are shown in place"
    host.get_by_role("button", name="Remove Bob").click()
    expect(friend.get_by_text("You were removed from this table. You can watch.")).to_be_visible()
    expect(friend.get_by_role("button", name="Sit down")).to_have_count(0)
    host.get_by_role("button", name="Let those who were removed sit down again").click()
    friend.get_by_role("button", name="Sit down").click()
    expect(host.locator(".waiting")).to_contain_text("Bob")


@SIZES
def test_a_closed_game_is_told_to_all_and_listed_as_closed(visit: Visit, size: object) -> None:
    table, [host, friend] = together(visit, "Ann", "Bob", size=size)
    Guest(host).act(table)
    Guest(friend).act(table)
    host.on("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="Close the table").click()
    for page in (host, friend):
        expect(page.get_by_role("heading", name="This table is closed.")).to_be_visible()
        expect(page.locator(".mine .cell.filled")).to_have_count(1)
    friend.goto("/me")
    expect(friend.get_by_role("listitem").filter(has_text="Classic")).to_contain_text("closed")


def test_whoever_left_is_asked_before_the_seat_is_theirs_again_or_the_host_gives_it_back(visit: Visit) -> None:
    table, [host, friend] = together(visit, "Ann", "Bob")
    friend.on("dialog", lambda dialog: dialog.accept())
    friend.get_by_role("button", name="Leave the table").click()
    expect(host.locator('[data-presence="2"]')).to_have_text("has left")
    host.locator(".people").get_by_role("button", name="Let a bot play for Bob").click()
    expect(host.locator('[data-presence="2"]')).to_have_text("a bot plays")
    friend.goto(f"/tables/{table}")
    expect(friend.get_by_role("button", name="Come back to your seat")).to_be_visible()
    host.get_by_role("button", name="Give the seat back to Bob").click()
    expect(friend.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(host.locator('[data-presence="2"]')).to_have_text("")
