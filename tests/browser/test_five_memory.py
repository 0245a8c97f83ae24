"""Take Five is a memory game: what happens is shown at a pace the eye can follow, and kept for nobody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import PHONE, WIDE, answer_for_the_server
from five_players import LOOKS, MOVES, ROUND, SEED, Players, layouts, pause, until
from partake.engine.chance import Seed

Visit = Callable[..., Page]
SIZES: dict[str, dict[str, Any]] = {"phone": {"viewport": PHONE, "has_touch": True}, "desktop": {"viewport": WIDE}}
LONG = 20_000
"""Milliseconds in which a page would have shown everything else, but not taken a silent line for a broken one."""


@pytest.fixture(scope="module")
def motion() -> str:
    """Pages move, as they do for most people."""
    return "no-preference"


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> dict[str, Any]:
    return SIZES[request.param]


@pytest.fixture(autouse=True)
def layout(monkeypatch: pytest.MonkeyPatch) -> Callable[[Seed], None]:
    """All tables have the layout of the recorded game, or another one."""

    def choose(seed: Seed) -> None:
        monkeypatch.setattr(Seed, "new", classmethod(lambda cls: seed))

    choose(SEED)
    return choose


def test_what_i_look_at_stays_three_seconds_though_bots_have_moved(visit: Visit, size: dict[str, Any]) -> None:
    at = Players(visit, size, bots=1)
    at.open()
    at.move(LOOKS[0])
    expect(at.news).to_have_text("You see an 8 on c5")
    expect(at.lens).to_have_attribute("href", "#pk-pawn-8")
    at.page.clock.run_for(LONG)
    expect(at.lens).to_have_attribute("href", "#pk-pawn-8")
    at.move(LOOKS[1])
    expect(at.told).to_have_text("You see a 3 on c3")
    until(lambda: sum(word.startswith("2:") for word in at.log()) >= 2)
    expect(at.button("Skip")).to_be_visible()
    at.page.clock.run_for(2900)
    expect(at.lens).to_have_attribute("href", "#pk-pawn-3")
    expect(at.page.locator(".cell.now")).to_have_attribute("data-cell", "c3")
    at.page.clock.run_for(200)
    expect(at.told).to_have_text(re.compile("^Beginner bot "))
    expect(at.page.locator(".cell.now")).not_to_have_attribute("data-cell", "c3")


def test_a_tap_ends_a_look_and_another_shows_the_game_as_it_is(
    visit: Visit, size: dict[str, Any], layout: Callable[[Seed], None]
) -> None:
    layout(next(layouts(4))[0])
    at = Players(visit, size, bots=3)
    at.open()
    at.move(LOOKS[0])
    expect(at.lens).to_have_count(1)
    at.press('[data-cell="c5"]')
    expect(at.lens).to_have_count(0)
    expect(at.news).to_have_text("You moved the knight to c5 and looked.")
    at.move(LOOKS[1])
    until(lambda: at.ann.must_act(at.table))
    expect(at.button("Skip")).to_be_visible()
    at.press('[data-cell="a4"]')
    expect(at.told).to_have_text(re.compile("^Beginner bot 1 "))
    at.press('[data-cell="a4"]')
    expect(at.told).to_have_text("Your turn: move the first piece")
    pieces = at.ann.state(at.table)["view"]["pieces"]
    for piece, square in pieces.items():
        expect(at.page.locator(f'[data-cell="{square}"][data-piece="{piece}"]')).to_have_count(1)
    at.press(".cell.movable >> nth=0")
    expect(at.page.locator(".cell.legal").first).to_be_visible()


def test_moves_of_others_are_shown_one_after_the_other(visit: Visit, size: dict[str, Any]) -> None:
    """Bob takes, keeps and looks in a moment; Ann sees each, the value large before it is in his hand."""
    at = Players(visit, size)
    at.play(MOVES[:2])
    at.open()
    at.marked("a1", "c3")
    start = at.ann.state(at.table)["view"]["pieces"]
    assert MOVES[2:5] == [(2, "Rxf2"), (2, "keep"), (2, "B?b2")]
    at.play(MOVES[2:5])
    expect(at.button("Skip")).to_be_visible()
    expect(at.news).to_have_text("Bob took a 7 with the rook on f2.")
    expect(at.lens).to_have_attribute("href", "#pk-pawn-7")
    expect(at.hand(2)).to_have_count(0)
    at.marked(start["R"], "f2")
    at.page.clock.run_for(2200)
    expect(at.hand(2)).to_have_count(1)
    expect(at.lens).to_have_count(0)
    at.page.clock.run_for(700)
    expect(at.news).to_have_text("Bob moved the black bishop to b2 and looked.")
    expect(at.page.locator(".lens .eye use")).to_have_attribute("href", "#pk-eye")
    at.marked("c3", "b2")
    at.page.clock.run_for(1700)
    expect(at.told).to_have_text("Your turn: move the first piece")
    expect(at.page.locator(".lens use")).to_have_count(0)
    at.marked("c3", "b2")


def test_a_page_is_never_far_behind_and_catches_up_at_once(visit: Visit) -> None:
    """Time stands still for a spectator while almost a whole round is played."""
    at = Players(visit, SIZES["desktop"])
    page = visit(**SIZES["phone"])
    page.clock.install()
    page.goto(f"/tables/{at.table}")
    lines = page.locator("[data-part=moves] li")
    expect(lines).to_have_count(1)
    pause(page)
    at.play(MOVES[: ROUND - 1])
    total = 1 + sum(action not in ("keep", "return") for _, action in MOVES[: ROUND - 1])
    assert total > 31
    expect(lines.nth(total - 31)).to_be_attached()
    skip = page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()

    def has_caught_up() -> bool:
        if skip.count():
            skip.tap()
        return lines.count() == total

    until(has_caught_up)
    expect(page.locator("[data-part=told]")).to_have_text("Ann moves")


def test_a_round_ends_with_its_winner_and_pawns_until_one_continues(visit: Visit, size: dict[str, Any]) -> None:
    at = Players(visit, size)
    at.play(MOVES[: ROUND - 1])
    at.open()
    board = at.page.locator("svg.live.board")
    place = board.bounding_box()
    at.move(MOVES[ROUND - 1][1])
    expect(at.lens).to_have_attribute("href", "#pk-pawn-4")
    expect(at.page.locator('[data-player="1"] .markers')).to_have_text("☆☆☆")
    at.page.clock.run_for(1500)
    ends = "Ann wins the round with 7, 8, 6, 5 and 4"
    expect(at.told).to_have_text(ends.replace("Ann wins", "You win"))
    expect(at.page.locator("[data-part=choices] svg")).to_have_count(5)
    assert board.bounding_box() == place
    at.page.clock.run_for(LONG)
    expect(at.told).to_have_text(ends.replace("Ann wins", "You win"))
    expect(at.page.locator('[data-cell="c6"][data-piece="R"]')).to_have_count(1)
    expect(at.hand(1)).to_have_count(5)
    expect(at.page.locator('[data-player="1"].won .markers')).to_have_text("★☆☆")
    expect(at.page.locator('[data-phase="score"]')).to_be_visible()
    expect(at.page.locator("[data-part=moves] li").first).to_have_text("Round 1, Score: Ann won with 7, 8, 6, 5 and 4.")
    assert at.log()[0] == "deal:Na6/1", "Bob waits too"
    at.press(at.button("Continue"))
    expect(at.news).to_have_text("The pawns are laid out. Bob begins.")
    at.play(MOVES[ROUND : ROUND + 1])
    expect(at.page.locator('[data-cell="a6"][data-piece="R"]')).to_have_count(1)
    expect(at.hand(1)).to_have_count(0)
    expect(at.page.locator('[data-phase="21"]')).to_be_visible()
    at.page.clock.run_for(1200)
    expect(at.news).to_have_text("Bob took an 8 with the white bishop on c4.")


def test_the_next_round_waits_until_all_who_are_here_have_seen_the_last(visit: Visit, size: dict[str, Any]) -> None:
    at = Players(visit, size)
    at.play(MOVES[: ROUND - 1])
    at.open()
    bob = at.bob.page
    bob.goto(f"/tables/{at.table}")
    at.play(MOVES[ROUND - 1 : ROUND])
    expect(at.lens).to_have_attribute("href", "#pk-pawn-4")
    at.page.clock.run_for(LONG)
    at.press(at.button("Continue"))
    expect(at.news).to_have_text("Waiting for Bob to go on.")
    expect(at.button("Continue")).to_have_count(0)
    bob.get_by_role("button", name="Continue").click()
    expect(bob.locator("[data-part=told]")).to_have_text("Your turn: move the first piece")
    expect(at.news).to_have_text("The pawns are laid out. Bob begins.")


def test_continue_is_offered_until_the_server_has_heard_it(chromium: Browser, server: str) -> None:
    with (
        chromium.new_context(base_url=server, **SIZES["phone"]) as first,
        chromium.new_context(base_url=server) as other,
    ):
        contexts = [first, other]
        at = Players(lambda **_: contexts.pop(0).new_page(), SIZES["phone"])
        at.play(MOVES[: ROUND - 1])
        answer_for_the_server(at.page, {"status": 503, "error": "soon", "retry": "2"})
        at.open()
        at.play(MOVES[ROUND - 1 : ROUND])
        expect(at.lens).to_have_attribute("href", "#pk-pawn-4")
        at.page.clock.run_for(LONG)
        at.press(at.button("Continue"))
        expect(at.page.get_by_role("alert")).to_be_visible()
        at.press(at.button("Continue"))
        expect(at.news).to_have_text("The pawns are laid out. Bob begins.")


def test_with_a_clock_nobody_is_kept_from_the_next_round(visit: Visit, size: dict[str, Any]) -> None:
    """Ann does not say that she goes on; when the others have waited long enough, her page does."""
    at = Players(visit, size, clock=600)
    at.play(MOVES[: ROUND - 1])
    at.open()
    expect(at.page.locator("[data-part=clock]")).not_to_be_empty()
    board = at.page.locator("svg.live.board")
    place = board.bounding_box()
    at.play(MOVES[ROUND - 1 : ROUND])
    expect(at.lens).to_have_attribute("href", "#pk-pawn-4")
    at.page.clock.run_for(LONG)
    expect(at.button("Continue")).to_be_visible()
    expect(at.page.locator("[data-part=clock]")).to_be_empty()
    assert board.bounding_box() == place
    assert at.page.request.post(f"/api/tables/{at.table}/go-on", data={}).ok
    expect(at.news).to_have_text("The pawns are laid out. Bob begins.")
    expect(at.button("Continue")).to_have_count(0)


def test_whoever_watches_need_not_say_that_they_go_on(visit: Visit, size: dict[str, Any]) -> None:
    at = Players(visit, size)
    at.play(MOVES[: ROUND - 1])
    page = visit(**size)
    page.clock.install()
    page.goto(f"/tables/{at.table}")
    told = page.locator("[data-part=told]")
    expect(told).to_have_text("Ann moves")
    pause(page)
    at.play(MOVES[ROUND - 1 : ROUND])
    expect(page.locator(".lens .face use")).to_have_attribute("href", "#pk-pawn-4")
    page.clock.run_for(2200)
    expect(told).to_have_text("Ann wins the round with 7, 8, 6, 5 and 4")
    page.clock.run_for(10_000)
    expect(page.locator("[data-part=would]")).to_have_text("The pawns are laid out. Bob begins.")


def test_whoever_watches_may_go_on_too_and_waits_for_nobody_s_leave(visit: Visit) -> None:
    at = Players(visit, SIZES["desktop"])
    at.play(MOVES[: ROUND - 1])
    at.open()
    page = visit(**SIZES["phone"])
    page.goto(f"/tables/{at.table}")
    at.play(MOVES[ROUND - 1 : ROUND])
    expect(at.lens).to_have_attribute("href", "#pk-pawn-4")
    at.page.clock.run_for(LONG)
    page.get_by_role("button", name="Continue").tap()
    expect(page.locator("[data-part=would]")).to_have_text("Waiting for Ann to go on.")
    at.press(at.button("Continue"))
    expect(page.locator("[data-part=would]")).to_have_text("The pawns are laid out. Bob begins.")


def test_the_last_round_is_seen_before_the_result(visit: Visit, size: dict[str, Any]) -> None:
    at = Players(visit, size)
    at.play(MOVES[:-1])
    at.open()
    seat, action = MOVES[-1]
    assert (seat, action[1]) == (2, "x")
    at.play(MOVES[-1:])
    until(lambda: at.ann.state(at.table)["table"]["status"] == "over")
    at.page.clock.run_for(2200)
    expect(at.told).to_have_text(re.compile("^Bob wins the round with"))
    expect(at.news).to_have_text("Bob has all markers and wins the game.")
    expect(at.page.locator('[data-player="2"].won .markers')).to_have_text("★★★")
    at.page.clock.resume()
    at.press(at.button("To the result"))
    expect(at.page.get_by_role("heading", level=1)).to_have_text("Bob wins")


def test_the_chosen_square_is_marked_and_named(visit: Visit, size: dict[str, Any]) -> None:
    at = Players(visit, size)
    at.open()
    ghost, chosen = at.page.locator(".ghost"), at.page.locator(".cell.chosen")
    at.press('[data-piece="N"].movable')
    expect(at.page.locator("[data-part=choices]")).to_have_text("Choose a square with a dot.")
    at.press('[data-cell="c5"].legal')
    expect(at.told).to_have_text("Knight to c5: look or take?")
    expect(chosen).to_have_attribute("data-cell", "c5")
    expect(at.page.locator(".cell.from")).to_have_attribute("data-cell", "a6")
    expect(ghost.locator("use")).to_have_attribute("href", "#pk-piece-N")
    at.press('[data-cell="b4"].legal')
    expect(at.told).to_have_text("Knight to b4: look or take?")
    expect(chosen).to_have_attribute("data-cell", "b4")
    at.page.keyboard.press("Escape")
    expect(at.told).to_have_text("Your turn: move the first piece")
    expect(chosen.or_(ghost)).to_have_count(0)
    at.press('[data-piece="R"].movable')
    at.press('[data-cell="f3"].legal')
    expect(at.told).to_have_text("Rook to f3: look or take?")
    at.press('[data-cell="a1"]')
    expect(at.told).to_have_text("Your turn: move the first piece")
    expect(at.button("Take")).to_have_count(0)
    assert at.log() == ["deal:Na6/1"]


def test_the_list_of_moves_remembers_only_with_the_notebook(visit: Visit, size: dict[str, Any]) -> None:
    """Newest first; pawns that lie face down again are named by a notebook alone."""
    at = Players(visit, size)
    last = MOVES.index((1, "5>d6")) + 1
    at.play(MOVES[:last])
    at.open()
    lines, box = at.page.locator("[data-part=moves] li"), at.page.locator("details.moves")
    if at.is_touch:
        expect(lines.first).to_be_hidden()
        at.press(box.locator("summary"))
    expect(at.page.locator(".cell.now")).to_have_attribute("data-cell", "d6")
    expect(lines.first).to_have_text("You gave up a pawn, face down on d6.")
    expect(lines.nth(1)).to_have_text("You took a pawn with the rook on c6; it went back.")
    expect(lines.last).to_have_text("The pawns were laid out.")
    expect(box).to_contain_text("Bob took an 8 with the knight on c5.")
    expect(box).to_contain_text("Bob moved the black bishop to b2 and looked.")
    expect(box).to_contain_text("You moved the knight to c5 and looked.")
    expect(lines).to_have_count(1 + sum(action not in ("keep", "return") for _, action in MOVES[:last]))
    expect(box).not_to_contain_text("saw")
    at.page.get_by_label("Notebook: remember what I saw").check()
    expect(lines.first).to_have_text("You gave up a 5, face down on d6.")
    expect(lines.nth(1)).to_have_text("You took a 4 with the rook on c6; it goes back.")
    expect(box).to_contain_text("You moved the knight to c5 and saw an 8.")


def test_the_page_of_nobody_else_has_what_a_look_showed(visit: Visit, layout: Callable[[Seed], None]) -> None:
    """Two games that differ in nothing but the pawns that Ann looks at: all other pages are the same, she is not."""
    seen: list[list[str]] = []

    def shown(page: Page) -> str:
        return re.sub(rf'{at.table}|data-now="[^"]*"', "", page.locator("[data-table]").inner_html())

    other = next(seed for seed, shows in layouts(2) if "=8" not in shows and "=3" not in shows)
    for seed in (SEED, other):
        layout(seed)
        at = Players(visit, SIZES["desktop"])
        at.open()
        pages = [at.page, at.bob.page, visit(**SIZES["phone"])]
        for page in pages[1:]:
            page.clock.install()
            page.goto(f"/tables/{at.table}")
            expect(page.locator("[data-part=told]")).to_have_text("Ann moves")
            pause(page)
        found: list[str] = []
        for action in LOOKS:
            at.move(action)
            for page in pages[1:]:
                expect(page.locator("[data-part=would]")).to_contain_text(f"to {action[2:]} and looked.")
                expect(page.locator(".lens .eye")).to_have_count(1)
                found.append(shown(page))
                page.clock.run_for(3000)
                expect(page.locator(".lens .eye")).to_have_count(0)
            expect(at.lens).to_have_count(1)
            found += [shown(page) for page in pages]
        seen.append(found)
    first, second = seen
    assert [a == b for a, b in zip(first, second, strict=True)] == [True, True, False, True, True] * 2


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (844, 390), (768, 1024), (1280, 800)], ids=lambda number: str(number)
)
def test_the_board_stays_where_it_is_and_the_choice_is_in_sight(
    visit: Visit, width: int, height: int, layout: Callable[[Seed], None]
) -> None:
    layout(next(seed for seed, seen in layouts(4) if seen[0] == "=8"))
    at = Players(visit, {"viewport": {"width": width, "height": height}}, bots=3)
    at.open()
    board, choices = at.page.locator("svg.live.board"), at.page.locator("[data-part=choices]")
    places = []

    def note() -> None:
        box, offered = board.bounding_box(), choices.bounding_box()
        assert box is not None
        assert offered is not None
        assert box["y"] + box["height"] <= height
        assert offered["y"] + offered["height"] <= height
        places.append((box, offered["y"]))

    note()
    at.press('[data-piece="N"].movable')
    at.press('[data-cell="c5"].legal')
    note()
    at.press(at.button("Look"))
    expect(at.news).to_have_text("You see an 8 on c5")
    note()
    at.move(LOOKS[1])
    until(lambda: at.ann.must_act(at.table))
    expect(at.button("Skip")).to_be_visible()
    for _ in range(4):
        at.page.clock.run_for(3000)
        note()
    assert places == [places[0]] * len(places)
    assert at.page.evaluate("document.documentElement.scrollWidth") <= width
