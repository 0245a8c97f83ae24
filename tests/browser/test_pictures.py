"""The pictures of the pages in docs/play-online.md and docs/review.md, from real games, at both sizes, light and dark.

They are kept only when somebody asks for them, with `PARTAKE_PICTURES=docs` in the environment.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import COMPILING, PHONE, WIDE, Guest
from partake import bots
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.web.pages.options import LEVELS

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "pages"
WANTED = os.environ.get("PARTAKE_PICTURES") == "docs"
QUALITY = 58
PAGES = {"home", "waiting", "classic", "nexus", "orchid", "daffodil", "five", "result", "replay", "review", "me"}
MOST_BYTES = 3_000_000
LOOKS = [("wide", "light"), ("wide", "dark"), ("phone", "light"), ("phone", "dark")]
REVIEWED = [("wide", "light"), ("phone", "dark")]
Visit = Callable[..., Page]


@pytest.fixture(params=LOOKS, ids=lambda look: "-".join(look))
def look(request: pytest.FixtureRequest) -> tuple[str, str]:
    found: tuple[str, str] = request.param
    return found


def opened(visit: Visit, look: tuple[str, str]) -> Page:
    size, scheme = look
    return visit(viewport=WIDE if size == "wide" else PHONE, color_scheme=scheme, reduced_motion="reduce")


def take(page: Page, name: str, look: tuple[str, str]) -> None:
    """The whole page as a picture."""
    line = page.context.new_cdp_session(page)
    size = line.send("Page.getLayoutMetrics")["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
    wish = {"format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": True}
    picture = base64.b64decode(line.send("Page.captureScreenshot", wish)["data"])
    assert picture[8:12] == b"WEBP"
    if WANTED:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{name}-{'-'.join(look)}.webp").write_bytes(picture)


def fill(guest: Guest, table: str, draws: int) -> None:
    """So many tiles of a game, placed where they go on with what is there."""
    while True:
        view = guest.state(table)["view"]
        if view["outcome"] or len(view["drawn"]) > draws or view["seat"] not in view["to_act"]:
            return
        guest.move(table, best(view))


def best(view: dict[str, Any]) -> str:
    """The placement whose lines agree most with the tile."""
    cells = view["sheets"][view["seat"] - 1]["cells"]
    edition = catalogue().edition(view["edition"])
    assert isinstance(edition, HexagonEdition)
    lines = [([edition.board.cells[i].name for i in line.cells], line.direction) for line in edition.board.lines]

    def worth(text: str) -> float:
        tile, _, cell = text.partition("@")
        numbers = tile.split("-")
        total = 0.0
        for names, direction in lines:
            if cell in names:
                held = [cells[name].split("-")[direction] for name in names if name in cells]
                same = all(number in (numbers[direction], "*") for number in held) or numbers[direction] == "*"
                number = int(numbers[direction].replace("*", "9"))
                total += (len(held) + 0.1) * number / len(names) if same else -len(held) * 2
        return total

    return str(max((text for text in view["legal"] if "@" in text), key=worth, default=view["legal"][0]))


@pytest.mark.slow
def test_home(visit: Visit, look: tuple[str, str]) -> None:
    page = opened(visit, look)
    page.goto("/")
    page.locator("label.pick", has_text="Against bots").click()
    page.locator("label.pick", has_text="Nexus").click()
    expect(page.locator("#more")).to_contain_text("To the limit")
    page.locator("summary", has_text="Options").click()
    take(page, "home", look)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "edition", "draws", "options", "seats"),
    [
        ("classic", "classic", 12, {}, 3),
        ("nexus", "nexus", 30, {}, 2),
        ("orchid", "orchid", 18, {}, 1),
        ("daffodil", "daffodil", 14, {"stamens": "reserve", "rays": "each"}, 1),
        ("result", "classic", 19, {}, 2),
    ],
)
def test_tables(
    visit: Visit, look: tuple[str, str], name: str, edition: str, draws: int, options: dict[str, str], seats: int
) -> None:
    arrange(catalogue().edition(edition), options, seats=seats)
    page = opened(visit, look)
    ann = Guest(page)
    others = [{"kind": "bot", "level": level} for level in ("skilled", "casual", "beginner")[: seats - 1]]
    table = ann.create(edition, options=options, seats=[{"kind": "host"}, *others])
    page.goto(f"/tables/{table}")
    while not (view := ann.state(table)["view"])["outcome"] and len(view["drawn"]) <= draws:
        fill(ann, table, draws)
        page.wait_for_timeout(20)
    if draws < 19 or edition != "classic":
        cell = page.locator(".mine .cell.legal").first
        cell.hover()
    else:
        expect(page.locator(".result")).to_be_visible()
        page.locator("ul.scores li").first.hover()
    take(page, name, look)
    if name == "result":
        page.goto(f"/tables/{table}/replay?at=40")
        take(page, "replay", look)
        if look in REVIEWED:
            page.goto(f"/tables/{table}")
            page.get_by_role("button", name="Review the game").click()
            expect(page.locator("#step")).to_be_visible(timeout=COMPILING)
            page.locator("#step [data-at='12']").click()
            expect(page.locator("#step h2").first).to_contain_text("12 of 19")
            take(page, "review", look)


@pytest.mark.slow
def test_take_five(visit: Visit, look: tuple[str, str]) -> None:
    page = opened(visit, look)
    ann = Guest(page)
    table = ann.create("five", seats=[{"kind": "host"}, {"kind": "bot", "level": "casual"}])
    page.goto(f"/tables/{table}")
    for _ in range(6):
        while not ann.must_act(table):
            page.wait_for_timeout(50)
        legal = ann.state(table)["view"]["legal"]
        ann.move(table, next((text for text in legal if "x" in text or text == "keep"), legal[0]))
    while not ann.must_act(table):
        page.wait_for_timeout(50)
    page.reload()
    piece = page.locator(".cell.movable").first
    if piece.count():
        piece.click()
    take(page, "five", look)


@pytest.mark.slow
def test_me_and_waiting(visit: Visit, look: tuple[str, str]) -> None:
    page = opened(visit, look)
    ann = Guest(page)
    for _ in range(4):
        fill(ann, ann.create("classic"), 19)
    page.goto("/me")
    take(page, "me", look)
    seats = [{"kind": "host"}, {"kind": "bot", "level": "casual"}, {"kind": "person"}]
    table = ann.create("daffodil", seats=seats, options={"rays": "best", "rounds": 3}, clock=60)
    page.goto(f"/tables/{table}")
    take(page, "waiting", look)


def test_the_levels_on_offer_are_the_levels_there_are() -> None:
    assert tuple(bots.LEVELS) == LEVELS


def test_the_pictures_are_all_shown_and_not_too_heavy() -> None:
    pictures = {path.name for path in FOLDER.iterdir()}
    text = "".join((FOLDER.parents[1] / name).read_text(encoding="utf-8") for name in ("play-online.md", "review.md"))
    assert set(re.findall(r"pictures/pages/([\w.-]+)", text)) <= pictures
    assert {name.partition("-")[0] for name in pictures} == PAGES
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_BYTES
