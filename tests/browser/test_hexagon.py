"""Hexagon games in the browser, from the first page to the last point."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]
PERSON, HOST = {"kind": "person"}, {"kind": "host"}


@pytest.fixture(scope="module")
def motion() -> str:
    """Pages move, as they do for most people."""
    return "no-preference"


def place(page: Page, cell: str | None = None) -> None:
    """Put the called tile somewhere, and see the next one called."""
    turn = page.locator("[data-part=turn]")
    before = turn.inner_text()
    (page.locator(f'.mine [data-cell="{cell}"].legal') if cell else page.locator(".mine .cell.legal").first).click()
    expect(turn.or_(page.locator(".result")).first).not_to_have_text(before)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_game_of_classic_from_home_to_the_last_point(visit: Visit, size: ViewportSize) -> None:
    page = visit(viewport=size)
    page.goto("/")
    page.get_by_role("button", name="Start the game").click()
    for drawn in range(1, 20):
        expect(page.locator("[data-part=turn]")).to_have_text(f"tile {drawn} of 19")
        page.locator(".mine .cell.legal").first.click()
        page.keyboard.press(" ")
    expect(page.locator(".result")).to_be_visible()
    table = page.url.rpartition("/")[2]
    outcome = Guest(page).state(table)["view"]["outcome"]["players"][0]
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{outcome['total']} points")
    assert page.locator("ul.scores b").all_inner_texts() == [str(item["points"]) for item in outcome["items"]]
    shown = page.locator(".result .mark.scores .points text").all_text_contents()
    assert sorted(map(int, shown)) == sorted(item["points"] for item in outcome["items"])
    record = page.request.get(page.get_by_role("link", name="Download the record").get_attribute("href") or "")
    assert "Seed" in record.text()
    page.goto("/me")
    expect(page.locator("dd").first).to_have_text("1")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")


def test_a_finished_game_is_replayed_move_by_move(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    ann = Guest(page)
    table = ann.create("classic")
    while ann.act(table):
        pass
    page.goto(f"/tables/{table}")
    held: list[Route] = []
    page.route("**/replay.*.js", lambda route: held.append(route))
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("slider").fill("2")  # before its module has come
    held.pop().continue_()
    expect(page.locator("#step")).to_contain_text("Move 2 of 38")
    expect(page.locator("#step .told strong")).to_contain_text("Ann puts")
    expect(page.locator("#step .mine .cell.filled")).to_have_count(1)
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#step .told strong")).to_contain_text("is called")
    page.get_by_role("link", name="Last").click()
    expect(page.locator("#step .mine .cell.filled")).to_have_count(19)
    page.get_by_role("link", name="First").click()
    expect(page.locator("#step .told strong")).to_have_text("Before the first move")


def test_the_page_shows_what_a_tile_would_complete(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    table = ann.create("classic")
    page.goto(f"/tables/{table}")
    for cell in ("a1", "a2"):
        place(page, cell)
    numbers = {tile.split("-")[0] for tile in ann.state(table)["view"]["sheets"][0]["cells"].values()}
    called = ann.state(table)["view"]["hand"][0].split("-")[0]
    completes = f"completes {3 * int(called)}" if numbers == {called} else ""
    last = page.locator('.mine [data-cell="a3"]')
    for point, elsewhere in ((last.hover, "e1"), (last.focus, "e2")):
        point()
        expect(last.locator(".ghost use")).to_have_count(1)
        expect(page.locator('.mine [data-face="a3"] .ghost use')).to_have_count(1)
        expect(page.locator(".mine .ghost use")).to_have_count(2)
        expect(page.locator("[data-part=would]")).to_have_text(completes)
        page.locator(f'.mine [data-cell="{elsewhere}"]').hover()
        expect(last.locator(".ghost")).to_have_count(0)
        expect(page.locator('.mine [data-face="a3"] .ghost')).to_have_count(0)


def test_a_placement_can_be_confirmed_and_taken_back(visit: Visit) -> None:
    page = visit()
    page.goto(f"/tables/{Guest(page).create('classic')}")
    page.get_by_label("Time to take back").select_option("Take back: no limit")
    page.get_by_label("Confirm placing").check()
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.locator('.mine [data-cell="c3"].empty')).to_be_visible()
    page.get_by_role("button", name="Place here").click()
    expect(page.locator('.mine [data-cell="c3"].filled')).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator('.mine [data-cell="c3"].empty.legal')).to_be_visible()
    page.reload()
    expect(page.get_by_label("Confirm placing")).to_be_checked()


def test_what_is_chosen_stays_when_it_is_too_late_to_take_back(visit: Visit) -> None:
    page = visit()
    page.clock.install()
    page.goto(f"/tables/{Guest(page).create('classic')}")
    place(page, "a1")
    page.get_by_label("Confirm placing").check()
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.locator("[data-part=back].late")).to_be_visible()
    page.clock.run_for(5000)
    expect(page.locator("[data-part=back]")).to_be_hidden()
    page.get_by_role("button", name="Place here").click()
    expect(page.locator('.mine [data-cell="c3"].filled')).to_be_visible()


def test_two_browsers_at_one_table_with_a_reload_in_the_middle(visit: Visit) -> None:
    host, friend = visit(), visit(viewport=PHONE)
    ann, bob = Guest(host), Guest(friend)
    table = ann.create("classic", seats=[HOST, PERSON])
    host.goto(f"/tables/{table}")
    expect(host.get_by_role("heading", name="Classic")).to_be_visible()
    friend.goto(f"/tables/{table}")
    friend.get_by_label("Your name at the table").fill("Bob")
    friend.get_by_role("button", name="Sit down").click()
    for page in (host, friend):
        expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")
    host.locator('.mine [data-cell="c3"].legal').click()
    expect(host.locator("[data-part=told]")).to_have_text("Placed. Waiting for Bob")
    expect(friend.locator('[data-state="1"]')).to_have_text("placed")
    expect(friend.locator('.other [data-cell="c3"].empty')).to_be_visible()
    friend.locator('.mine [data-cell="a1"].legal').click()
    expect(friend.locator('.other [data-cell="c3"].filled')).to_be_visible()
    expect(host.locator('.other [data-cell="a1"].filled')).to_be_visible()
    friend.reload()
    expect(friend.locator('.mine [data-cell="a1"].filled')).to_be_visible()
    place_both = [host, friend]
    for page in place_both:
        page.locator('.mine [data-cell="b2"].legal').click()
    expect(host.locator("[data-part=turn]")).to_have_text("tile 3 of 19")
    while ann.act(table) or bob.act(table):
        pass
    for page in place_both:
        expect(page.locator(".result")).to_be_visible()
        expect(page.locator(".result tbody tr")).to_have_count(2)
    friend.get_by_role("button", name="Play again").click()
    host.get_by_role("link", name="To the next game").click()
    host.get_by_role("button", name="Yes, let us play").click()
    for page in place_both:
        expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")


def test_nexus_with_its_scrapyard(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    ann = Guest(page)
    table = ann.create("nexus")
    page.goto(f"/tables/{table}")
    place(page, "s1")
    place(page, "d4")
    expect(page.locator('.mine [data-cell="s1"].filled')).to_be_visible()
    while ann.act(table):
        pass
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("ul.scores").first).to_contain_text("Scrapyard worth")


def test_passed_scrapyards_are_filled_by_the_neighbour(visit: Visit) -> None:
    host, friend = visit(), visit(viewport=PHONE)
    table = Guest(host).create("nexus", seats=[HOST, PERSON], options={"scrapyard": "passed"})
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    host.goto(f"/tables/{table}")
    friend.goto(f"/tables/{table}")
    host.get_by_role("button", name="Scrap it").click()
    friend.locator('.mine svg[data-seat="2"] [data-cell="d4"].legal').click()
    expect(friend.locator("[data-part=told]")).to_have_text("Choose a cell on the scrapyard of Ann")
    friend.locator('.mine svg[data-seat="1"] [data-cell="s4"].legal').click()
    expect(host.locator('.mine svg[data-seat="1"] [data-cell="s4"].filled')).to_be_visible()


@pytest.mark.parametrize(
    ("edition", "options", "target"), [("orchid", {}, "orchid"), ("daffodil", {"stamens": "reserve"}, "stamen")]
)
def test_reserve_tiles_move_at_the_end(visit: Visit, edition: str, options: dict[str, str], target: str) -> None:
    page = visit(viewport=PHONE)
    ann = Guest(page)
    table = ann.create(edition, options=options)
    page.goto(f"/tables/{table}")
    place(page, "x1")
    while not ann.state(table)["view"]["relocating"]:
        ann.act(table)
    movable = {text.partition(">")[0] for text in ann.state(table)["view"]["legal"] if ">" in text}
    expect(page.locator(".mine .cell.movable")).to_have_count(len(movable))
    if movable:
        cell = page.locator(f".mine .cell.{target}.legal").first
        name = cell.get_attribute("data-cell")
        cell.click()
        expect(page.locator(f'.mine [data-cell="{name}"].filled')).to_be_visible()
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(f'.mine [data-cell="{name}"].empty')).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".result")).to_be_visible()


def test_a_visitor_without_a_seat_can_only_watch(visit: Visit) -> None:
    player, visitor = visit(), visit()
    table = Guest(player).create("classic")
    visitor.goto(f"/tables/{table}")
    expect(visitor.locator("[data-part=told]")).to_have_text("You are watching")
    visitor.locator('.mine [data-cell="c3"]').click(force=True)
    tile = Guest(visitor).state(table)["view"]["called"][0]
    for status in (401, 403):
        answer = visitor.request.post(f"/api/tables/{table}/moves", data={"action": f"{tile}@c3"})
        assert answer.status == status
        Guest(visitor).create("classic", "Eve")
    expect(visitor.locator('.mine [data-cell="c3"].empty')).to_be_visible()
    Guest(player).move(table, f"{tile}@c3")
    expect(visitor.locator('.mine [data-cell="c3"].filled')).to_be_visible()


def test_a_choice_to_confirm_outlives_what_the_others_do(visit: Visit) -> None:
    host, friend = visit(viewport=PHONE), visit()
    table = Guest(host).create("classic", seats=[HOST, PERSON])
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    host.goto(f"/tables/{table}")
    host.get_by_label("Confirm placing").check()
    host.locator('.mine [data-cell="c3"].legal').click()
    Guest(friend).act(table)
    expect(host.locator('[data-state="2"]')).to_have_text("placed")
    host.get_by_role("button", name="Place here").click()
    expect(host.locator('.mine [data-cell="c3"].filled')).to_be_visible()


def test_the_standings_of_a_match_follow_its_games(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    table = ann.create("classic", options={"rounds": 2})
    page.goto(f"/tables/{table}")
    expect(page.locator("[data-part=standings] td")).to_have_text(["Ann", "0"])
    while ann.state(table)["view"]["round"] == 1:
        ann.act(table)
    total = str(ann.state(table)["view"]["standings"][0])
    expect(page.locator("[data-part=standings] td")).to_have_text(["Ann", total, total])
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("[data-part=round]")).to_have_text("game 2 of 2")


def test_the_best_rays_of_the_table_are_named(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    seats = [HOST, {"kind": "bot", "level": "beginner"}]
    table = ann.create("classic", seats=seats, options={"rays": "best"})
    page.goto(f"/tables/{table}")
    rays = page.locator("[data-part=best-rays] li")
    expect(rays).to_have_text(["Sunray: nobody yet", "Moonray: nobody yet"])
    state = ann.state(table)
    ray = {"kind": "best-ray", "symbol": "sun", "points": 30, "shared": 2, "length": 3, "direction": "vertical",
           "number": 9, "cells": ["a1", "a2", "a3"], "reason": "best sunray of the table"}  # fmt: skip
    for sheet in state["view"]["sheets"]:
        sheet["items"].append(ray)
    told = json.dumps({"event": "view", "id": "x-1", "data": state})
    page.route_web_socket("**/socket?view=true*", lambda line: line.send(told))
    page.reload()
    names = " and ".join(state["view"]["names"])
    expect(rays).to_have_text([f"Sunray: {names}, 3 tiles+30", "Moonray: nobody yet"])


def test_a_clock_is_shown_with_its_rule(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"/tables/{Guest(page).create('classic', clock=300)}")
    expect(page.locator("[data-part=clock]")).to_have_text(re.compile(r"^(300|2\d\d) s$"))
    expect(page.locator(".call")).to_contain_text("300 s for a move, then a bot moves for you")


@pytest.mark.parametrize("edition", ["classic", "daffodil", "nexus", "orchid"])
def test_cells_are_large_enough_for_a_thumb(visit: Visit, edition: str) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"/tables/{Guest(page).create(edition)}")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    for cell in page.locator(".mine .cell.legal").all():
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
