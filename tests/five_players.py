"""The players of a recorded game of Take Five: one whose page is looked at, and one who plays through the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browsing import WIDE, Guest
from partake.engine.actions import DEALER, Deal
from partake.engine.chance import Seed
from partake.engine.notation import format_action
from partake.engine.record.files import read_record
from partake.engine.setup import arrange
from partake.engine.table import Table
from recorded import FIVE, KNOWN

Visit = Callable[..., Page]
RECORD = read_record(FIVE, KNOWN)
assert RECORD.seed is not None
SEED = RECORD.seed
MOVES = [(seat, format_action(action)) for seat, action in RECORD.moves if seat != DEALER]
"""What the two players of a recorded game do; on the same layout the same comes of it."""
ROUND = sum(seat != DEALER for seat, _ in RECORD.moves[: [isinstance(a, Deal) for _, a in RECORD.moves].index(True, 1)])
"""The number of their actions in its first round, which seat 1 wins."""
LOOKS = ("N?c5", "B?c3")
"""How the recorded game begins: seat 1 looks at an 8 and at a 3."""


def layouts(seats: int) -> Iterator[tuple[Seed, list[str]]]:
    """Layouts that begin as the recorded one, with what seat 1 would see there by its first looks."""
    setup = arrange(KNOWN.edition("five"), seats=seats)
    for number in count():
        seed = Seed.of(f"layout {number}")
        table = Table(setup, seed)
        if format_action(table.deal()) == "deal:Na6/1":
            seen = []
            for action in LOOKS:
                table.play(1, action)
                seen.append(format_action(table.deal()))
            yield seed, seen


class Players:
    """Ann, whose page is tested, and Bob, who plays through the API; or bots instead of him."""

    def __init__(self, visit: Visit, size: dict[str, Any], *, bots: int = 0, **wanted: Any) -> None:
        self.page, self.is_touch = visit(**size), "has_touch" in size
        self.page.clock.install()
        self.ann = Guest(self.page)
        others = [{"kind": "bot", "level": "beginner"}] * bots or [{"kind": "person"}]
        self.table = self.ann.create("five", seats=[{"kind": "host"}, *others], **wanted)
        if not bots:
            self.bob = Guest(visit(viewport=WIDE))
            joined = self.bob.page.request.post(f"/api/tables/{self.table}/join", data={"nickname": "Bob"})
            assert joined.ok, joined.text()

    def open(self) -> None:
        """Open Ann's page; from now on time passes there only when a test says so."""
        self.page.goto(f"/tables/{self.table}")
        expect(self.told).not_to_be_empty()
        pause(self.page)

    def play(self, moves: list[tuple[int, str]]) -> None:
        """Moves through the API; before the first of a round the server lays out the pawns."""
        for seat, action in moves:
            request = (self.ann, self.bob)[seat - 1].page.request
            until(lambda: request.post(f"/api/tables/{self.table}/moves", data={"action": action}).ok)  # noqa: B023

    def log(self) -> list[str]:
        found: list[str] = self.ann.state(self.table)["view"]["log"]
        return found

    def press(self, what: str | Locator) -> None:
        found = self.page.locator(what) if isinstance(what, str) else what
        found.tap() if self.is_touch else found.click()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def move(self, action: str) -> None:
        """One of Ann's moves, by her hand: the piece, the square, look or take."""
        piece, deed, square = action[0], action[1], action[2:]
        self.press(f'[data-piece="{piece}"].movable')
        self.press(f'[data-cell="{square}"].legal')
        self.press(self.button({"?": "Look", "x": "Take"}[deed]))

    @property
    def told(self) -> Locator:
        return self.page.locator("[data-part=told]")

    @property
    def news(self) -> Locator:
        return self.page.locator("[data-part=would]")

    @property
    def lens(self) -> Locator:
        return self.page.locator(".lens .face use")

    def hand(self, seat: int) -> Locator:
        return self.page.locator(f'[data-player="{seat}"] .hand svg')

    def marked(self, start: str, end: str) -> None:
        expect(self.page.locator(".cell.was")).to_have_attribute("data-cell", start)
        expect(self.page.locator(".cell.now")).to_have_attribute("data-cell", end)


def pause(page: Page) -> None:
    """Let time stand still in a page."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)


def until(condition: Callable[[], bool]) -> None:
    """Wait for what the server does by itself."""
    assert any(condition() for _ in range(600)), "it does not happen"
