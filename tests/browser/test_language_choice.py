"""The language of a table is changed in mid-game: the page and everything that its scripts say follow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import Guest
from partake.engine.chance import Seed
from partake.rules.errors import capitalised
from partake.rules.languages import language

COLUMN = ("a1", "a2", "a3")
"""The first column of the board of Classic."""


def test_a_language_chosen_in_mid_game_is_that_of_the_next_score_line(
    visit: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Seed, "new", classmethod(lambda cls: Seed.of("languages")))
    page, german = visit(), language("de")
    guest = Guest(page)
    table = guest.create("classic", pause=0)
    page.goto(f"/tables/{table}")
    expect(page.locator("[data-part=told]")).to_contain_text("Place")
    wanted = guest.state(table)["view"]["called"][0].split("-")[0]
    free, filled = [f"{column}{row}" for column in "edcb" for row in (3, 2, 1)], 0
    while filled < len(COLUMN):
        drawn = guest.state(table)["view"]
        is_wanted = drawn["called"][0].split("-")[0] == wanted
        cell = COLUMN[filled] if is_wanted else free.pop()
        filled += is_wanted
        page.locator(f'.mine [data-cell="{cell}"].legal').click()
        expect(page.locator("[data-part=turn]")).to_contain_text(str(len(drawn["drawn"]) + 1))
        if filled == 1 and page.locator("html").get_attribute("lang") == "en":
            page.locator("select[name=language]").select_option("de")
            expect(page.locator("html")).to_have_attribute("lang", "de")
            place = german.text("Place {tile}", "script.place").partition("{")[0].strip()
            expect(page.locator("[data-part=told]")).to_contain_text(place)
    line = german.text("vertical line {first} to {last}, {length} x {number}")
    told = capitalised(line.format(first=COLUMN[0], last=COLUMN[-1], length=3, number=wanted))
    expect(page.locator("[data-part=scores] li").first).to_have_text(f"{told}{3 * int(wanted)}")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
