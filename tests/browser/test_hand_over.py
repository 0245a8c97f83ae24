"""Friends at one device: it is handed round, and nobody sees on it what only another may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, WIDE, Guest
from listening import Blind

Visit = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])


def sit_down(page: Page, game: str, *friends: str) -> str:
    """A table for friends at this device, made on the home page by Ann."""
    page.goto("/")
    for choice in ("With friends here", game):
        if choice != "Classic":  # which is chosen already
            with page.expect_response("**/options?*"):
                page.locator("label.pick", has_text=choice).click()
    page.locator("#nickname").fill("Ann")
    if len(friends) > 1:
        with page.expect_response("**/options?*"):
            page.get_by_label("How many of you").select_option(str(len(friends) + 1))
    for number, name in enumerate(friends, start=2):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".plays")).to_have_text("Ann plays")
    return page.url.rpartition("/")[2].partition("?")[0]


@SIZES
def test_a_tile_goes_round_and_the_last_player_begins_with_the_next(visit: Visit, size: Any) -> None:
    page = visit(viewport=size)
    table = sit_down(page, "Classic", "Bob", "Cleo")
    expect(page.locator(".pass:visible")).to_have_count(0)
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.get_by_role("link", name="Pass the device to Bob").click()
    expect(page.locator(".plays")).to_have_text("Bob plays")
    expect(page.locator('[data-cell="c3"].filled')).to_have_count(0)  # what Ann did is not shown yet
    page.locator('.mine [data-cell="a1"].legal').click()
    page.get_by_role("link", name="Pass the device to Cleo").click()
    expect(page.locator(".plays")).to_have_text("Cleo plays")
    page.locator('.mine [data-cell="e1"].legal').click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
    expect(page.locator(".pass:visible")).to_have_count(0)
    page.locator('.mine [data-cell="e2"].legal').click()
    page.get_by_role("link", name="Pass the device to Ann").click()
    expect(page.locator(".plays")).to_have_text("Ann plays")
    expect(page.locator('.mine [data-cell="c3"].filled')).to_have_count(1)
    sheets = Guest(page).state(table)["view"]["sheets"]
    assert [sorted(sheet["cells"]) for sheet in sheets] == [["c3"], ["a1"], ["e1"]]


def test_the_device_is_passed_on_without_seeing_it(visit: Visit) -> None:
    page = visit()
    ann = Blind(page)
    sit_down(page, "Classic", "Bob")
    ann.listen("Tile 1 of 19.")
    ann.type("c3")
    ann.listen("Pass the device to Bob.")
    ann.tab_to('link "Pass the device to Bob"', key="Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Bob plays")).to_be_focused()
    ann.listen("Tile 1 of 19.")
    ann.tab_to("gridcell")
    ann.press("Enter")
    ann.listen("Called: ", len(ann.heard()) - 1)


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "laptop"])
def test_a_slip_is_taken_back_before_the_device_is_passed_on(visit: Visit, size: Any) -> None:
    page = visit(viewport=size)
    sit_down(page, "Classic", "Bob")
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.get_by_role("link", name="Pass the device to Bob")).to_be_visible()
    back = page.get_by_role("button", name="Take back").bounding_box()
    assert back is not None
    middle = [back["x"] + back["width"] / 2, back["y"] + back["height"] / 2]
    on_top = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.innerText.trim()", middle)
    assert on_top == "Take back", "nothing covers it"
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("link", name="Pass the device to Bob")).to_be_hidden()
    page.locator('.mine [data-cell="c2"].legal').click()
    page.get_by_role("link", name="Pass the device to Bob").click()
    expect(page.locator(".plays")).to_have_text("Bob plays")


@SIZES
def test_between_secrets_hangs_a_curtain(visit: Visit, size: Any) -> None:
    """Take Five: what one player looked at is on no page of the other."""
    page = visit(viewport=size)
    table = sit_down(page, "Take Five", "Bob")
    ann = Guest(page)
    turn = ann.state(table)["view"]["turn"]
    if turn == 2:  # the lot decided that Bob begins
        page.get_by_role("link", name="Pass the device to Bob").click()
        page.get_by_role("link", name="I am Bob").click()
        expect(page.locator(".plays")).to_have_text("Bob plays")
    first, second = ("Ann", "Bob") if turn == 1 else ("Bob", "Ann")
    query = page.url.partition("?")[2]
    state = page.request.get(f"/api/tables/{table}?{query}").json()
    while state["view"]["turn"] == turn:
        legal = state["view"]["legal"]
        action = next((text for text in legal if "?" in text), legal[0])
        answer = page.request.post(f"/api/tables/{table}/moves?{query}", data={"action": action})
        assert answer.ok, answer.text()
        state = page.request.get(f"/api/tables/{table}?{query}").json()
    known = [pawn for pawn in state["view"]["pawns"].values() if pawn["known"]]
    assert known
    page.get_by_role("link", name=f"Pass the device to {second}").click()
    expect(page.get_by_text(f"Only {second} looks at the screen now.")).to_be_visible()
    expect(page.get_by_role("link", name=f"I am {second}")).to_be_focused()
    behind = page.locator("main > :not([data-device])")
    assert behind.evaluate_all("parts => parts.every((part) => part.inert)"), "nobody reads what lies there"
    curtain = page.locator(".curtain:visible").bounding_box()
    assert curtain is not None
    assert (curtain["width"], curtain["height"]) == (size["width"], size["height"])
    page.get_by_role("link", name=f"I am {second}").click()
    expect(page.locator(".plays")).to_have_text(f"{second} plays")
    other = page.request.get(f"/api/tables/{table}?{page.url.partition('?')[2]}").json()
    assert not [pawn for pawn in other["view"]["pawns"].values() if pawn["known"]]
    assert first != second


def test_everybody_at_the_device_counts_as_here_and_leaves_together(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    table = sit_down(page, "Classic", "Bob")
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.get_by_role("link", name="Pass the device to Bob")).to_be_visible()
    state = Guest(page).state(table)
    assert state["presence"]["away"] == {}
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    assert [seat["left"] for seat in Guest(page).state(table)["table"]["seats"]] == [True, True]


@SIZES
def test_nobody_waits_for_pages_that_friends_here_do_not_have(visit: Visit, size: Any) -> None:
    """The game ends, "Play again" begins the next at once; whoever left comes back with all the others."""
    page = visit(viewport=size)
    table = sit_down(page, "Classic", "Bob")
    expect(page.locator("[data-part=bell]")).to_have_count(0)  # nobody elsewhere for whom to wait
    play_to_the_end(page, table)
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    expect(page.get_by_text("Your first game by these rules")).to_have_count(0)  # whose?
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".plays")).to_have_text("Ann plays")
    again = page.url.rpartition("/")[2]
    assert [seat["name"] for seat in Guest(page).state(again)["table"]["seats"]] == ["Ann", "Bob"]
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    page.goto(f"/tables/{again}")
    page.get_by_role("button", name="Come back").click()
    expect(page.locator(".plays")).to_have_text("Ann plays")
    assert [seat["left"] for seat in Guest(page).state(again)["table"]["seats"]] == [False, False]
    page.locator('.mine [data-cell="c3"].legal').click()
    page.get_by_role("link", name="Pass the device to Bob").click()
    expect(page.locator(".plays")).to_have_text("Bob plays")


def play_to_the_end(page: Page, table: str) -> None:
    """Both players place wherever they may, without looking."""
    queries = ["", *(f"?as={friend['id']}" for friend in page.request.get("/api/me/friends").json())]
    while True:
        for query in queries:
            view = page.request.get(f"/api/tables/{table}{query}").json()["view"]
            if view["outcome"]:
                return
            if view["seat"] in view["to_act"]:
                assert page.request.post(f"/api/tables/{table}/moves{query}", data={"action": view["legal"][0]}).ok
        for query in queries:
            assert page.request.post(f"/api/tables/{table}/go-on{query}", data={}).ok


@SIZES
def test_bots_play_along(visit: Visit, size: Any) -> None:
    page = visit(viewport=size)
    page.goto("/")
    with page.expect_response("**/options?*"):
        page.locator("label.pick", has_text="With friends here").click()
    with page.expect_response("**/options?*"):
        page.get_by_label("And bots").select_option("1")
    page.get_by_label("How well bot 1 plays").select_option("beginner")
    page.locator("#nickname").fill("Ann")
    page.get_by_label("Name of player 2").fill("Bob")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".plays")).to_have_text("Ann plays")
    expect(page.locator(".others .other")).to_have_count(2)
    page.locator('.mine [data-cell="c3"].legal').click()
    page.get_by_role("link", name="Pass the device to Bob").click()
    page.locator('.mine [data-cell="a1"].legal').click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")
