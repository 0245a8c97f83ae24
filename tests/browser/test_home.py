"""The home page: who plays, which game, what is needed for that choice alone; and no click is ever swallowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]
SIZES = pytest.mark.parametrize(
    "device", [{"viewport": PHONE, "has_touch": True}, {"viewport": WIDE}], ids=["phone", "wide"]
)
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def choose(page: Page, text: str) -> None:
    """Tap one of the large choices, and wait for what comes of it."""
    with page.expect_response("**/options?*"):
        page.locator("label.pick", has_text=text).click()


class Finger:
    """A pointer that goes down and up as two steps: a real mouse, or a real touch."""

    def __init__(self, page: Page, has_touch: bool) -> None:
        self._page, self._session = page, page.context.new_cdp_session(page) if has_touch else None
        self._at = (0.0, 0.0)

    def down(self, selector: str) -> None:
        self._page.locator(selector).scroll_into_view_if_needed()
        box = self._page.locator(selector).bounding_box()
        assert box is not None
        self._at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if self._session is None:
            self._page.mouse.move(*self._at)
            self._page.mouse.down()
        else:
            self._touch("touchStart", [{"x": self._at[0], "y": self._at[1]}])

    def up(self) -> None:
        if self._session is None:
            self._page.mouse.up()
        else:
            self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        assert self._session is not None
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@SIZES
@pytest.mark.parametrize("pressed", ["#more", "#start"])
def test_typing_a_name_never_swallows_the_next_click(visit: Visit, device: dict[str, Any], pressed: str) -> None:
    """The answer to an earlier choice comes between press and release: nothing is replaced under the finger."""
    page = visit(**device)
    page.goto("/")
    choose(page, "With friends elsewhere")
    held: list[Route] = []
    page.route("**/options?*", lambda route: held.append(route))
    with page.expect_request("**/options?*"):
        page.locator("label.pick", has_text="Nexus").click()
    page.locator("#nickname").press_sequentially("Ann")
    finger = Finger(page, "has_touch" in device)
    finger.down(pressed)
    with page.expect_response("**/options?*") as answered:
        for route in held:
            route.continue_()
    answered.value.finished()
    page.evaluate(PAINTED)
    expect(page.locator("#panel [name=before]")).to_have_value("classic")
    finger.up()
    if pressed == "#more":
        expect(page.locator("#options")).to_have_attribute("open", "")
        expect(page.locator("#panel [name=before]")).to_have_value("nexus")
        expect(page.locator("#nickname")).to_have_value("Ann")
    else:
        expect(page.get_by_text("Ann", exact=True)).to_be_visible()
        expect(page.get_by_role("img", name="QR code")).to_be_visible()


@SIZES
def test_what_is_typed_asks_for_nothing(visit: Visit, device: dict[str, Any]) -> None:
    page = visit(**device)
    page.goto("/")
    choose(page, "With friends elsewhere")
    page.locator("#more").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for field in ("#nickname", "#partner", "#title"):
        page.locator(field).fill("Bob")
    page.locator("#more").click()
    expect(page.locator("#options")).not_to_have_attribute("open", "")
    assert not [url for url in asked if "/options" in url]


@SIZES
def test_who_plays_comes_before_the_game_and_play_now_starts_at_once(visit: Visit, device: dict[str, Any]) -> None:
    page = visit(**device)
    page.goto("/")
    tops = [
        page.locator(selector).first.bounding_box() or {"y": -1.0}
        for selector in ("[action='/play'] button", ".who", ".games", "#options", "#start")
    ]
    assert [box["y"] for box in tops] == sorted(box["y"] for box in tops)
    assert tops[1]["y"] < device["viewport"]["height"] / 2
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")


@SIZES
def test_alone_and_against_bots_start_at_once(visit: Visit, device: dict[str, Any]) -> None:
    page = visit(**device)
    page.goto("/")
    choose(page, "Daffodil")
    expect(page.locator("#nickname")).to_be_hidden()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 21")
    page.goto("/")
    choose(page, "Against bots")
    with page.expect_response("**/options?*"):
        page.get_by_label("How many bots").select_option("2")
    page.get_by_label("How well bot 2 plays").select_option("Beginner")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".other h3")).to_have_count(2)
    seats = Guest(page).state(page.url.rpartition("/")[2])["table"]["seats"]
    assert [seat["bot"] for seat in seats] == [None, "skilled", "beginner"]


def test_take_five_alone_brings_a_bot_and_says_so(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto("/")
    choose(page, "Take Five")
    expect(page.get_by_text("Take Five needs two players at least: here is a bot.")).to_be_visible()
    expect(page.locator("[name=who][value=bots]")).to_be_checked()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".five-player")).to_have_count(2)


@SIZES
def test_friends_elsewhere_get_a_link_at_once(visit: Visit, device: dict[str, Any]) -> None:
    host, friend = visit(**device), visit(viewport=PHONE)
    host.goto("/")
    choose(host, "With friends elsewhere")
    host.locator("#nickname").fill("Ann")
    host.get_by_role("button", name="Get the link").click()
    expect(host.get_by_role("button", name="Start now")).to_have_count(0)
    friend.goto(host.locator("#link").input_value())
    friend.get_by_label("Your name at the table").fill("Bob")
    friend.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Bob", exact=True)).to_be_visible()
    host.get_by_role("button", name="Start now").click()
    for page in (host, friend):
        expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")
    host.goto("/")
    expect(host.locator("#nickname")).to_have_attribute("placeholder", "Ann")


@SIZES
def test_options_speak_to_people_with_real_numbers_and_ways_have_names(visit: Visit, device: dict[str, Any]) -> None:
    page = visit(**device)
    page.goto("/")
    choose(page, "Against bots")
    choose(page, "Nexus")
    expect(page.locator("#more")).to_contain_text("To the limit")
    page.locator("#more").click()
    panel = page.locator("#panel")
    for words in ("less than 60 points costs you 60", "10 points for each of its tiles", "gold tile brings 80 points",
                  "a silver one 40"):  # fmt: skip
        expect(panel).to_contain_text(words)
    for words in ("it may", "count nothing", "so much per tile", "the penalty"):
        expect(panel).not_to_contain_text(words)
    with page.expect_response("**/options?*"):
        page.get_by_label("Passed scrapyards").check()
    expect(page.get_by_label("Passed to the neighbour")).to_be_checked()
    expect(page.locator("#more")).to_contain_text("Passed scrapyards")
    with page.expect_response("**/options?*"):
        page.get_by_label("Two at a time").check()
    expect(page.locator("#more")).to_contain_text("Your own choice")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("[data-part=tiles] svg")).to_have_count(2)
    table = Guest(page).state(page.url.rpartition("/")[2])["table"]
    assert (table["options"]["scrapyard"], table["options"]["draw"]) == ("passed", "2")


def test_without_script_the_form_still_works(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/")
    page.locator("label.pick", has_text="Against bots").click()
    page.get_by_role("button", name="Rules and options").click()
    expect(page.get_by_label("How many bots")).to_be_visible()
    page.get_by_label("Best ray", exact=False).first.check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".other h3")).to_have_count(1)


@SIZES
def test_go_on_playing_says_with_whom_how_far_and_since_when_and_lets_me_discard(
    visit: Visit, device: dict[str, Any]
) -> None:
    page = visit(**device)
    ann = Guest(page)
    bots = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
    table = ann.create("classic", seats=bots)
    for drawn in range(2, 5):
        ann.act(table)
        page.goto(f"/tables/{table}")
        expect(page.locator("[data-part=turn]")).to_have_text(f"tile {drawn} of 19")
    page.goto("/")
    entry = page.locator("[aria-labelledby=running] li")
    for words in ("Classic", "with Random bot", "tile 4 of 19", "begun just now"):
        expect(entry).to_contain_text(words)
    page.once("dialog", lambda dialog: dialog.dismiss())
    entry.get_by_role("button", name="Discard").click()
    expect(entry).to_have_count(1)
    page.once("dialog", lambda dialog: dialog.accept())
    entry.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("heading", name="Go on playing")).to_have_count(0)
    assert ann.state(table)["table"]["status"] == "closed"


def test_many_games_to_go_on_with_do_not_push_who_plays_out_of_sight(visit: Visit) -> None:
    page = visit(viewport=WIDE)
    tables = [Guest(page).create("classic", seats=[{"kind": "host"}]) for _ in range(4)]
    page.goto("/")
    expect(page.get_by_role("group", name="Who plays?")).to_be_in_viewport()
    first = page.get_by_role("link", name="Open: Classic")
    expect(first).to_have_count(2)
    page.get_by_text("2 more").click()
    expect(first).to_have_count(4)
    expect(first.last).to_have_attribute("href", f"/tables/{tables[0]}")


def test_a_game_with_other_people_is_left_and_not_closed(visit: Visit) -> None:
    page, friend = visit(viewport=PHONE), visit(viewport=PHONE)
    table = Guest(page).create("classic", seats=[{"kind": "host"}, {"kind": "person"}])
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    page.goto("/")
    expect(page.locator("[aria-labelledby=running] li")).to_contain_text("with Bob")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Go on playing")).to_have_count(0)
    assert Guest(friend).state(table)["table"]["status"] == "playing"
