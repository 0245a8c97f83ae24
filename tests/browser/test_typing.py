"""Typing is playing: a line at the table understands moves as the terminal does."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import Guest
from partake.engine.reading import read_tile
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import NotationError

Visit = Callable[..., Page]


def typed(page: Page, line: str) -> None:
    """Type a line at the table, from wherever the focus is."""
    page.keyboard.press("/")
    field = page.get_by_role("textbox", name="Type a move")
    expect(field).to_be_focused()
    field.fill(line)
    page.keyboard.press("Enter")


def opened(page: Page, edition: str, **wishes: Any) -> str:
    """A table, and the page of it."""
    table = Guest(page).create(edition, **wishes)
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("log")).to_contain_text("Called: ")
    return table


def test_tiles_and_cells_are_typed_in_any_order_and_case(visit: Visit) -> None:
    page = visit()
    table = opened(page, "classic")
    ann = Guest(page)

    def digits(tile: str) -> str:
        return tile.replace("-", "")

    forms: list[tuple[str, Callable[[str], str]]] = [
        ("c3", lambda tile: "C3"),
        ("a1", lambda tile: f"{tile} a1"),
        ("a2", lambda tile: f"{digits(tile)} A2"),
        ("a3", lambda tile: f"a3 {digits(tile)[::-1]}"),
        ("b1", lambda tile: f"{tile}@b1"),
        ("b2", lambda tile: f" b2   {' '.join(tile.split('-'))} "),
    ]
    for drawn, (cell, form) in enumerate(forms, start=1):
        tile = ann.state(table)["view"]["hand"][0]
        typed(page, form(tile))
        expect(page.locator("main")).to_contain_text(f"Understood: {tile} on {cell}.")
        expect(page.get_by_role("gridcell", name=f"{cell}, {tile}", exact=True)).to_be_attached()
        expect(page.get_by_text(f"tile {drawn + 1} of 19", exact=True)).to_be_visible()


def test_mistakes_are_answered_in_place_and_nothing_is_played(visit: Visit) -> None:
    page = visit()
    table = opened(page, "classic")
    typed(page, "c3")
    expect(page.get_by_text("tile 2 of 19", exact=True)).to_be_visible()
    view = Guest(page).state(table)["view"]
    other, held = view["bag"][0], view["sheets"][0]["cells"]["c3"]
    alert = page.get_by_role("alert")
    for line, answer in (
        ("c3", f"c3 is taken: {held} lies there."),
        ("c9", "There is no cell c9 here."),
        (f"{other} a1", f"{other} is not to be placed now."),
        ("999 a1", "No tile here has the numbers 999."),
        ("hello", "Type a cell, like c3, or a tile and a cell, like 978 c3."),
        ("done", "That cannot be done now."),
    ):
        typed(page, line)
        expect(alert).to_have_text(answer)
        expect(page.get_by_role("textbox", name="Type a move")).to_be_focused()
    assert len(Guest(page).state(table)["view"]["sheets"][0]["cells"]) == 1
    page.keyboard.press("Escape")
    expect(page.get_by_role("gridcell").and_(page.locator(":focus"))).to_have_count(1)


def test_a_placement_is_taken_back_by_typing(visit: Visit) -> None:
    page = visit()
    opened(page, "classic", pause=30)
    page.get_by_label("Time to take back").select_option("Take back: no limit")
    typed(page, "c3")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    typed(page, "BACK")
    expect(page.get_by_role("gridcell", name="c3, empty, takes the tile")).to_be_attached()


def test_scrapyard_and_reserve_are_typed_too(visit: Visit) -> None:
    page = visit()
    opened(page, "nexus")
    typed(page, "S3")
    expect(page.get_by_role("log")).to_contain_text("lies on s3.")
    opened(page, "orchid")
    typed(page, "x")
    expect(page.get_by_role("log")).to_contain_text("lies on x1.")


def test_of_two_tiles_on_call_the_line_asks_which(visit: Visit) -> None:
    page = visit()
    table = opened(page, "classic", options={"draw": 2})
    one, two = Guest(page).state(table)["view"]["hand"]
    typed(page, "c3")
    expect(page.get_by_role("alert")).to_have_text(f"Say which one: {one} c3, {two} c3.")
    typed(page, f"{two} c3")
    expect(page.get_by_role("gridcell", name=f"c3, {two}")).to_be_attached()


def test_take_five_is_typed(visit: Visit) -> None:
    page = visit()
    table = Guest(page).create("five", seats=[{"kind": "host"}, {"kind": "person"}])
    other = visit()
    assert other.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    page = page if Guest(page).must_act(table) else other
    page.goto(f"/tables/{table}")
    legal = Guest(page).state(table)["view"]["legal"]
    look = next(text for text in legal if "?" in text)
    piece, square = look[0], look[2:]
    expect(page.get_by_role("log")).to_contain_text("Your turn: move the first piece.")
    typed(page, f"{piece.lower()} {square.upper()}")
    expect(page.get_by_role("alert")).to_have_text(
        f"A pawn lies on {square}: type {piece}?{square} to look at it or {piece}x{square} to take it."
    )
    typed(page, f"{piece} {square} look")
    expect(page.get_by_role("log")).to_contain_text(f" on {square}. Your turn: move the second piece.")
    typed(page, f"{piece}{square}")
    expect(page.get_by_role("alert")).to_contain_text("cannot go there now.")
    take = next(text for text in Guest(page).state(table)["view"]["legal"] if "x" in text)
    typed(page, take.lower())
    expect(page.get_by_role("log")).to_contain_text("Keep the ")
    typed(page, "keep")
    expect(page.get_by_role("log")).to_contain_text("You took a")


@pytest.mark.parametrize("edition", ["classic", "daffodil", "nexus", "orchid"])
def test_tiles_are_read_as_the_engine_reads_them(visit: Visit, edition: str) -> None:
    """Every tile of an edition in every order of its numbers, and some that no tile has."""
    known = catalogue().edition(edition)
    assert isinstance(known, HexagonEdition)
    written = sorted({"-".join(order) for tile in known.tiles.tiles for order in permutations(str(tile).split("-"))})
    written += ["1-1-1", "9-9-9", "2-*-7"]
    page = visit()
    page.goto("/")
    found = page.evaluate(
        "async ([all, written]) => { const { tiles } = await import('/static/typing.js');"
        " return written.map((text) => tiles(text, all)) }",
        [[str(tile) for tile in known.tiles.tiles], written],
    )
    for text, tiles in zip(written, found, strict=True):
        try:
            wanted = read_tile(known.tiles, text)
        except NotationError:
            assert len(tiles) > 1, text
        else:
            assert tiles == ([str(wanted)] if wanted in known.tiles.tiles else []), text
