"""Hexagon games in the browser, from the first page to the last point."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, Guest

Visit = Callable[..., Page]
PERSON, HOST = {"kind": "person"}, {"kind": "host"}


def place(page: Page, cell: str | None = None) -> None:
    """Put the called tile somewhere, and see the next one called."""
    turn = page.locator("[data-part=turn]")
    before = turn.inner_text()
    (page.locator(f'.mine [data-cell="{cell}"].legal') if cell else page.locator(".mine .cell.legal").first).click()
    expect(turn.or_(page.locator(".result")).first).not_to_have_text(before)


def test_a_game_of_classic_from_home_to_the_last_point(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    for drawn in range(1, 20):
        expect(page.locator("[data-part=turn]")).to_have_text(f"tile {drawn} of 19")
        page.locator(".mine .cell.legal").first.click()
    expect(page.locator(".result")).to_be_visible()
    table = page.url.rpartition("/")[2]
    outcome = Guest(page).state(table)["view"]["outcome"]["players"][0]
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{outcome['total']} points")
    assert page.locator("ul.scores b").all_inner_texts() == [str(item["points"]) for item in outcome["items"]]
    record = page.request.get(page.get_by_role("link", name="Download the record").get_attribute("href") or "")
    assert "Seed" in record.text()
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("slider").fill("2")
    expect(page.locator("#step")).to_contain_text("Move 2 of 39")
    page.goto("/me")
    expect(page.locator("dd").first).to_have_text("1")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 1 of 19")


def test_the_page_shows_what_a_tile_would_complete(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    table = ann.create("classic")
    page.goto(f"/tables/{table}")
    for cell in ("a1", "a2"):
        place(page, cell)
    numbers = {tile.split("-")[0] for tile in ann.state(table)["view"]["sheets"][0]["cells"].values()}
    called = ann.state(table)["view"]["hand"][0].split("-")[0]
    page.locator('.mine [data-cell="a3"]').hover()
    expect(page.locator(".ghost use")).to_have_count(2)
    completes = f"completes {3 * int(called)}" if numbers == {called} else ""
    expect(page.locator("[data-part=would]")).to_have_text(completes)


def test_a_placement_can_be_confirmed_and_taken_back(visit: Visit) -> None:
    page = visit()
    table = Guest(page).create("classic", pause=30)
    page.goto(f"/tables/{table}")
    page.get_by_label("Confirm each placement").check()
    page.locator('.mine [data-cell="c3"].legal').click()
    expect(page.locator('.mine [data-cell="c3"].empty')).to_be_visible()
    page.get_by_role("button", name="Place here").click()
    expect(page.locator('.mine [data-cell="c3"].filled')).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator('.mine [data-cell="c3"].empty.legal')).to_be_visible()
    page.reload()
    expect(page.get_by_label("Confirm each placement")).to_be_checked()


def test_the_keyboard_is_enough(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".mine .cell.legal")).to_have_count(19)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.locator(".mine .cell:focus").count():
            break
    expect(page.locator('.mine [data-cell="a1"]:focus')).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    focused = page.locator(".mine .cell:focus").get_attribute("data-cell")
    assert focused in ("b2", "b3")
    page.keyboard.press("Enter")
    expect(page.locator(f'.mine [data-cell="{focused}"].filled')).to_be_visible()
    expect(page.locator("[data-part=turn]")).to_have_text("tile 2 of 19")


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
    expect(host.locator("[data-part=told]")).to_have_text("Placed. Waiting for 1 more")
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
    expect(friend.locator("[data-part=turn]")).to_have_text("tile 1 of 19")
    expect(host.get_by_role("link", name="To the next game")).to_be_visible()


def test_nexus_with_its_scrapyard(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    table = ann.create("nexus")
    page.goto(f"/tables/{table}")
    place(page, "s1")
    place(page, "d4")
    expect(page.locator('.mine [data-cell="s1"].filled')).to_be_visible()
    while ann.act(table):
        pass
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("ul.scores").first).to_contain_text("scrapyard worth")


def test_passed_scrapyards_are_filled_by_the_neighbour(visit: Visit) -> None:
    host, friend = visit(), visit()
    ann, bob = Guest(host), Guest(friend)
    table = ann.create("nexus", seats=[HOST, PERSON], options={"scrapyard": "passed"})
    assert friend.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    host.goto(f"/tables/{table}")
    friend.goto(f"/tables/{table}")
    host.get_by_role("button", name="Scrap it").click()
    friend.locator('.mine svg[data-seat="2"] [data-cell="d4"].legal').click()
    expect(friend.locator("[data-part=told]")).to_have_text("Choose a cell on the scrapyard of Ann")
    friend.locator('.mine svg[data-seat="1"] [data-cell="s4"].legal').click()
    expect(host.locator('.mine svg[data-seat="1"] [data-cell="s4"].filled')).to_be_visible()
    while ann.act(table) or bob.act(table):
        pass
    expect(host.locator(".result")).to_be_visible()


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
    expect(page.locator("[data-part=tiles] button")).to_have_count(len(movable))
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
    answer = visitor.request.post(f"/api/tables/{table}/moves", data={"action": f"{tile}@c3"})
    assert answer.status == 401
    expect(visitor.locator('.mine [data-cell="c3"].empty')).to_be_visible()
    Guest(player).move(table, f"{tile}@c3")
    expect(visitor.locator('.mine [data-cell="c3"].filled')).to_be_visible()
