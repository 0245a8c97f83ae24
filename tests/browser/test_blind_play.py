"""Whole games with the screen switched off: moves are decided by roles, accessible names and what is read out alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import Guest
from served import serving

Visit = Callable[..., Page]
MOST_KEYS, MOST_DEEDS = 60, 400
HEARD = """
    window.heard = [];
    new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
      const found = target.nodeType === 1 ? target : target.parentElement;
      const live = found?.closest("[aria-live], [role=status], [role=log], [role=alert]");
      if (!live || live.closest("[hidden]")) return;
      addedNodes.forEach((node) => node.textContent.trim() && window.heard.push(node.textContent.trim()));
    })).observe(document, { childList: true, subtree: true });
"""
"""What a screen reader would read out by itself, in the order in which it came."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that also knows a Take Five of one round."""
    folder = tmp_path_factory.mktemp("blind")
    text = (resources.files("partake") / "data/editions/five.toml").read_text(encoding="utf-8")
    text = re.sub('name = "five"', 'name = "sprint"', re.sub("markers = 3", "markers = 1", text), count=1)
    own: Path = folder / "sprint.toml"
    own.write_text(text, encoding="utf-8")
    with serving(folder / "server", pages=True, data=(str(own),)) as served:
        yield served.link


class Blind:
    """A player who hears: the names of what has the focus, and the news."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(HEARD)

    def press(self, key: str) -> str:
        """Press a key; what is heard of the place where it leads."""
        self.page.keyboard.press(key)
        return self.here()

    def here(self) -> str:
        """Role and name of what has the focus."""
        found = self.page.locator(":focus")
        return found.aria_snapshot().splitlines()[0].removeprefix("- ").strip("'") if found.count() else ""

    def heard(self) -> list[str]:
        """All that was read out."""
        found: list[str] = self.page.evaluate("window.heard")
        return found

    def listen(self, words: str, after: int = 0) -> list[str]:
        """Wait until something with these words is read out; all that was since."""
        self.page.wait_for_function(
            "([words, after]) => window.heard.slice(after).some((one) => one.includes(words))", arg=[words, after]
        )
        return self.heard()[after:]

    def tab_to(self, *starts: str, key: str = "Tab") -> str:
        """Press Tab until something has the focus whose role and name begin so."""
        for _ in range(MOST_KEYS):
            if (here := self.press(key)).startswith(starts):
                return here
        raise AssertionError(f"the Tab key does not lead to {starts}")

    def cells(self, board: str) -> list[str]:
        """The names of all cells of a board."""
        tree = self.page.get_by_role("grid", name=board, exact=True).aria_snapshot()
        return re.findall(r'- gridcell "([^"]*)"', tree)

    def walk(self, cell: str, *, up: str = "ArrowUp") -> None:
        """Go to a cell of the board with the arrow keys, by the names on the way."""
        down = "ArrowDown" if up == "ArrowUp" else "ArrowUp"
        for _ in range(MOST_KEYS):
            at = self.here().partition('"')[2].partition(",")[0]
            if at == cell:
                return
            if at[0] != cell[0]:
                self.press("ArrowRight" if at[0] < cell[0] else "ArrowLeft")
            else:
                self.press(down if int(at[1:]) < int(cell[1:]) else up)
        raise AssertionError(f"the arrow keys do not lead to {cell}")

    def type(self, line: str) -> None:
        """Type a move."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")


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


@pytest.mark.parametrize(
    ("edition", "calls", "boards"),
    [
        ("classic", 19, ("Board of Ann",)),
        pytest.param("daffodil", 21, ("Board of Ann",), marks=pytest.mark.slow),
        pytest.param("nexus", 44, ("Board of Ann", "Scrapyard of Ann"), marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_without_seeing_it(visit: Visit, edition: str, calls: int, boards: tuple[str, ...]) -> None:
    ann = Blind(visit())
    ann.page.goto(f"/tables/{Guest(ann.page).create(edition)}")
    place_all(ann, boards, calls)
    assert re.fullmatch(r'heading "\d+ points" \[level=1\].*', at_result(ann))


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


@pytest.mark.slow  # the pawns lie otherwise each time, and the round may be long
def test_take_five_without_seeing_it(visit: Visit) -> None:
    """One round against a bot: a piece is chosen by name, its squares are read out, pawns are taken and kept."""
    ann = Blind(visit())
    seats = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
    ann.page.goto(f"/tables/{Guest(ann.page).create('sprint', seats=seats)}")
    for _ in range(MOST_DEEDS):
        if ann.page.get_by_role("button", name="To the result").count():
            break
        if ann.page.get_by_role("button", name="Skip").count():
            ann.press("Escape")
        elif ann.page.get_by_role("button", name="Keep it").count():
            ann.type("keep")
        elif "Give up" in " ".join(ann.heard()[-2:]):
            ann.type(next(name for name in ann.cells("Board") if name.endswith("empty")).partition(",")[0])
            # With one pawn in hand the square is enough; with several the answer names what can be said.
            if offered := re.search(
                r"Say which one: (\d \w\d)", " ".join(ann.page.get_by_role("alert").all_inner_texts())
            ):
                ann.type(offered[1])
        elif pieces := [name for name in ann.cells("Board") if name.endswith("can move")]:
            move(ann, pieces)
    assert ann.here().startswith('button "To the result"'), "the focus is led to what is to be done"
    assert re.search(r"(wins?|has all markers|have all markers)", ann.heard()[-1])
    ann.press("Enter")
    assert "win" in at_result(ann)


def move(ann: Blind, pieces: list[str]) -> None:
    """Move a piece that can, onto a pawn that can be taken if there is one."""
    if not ann.here().startswith("gridcell"):
        ann.tab_to("gridcell", key="Shift+Tab" if ann.here().startswith("textbox") else "Tab")
    count = len(ann.heard())
    ann.walk(pieces[0].partition(",")[0], up="ArrowDown")
    ann.press("Enter")
    news = ann.listen("which can go to ", count)[-1]
    squares = re.findall(r"([a-f]\d)(?! without)", news.partition("can go to ")[2])
    ann.walk((squares or re.findall(r"[a-f]\d", news))[0], up="ArrowDown")
    here = ann.press("Enter")
    if not here.startswith("button"):
        return  # there was only one thing to do
    if ann.page.get_by_role("button", name="Take").count():
        ann.page.keyboard.press("Tab")
    ann.press("Enter")


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
