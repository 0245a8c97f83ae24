"""The caller: whole games by tap, timer and keys, said in every language, drawn as the engine does.

The clock of the page stands still unless a test moves it, so that nothing here depends on the machine's speed.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import partake
from browsing import PHONE
from calling import (
    MOMENT,
    Visit,
    begin,
    called,
    chosen,
    count,
    hexagon,
    hidden,
    kept,
    opened,
    started,
    tap,
    tap_any,
    tiles,
    unfolded,
)
from partake.engine.actions import Draw
from partake.engine.chance import Seed
from partake.engine.hexagon.spoken import tile_words
from partake.rules.languages import NAMES, speaking
from partake.rules.messages import said
from partake.rules.tiles import Tile
from partake.rules.variant import variant


def test_the_shuffle_is_that_of_the_engine(visit: Visit) -> None:
    """On 60 seeds for every bag of every edition: the order, the commitment, and what a game would draw."""
    page = opened(visit())
    seeds = [str(Seed.of(f"seed {number}")) for number in range(60)]
    bags: list[tuple[str, dict[str, Any]]] = [
        ("classic", {}), ("daffodil", {"rays": "each"}), ("nexus", {"scrapyard": "none"}),
        *(("orchid", {"symbols": symbols}) for symbols in ("sun", "moon", "both")),
    ]  # fmt: skip
    found = page.evaluate(
        """async ([bags, seeds]) => {
          const { Called } = await import("/static/called.js");
          const { commitment } = await import("/static/chance.js");
          const { completed } = await import("/static/choosing.js");
          const data = JSON.parse(document.getElementById("companion").textContent);
          const orders = ([edition, given]) => {
            const options = completed(data.editions[edition], given);
            return seeds.map((seed) => new Called(data, { edition, options, seed, called: [] }).order);
          };
          return [seeds.map(commitment), bags.map(orders)];
        }""",
        [bags, seeds],
    )
    assert found[0] == [Seed.of(seed).commitment for seed in seeds]
    for (name, options), orders in zip(bags, found[1], strict=True):
        made = variant(hexagon(name), options)
        for seed, order in zip(seeds, orders, strict=True):
            assert order == [str(tile) for tile in Seed.of(seed).shuffled("round 1", made.tiles.tiles)]
            drawn = partake.start(name, seats=1, seed=seed, **options).deal()
            assert isinstance(drawn, Draw)
            assert str(drawn.tiles[0]) == order[0], "a game at a table draws the same"


def test_a_whole_game_by_tap_can_be_checked_and_counted(visit: Visit) -> None:
    page = started(opened(visit(viewport=PHONE)), "classic", "", "Ana", "Bo & Cy")
    page.get_by_text("A fair draw").click()
    seal = page.locator("#stage .seal code").inner_text()
    found = [tap(page, number)[0] for number in range(1, 20)]
    assert len(set(found)) == 19
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    page.clock.run_for(MOMENT)
    tiles(page).click()
    expect(page.get_by_role("heading", name="All 19 tiles are called")).to_be_focused()
    expect(page.get_by_role("heading", name="8 tiles stay in the bag")).to_be_visible()
    seed = Seed.of(page.locator("#end [data-part=seed]").inner_text())
    assert seed.commitment == seal == page.locator("#end [data-part=commitment]").inner_text()
    order = [str(tile) for tile in seed.shuffled("round 1", hexagon("classic").tiles.tiles)]
    assert [text.replace(", ", "-") for text in found] == order[:19]
    left = page.locator("#end [data-part=left] svg").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert sorted(text.replace(", ", "-") for text in left) == sorted(order[19:])
    evening = kept(page, "evening/")
    assert evening["players"] == [{"name": "Ana"}, {"name": "Bo & Cy"}]
    assert evening["games"] == [
        {"boards": [{}, {}], "finished": False, "caller": 0, "called": order[:19], "seed": str(seed)}
    ]
    page.route("**/score?**", lambda route: route.fulfill(body="the scorekeeper"))
    page.get_by_role("button", name="Count the boards").click()
    page.wait_for_url(f"**/score?evening={evening['id']}")


def test_a_slip_of_the_finger_draws_nothing_and_undo_goes_back(visit: Visit) -> None:
    page = started(opened(visit()))
    first, second = tap(page, 1), tap(page, 2)
    tiles(page).dblclick()
    expect(count(page)).to_have_text("2 of 19")
    page.get_by_role("button", name="Undo").click()
    expect(count(page)).to_have_text("1 of 19")
    assert called(page) == first
    expect(page.get_by_role("log")).to_contain_text(f"Undone. Now: {first[0]}.")
    assert tap(page, 2) == second, "the order is fixed"
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Tap for the first tile")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert tap(page, 1) == first


def test_a_game_by_keys(visit: Visit) -> None:
    page = started(opened(visit(), voice=True))
    for number in range(1, 20):
        page.clock.run_for(MOMENT)
        page.keyboard.press([" ", "Enter", "ArrowRight", "PageDown"][number % 4])
        expect(count(page)).to_have_text(f"{number} of 19")
        page.locator("#stage h1").focus()
    for _ in range(3):  # a key that is held is one press
        page.clock.run_for(MOMENT)
        page.keyboard.down("Backspace")
    page.keyboard.up("Backspace")
    expect(count(page)).to_have_text("18 of 19")
    page.keyboard.press("r")
    assert page.evaluate("window.said.at(-1).text") == called(page)[0]
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("The next tile")
    page.clock.run_for(MOMENT)
    page.keyboard.press("ArrowRight")
    expect(count(page)).to_have_text("18 of 19")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Classic, 18 of 19 called")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(count(page)).to_have_text("18 of 19")


def test_a_game_by_the_timer(visit: Visit) -> None:
    page = opened(visit())
    chosen(page, "classic")
    unfolded(page)
    page.get_by_role("radio", name="After some time").check()
    page.get_by_label("Seconds for each call").fill("10")
    begin(page)
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_hidden()
    tap(page, 1)
    for number in range(2, 5):
        page.clock.run_for(9_000)
        expect(count(page)).to_have_text(f"{number - 1} of 19")
        expect(pause).to_have_text("1")
        page.clock.run_for(1_500)
        expect(count(page)).to_have_text(f"{number} of 19")
    pause.click()
    page.clock.run_for(60_000)
    expect(count(page)).to_have_text("4 of 19")
    page.reload()
    expect(pause).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(60_000)
    expect(count(page)).to_have_text("4 of 19")
    pause.click()
    page.clock.run_for(10_500)
    expect(count(page)).to_have_text("5 of 19")
    hidden(page, True)
    page.clock.run_for(60_000)
    expect(count(page)).to_have_text("5 of 19")
    hidden(page, False)
    pause.click()
    for number in range(6, 20):
        page.clock.run_for(10_500)
        expect(count(page)).to_have_text(f"{number} of 19")
    expect(pause).to_be_hidden()
    page.clock.run_for(60_000)
    expect(page.get_by_role("button", name="Done")).to_be_visible()


def test_two_at_a_time(visit: Visit) -> None:
    page = started(opened(visit(), voice=True), "classic", "Two at a time")
    found = [tap(page, min(2 * number, 19)) for number in range(1, 11)]
    assert [len(call) for call in found] == [2] * 9 + [1]
    assert len({tile for call in found for tile in call}) == 19
    assert [one["text"] for one in page.evaluate("window.said")] == [tile for call in found for tile in call]
    page.get_by_role("button", name="Undo").click()
    expect(count(page)).to_have_text("18 of 19")
    page.get_by_role("button", name="Undo").click()
    expect(count(page)).to_have_text("16 of 19")


def test_what_was_called_is_shown_and_said_again(visit: Visit) -> None:
    page = started(opened(visit(), voice=True))
    found = [tap(page, number) for number in range(1, 6)]
    page.get_by_role("button", name=f"Call 2: {found[1][0]}").click()
    assert called(page) == found[1]
    assert page.evaluate("window.said.at(-1).text") == found[1][0]
    expect(count(page)).to_have_text("2 of 19")
    page.clock.run_for(MOMENT)
    page.get_by_role("button", name="To the latest").click()
    expect(count(page)).to_have_text("5 of 19")
    assert called(page) == found[4]
    news = page.get_by_role("log").inner_text()
    assert all(news.count(f"{tile}. Tile {n} of 19.") == 1 for n, (tile,) in enumerate(found, start=1))


@pytest.mark.parametrize(
    ("language", "order"),
    [
        pytest.param(language, order, marks=[pytest.mark.slow] if (number + turn) % 2 else [])
        for number, language in enumerate(NAMES)
        for turn, order in enumerate(["printed", "across"])
    ],
)
def test_tiles_are_said_in_every_language_and_both_orders(visit: Visit, language: str, order: str) -> None:
    """Numbers, wildcards, suns, moons and bonuses, each only where the variant needs it."""
    page = opened(visit(locale=language), voice=True)
    page.locator("[data-part=calling] > summary").click()
    page.locator("input[name=own][value=true]").check()
    page.locator(f"input[name=order][value={order}]").check()
    for edition, way, picked, has_symbol in (
        ("classic", "plain", ["9-7-8", "1-2-4"], False),
        ("classic", "best-ray", ["9-7-8", "1-2-4"], True),
        ("daffodil", "open", ["*-*-*", "1-*-*", "5-2-4"], False),
        ("nexus", "full", ["1-2-3", "12-11-10", "12-11-8"], True),
        ("orchid", "suns", ["1-2-3", "12-11-8"], False),
        ("orchid", "both", ["1-2-3", "12-11-10"], True),
    ):
        page.locator(f".pick:has([value={edition}])").click()
        page.locator(f"#way-{way}").check()
        begin(page)
        page.evaluate("window.said.length = 0")
        for number, tile in enumerate(picked, start=1):
            page.locator(f'#stage .picker [data-tile="{tile}"]').click()
            expect(page.locator("#stage .history svg")).to_have_count(number)
        known = hexagon(edition).tiles
        with speaking(language):
            words = [said(tile_words(known, Tile.parse(tile), order=order, has_symbol=has_symbol)) for tile in picked]
        spoken = page.evaluate("window.said")
        assert [one["text"] for one in spoken] == words
        assert {one["lang"][:2] for one in spoken} == {language}
        page.locator("#stage [data-part=close]").click()


def test_without_a_voice_the_words_are_there(visit: Visit) -> None:
    page = opened(visit())
    unfolded(page)
    expect(page.get_by_text("This browser has no voice for this language.")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Say each tile aloud")).to_be_disabled()
    started(page)
    [words] = tap(page, 1)
    assert re.fullmatch(r"\d, \d, \d", words)


def test_the_screen_stays_awake_while_it_is_needed(visit: Visit) -> None:
    page = visit()
    page.add_init_script(
        "window.locks = []; const { request } = WakeLock.prototype;"
        "WakeLock.prototype.request = async function (kind) {"
        " const lock = await request.call(this, kind); window.locks.push(lock); return lock }"
    )
    opened(page)

    def held(number: int, asked: int) -> None:
        page.wait_for_function(
            "([held, asked]) => window.locks.length === asked"
            " && window.locks.filter((one) => !one.released).length === held",
            arg=[number, asked],
        )

    held(0, 0)
    unfolded(page)
    page.get_by_role("radio", name="After some time").check()
    begin(page)
    held(1, 1)
    tap(page, 1)
    page.get_by_role("button", name="Pause").click()
    held(0, 1)
    page.get_by_role("button", name="Pause").click()
    held(1, 2)
    page.evaluate("window.locks.at(-1).release()")
    hidden(page, False)  # as after a phone call, when the browser has taken it away
    held(1, 3)
    page.locator("#stage [data-part=close]").click()
    held(0, 3)


def test_a_browser_that_cannot_stay_awake_calls_all_the_same(visit: Visit) -> None:
    page = visit()
    page.add_init_script("delete Navigator.prototype.wakeLock; delete Element.prototype.requestFullscreen;")
    started(opened(page))
    tap(page, 1)


@pytest.mark.parametrize("language", list(NAMES))
def test_everything_fits_the_narrowest_phone(visit: Visit, language: str) -> None:
    page = opened(visit(locale=language, viewport={"width": 320, "height": 568}))
    page.locator("[data-part=calling] > summary").click()
    page.locator("[data-part=details] > summary").click()

    def fits(what: str) -> None:
        wide = page.evaluate(
            "[...document.querySelectorAll('main *')].filter((one) => one.checkVisibility()"
            " && !one.closest('.history, .counts, .visually-hidden, svg')"
            " && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 90))"
        )
        assert not wide, (what, wide)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, what

    fits("set-up")
    page.locator(".pick:has([value=nexus])").click()
    begin(page)
    tap_any(page, 3)
    fits("stage")
    for part in ("[data-part=next]", "[data-part=back]", "[data-part=repeat]"):
        box = page.locator(f"#stage {part}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 568
    page.locator("#stage [data-part=close]").click()
    page.locator(".pick:has([value=five])").click()
    begin(page)
    fits("take five")
