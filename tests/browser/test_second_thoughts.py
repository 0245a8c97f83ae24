"""Second thoughts on the page: hints in three steps, their mark in the result, mistakes retried, a game played on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browsing import COMPILING, PHONE, Guest

Visit = Callable[..., Page]
HOST, BOT = {"kind": "host"}, {"kind": "bot", "level": "random"}


def news(page: Page) -> str:
    """What the live region has said last."""
    return page.locator("[data-part=news] p").last.inner_text()


def step(page: Page, *, key: str = "") -> str:
    """The next step of a hint, by the button or by a key; what it says."""
    before = page.locator("[data-part=hinted]").inner_text() if page.locator("[data-part=hinted]").is_visible() else ""
    if key:
        page.keyboard.press(key)
    else:
        page.locator("[data-part=hint]").click()
    told = page.locator("[data-part=hinted]")
    expect(told).to_be_visible(timeout=COMPILING)
    expect(page.locator("[data-part=hint][aria-busy=true]")).to_have_count(0, timeout=COMPILING)
    expect(told).not_to_have_text(before)
    expect(told).not_to_have_text("…")
    return told.inner_text()


def play_out(guest: Guest, table: str) -> None:
    """Play a game to its end."""
    until = time.monotonic() + 120
    while guest.state(table)["table"]["status"] != "over":
        guest.act(table)
        assert time.monotonic() < until


def lit(page: Page) -> set[str]:
    """The cells that a hint lights up."""
    found = page.locator(".cell.hinted").evaluate_all("cells => cells.map((cell) => cell.dataset.cell)")
    return set(found)


def test_a_hint_on_classic_comes_in_three_steps_and_is_marked_in_the_result(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    ann = Guest(page)
    table = ann.create("classic")
    for _ in range(9):
        ann.act(table)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"/tables/{table}")
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    assert not any("hint" in url.rpartition("/")[2] for url in requests), "what shows hints comes when it is used"
    where = step(page)
    region = lit(page)
    assert re.fullmatch(r"Look at [a-e]\d(, [a-e]\d)* and [a-e]\d\.", where)
    assert 2 <= len(region) <= 3
    assert news(page) == where
    expect(page.get_by_role("button", name="What is it about?")).to_be_visible()
    about = step(page, key="h")
    assert about != where
    move = step(page, key="h")
    assert "points to expect" in move
    [cell] = lit(page)
    assert cell in region
    assert f"on {cell}" in move
    expect(page.locator("[data-part=hint]")).to_be_hidden()
    expect(page.locator(f'.mine [data-cell="{cell}"]')).to_be_focused()
    page.reload()
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    assert ann.state(table)["table"]["seats"][0]["hints"] == [0, 0, 1]
    step(page)
    page.locator(f'.mine [data-cell="{cell}"]').click()
    expect(page.locator("[data-part=hinted]")).to_be_hidden()
    assert lit(page) == set()
    assert ann.state(table)["table"]["seats"][0]["hints"] == [0, 0, 1], "the same decision counts once, by its deepest"
    expect(page.locator("[data-part=hint]")).to_have_text("Hint")
    play_out(ann, table)
    expect(page.locator(".result .hints-used")).to_have_text("You had 1 hint: 1 showed the move.")
    page.goto("/me")
    expect(page.locator(".played")).to_contain_text("with 1 hint")
    expect(page.get_by_role("heading", name="Classic, with hints")).to_be_visible()


def test_h31_a_hint_in_the_reserve_phase_lights_the_tiles_and_where_they_go(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    while True:
        table = ann.create("orchid")
        view = ann.state(table)["view"]
        while not view["relocating"]:
            wanted = [f"{tile}@x{n}" for tile in view["hand"] for n in (1, 2, 3)]
            ann.move(table, next((text for text in wanted if text in view["legal"]), view["legal"][-1]))
            view = ann.state(table)["view"]
        if max(view["gains"].values()) > 0:
            break
    page.goto(f"/tables/{table}")
    expect(page.locator(".mine .cell.movable").first).to_be_visible()
    assert step(page).startswith("Look at your reserve: x")
    slots = lit(page)
    assert slots <= {"x1", "x2", "x3"}
    assert "about" in step(page)
    goals = lit(page)
    told = step(page)
    assert lit(page) == slots | goals
    best = max(view["gains"], key=lambda text: view["gains"][text])
    assert "more than now" in told
    assert best.partition(">")[2] in goals or len(goals) > 1


def test_a_hint_for_take_five_tells_piece_square_and_deed(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    ann = Guest(page)
    table = ann.create("five", seats=[HOST, BOT])
    until = time.monotonic() + 60
    while not ann.must_act(table):
        assert time.monotonic() < until
    page.goto(f"/tables/{table}")
    expect(page.locator(".five .piece.movable").first).to_be_visible()
    view = ann.state(table)["view"]
    where = step(page)
    assert re.fullmatch(r"Look at the (black bishop|white bishop|knight|rook)\.", where)
    [stands] = lit(page)
    assert stands in view["pieces"].values()
    assert step(page).startswith("It goes to ")
    [square] = lit(page)
    deed = step(page)
    assert square in deed
    assert "to win the round" in deed
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("Hint")


def test_there_is_no_hint_where_others_play_or_the_host_wants_none(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    page.goto("/?who=alone&edition=classic")
    page.get_by_label("Hints allowed").uncheck()
    page.locator("#start").click()
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    expect(page.locator("[data-part=hint]")).to_have_count(0)
    table = page.url.rpartition("/")[2]
    assert ann.state(table)["table"]["hints"] is False
    answer = page.request.post(f"/api/tables/{table}/hint", data={"step": 1, "expect": ann.state(table)["number"]})
    assert (answer.status, answer.json()) == (403, {"error": "This table is played without hints"})
    shared = ann.create("classic", seats=[HOST, {"kind": "person"}])
    page.goto(f"/tables/{shared}")
    expect(page.locator("[data-part=hint]")).to_have_count(0)


def test_a_hint_that_comes_too_late_is_a_sentence(visit: Visit) -> None:
    page = visit()
    ann = Guest(page)
    table = ann.create("classic")
    ann.act(table)
    number = ann.state(table)["number"]
    ann.act(table)
    answer = page.request.post(f"/api/tables/{table}/hint", data={"step": 1, "expect": number})
    assert answer.status == 409
    assert answer.json() == {"error": "The game has moved on since then: look again", "number": number + 2}


def reviewed(page: Page) -> str:
    """The table of a finished game of this browser that was reviewed, with the first of its mistakes on the page."""
    ann = Guest(page)
    table = ann.create("classic", seats=[HOST, BOT])
    play_out(ann, table)
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Retry my mistakes").click()
    expect(page.locator("[data-exercise]")).to_be_visible(timeout=COMPILING)
    return table


def test_mistakes_are_retried_and_the_game_is_played_on_to_its_end(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    table = reviewed(page)
    count = int(page.locator(".review-top").inner_text().rpartition(" of ")[2])
    assert count > 1
    review = page.request.get(f"/api/tables/{table}/review").json()["result"]
    moves = [move for move in review["games"][0]["players"][0]["moves"] if move["lost"] >= 2]
    moves.sort(key=lambda move: -move["lost"])
    assert len(moves[:10]) == count
    # the first by touch, with the best cell; the others by keys, with the first cell that takes the tile
    best = moves[0]["best"]["cell"]
    expect(page.locator(f'.exercise [data-cell="{best}"].legal')).to_be_visible()
    page.locator(f'.exercise [data-cell="{best}"]').click()
    answer = page.locator(".answered")
    expect(answer.get_by_role("heading")).to_have_text("Right: nothing promises more.")
    expect(answer.get_by_role("heading")).to_be_focused()
    expect(answer).to_contain_text(f"What was played: {moves[0]['cell']}")
    expect(answer.locator(".why")).not_to_be_empty()
    page.reload()
    expect(answer.get_by_role("heading")).to_have_text("Right: nothing promises more.")
    for number in range(2, count + 1):
        answer.locator("a.main").click()
        expect(page.locator(".review-top")).to_contain_text(f"{number} of {count}")
        page.locator(".exercise [role=gridcell][tabindex='0'].legal").focus()
        page.keyboard.press("Enter")
        expect(answer).to_be_visible()
    answer.get_by_role("link", name="How it went").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text(f"of {count} found")
    expect(page.locator("main tbody tr")).to_have_count(count)
    refused = page.request.get(f"/tables/{table}/retry?given=1-2-3@z9")
    assert refused.status == 422
    assert "no placement that was possible then" in refused.text()
    plays_on(page, table)


def plays_on(page: Page, table: str) -> None:
    """Play on from a move of the review to the end, and from a step of the replay."""
    ann = Guest(page)
    first = ann.state(table)["view"]
    page.goto(f"/tables/{table}/review?seat=1&at=10")
    page.get_by_label("Against").select_option("beginner")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    new = page.url.rpartition("/")[2]
    view = ann.state(new)["view"]
    assert (len(view["drawn"]), view["drawn"]) == (10, first["drawn"][:10])
    assert view["sheets"][0]["cells"] == view["sheets"][1]["cells"]
    assert len(view["sheets"][0]["cells"]) == 9
    until = time.monotonic() + 120
    while page.locator(".result").count() == 0:
        assert time.monotonic() < until
        legal = page.locator(".mine .cell.legal")
        if legal.count() and page.locator(".cell.under-way").count() == 0:
            legal.first.click(timeout=3000)
        page.wait_for_timeout(100)
    expect(page.locator(".summary")).to_contain_text("Played on from a position")
    record = page.request.get(f"/api/tables/{new}/record").text()
    assert "Given: " in record
    page.goto(f"/tables/{new}/replay")
    expect(page.locator(".replay")).to_be_visible()
    page.goto("/me")
    expect(page.locator(".played")).to_contain_text("played on from a position")
    expect(page.locator(".facts").first).to_contain_text("1", use_inner_text=True)
    page.goto(f"/tables/{table}/replay?at=12")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
