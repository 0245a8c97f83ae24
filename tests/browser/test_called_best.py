"""From the last call to the best board of the tiles, where a board stands for itself."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from boards import hexagon_edition
from calling import MOMENT, Visit, keep, kept, opened, started, tap, tiles
from paper_games import paper_game
from partake.engine.chance import Seed
from partake.engine.record.paper import drawn_by
from partake.rules.variant import variant


def at_the_end(page: Page, edition: str, **options: str) -> list[str]:
    """A game of which one tile is not called yet, and then is; what was called."""
    started(page, edition, "", "Ana", "Bo")
    tap(page, 1)
    call = kept(page, "call/")
    order = drawn_by(variant(hexagon_edition(edition), {**call["options"], **options}, seats=2), Seed.of(call["seed"]))
    called = [str(tile) for tile in order]
    call["options"] |= options
    keep(page, f"call/{call['id']}", {**call, "called": called[:-1]})
    page.reload()
    tap(page, len(called))
    page.clock.run_for(MOMENT)
    tiles(page).click()
    expect(page.locator("#end")).to_be_visible()
    return called


def test_the_caller_leads_to_the_best_board_of_its_tiles(visit: Visit) -> None:
    page = opened(visit())
    called = at_the_end(page, "classic")
    page.get_by_role("button", name="The best board that these tiles allow").click()
    page.wait_for_url(re.compile(r"/call/best\?edition=classic&.*called="))
    expect(page.get_by_role("heading", name="Best possible board")).to_be_visible()
    assert " ".join(called).replace(" ", "+") in page.url


def test_where_players_depend_on_each_other_nobody_is_led_there(visit: Visit) -> None:
    page = opened(visit())
    at_the_end(page, "classic", rays="best")
    expect(page.get_by_role("button", name="The best board that these tiles allow")).to_be_hidden()


def test_the_page_without_an_answer_has_a_button(visit: Visit) -> None:
    page = visit()
    called = " ".join(paper_game(seed="page")["games"][0]["called"])
    page.goto(f"/call/best?edition=classic&called={called}")
    expect(page.get_by_role("button", name="Best possible board")).to_be_visible()
