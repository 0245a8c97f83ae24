"""What is read out and what boards are called: every news once and in order, every board cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import partake
from browsing import Guest, sprint
from listening import Blind
from partake.engine.actions import DEALER, Deal
from partake.engine.chance import Seed
from partake.engine.notation import format_action
from partake.engine.record.files import read_record
from partake.review import review
from partake.web.pages.review_file import review_file
from recorded import FIVE, GOLDEN, KNOWN
from served import serving

Visit = Callable[..., Page]
HOST, PERSON, BOT = {"kind": "host"}, {"kind": "person"}, {"kind": "bot", "level": "beginner"}
WALKED = """svg => [...svg.querySelectorAll("[data-cell]")].every((cell) =>
    cell.matches("[role=grid] > * [role=row] > [role=gridcell], [role=grid] > [role=row] > [role=gridcell]")
    && cell.getAttribute("aria-label").startsWith(cell.dataset.cell))"""
"""Whether every cell of a picture is a named cell of a grid."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that also knows a Take Five of one round."""
    folder = tmp_path_factory.mktemp("spoken")
    with serving(folder / "server", pages=True, data=(sprint(folder),)) as served:
        yield served.link


def test_every_news_is_read_out_once(visit: Visit) -> None:
    ann = Blind(visit())
    seats = [{"kind": "host"}, {"kind": "bot", "level": "beginner"}]
    ann.page.goto(f"/tables/{Guest(ann.page).create('classic', seats=seats)}")
    ann.listen("Tile 1 of 19.")
    for call, cell in enumerate(("a1", "a2", "a3"), start=2):
        before = len(ann.heard())
        ann.type(cell)
        news = " ".join(ann.listen(f"Tile {call} of 19.", before))
        assert news.count(f"lies on {cell}.") == 1
        assert news.count("Beginner bot: ") == 1
        assert news.count("Called: ") == 1
    every = ann.heard()
    assert len(every) == len(set(every)), "nothing is said twice"


def test_the_board_as_it_is_read(visit: Visit) -> None:
    page = visit()
    guest = Guest(page)
    table = guest.create("orchid")
    page.goto(f"/tables/{table}")
    tile = guest.state(table)["view"]["hand"][0]
    expect(page.get_by_role("grid", name="Board of Ann")).to_match_aria_snapshot("""
        - grid "Board of Ann":
          - row "a":
            - gridcell "a1, empty, takes the tile"
            - gridcell "a2, empty, takes the tile"
    """)
    expect(page.get_by_role("grid", name="Reserve of Ann")).to_match_aria_snapshot("""
        - grid "Reserve of Ann":
          - row "x":
            - gridcell "x1, empty, takes the tile"
            - gridcell "x2, empty, takes the tile"
            - gridcell "x3, empty, takes the tile"
    """)
    letters = re.findall(r"orchid ([A-C]), empty", page.get_by_role("grid", name="Board of Ann").aria_snapshot())
    assert sorted(letters) == ["A", "B", "C"]
    assert page.get_by_role("button", name=f"tile {tile}").count() == 1


def five(visit: Visit, page: Page, monkeypatch: pytest.MonkeyPatch, moves: int | None = None) -> str:
    """A table of Take Five at which the first moves of a recorded game were played, or its whole first round."""
    record = read_record(FIVE, KNOWN)
    seed = record.seed
    assert seed is not None
    monkeypatch.setattr(Seed, "new", classmethod(lambda cls: seed))
    ann, bob = Guest(page), Guest(visit())
    table = ann.create("sprint", seats=[HOST, PERSON])
    assert bob.page.request.post(f"/api/tables/{table}/join", data={"nickname": "Bob"}).ok
    second = [isinstance(action, Deal) for _, action in record.moves].index(True, 1)
    played = [(seat, format_action(action)) for seat, action in record.moves[:second] if seat != DEALER]
    for seat, action in played[:moves]:
        (ann, bob)[seat - 1].move(table, action)
    return table


def walked(page: Page, first: str, *steps: tuple[str, str]) -> None:
    """Every picture of a board can be walked; from the first cell of this one the arrow keys lead so."""
    for board in page.locator("svg:has([data-cell])").all():
        assert board.evaluate(WALKED), board.get_attribute("aria-label")
    ann = Blind(page)
    assert ann.tab_to(f'gridcell "{first}', f"'gridcell \"{first}").startswith("gridcell")
    for key, name in steps:
        assert ann.press(key).partition('"')[2].startswith(name)


def test_take_five_is_walked_at_a_closed_table(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    page = visit()
    table = five(visit, page, monkeypatch, 1)
    assert page.request.post(f"/tables/{table}/close").ok
    page.goto(f"/tables/{table}")
    steps = [("ArrowUp", "a2, pawn"), ("ArrowRight", "b2, pawn"), ("ArrowDown", "b1, pawn"), ("ArrowDown", "b1, pawn")]
    walked(page, "a1, black bishop, pawn", *steps)
    names = Blind(page).cells("Board")
    assert "c5, knight that has moved, pawn of 8 face up" in names
    assert "f6, rook, pawn" in names


def test_take_five_is_walked_in_a_replay_whose_steps_are_read_out(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit()
    ann = Blind(page)
    table = five(visit, page, monkeypatch)
    page.goto(f"/tables/{table}/replay?at=3")
    walked(page, "a1", ("ArrowRight", "b1, pawn"))
    assert "c5, knight, pawn of 8 face down" in ann.cells("Board")
    ann.tab_to('link "Next"', key="Shift+Tab")
    ann.press("Enter")
    assert ann.listen("Bob moves") == ["Bob moves the rook to f2 and takes the pawn. The pawn is a 7."]
    expect(page.get_by_role("grid").get_by_role("gridcell", name="f2, rook")).to_be_visible()
    assert ann.here().startswith('link "Next"')


@pytest.mark.parametrize(
    ("record", "first", "steps"),
    [
        ("five-2", "a1, black bishop, pawn", [("ArrowUp", "a2, pawn"), ("ArrowRight", "b2, pawn")]),
        ("classic", "a1", [("ArrowDown", "a2"), ("ArrowRight", "b3"), ("Shift+ArrowRight", "c3")]),
    ],
)
def test_boards_of_reviews_are_walked(
    visit: Visit, tmp_path: Path, record: str, first: str, steps: list[tuple[str, str]]
) -> None:
    played = partake.load(GOLDEN / f"{record}.partake")
    file = tmp_path / "review.html"
    file.write_text(review_file(review(played, seconds=0.02), played), encoding="utf-8")
    page = visit()
    page.goto(file.as_uri())
    walked(page, first, *steps)
    assert page.get_by_role("gridcell", name=re.compile("played here")).count() == 1


def test_hexagon_boards_of_all_players_are_walked_at_the_end_and_in_a_replay(visit: Visit) -> None:
    page = visit()
    guest = Guest(page)
    table = guest.create("nexus", seats=[HOST, BOT])
    while not guest.state(table)["view"]["outcome"]:
        guest.act(table)
    for path in ("", "/replay?at=40"):
        page.goto(f"/tables/{table}{path}")
        walked(page, "a1", ("ArrowDown", "a2"), ("ArrowRight", "b3"))
        for name in ("Board of Ann", "Scrapyard of Ann", "Board of Beginner bot", "Scrapyard of Beginner bot"):
            expect(page.get_by_role("grid", name=name, exact=True)).to_be_visible()
        ann = Blind(page)
        assert ann.tab_to("gridcell").startswith('gridcell "a1'), "the next board is the next stop"


def test_a_game_of_a_match_ends_before_the_next_one_begins(visit: Visit) -> None:
    ann = Blind(visit())
    guest = Guest(ann.page)
    table = guest.create("classic", options={"rounds": 2, "takeback": "no"})
    ann.page.goto(f"/tables/{table}")
    ann.listen("Tile 1 of 19.")
    while guest.act(table):
        pass
    told = ann.listen("Press the space bar or Continue for the next game.")
    last = next(i for i, news in enumerate(told) if news.startswith("Game 1 of 2: "))
    assert " lies on e3." in told[last - 1]
    assert len(told) == last + 1
    ann.press("Space")
    told = ann.listen("Tile 1 of 19.", len(told))
    assert re.fullmatch(r"Game 2 of 2 begins\. Called: \d-\d-\d\. Tile 1 of 19\.", " ".join(told))


def test_who_comes_back_to_the_reserve_is_told_what_can_be_done(visit: Visit) -> None:
    ann = Blind(visit())
    guest = Guest(ann.page)
    table = guest.create("orchid")
    while not guest.state(table)["view"]["relocating"]:
        guest.act(table)
    ann.page.goto(f"/tables/{table}")
    ann.listen("Tiles of the reserve may move now")


def test_numbers_beside_the_board_say_what_they_count(visit: Visit) -> None:
    page = visit()
    guest = Guest(page)
    table = guest.create("classic", seats=[HOST, BOT])
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("heading", name="Beginner bot 0 points")).to_be_visible()
    first = guest.state(table)["view"]["called"][0].split("-")
    counts = page.get_by_role("list", name="Tiles left").aria_snapshot()
    for number in first:
        assert f"listitem: {number} , 8" in counts
    assert page.get_by_role("timer").count() == 0, "no clock runs"


def test_a_copied_link_does_not_interrupt(visit: Visit) -> None:
    page = visit()
    ann = Blind(page)
    page.goto(f"/tables/{Guest(page).create('classic', seats=[HOST, PERSON])}")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("status").filter(has_text="The link is copied.")).to_be_visible()
    assert ann.listen("The link is copied.") == ["The link is copied."]
    assert page.get_by_role("alert").count() == 0
