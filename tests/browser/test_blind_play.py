"""Whole games with the screen switched off: moves are decided by roles, accessible names and what is read out alone."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browsing import Guest, sprint
from listening import MOST_KEYS, Blind
from partake.engine.chance import Seed
from served import serving

Visit = Callable[..., Page]
MOST_DEEDS = 400


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that also knows a Take Five of one round."""
    folder = tmp_path_factory.mktemp("blind")
    with serving(folder / "server", pages=True, data=(sprint(folder),)) as served:
        yield served.link


def place_all(ann: Blind, boards: tuple[str, ...], calls: int) -> None:
    """Place every tile that is called: where it completes most, or else where there is room."""
    for call in range(1, calls + 1):
        ann.listen(f"Tile {call} of {calls}.")
        names = [name for board in boards for name in ann.cells(board)]
        free = [name for name in names if "takes the tile" in name]
        best = max(free, key=lambda name: "completes" in name).partition(",")[0]
        if best[0] in "sx":
            ann.type(best)
            continue
        if not ann.here().startswith("gridcell"):
            ann.tab_to("gridcell")
        ann.walk(best)
        ann.press("Enter")


def at_result(ann: Blind) -> str:
    """The heading of the result, which has the focus."""
    expect(ann.page.get_by_role("heading", level=1)).to_be_focused()
    return ann.here()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "calls", "boards"),
    [
        ("classic", 19, ("Board of Ann",)),
        ("daffodil", 21, ("Board of Ann",)),
        ("nexus", 44, ("Board of Ann", "Scrapyard of Ann")),
    ],
)
def test_a_whole_game_without_seeing_it(visit: Visit, edition: str, calls: int, boards: tuple[str, ...]) -> None:
    """The normal run plays Orchid alone, where every tile is placed in the same way and there is more to do."""
    ann = Blind(visit())
    ann.page.goto(f"/tables/{Guest(ann.page).create(edition)}")
    place_all(ann, boards, calls)
    assert re.fullmatch(r'heading "−?\d+ points?" \[level=1\].*', at_result(ann))


def test_orchid_with_its_reserve_without_seeing_it(visit: Visit) -> None:
    ann = Blind(visit())
    ann.page.goto(f"/tables/{Guest(ann.page).create('orchid')}")
    place_all(ann, ("Board of Ann", "Reserve of Ann"), 25)
    ann.listen("Tiles of the reserve may move now")
    names = ann.cells("Reserve of Ann")
    assert any(name.endswith(", can move") for name in names)
    ann.tab_to("gridcell", key="Shift+Tab")
    for _ in range(MOST_KEYS):
        if ann.press("ArrowRight").startswith('gridcell "x'):
            break
    count = len(ann.heard())
    assert ann.press("Enter").endswith('chosen to move" [selected]') or ann.here().endswith('chosen to move"')
    [news] = ann.listen("is chosen and may go to: ", count)
    target = re.findall(r" on ([a-z]\d)", news)[0]
    assert any(name.startswith(target) and "changes your points by" in name for name in ann.cells("Board of Ann"))
    for key in ("ArrowLeft", "ArrowUp"):
        if ann.press(key).startswith('gridcell "x') is False:
            break
    ann.walk(target)
    count = len(ann.heard())
    ann.press("Enter")
    ann.listen(f"lies on {target}.", count)
    ann.tab_to('button "Done with')
    ann.press("Enter")
    assert "points" in at_result(ann)


def test_take_five_without_seeing_it(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """One round against a bot: pieces and squares are chosen by name, pawns are taken, kept and given up."""
    monkeypatch.setattr(Seed, "new", classmethod(lambda cls: Seed.of("d1")))
    monkeypatch.setattr(secrets, "randbits", lambda count: 5)  # what a bot throws its dice with
    ann = Blind(visit())
    seats = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
    ann.page.goto(f"/tables/{Guest(ann.page).create('sprint', seats=seats)}")
    for _ in range(MOST_DEEDS):
        known = len(ann.heard())
        if "To the result" in (offered := ann.buttons()):
            break
        if "Skip" in offered:
            ann.press("Escape")
        elif "Keep it" in offered:
            ann.tab_to('button "Keep it"')
            ann.press("Enter")
        elif squares := ann.squares(", takes the pawn"):
            go(ann, squares[0])
        elif pawns := [name for name in offered if name.startswith("pawn of ")]:
            ann.tab_to(f'button "{pawns[0]}"')
            ann.press("Enter")
        elif pieces := ann.squares(", can move"):
            move(ann, pieces[0])
        else:  # the bot thinks: what it does will be read out
            ann.listen("", known)
    told = " ".join(ann.heard())
    assert "Keep the " in told
    assert "Give up one of your pawns" in told, "this layout leads to it"
    assert ann.here().startswith('button "To the result"'), "the focus is led to what is to be done"
    assert re.search(r"(wins?|has all markers|have all markers)", ann.heard()[-1])
    ann.press("Enter")
    assert "win" in at_result(ann)


def go(ann: Blind, square: str) -> str:
    """Walk to a square and press Enter there; where that leads."""
    if not ann.here().startswith("gridcell"):
        ann.tab_to("gridcell", key="Shift+Tab" if ann.here() else "Tab")
    ann.walk(square, up="ArrowDown")
    return ann.press("Enter")


def move(ann: Blind, at: str) -> None:
    """Move the piece that stands there, onto a pawn and take it if that can be."""
    count = len(ann.heard())
    go(ann, at)
    reached = ann.listen("which can go to ", count)[-1].partition("can go to ")[2]
    squares = re.findall(r"([a-f]\d)(?! without)", reached) or re.findall(r"[a-f]\d", reached)
    if not go(ann, squares[0]).startswith("button"):
        return  # there was only one thing to do
    if "Take" in ann.buttons():
        ann.tab_to('button "Take"')
    ann.press("Enter")
