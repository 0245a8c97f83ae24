"""What the caller keeps: games through reloads, own bags, evenings, Take Five; and what it makes of nonsense."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from browsing import PHONE
from calling import (
    MOMENT,
    Visit,
    begin,
    called,
    chosen,
    count,
    hexagon,
    keep,
    kept,
    opened,
    started,
    tap,
    tiles,
    unfolded,
)
from partake.engine.chance import Seed
from served import serving


def test_nothing_is_lost_by_a_reload_or_a_closed_page(visit: Visit) -> None:
    page = started(opened(visit()), "nexus")
    found = [tap(page, number) for number in range(1, 4)]
    page.reload()
    expect(count(page)).to_have_text("3 of 44")
    assert called(page) == found[2]
    found.append(tap(page, 4))
    other = page.context.new_page()
    page.close()
    other.goto("/call")
    expect(count(other)).to_have_text("4 of 44")
    assert called(other) == found[3]
    expect(other.locator("#stage .history li")).to_have_count(4)
    order = [
        str(tile) for tile in Seed.of(kept(other, "call/")["seed"]).shuffled("round 1", hexagon("nexus").tiles.tiles)
    ]
    assert kept(other, "call/")["called"] == order[:4]


def test_what_was_chosen_is_remembered(visit: Visit) -> None:
    page = opened(visit(), voice=True)
    chosen(page, "orchid", "Suns and moons", "Ana", "Bo")
    unfolded(page)
    page.get_by_role("radio", name="From left to right").check()
    page.get_by_label("Speed").select_option("slow")
    page.get_by_label("Show how often").check()
    page.get_by_label("Voice").select_option("Another voice")
    page.reload()
    expect(page.get_by_role("radio", name="Suns and moons")).to_be_checked()
    expect(page.get_by_label("Name of player 2")).to_have_value("Bo")
    expect(page.locator("[data-part=how]")).to_contain_text("from left to right")
    begin(page)
    [words] = tap(page, 1)
    assert page.evaluate("window.said") == [{"text": words, "lang": "en-US", "rate": 0.85, "voice": "Another voice"}]
    expect(page.locator("#stage .counts li")).to_have_count(12)


def test_an_own_bag_is_kept_tile_by_tile(visit: Visit) -> None:
    page = opened(visit(), voice=True)
    chosen(page, "classic", "", "Ana", "Bo")
    unfolded(page)
    page.get_by_role("radio", name="We draw from our own bag").check()
    begin(page)
    page.get_by_role("button", name="9, 7, 8", exact=True).click()
    expect(count(page)).to_have_text("1 of 19")
    page.locator("#stage h1").focus()
    page.keyboard.type("124")
    page.keyboard.press("Enter")
    expect(count(page)).to_have_text("2 of 19")
    assert [one["text"] for one in page.evaluate("window.said")] == ["9, 7, 8", "1, 2, 4"]
    field, alert = page.get_by_label("Type the drawn tile"), page.get_by_role("alert")
    for line, answer in (
        ("978", "9-7-8 was called before."),
        ("2-1-4", "1-2-4 was called before."),
        ("999", "No tile has the numbers 999."),
        ("", "No tile has the numbers ?."),
    ):
        field.fill(line)
        field.press("Enter")
        expect(alert).to_have_text(answer)
    expect(page.get_by_role("button", name="9, 7, 8", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(count(page)).to_have_text("1 of 19")
    page.reload()
    expect(count(page)).to_have_text("1 of 19")
    rest = page.locator("#stage .picker .bag button:enabled")
    for number in range(2, 20):
        rest.first.click()
        expect(count(page)).to_have_text(f"{number} of 19")
    page.clock.run_for(MOMENT)
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="All 19 tiles are called")).to_be_visible()
    expect(page.get_by_text("The draw can be checked")).to_be_hidden()
    game = kept(page, "evening/")["games"][0]
    assert (game["called"][0], len(set(game["called"])), game["seed"]) == ("9-7-8", 19, None)


def test_the_caller_changes_with_every_game_and_what_is_counted_stays(visit: Visit) -> None:
    page = started(opened(visit()), "orchid", "", "Ana", "Bo & Cy")
    seeds = []
    for game, who in enumerate(["Ana calls", "Game 2 · Bo & Cy call", "Game 3 · Ana calls"]):
        expect(page.locator("#stage [data-part=turn]")).to_have_text(re.compile(who.replace(" · ", ".*")))
        for number in range(1, 26):
            tap(page, number)
        page.clock.run_for(MOMENT)
        tiles(page).click()
        expect(page.get_by_role("heading", name="tiles are called")).to_be_visible()
        seeds.append(page.locator("#end [data-part=seed]").inner_text())
        evening = kept(page, "evening/")
        assert len(evening["games"]) == game + 1
        if game == 0:
            evening["games"][0]["boards"][0]["a1"] = evening["games"][0]["called"][0]
            keep(page, f"evening/{evening['id']}", evening)
            page.get_by_role("button", name="Next game: Bo & Cy call").click()
        elif game == 1:
            page.goto(f"/call?evening={evening['id']}")
    evening = kept(page, "evening/")
    assert [game["seed"] for game in evening["games"]] == seeds
    assert all(one != other for one, other in pairwise(seeds))
    assert [game["caller"] for game in evening["games"]] == [0, 1, 0]
    assert len(evening["games"][0]["boards"][0]) == 1


def test_an_evening_of_the_scorekeeper_is_called_on(visit: Visit) -> None:
    page = opened(visit())
    evening: dict[str, Any] = {
        "format": "partake-evening-1", "id": "ab-12", "edition": "nexus", "options": {}, "five": None,
        "players": [{"name": "Ana"}, {"name": "Bo"}, {"name": "Cy"}],
        "games": [{"caller": 1, "called": None, "seed": None, "boards": [{}, {}, {}], "finished": True}],
    }  # fmt: skip
    options = {"scrapyard": "lowest", "rays": "longest", "placement": "free", "draw": "1"}
    keep(page, "evening/ab-12", {**evening, "options": options})
    page.goto("/call?evening=ab-12")
    expect(page.locator("#stage [data-part=turn]")).to_contain_text("Cy calls")
    tap(page, 1)
    assert kept(page, "call/")["game"] == 1
    page.goto("/call?evening=nothing")
    expect(page.locator("#setup")).to_be_visible()


def test_take_five_is_kept(visit: Visit) -> None:
    page = opened(visit(viewport=PHONE))
    chosen(page, "five", "", "Ana", "Bo")
    page.get_by_label("How many of you").select_option("3")
    expect(page.get_by_label("How it is called")).to_have_count(0)
    begin(page)
    five = page.locator("#five")
    page.get_by_label("Who begins?").select_option("Ana")
    five.get_by_role("button", name="Bo won this round").click()
    expect(five.get_by_role("heading", level=1)).to_have_text("Round 2: 21")
    expect(five.locator("[data-part=told]")).to_have_text("Player 3 begins")
    expect(five.get_by_text("exactly 21 with three to five pawns")).to_be_visible()
    five.get_by_role("button", name="Nobody won").click()
    expect(five.get_by_role("heading", level=1)).to_have_text("Round 2: 21")
    expect(five.locator("[data-part=told]")).to_have_text("Player 3 begins")
    page.keyboard.press("3")
    expect(five.locator("[data-part=told]")).to_have_text("Ana begins")
    page.keyboard.press("Backspace")
    five.get_by_role("button", name="Bo won this round; 1 of 3 markers so far").click()
    expect(five.get_by_role("heading", level=1)).to_have_text("Round 3: Quinte")
    page.reload()
    expect(five.get_by_role("heading", level=1)).to_have_text("Round 3: Quinte")
    page.keyboard.press("2")
    expect(five.get_by_role("heading", level=1)).to_have_text("Bo wins")
    expect(five.locator("ol li")).to_have_text(
        ["Round 1, Score: Bo", "A round without a winner", "Round 2, 21: Bo", "Round 3, Quinte: Bo"]
    )
    assert kept(page, "evening/")["five"] == {
        "markers": [0, 3, 0],
        "phase": "score",
        "first": 2,
        "history": [
            {"phase": "score", "winner": 1},
            {"phase": "21", "winner": None},
            {"phase": "21", "winner": 1},
            {"phase": "quinte", "winner": 1},
        ],
    }
    page.keyboard.press("1")
    expect(five.get_by_role("heading", level=1)).to_have_text("Bo wins")
    five.get_by_role("button", name="Undo").click()
    expect(five.get_by_role("heading", level=1)).to_have_text("Round 3: Quinte")
    page.keyboard.press("2")
    five.get_by_role("button", name="Play again").click()
    expect(five.get_by_role("heading", level=1)).to_have_text("Round 1: Score")


GOOD: dict[str, Any] = {
    "format": "partake-call-1", "id": "good", "edition": "classic", "players": ["", ""], "game": 0, "caller": 0,
    "options": {"placement": "free", "draw": "1", "rays": "none"}, "own": False, "seed": "0" * 64, "called": [],
}  # fmt: skip
BAD: dict[str, Any] = {
    "nothing": None, "a number": 7, "a list": [], "a text": "call", "an object": {},
    "another format": GOOD | {"format": "partake-call-9"}, "no edition": GOOD | {"edition": "chess"},
    "options that the rules refuse": GOOD | {"options": {"placement": "free", "draw": "9", "rays": "none"}},
    "no options": GOOD | {"options": None}, "a seed that is none": GOOD | {"seed": "xyz"},
    "another order": GOOD | {"called": ["9-7-8", "9-7-4"]},
    "a tile twice": GOOD | {"own": True, "called": ["9-7-8"] * 2},
    "a tile of another set": GOOD | {"own": True, "called": ["12-11-10"]}, "no players": GOOD | {"players": []},
    "players that are numbers": GOOD | {"players": [1, 2]}, "a caller who is not there": GOOD | {"caller": 5},
    "a game before the first": GOOD | {"game": -1}, "calls that are a text": GOOD | {"called": "9-7-8"},
    "a prototype": GOOD | {"edition": "__proto__"}, "take five without rounds": GOOD | {"edition": "five"},
    "a round after the last": {**GOOD, "edition": "five", "first": 0, "rounds": [0, 0, 0, 0]},
    "a winner who is not there": {**GOOD, "edition": "five", "first": 0, "rounds": [4]},
}  # fmt: skip


def test_what_cannot_have_been_kept_here_harms_nothing(visit: Visit) -> None:
    page = opened(visit())
    settings = {
        "order": "sideways",
        "seconds": -5,
        "rate": "fast",
        "players": [None, {}],
        "options": [],
        "edition": 3,
        "voice": 1,
    }
    for what, value in BAD.items():
        keep(page, "call/good", value)
        keep(page, "current/call", {"settings": settings, "call": "good", "isOpen": True})
        page.reload()
        expect(page.locator("#setup"), what).to_be_visible()
        expect(page.get_by_role("button", name="Go on"), what).to_be_hidden()
    for value in (None, 7, "text", {"settings": 7, "call": {}}):
        keep(page, "current/call", value)
        page.reload()
        expect(page.locator("#setup")).to_be_visible()
    keep(page, "call/good", GOOD)
    keep(page, "current/call", {"settings": settings, "call": "good", "isOpen": True})
    page.reload()
    expect(count(page)).to_have_text("0 of 19")


def test_a_game_that_waits_can_be_discarded(visit: Visit) -> None:
    page = started(opened(visit()))
    tap(page, 1)
    page.locator("#stage [data-part=close]").click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("button", name="Go on")).to_be_hidden()
    assert kept(page, "call/") is None


def test_options_that_exclude_each_other_follow_the_last_choice(visit: Visit) -> None:
    page = opened(visit())
    chosen(page, "orchid", "Suns and moons")
    page.locator("[data-part=details] > summary").click()
    expect(page.locator("#rays-longest")).to_be_checked()
    page.locator("#symbols-sun").check()
    page.locator("#draw-2").check()
    begin(page)
    tap(page, 2)


def test_the_best_board_of_the_called_tiles_is_a_step_away(visit: Visit) -> None:
    page = started(opened(visit()))
    order = [tap(page, number)[0].replace(", ", "-") for number in range(1, 20)]
    page.clock.run_for(MOMENT)
    tiles(page).click()
    page.route("**/call/best", lambda route: route.fulfill(body="the best board"))
    with page.expect_request("**/call/best") as asked:
        page.get_by_role("button", name="The best board that these tiles allow").click()
    assert f"called={'+'.join(order)}" in (asked.value.post_data or "")


def test_from_the_first_call_to_counted_boards_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    """The page is closed in the middle; the scorekeeper offers what was called and nothing else."""
    with chromium.new_context(viewport=PHONE) as context:
        page = context.new_page()
        with serving(tmp_path, pages=True) as served:
            page.goto(f"{served.link}/call")
            expect(page.locator("p.install")).to_contain_text("without a network")
        page = context.new_page()
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        page.goto(f"{served.link}/call")
        started(page, "classic", "", "Ana", "Bo")
        found = [tap(page, number)[0].replace(", ", "-") for number in range(1, 8)]
        page.reload()
        found += [tap(page, number)[0].replace(", ", "-") for number in range(8, 20)]
        page.clock.run_for(MOMENT)
        tiles(page).click()
        page.get_by_role("button", name="Count the boards").click()
        page.wait_for_url("**/score?evening=*")
        offered = page.locator("button[data-tile]:enabled")
        expect(offered).to_have_count(19)
        assert {*offered.evaluate_all("all => all.map((one) => one.dataset.tile)")} == {*found}
