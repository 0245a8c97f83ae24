"""Whole evenings on the scorekeeper with the server stopped: what comes out is what `partake score` counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect

from boards import variant_of
from browsing import PHONE, WIDE
from killable import living
from scorekeeping import Cells, Scorekeeper, columns, drawn_boards, scored
from served import serving

READY = "This page is on your device now: it works without a network."


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A new visitor; no script may fail, with a network or without."""
    problems: list[str] = []
    with chromium.new_context() as found:
        found.on("weberror", lambda problem: problems.append(str(problem.error)))
        yield found
    assert problems == []


def left_alone(page: Page, folder: Path, size: ViewportSize = WIDE) -> Scorekeeper:
    """The scorekeeper after one visit, its server gone."""
    with serving(folder, pages=True) as served:
        page.set_viewport_size(size)
        page.goto(f"{served.link}/score")
        expect(page.locator("p.install[role=status]")).to_have_text(READY)
    page.goto(f"{served.link}/score")
    return Scorekeeper(page)


def typed(keeper: Scorekeeper, cells: Cells) -> None:
    """A board cell by cell."""
    for cell, tile in cells.items():
        keeper.type(f"{cell} {tile.replace('-', '')}")


def tapped(keeper: Scorekeeper, cells: Cells) -> None:
    """A board by taps, tiles first and cells first in turn."""
    for i, (cell, tile) in enumerate(cells.items()):
        keeper.tile(tile).click() if i % 2 else keeper.cell(cell).click()
        keeper.cell(cell).click() if i % 2 else keeper.tile(tile).click()
        if not i % 2 and keeper.part("leave").is_visible():  # the last tile leaves no cell to go on with
            keeper.part("leave").click()


def is_counted_alike(keeper: Scorekeeper, folder: Path) -> None:
    """The file of the evening gives the same points by the command, and the table says so."""
    games = scored(keeper.saved(folder))
    rows = {
        row.split("\t")[0].removesuffix(" ★"): row.split("\t")[1:]
        for row in keeper.standings.locator("tbody tr").all_inner_texts()
    }
    shown = [[f"{round(float(points), 1):g}".replace("-", "−") for points in game] for game in games]
    totals = [f"{round(float(sum(points)), 1):g}".replace("-", "−") for points in zip(*games, strict=True)]
    names = keeper.page.locator("[data-part=tabs] .who").all_inner_texts()
    per_game = [list(points) for points in zip(*shown, strict=True)] if len(games) > 1 else [[] for _ in names]
    assert rows == {name: [*points, total] for name, points, total in zip(names, per_game, totals, strict=True)}


def test_an_evening_of_classic_with_rays(context: BrowserContext, tmp_path: Path) -> None:
    keeper = left_alone(context.new_page(), tmp_path)
    found = variant_of("classic", rays="each")
    keeper.begin("classic", "Ana", "Bo & Cy", rays="each")
    first, second = drawn_boards(found, 2, "one"), drawn_boards(found, 2, "two")
    for line in columns(found, first[0]):
        keeper.type(line)
    keeper.turn("Bo & Cy")
    tapped(keeper, first[1])
    assert keeper.cells == first[1]
    keeper.page.reload()
    keeper.page.get_by_role("button", name="Next game").click()
    for name, board in zip(("Ana", "Bo & Cy"), second, strict=True):
        keeper.turn(name)
        typed(keeper, board)
    expect(keeper.part("doubts")).to_be_hidden()
    expect(keeper.part("result")).to_contain_text("win")
    is_counted_alike(keeper, tmp_path)


def test_an_evening_of_daffodil_with_the_reserve_and_best_rays(context: BrowserContext, tmp_path: Path) -> None:
    page = context.new_page()
    keeper = left_alone(page, tmp_path, PHONE)
    found = variant_of("daffodil", stamens="reserve", rays="best")
    keeper.begin("daffodil", "Ana", "Bo", stamens="reserve", rays="best")
    page.keyboard.press("/")
    for name, board in zip(("Ana", "Bo"), drawn_boards(found, 2, "flowers"), strict=True):
        keeper.turn(name)
        for line in columns(found, board):
            keeper.type(line)
        assert keeper.cells == board
    address = page.url
    page.close()
    keeper = Scorekeeper(context.new_page())
    keeper.page.goto(address)
    is_counted_alike(keeper, tmp_path)


def test_an_evening_of_nexus_whose_lowest_scrapyard_pays_survives_a_dead_phone(
    playwright: Playwright, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    found = variant_of("nexus", scrapyard="lowest")
    boards = dict(zip(("Ana", "Bo", "Cleo"), drawn_boards(found, 3, "limit"), strict=True))
    with living(playwright, profile) as context:
        keeper = left_alone(context.new_page(), tmp_path)
        keeper.begin("nexus", *boards, scrapyard="lowest")
        address = keeper.page.url
        for name in ("Ana", "Bo"):
            keeper.turn(name)
            for line in columns(found, boards[name]):
                keeper.type(line)
        expect(keeper.page.get_by_role("tab", name="Bo")).to_contain_text("full")
        keeper.page.wait_for_timeout(200)
    with living(playwright, profile) as context:
        keeper = Scorekeeper(context.new_page())
        keeper.page.set_viewport_size(WIDE)
        keeper.page.goto(address)
        keeper.turn("Bo")
        assert keeper.cells == boards["Bo"]
        keeper.turn("Cleo")
        typed(keeper, boards["Cleo"])
        expect(keeper.part("doubts")).to_be_hidden()
        assert keeper.page.get_by_text("Penalty for a scrapyard worth").count() > 0
        text = "edition nexus\noption scrapyard=lowest\ngame 1\n"
        for name, board in boards.items():
            text += f"player {name}\n" + "".join(f"{cell} {tile}\n" for cell, tile in board.items())
        file = tmp_path / "evening.boards.txt"
        file.write_text(text, encoding="utf-8")
        assert [f"{float(points):g}".replace("-", "−") for points in scored(file)[0]] == keeper.totals


def test_an_evening_of_orchid_with_moves(context: BrowserContext, tmp_path: Path) -> None:
    keeper = left_alone(context.new_page(), tmp_path)
    found = variant_of("orchid", symbols="both", rays="longest")
    keeper.begin("orchid", "Ana", "Bo", symbols="both")
    for name, board in zip(("Ana", "Bo"), drawn_boards(found, 2, "moves"), strict=True):
        keeper.turn(name)
        moved = {cell: tile for cell, tile in board.items() if cell in ("c1", "c4", "f3")}
        free = [slot for slot in ("x1", "x2", "x3") if slot not in board]
        typed(
            keeper,
            {
                **{cell: tile for cell, tile in board.items() if cell not in moved},
                **dict(zip(free, moved.values(), strict=True)),
            },
        )
        for slot, cell in zip(free, moved, strict=True):
            keeper.cell(slot).click()
            keeper.page.get_by_role("button", name="Move", exact=True).click()
            keeper.cell(cell).click()
        assert keeper.cells == board
    is_counted_alike(keeper, tmp_path)
