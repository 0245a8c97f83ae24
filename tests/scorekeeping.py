"""What the tests of the scorekeeper share: evenings as they could be played, and a page on which they are filled in."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from paper_games import paper_game
from partake.cli.main import main
from partake.rules.variant import Variant

Cells = dict[str, str]
LINE = "Type cells and tiles"


def drawn_boards(found: Variant, players: int, seed: str) -> list[Cells]:
    """A full board for each player, all of one draw; of a reserve some tiles have moved onto their cells."""
    chance = random.Random(seed)
    tiles = [str(tile) for tile in chance.sample(found.tiles.tiles, found.draws)]
    return [_board(found, chance.sample(tiles, len(tiles)), chance) for _ in range(players)]


def _board(found: Variant, tiles: list[str], chance: random.Random) -> Cells:
    targets = [found.positions[i] for i in found.targets]
    cells = dict(zip((name for name in found.positions if name not in targets), tiles, strict=True))
    for slot, cell in zip((found.positions[i] for i in found.reserve), targets, strict=False):
        if "*" not in cells[slot] and chance.random() < 0.6:
            cells[cell] = cells.pop(slot)
    return cells


def columns(found: Variant, cells: Mapping[str, str]) -> Iterator[str]:
    """The lines by which a board is typed column by column; a dot stands for an empty cell."""
    letters = dict.fromkeys(name[0] for name in found.positions)
    for letter in letters:
        typed = [cells.get(name, ".") for name in found.positions if name[0] == letter]
        while typed and typed[-1] == ".":
            typed.pop()
        if typed:
            yield f"{letter} {' '.join(tile.replace('-', '') for tile in typed)}"


def evening(edition: str, options: Mapping[str, str], names: list[str], *boards: Cells, **about: Any) -> dict[str, Any]:
    """An evening of one game as the pages keep it."""
    held = [*boards, *({} for _ in names[len(boards) :])]
    game = {"caller": 0, "called": None, "seed": None, "boards": held, "finished": False, **about}
    players = [{"name": name} for name in names]
    return {
        "format": "partake-evening-1", "id": "test", "edition": edition, "options": dict(options), "players": players,
        "games": [game], "five": None,
    }  # fmt: skip


def scored(path: Path | str) -> list[list[Fraction]]:
    """What `partake score` says of a file: the points of each player in each game."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["score", str(path), "--json"]) == 0
    return [
        [Fraction(str(player["total"])).limit_denominator(1000) for player in game["players"]]
        for game in json.loads(out.getvalue())["games"]
    ]


class Scorekeeper:
    """The page, used as people use it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = page.get_by_role("textbox", name=LINE)
        self.alert = page.locator("[data-part=mistake]")
        self.echo = page.locator("[data-part=echo]")
        self.standings = page.locator("table.standings")

    def part(self, name: str) -> Locator:
        return self.page.locator(f"[data-part={name}]")

    def begin(self, edition: str = "classic", *names: str, **options: str) -> None:
        """A new evening, chosen by hand."""
        if not self.page.url.endswith("/score"):
            self.page.goto("/score")
        before_an_evening(self.page)
        self.page.get_by_role("radio", name=edition.capitalize()).check()
        if options:
            self.page.get_by_text("Options", exact=True).click()
            for name, value in options.items():
                self.page.locator(f"#{name}-{value}").check()
        if names:
            self.page.get_by_label("How many of you").select_option(str(len(names)))
            for n, name in enumerate(names, start=1):
                self.page.get_by_label(f"Name of player {n}").fill(name)
        self.page.get_by_role("button", name="Begin").click()
        expect(self.part("dock")).to_be_visible()

    def bring(self, brought: Mapping[str, Any] | str) -> None:
        """Open an evening by pasting it."""
        self.page.goto("/score")
        before_an_evening(self.page)
        self.page.get_by_text("Open a link, a text or a file").click()
        text = brought if isinstance(brought, str) else json.dumps(brought)
        self.page.get_by_role("textbox", name="Open a link, a text or a file").fill(text)
        self.page.get_by_role("button", name="Open the text").click()

    def type(self, line: str) -> None:
        """Type a line, which must be understood."""
        self.line.fill(line)
        self.line.press("Enter")
        expect(self.alert).to_be_empty()
        expect(self.line).to_have_value("")
        expect(self.line).to_be_focused()

    def cell(self, name: str) -> Locator:
        return self.page.locator(f"[data-own] svg.live [data-cell={name}]")

    def tile(self, tile: str) -> Locator:
        return self.page.locator(f"[data-part=picker] [data-tile='{tile}']")

    @property
    def cells(self) -> Cells:
        """The tiles on the shown board."""
        found: Cells = self.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('[data-own] [data-tile]')]"
            ".map((cell) => [cell.dataset.cell, cell.dataset.tile]))"
        )
        return found

    @property
    def totals(self) -> list[str]:
        """The points of all players, as the tabs show them."""
        return self.page.locator("[data-part=tabs] b").all_inner_texts()

    def turn(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def saved(self, folder: Path) -> Path:
        """The evening as the file that the page gives."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="File", exact=True).click()
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path


def before_an_evening(page: Page) -> None:
    """The page without an evening."""
    page.locator(":is([data-part=begin], [data-part=keep]):not([hidden])").wait_for()
    if page.locator("[data-part=close]").is_visible():
        page.locator("[data-part=close]").click()
    expect(page.locator("[data-part=start]")).to_be_visible()


def filled_in(page: Page) -> None:
    """An evening of two with a line that scores."""
    before_an_evening(page)
    page.locator("[data-part=start]").click()
    page.keyboard.press("/")
    page.keyboard.type("c 123 124 128 163 164\n")
    expect(page.locator("[data-part=points] li")).not_to_have_count(0)


def doubted(page: Page) -> None:
    """An evening of two games, and a tile that lies on two cells."""
    filled_in(page)
    page.locator("[data-part=next]").click()
    page.keyboard.press("/")
    page.keyboard.type("a1 123 a2 123\n")
    expect(page.locator("[data-part=doubts]")).to_be_visible()


def put_away(page: Page) -> None:
    """The page with an evening that can be gone on with."""
    filled_in(page)
    page.reload()
    before_an_evening(page)
    expect(page.locator("[data-part=list] li").first).to_be_visible()


def misread(page: Page) -> None:
    """Something typed that is no tile."""
    filled_in(page)
    page.keyboard.type("a1 999\n")
    expect(page.locator("[data-part=mistake]")).not_to_be_empty()


def score_keys(page: Page) -> None:
    """The dialogue with the keys."""
    filled_in(page)
    page.locator("[data-keys]").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def together(page: Page) -> None:
    """An evening that several phones fill in."""
    filled_in(page)
    page.locator("[data-part=together]").click()
    expect(page.locator("[data-part=together-link]")).to_be_visible()


def evening_of_four(page: Page) -> None:
    """Nexus with full boards, one that has some tiles, and one without any; two games, and who leads."""
    before_an_evening(page)
    found = paper_game("nexus", "Ann", "Bob & Cleo", "Dan", "Eve")
    first, second = found["games"][0], paper_game("nexus", "Ann", "Bob & Cleo", "Dan", "Eve", seed="second")["games"][0]
    whole, other, part, _ = second["boards"]
    boards = [whole, other, dict(list(part.items())[:12]), {}]
    found |= {"id": "four", "games": [first, {**second, "boards": boards, "finished": False}]}
    page.locator("[data-part=bring] > summary").click()
    page.locator("[data-part=pasted]").fill(json.dumps(found))
    page.locator("[data-part=paste] button").click()
    expect(page.locator(".standings tbody tr")).to_have_count(4)
