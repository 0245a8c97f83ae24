"""Daily deals as people meet them: play, see what everybody made of it, share it, practise, and the next midnight."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, Guest
from partake.store.deal_rows import DealFactsRow
from partake.table.calendar import CLASSIC, midnight, utc_day
from served import Served, serving

Visit = Callable[..., Page]
FIRST = date(2026, 11, 17)
DAY = 86_400.0


class Clock:
    """A clock that runs, and can be set."""

    def __init__(self) -> None:
        self.set(midnight(FIRST) + DAY / 2)

    def set(self, moment: float) -> None:
        """Let it be this moment now."""
        self._ahead = moment - time.time()

    def __call__(self) -> float:
        """What time it is."""
        return time.time() + self._ahead

    def next_noon(self) -> date:
        """Let it be the noon of the next day, which is returned."""
        day = utc_day(self()) + timedelta(1)
        self.set(midnight(day) + DAY / 2)
        return day


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("daily"), pages=True, now=clock) as found:
        yield found


@pytest.fixture(scope="module")
def server(served: Served) -> str:
    return served.link


def begun(page: Page, deal: str = CLASSIC) -> str:
    """Begin today's deal from its page; the table."""
    page.goto("/daily")
    page.locator(f"#{deal}").get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    return page.url.rpartition("/")[2]


def played_out(page: Page, table: str, taken: int = 0) -> None:
    """Play a table to its end; `taken` is which of the legal cells is taken, if there are so many."""
    guest = Guest(page)
    while True:
        state = guest.state(table)
        view = state["view"]
        if view["outcome"]:
            if state["table"]["status"] == "over":
                return
        elif view["seat"] in view["to_act"]:
            legal = [action for action in view["legal"] if action != "back"]
            guest.move(table, legal[taken % len(legal)])
        page.request.post(f"/api/tables/{table}/go-on", data={})


def test_a_day_from_the_home_page_to_the_archive(visit: Visit, served: Served, clock: Clock) -> None:
    day = clock.next_noon()
    ann, bob = visit(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"]), visit()
    ann.goto("/")
    path = ann.locator(".paths a[href='/daily']")
    expect(path).to_contain_text("The same tiles for everybody")
    path.click()
    expect(ann.get_by_role("heading", level=1)).to_have_text(f"Daily deal of {day}")
    expect(ann.locator("#classic")).to_contain_text("Nobody has finished it yet")
    expect(ann.locator("[data-part=left]")).to_contain_text(re.compile(r"1[12] h \d+ min"))
    table = begun(ann)
    ann.goto("/")
    expect(ann.locator(".paths a[href='/daily']")).to_contain_text("go on")
    expect(ann.locator("form[action$='/discard']")).to_have_count(0)
    ann.goto("/daily")
    ann.locator("#classic").get_by_role("link", name="Go on").click()
    expect(ann.locator(".mine .cell.legal").first).to_be_visible()
    other = begun(bob)
    bob.goto(f"/tables/{table}")
    expect(bob.get_by_role("status")).to_contain_text("play yours first")
    expect(bob.locator("#classic").get_by_role("link", name="Go on")).to_be_visible()
    expect(bob.locator(".chart")).to_have_count(0)
    played_out(ann, table)
    played_out(bob, other, taken=7)
    expect(ann.locator("[data-over]")).to_be_visible()
    daily = served.app.state.context.daily
    served.do(daily.store.keep_facts(DealFactsRow(daily.name(day, CLASSIC), 151.0, 203.0, True)))
    ann.get_by_role("link", name="To the results of the day").click()
    card = ann.locator("#classic")
    expect(card).to_contain_text("Your place")
    expect(card).to_contain_text(re.compile("[12] of 2"))
    expect(card).to_contain_text("Best possible board")
    expect(card.locator(".chart svg")).to_contain_text("What everybody made of it")
    expect(ann.locator(".streak")).to_have_text("Streak: 1 day")
    ranks = card.locator(".ranks li")
    expect(ranks).to_have_count(2)
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.evaluate("navigator.share = undefined")
    card.get_by_role("button", name="Share").click()
    expect(ann.locator(".toast")).to_contain_text("The result is copied")
    text = ann.evaluate("navigator.clipboard.readText()")
    assert f"Partake daily deal, {day}: Classic" in text
    assert re.search(r"[🟩⬜]{10} \d+ % of the best possible board", text)
    assert text.endswith(f"/daily/{day}")
    seen = Guest(ann).state(table)["view"]
    assert not [tile for tile in seen["drawn"] if str(tile) in text]
    assert not re.search(r"\b[a-e][1-5]\b", text)
    assert ann.request.get(card.locator("[data-picture]").get_attribute("data-picture") or "").ok
    card.get_by_role("button", name="Practise on these tiles").click()
    expect(ann.locator(".mine .cell.legal").first).to_be_visible()
    practice = ann.url.rpartition("/")[2]
    played_out(ann, practice)
    expect(ann.get_by_role("link", name="To the results of the day")).to_be_visible()
    expect(ann.get_by_role("button", name="Share")).to_have_count(0)
    ann.get_by_role("link", name="To the results of the day").click()
    expect(ann.locator("#classic .ranks li")).to_have_count(2)
    ann.goto("/")
    expect(ann.locator(".paths a[href='/daily']")).to_contain_text("One of today's two is played. Streak: 1 day.")
    later = clock.next_noon()
    ann.goto("/daily/archive")
    expect(ann.locator(".archive li")).to_have_count((later - FIRST).days + 1)
    ann.locator(".archive a").nth(1).click()
    expect(ann.get_by_role("heading", level=1)).to_have_text(f"Daily deal of {day}")
    expect(ann.locator("#classic")).to_contain_text("Your place")
    ann.get_by_text("Is it fair?").click()
    expect(ann.locator(".fair code").last).to_contain_text(f"{day}:")
    stranger = visit(viewport=PHONE)
    stranger.goto(f"/daily/{day}")
    expect(stranger.locator("#classic .ranks li")).to_have_count(2)
    stranger.locator("#edition").get_by_role("button", name="Practise on these tiles").click()
    expect(stranger.locator(".mine .cell.legal").first).to_be_visible()


def test_the_page_becomes_that_of_the_new_day_at_midnight(visit: Visit, clock: Clock) -> None:
    day = clock.next_noon()
    page, dated = visit(), visit()
    table = begun(page)
    clock.set(midnight(day) + DAY - 6)
    for one, path in ((page, "/daily"), (dated, f"/daily/{day}")):
        one.goto(path)
        expect(one.locator("[data-part=left]")).to_contain_text("less than a minute")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Daily deal of {day + timedelta(1)}")
    expect(page.locator("#classic").get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(dated.get_by_role("heading", level=1)).to_have_text(f"Daily deal of {day}")
    played_out(page, table)
    page.goto(f"/daily/{day}")
    expect(page.locator("#classic")).to_contain_text("1 of 1")
    expect(page.locator(".streak")).to_have_text("Streak: 1 day")


def test_who_is_too_late_is_told_so_and_can_go_on(visit: Visit, clock: Clock) -> None:
    day = clock.next_noon()
    page = visit(viewport=PHONE)
    table = begun(page)
    clock.next_noon()
    page.goto(f"/daily/{day}")
    expect(page.locator("#classic")).to_contain_text("it counts no more, but you can go on")
    played_out(page, table)
    page.reload()
    expect(page.locator("#classic")).to_contain_text("It does not count.")
    expect(page.locator("#classic")).to_contain_text("Nobody played it on its day.")
    expect(page.locator(".streak")).to_have_count(0)
