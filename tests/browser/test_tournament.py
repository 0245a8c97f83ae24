"""A tournament in real browsers: a host, players on phones and a projector, in rounds and in a time window."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browsing import PHONE, WIDE, Guest
from served import serving

Visit = Callable[..., Page]
BEAMER: ViewportSize = {"width": 1280, "height": 720}


def made(host: Page, title: str, *, deals: int = 1, mode: str = "All at once, in rounds") -> str:
    """The address of a tournament that the host makes with the form, and does not play in."""
    host.goto("/tournaments")
    host.get_by_label("What is it called?").fill(title)
    host.locator("#options > summary").click()
    host.locator("#takeback-no").check()
    host.get_by_role("radio", name=mode).check()
    host.get_by_label("Deals", exact=True).select_option(str(deals))
    host.get_by_label("Your name", exact=True).fill("Hedy")
    host.get_by_role("checkbox", name="I play too").uncheck()
    host.get_by_role("button", name="Make the tournament").click()
    expect(host.get_by_role("heading", level=1)).to_have_text(title)
    return host.get_by_role("textbox", name="Link to this tournament").input_value()


def join(page: Page, link: str, name: str) -> None:
    """Take part by a nickname."""
    page.goto(link)
    page.get_by_label("Your name in this tournament").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".now")).to_contain_text(f"You play as {name}.")


def play_out(page: Page, which: int) -> None:
    """The game on the page to its end, always the first or the last thing the rules allow; then back."""
    guest, table = Guest(page), page.url.rpartition("/")[2]
    while guest.must_act(table):
        legal = [text for text in guest.state(table)["view"]["legal"] if text != "back"]
        guest.move(table, legal[which])
    page.get_by_role("link", name="To the tournament").click()


def rows(page: Page) -> list[list[str]]:
    """The cells of the standings."""
    return [
        [cell.inner_text() for cell in row.locator("td, th").all()]
        for row in page.locator(".tournament tbody tr").all()
    ]


def test_host_players_and_projector_go_through_two_rounds(visit: Visit) -> None:
    host, screen = visit(viewport=WIDE), visit(viewport=BEAMER)
    ann, bob = visit(viewport=PHONE), visit(viewport=PHONE, color_scheme="dark")
    link = made(host, "Sunday", deals=2)
    screen.goto(f"{link}/screen")
    expect(screen.locator(".joining .code svg")).to_be_visible()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        join(page, link, name)
    expect(screen.locator(".count")).to_have_text("2 players have joined")
    expect(screen.locator(".chips")).to_contain_text("Bob")
    expect(host.locator(".now")).to_contain_text("2 players have joined")
    host.get_by_role("button", name="Start deal 1").click()
    for deal in (1, 2):
        for page in (ann, bob):  # their boards open by themselves
            expect(page.locator(".deal-strip")).to_contain_text(f"Deal {deal} of 2")
            expect(page.locator(".deal-strip [role=timer]")).to_contain_text(":")
        expect(screen.locator(".what").first).to_contain_text(f"Deal {deal} of 2")
        play_out(ann, 0)
        expect(screen.locator(".count")).to_have_text("1 of 2 players are done")
        expect(screen.locator(".places")).to_have_count(0)
        expect(ann.locator(".tournament tbody tr")).to_have_count(1 if deal == 1 else 2)
        play_out(bob, -1)
        expect(screen.locator(".places li")).to_have_count(2)
        if deal == 1:
            expect(host.locator(".now")).to_contain_text("Standings after 1 deal")
            expect(ann.locator(".now")).to_contain_text("Deal 2 begins in")
            host.get_by_role("button", name="Start deal 2 now").click()
    for page in (host, ann, bob):
        expect(page.locator(".now")).to_contain_text("The tournament is over.")
    expect(screen.get_by_role("heading", level=2)).to_have_text("Final standings")
    found = rows(host)
    assert found == rows(ann) == rows(bob)
    assert {row[1] for row in found} == {"Ann", "Bob"}
    for row in found:
        points = [int(cell.split()[0]) for cell in row[4:]]
        assert int(row[2]) == sum(points)
    own = "tr.own th"
    expect(ann.locator(own)).to_have_text("Ann")
    told = csv.DictReader(io.StringIO(host.request.get(f"{link}/results.csv").body().decode("utf-8-sig")))
    assert [[one["Player"], one["Total"]] for one in told] == [[row[1], row[2]] for row in found]
    host.get_by_role("button", name="Sort by Player").click()
    expect(host.locator(".tournament tbody th").first).to_have_text("Ann")
    host.get_by_role("button", name="Sort by Player").click()
    expect(host.locator(".tournament tbody th").first).to_have_text("Bob")
    expect(host.locator("th[aria-sort=descending]")).to_contain_text("Player")
    for page in (ann, host, screen):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_late_comer_plays_what_is_left_and_the_screen_survives_a_broken_line(
    visit: Visit, chromium: Browser, server: str
) -> None:
    host, ann, late = visit(), visit(viewport=PHONE), visit(viewport=PHONE)
    room = chromium.new_context(base_url=server, viewport=BEAMER)  # whose complaints about the line are expected
    screen = room.new_page()
    link = made(host, "Late")
    join(ann, link, "Ann")
    host.get_by_role("button", name="Start deal 1").click()
    expect(ann.locator(".deal-strip")).to_be_visible()
    join(late, link, "Late")
    late.get_by_role("button", name="Play deal 1").click()
    expect(late.locator(".deal-strip")).to_be_visible()
    screen.goto(f"{link}/screen")
    before = screen.locator(".clock b").inner_text()
    room.set_offline(True)
    expect(screen.get_by_text("No connection")).to_be_visible(timeout=30_000)
    expect(screen.locator(".clock b")).not_to_have_text(before)
    play_out(late, 0)
    room.set_offline(False)
    expect(screen.locator(".chips .done")).to_contain_text("Late", timeout=30_000)
    expect(screen.get_by_text("No connection")).to_be_hidden()
    host.on("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="End the tournament").click()
    expect(host.locator(".tournament abbr")).to_have_attribute("title", "not finished")
    expect(ann.get_by_role("heading", level=1)).to_have_text("The time for this deal is up.", timeout=30_000)
    room.close()


@dataclass
class Calendar:
    """A clock that a test turns."""

    now: float

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def turned(chromium: Browser, tmp_path: Path) -> Iterator[tuple[Calendar, Visit]]:
    """A server whose calendar can be turned, and visitors of it."""
    calendar = Calendar(time.time())
    with serving(tmp_path, pages=True, now=calendar) as served:
        contexts = []

        def opened() -> Page:
            contexts.append(chromium.new_context(base_url=served.link, viewport=PHONE))
            return contexts[-1].new_page()

        yield calendar, opened
        for context in contexts:
            context.close()


def test_a_time_window_opens_is_played_and_ends(turned: tuple[Calendar, Visit]) -> None:
    calendar, visit = turned
    host, ann = visit(), visit()
    link = made(host, "Window", mode="Within a period of time")
    join(ann, link, "Ann")
    ann.get_by_role("button", name="Play deal 1").click()
    expect(ann.locator(".deal-strip")).to_be_visible()
    play_out(ann, 0)
    expect(ann.locator(".now")).to_contain_text("You have played all deals.")
    expect(ann.locator(".tournament tbody tr")).to_have_count(1)
    host.reload()
    expect(host.locator(".standings-card")).to_contain_text("There are no results yet.")
    calendar.now += 86_400
    expect(host.locator(".now")).to_contain_text("The tournament is over.")
    expect(host.locator(".tournament tbody tr")).to_have_count(1)
    host.get_by_text("Are the tiles fair?").click()
    expect(host.get_by_text("Secret number")).to_be_visible()
