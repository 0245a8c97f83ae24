"""The dealer's intermission on the page: a ring that closes, going on, its length, and the result between two games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browsing import PHONE, WIDE, Guest, Lines

Visit = Callable[..., Page]
PERSON, HOST, BOT = {"kind": "person"}, {"kind": "host"}, {"kind": "bot", "level": "random"}
SIZES = pytest.mark.parametrize(
    "size", [{"viewport": PHONE, "has_touch": True}, {"viewport": WIDE}], ids=["phone", "wide"]
)


@pytest.fixture(scope="module")
def motion() -> str:
    """Pages move, as they do for most people."""
    return "no-preference"


def opened(page: Page, table: str) -> None:
    page.goto(f"/tables/{table}")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'.mine [data-cell="{name}"]')


def turn(page: Page) -> Locator:
    return page.locator("[data-part=turn]")


@SIZES
def test_everybody_sees_the_result_of_a_game_with_its_boards_until_they_go_on(
    visit: Visit, size: dict[str, Any]
) -> None:
    host, friend, watcher = visit(**size), visit(**size), visit(**size)
    ann, bob = Guest(host), Guest(friend)
    table = ann.create("classic", seats=[HOST, PERSON], options={"rounds": 2, "takeback": "no"})
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    opened(host, table)
    opened(friend, table)
    watcher.goto(f"/tables/{table}")
    expect(watcher.locator("[data-part=told]")).to_have_text("You are watching")
    while ann.act(table) or bob.act(table):
        pass
    view = ann.state(table)["view"]
    assert view["between"]
    points = dict(zip(view["names"], view["counted"][0], strict=True))
    for page in (host, friend, watcher):
        result = page.locator("[data-part=result]")
        expect(result).to_contain_text("game 1 of 2", ignore_case=True)
        for name, total in points.items():
            expect(result.locator("tr", has_text=name)).to_have_text(f"{name}+{total}{total}")
        expect(page.locator(".mine svg.board .cell.filled")).to_have_count(19)
        expect(page.locator("[data-part=next-game]")).to_contain_text("The next game begins in")
        expect(page.locator("[data-part=told]")).to_have_text("Game 1 of 2 is over")
    expect(watcher.get_by_role("button", name="Continue")).to_have_count(0)
    host.get_by_role("button", name="Continue").click()
    expect(host.locator("[data-part=next-game]")).to_have_text("Waiting for Bob to go on.")
    expect(host.get_by_role("button", name="Continue")).to_be_disabled()
    friend.reload()
    expect(friend.locator("[data-part=result]")).to_be_visible()
    expect(friend.locator(".mine svg.board .cell.filled")).to_have_count(19)
    friend.keyboard.press(" ")
    for page in (host, friend, watcher):
        expect(turn(page)).to_have_text("tile 1 of 19")
        expect(page.locator("[data-part=result]")).to_be_hidden()
        expect(page.locator(".mine svg.board .cell.filled")).to_have_count(0)
        expect(page.locator("[data-part=round]")).to_have_text("game 2 of 2")


@SIZES
def test_a_single_player_chooses_how_long_to_take_back_until_they_go_on(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(**size)
    opened(page, table := Guest(page).create("classic", seats=[HOST, BOT], pause=1.5))
    page.get_by_label("Time to take back").select_option("Take back: no limit")
    cell(page, "c3").click()
    expect(page.locator("[data-part=told]")).to_have_text("Tap the arrows for the next tile")
    page.get_by_role("button", name="Take back").click()
    cell(page, "b2").click()
    expect(cell(page, "c3")).to_have_class("cell empty")
    page.get_by_role("button", name="Draw the next tile now").click()
    expect(turn(page)).to_have_text("tile 2 of 19")
    page.reload()
    expect(page.get_by_label("Time to take back")).to_have_value("go-on")
    cell(page, "c3").click()
    expect(page.get_by_role("button", name="Draw the next tile now")).to_be_visible()
    page.keyboard.press(" ")
    expect(turn(page)).to_have_text("tile 3 of 19")
    assert len(Guest(page).state(table)["view"]["sheets"][0]["cells"]) == 2


def test_a_finger_has_longer_than_a_mouse_or_a_key_until_the_player_chooses(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    line = Lines(page)
    opened(page, Guest(page).create("classic", pause=0))
    pause = page.get_by_label("Time to take back")
    cell(page, "a1").tap()
    expect(turn(page)).to_have_text("tile 2 of 19")
    expect(pause).to_have_value("1.5")
    cell(page, "a2").click()
    expect(turn(page)).to_have_text("tile 3 of 19")
    cell(page, "a3").focus()
    page.keyboard.press("Enter")
    expect(turn(page)).to_have_text("tile 4 of 19")
    assert [move["pause"] for move in line.moves] == [1.5, 0.4, 0.4]


def test_where_another_person_waits_the_pause_is_not_ones_own(visit: Visit) -> None:
    page, friend = visit(), visit()
    table = Guest(page).create("classic", seats=[HOST, PERSON])
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    opened(page, table)
    expect(page.get_by_label("Time to take back")).to_have_count(0)


@SIZES
def test_a_ring_closes_around_the_last_tile_while_it_can_be_taken_back(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(**size)
    opened(page, Guest(page).create("classic"))
    page.get_by_label("Time to take back").select_option("Take back: 3 s")
    cell(page, "c3").click()
    ring = cell(page, "c3").locator(".ring.closing")
    expect(ring).to_be_visible()
    [duration] = ring.evaluate("ring => ring.getAnimations().map((one) => one.effect.getTiming().duration)")
    assert 0 < duration <= 3000
    expect(turn(page)).to_have_text("tile 2 of 19")
    expect(page.locator(".closing")).to_have_count(0)


def test_whoever_wants_no_motion_reads_the_seconds(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    opened(page, Guest(page).create("classic"))
    page.get_by_label("Time to take back").select_option("Take back: 3 s")
    cell(page, "c3").click()
    expect(page.get_by_role("button", name="Take back")).to_have_text(re.compile(r"^Take back \([123] s\)$"))
    expect(page.locator(".closing")).to_have_count(0)
    page.keyboard.press(" ")
    expect(turn(page)).to_have_text("tile 2 of 19")


@SIZES
def test_a_take_back_that_comes_too_late_offers_to_confirm_once(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(**size)
    opened(page, Guest(page).create("classic"))
    offer = page.locator("[data-part=offer]")
    cell(page, "c3").click()
    expect(turn(page)).to_have_text("tile 2 of 19")
    page.get_by_role("button", name="Take back").click()
    expect(offer).to_contain_text("Too late: the next tile is drawn.")
    page.get_by_role("button", name="Ask before placing").click()
    expect(offer).to_be_hidden()
    expect(page.get_by_label("Confirm placing")).to_be_checked()
    page.get_by_label("Confirm placing").uncheck()
    cell(page, "b2").focus()
    page.keyboard.press("Enter")
    expect(turn(page)).to_have_text("tile 3 of 19")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("alert")).to_have_text("Too late: the next tile is drawn.")
    expect(offer).to_be_hidden()
