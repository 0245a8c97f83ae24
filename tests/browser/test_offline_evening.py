"""From the first call to the last point on a phone without a network, which dies twice and is given a new version."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright, expect

from boards import variant_of
from calling import begin, called, chosen, count, tiles
from killable import living
from releases import other_release
from scorekeeping import Cells, Scorekeeper, columns, scored
from served_process import serving_process

CLASSIC = variant_of("classic")
SECOND = {
    "web/templates/base.html": ('<main id="content">', '<main id="content" data-release="second">'),
    "web/static/page.js": ("export function toast", "export const release = 2;\nexport function toast"),
}
"""A page, and a script that all pages load."""


def opened(phone: BrowserContext, address: str) -> Page:
    """A page whose clock stands still, as it is when it is opened from the home screen."""
    page = phone.new_page()
    page.clock.install()
    page.goto(address)
    return page


def calls(page: Page, numbers: range) -> list[str]:
    """Taps on the tile, each of which calls one more."""
    found = []
    for number in numbers:
        page.clock.run_for(1000)
        tiles(page).click()
        expect(count(page)).to_have_text(re.compile(rf"^{number} of "))
        found += called(page)
    return found


def fill(keeper: Scorekeeper, cells: Cells) -> None:
    """Type a board, column by column."""
    keeper.page.keyboard.press("/")
    for line in columns(CLASSIC, cells):
        keeper.type(line)


def test_an_evening_from_the_caller_to_the_last_point(playwright: Playwright, tmp_path: Path) -> None:
    profile, second = tmp_path / "profile", other_release(tmp_path / "second", SECOND)
    with serving_process(tmp_path / "server") as served, living(playwright, profile) as phone:
        page = phone.new_page()
        page.goto(f"{served.link}/score")
        expect(page.locator("p.install")).to_contain_text("works without a network")
    with living(playwright, profile) as phone:
        page = opened(phone, f"{served.link}/call")
        chosen(page, "classic", "", "Ana", "Bo")
        begin(page)
        heard = calls(page, range(1, 8))
    with serving_process(tmp_path / "server", port=served.port, source=second), living(playwright, profile) as phone:
        page = opened(phone, f"{served.link}/call")
        expect(page.locator("main[data-release=second]")).to_be_attached()
        expect(count(page)).to_have_text("7 of 19")
        assert called(page) == heard[-1:]
        heard += calls(page, range(8, 12))
    with living(playwright, profile) as phone:
        page = opened(phone, f"{served.link}/call")
        expect(count(page)).to_have_text("11 of 19")
        heard += calls(page, range(12, 20))
        assert len(set(heard)) == 19
        page.clock.run_for(1000)
        page.locator("#stage [data-part=next]").click()
        page.locator("#end [data-part=count]").click()
        page.wait_for_url("**/score?evening=*")
        keeper = Scorekeeper(page)
        expect(keeper.part("dock")).to_be_visible()
        expect(page.locator("[data-part=picker] [data-tile]:visible")).to_have_count(19)
        drawn = [one.replace(", ", "-") for one in heard]
        ana, bo = (dict(zip(CLASSIC.positions, order, strict=True)) for order in (drawn, drawn[::-1]))
        fill(keeper, ana)
        assert keeper.cells == ana
    with living(playwright, profile) as phone:
        keeper = Scorekeeper(opened(phone, f"{served.link}/score"))
        keeper.turn("Ana")
        assert keeper.cells == ana
        keeper.turn("Bo")
        fill(keeper, bo)
        expect(keeper.part("doubts")).to_be_hidden()
        points = [float(total) for total in keeper.totals]
        [game] = scored(keeper.saved(tmp_path))
        assert points == [float(total) for total in game]
