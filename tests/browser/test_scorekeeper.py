"""The scorekeeper: boards of a cardboard table typed and tapped, counted and doubted."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations

import pytest
from playwright.sync_api import Page, expect

from boards import variant_of
from browsing import PHONE, WIDE
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.engine.reading import read_tile
from partake.rules.catalogue import catalogue
from scorekeeping import Scorekeeper, columns, drawn_boards, evening

Visit = Callable[..., Page]
PLAIN = {"rays": "none", "placement": "free", "draw": "1"}
SMALL = """() => [...document.querySelectorAll('.keep button, .keep input, .keep .cell')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([html, box]) => [html, box.width, box.height])
"""
READ = """async ([lines, tiles, positions, at]) => {
  const { read } = await import('/static/score_entry.js');
  return lines.map((line) => read(line, { tiles, positions, at }));
}"""


@pytest.fixture(scope="module")
def keeper(stay: Visit) -> Scorekeeper:
    """A keeper who begins one evening after the other."""
    return Scorekeeper(stay())


@pytest.mark.parametrize("name", sorted(catalogue().tile_sets))
def test_every_spelling_of_every_tile_is_read_as_the_engine_reads_it(keeper: Scorekeeper, name: str) -> None:
    tiles = catalogue().tile_sets[name]
    orders = {(tile, order) for tile in tiles.tiles for order in permutations(str(tile).split("-"))}
    spelt = [
        (text, tile) for tile, order in sorted(orders) for text in ("-".join(order), "".join(order), " ".join(order))
    ]
    assert {read_tile(tiles, text) == tile for text, tile in spelt if "-" in text} == {True}
    page = keeper.page
    page.goto("/score")
    lines = [f"c3 {text}" for text, _ in spelt] + [f"{text.replace('*', 'w')} c3" for text, _ in spelt]
    found = page.evaluate(READ, [lines, [str(tile) for tile in tiles.tiles], ["c3"], None])
    wanted = [{"entries": [["c3", str(tile)]]} for _, tile in spelt]
    assert found == [*wanted, *wanted]


def test_spellings_that_could_be_several_tiles_are_asked_about(visit: Visit) -> None:
    """No packaged set has such tiles; a box of somebody's own may."""
    page = visit()
    page.goto("/score")
    one, two = page.evaluate(READ, [["c3 1211", "c3 1-2-11"], ["1-2-11", "12-1-1"], ["c3"], None])
    assert one["choices"] == ["1-2-11", "12-1-1"]
    assert one["problem"].startswith("1211 can be read in several ways: 1-2-11, 12-1-1.")
    assert two == {"entries": [["c3", "1-2-11"]]}


def test_lines_say_where_tiles_lie_in_any_order(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    keeper.begin()
    for line, cells in (
        ("c3 978", {"c3": "9-7-8"}),
        ("164 A1", {"a1": "1-6-4"}),
        ("a2 5-2-8", {"a2": "5-2-8"}),
        ("a3 4 7 5", {"a3": "5-7-4"}),
        ("b1 123, 124@b2", {"b1": "1-2-3", "b2": "1-2-4"}),
        ("d 563 564 . 568", {"d1": "5-6-3", "d2": "5-6-4", "d4": "5-6-8"}),
        ("e 9-2-3 e3 924", {"e1": "9-2-3", "e3": "9-2-4"}),
    ):
        before = keeper.cells
        keeper.type(line)
        assert keeper.cells == {**before, **cells}, line
    keeper.type("c3 174")
    expect(keeper.echo).to_contain_text("1-7-4 on c3, instead of 9-7-8.")
    keeper.type("c3 -")
    assert "c3" not in keeper.cells
    keeper.type("undo")
    assert keeper.cells["c3"] == "1-7-4"
    keeper.type("redo")
    assert "c3" not in keeper.cells


def test_a_cell_is_typed_once_and_tiles_go_on_from_there(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    keeper.begin()
    for line in ("c1", "123", "164", "178"):
        keeper.type(line)
    assert keeper.cells == {"c1": "1-2-3", "c2": "1-6-4", "c3": "1-7-8"}
    keeper.type("c5 128 c4 124")
    expect(keeper.echo).to_contain_text("Vertical line c1 to c5, 5 x 1: 5 points. Player 1 has 5 points.")
    expect(keeper.page.get_by_role("log")).to_contain_text("1, 2, 4, moon on c4.")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "Type a cell and a tile, like c3 978"),
        ("hello", "“hello” is neither a cell nor a tile"),
        ("c3", None),
        ("c3 999", "No tile of this game has the numbers 999."),
        ("c3 97", "97 is only a part of a tile"),
        ("c3 c4 978", "Which tile lies on c3?"),
        ("978", "Where does 9-7-8 lie?"),
        ("978 964 c3", "Where does 9-7-8 lie?"),
        ("c9 978", "There is no cell c9: the last one there is c5."),
        ("z1 978", "There is no cell z1 on this board."),
        ("s1 978", "this evening is played without a scrapyard"),
        ("x 978", "this evening is played without a reserve"),
        ("c", "Which tiles lie in c?"),
        ("c d 978", "Which tiles lie in c?"),
        ("a 123 124 128 163", "a has 3 cells, and these are more tiles."),
        ("c3 978 c3 964", "c3 stands twice in this line."),
        ("c3 .", "A dot leaves out a cell of a column"),
        ("c3 978 a1 hello", "“hello” is neither"),
        ("c3 <b>978</b>", "“<b>978</b>” is neither"),
        ("c3 9-7-8-", None),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("-", "Where does - lie?"),
    ],
)
def test_every_mistake_gets_a_sentence_and_changes_nothing(keeper: Scorekeeper, line: str, answer: str | None) -> None:
    keeper.page.goto("/score")
    keeper.begin()
    expect(keeper.alert).to_be_empty()
    keeper.line.fill(line)
    keeper.line.press("Enter")
    if answer is None:
        expect(keeper.alert).to_be_empty()
        return
    expect(keeper.alert).to_contain_text(answer)
    expect(keeper.line).to_be_focused()
    assert keeper.cells == {}
    if line not in ("undo", "redo"):
        expect(keeper.line).to_have_value(line)
        expect(keeper.line).to_have_attribute("aria-invalid", "true")


def test_another_evening_begins_with_nothing_of_the_one_before(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    keeper.begin()
    keeper.type("c5 128")
    keeper.line.fill("c3 999")
    keeper.line.press("Enter")
    expect(keeper.alert).to_contain_text("No tile of this game has the numbers 999.")
    keeper.part("close").click()
    keeper.begin()
    expect(keeper.alert).to_be_empty()
    expect(keeper.echo).to_be_empty()
    expect(keeper.line).to_have_value("")


def test_tiles_are_tapped_before_or_after_their_cells(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    keeper = Scorekeeper(page)
    keeper.begin()
    page.get_by_role("button", name="vertical 9").tap()
    keeper.tile("9-7-8").tap()
    expect(keeper.part("told")).to_have_text("Tap the cell for 9, 7, 8, sun.")
    keeper.cell("c3").tap()
    assert keeper.cells == {"c3": "9-7-8"}
    expect(keeper.tile("9-7-8")).to_be_hidden()
    keeper.cell("c1").tap()
    keeper.tile("9-2-3").tap()
    keeper.tile("9-6-4").tap()  # the next cell is chosen by itself
    assert keeper.cells == {"c1": "9-2-3", "c2": "9-6-4", "c3": "9-7-8"}
    page.get_by_role("button", name="Leave what is chosen").tap()
    keeper.cell("c3").tap()
    page.get_by_role("button", name="Move", exact=True).tap()
    keeper.cell("a1").tap()
    assert keeper.cells == {"c1": "9-2-3", "c2": "9-6-4", "a1": "9-7-8"}
    keeper.cell("a1").tap()
    page.get_by_role("button", name="Move", exact=True).tap()
    keeper.cell("c1").tap()  # two tiles change places
    assert keeper.cells == {"a1": "9-2-3", "c2": "9-6-4", "c1": "9-7-8"}
    keeper.cell("a1").tap()
    keeper.tile("9-2-8").tap()
    page.get_by_role("button", name="Leave what is chosen").tap()
    keeper.cell("c2").tap()
    page.get_by_role("button", name="Remove", exact=True).tap()
    assert keeper.cells == {"a1": "9-2-8", "c1": "9-7-8"}
    for _ in range(7):
        page.get_by_role("button", name="Undo").tap()
    assert keeper.cells == {}
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for _ in range(2):
        page.get_by_role("button", name="Redo").tap()
    page.reload()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    assert keeper.cells == {"c1": "9-2-3", "c3": "9-7-8"}
    page.get_by_role("button", name="Redo").tap()
    assert keeper.cells["c2"] == "9-6-4"


@pytest.mark.parametrize("viewport", [{"width": 320, "height": 640}, PHONE, {"width": 768, "height": 1024}, WIDE])
@pytest.mark.parametrize("edition", ["classic", "nexus"])
def test_everything_is_large_enough_and_nothing_sticks_out(
    visit: Visit, viewport: dict[str, int], edition: str
) -> None:
    page = visit(viewport=viewport)
    keeper = Scorekeeper(page)
    keeper.begin(edition, "Ana", "Bo & Cy", "A name that is rather long for a tab")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= viewport["width"]
    small = page.evaluate(SMALL)
    narrow = viewport["width"] < 360 and edition == "nexus"
    assert [one for one in small if not narrow or "cell" not in one[0]] == []


def test_points_are_explained_and_light_up_their_cells(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    boards = drawn_boards(variant_of("classic", rays="each"), 2, "explained")
    keeper.bring(evening("classic", {**PLAIN, "rays": "each"}, ["Ana", "Bo"], *boards))
    score = score_table([Sheet.of(variant_of("classic", rays="each"), board) for board in boards])[0]
    listed = keeper.page.locator("[data-part=points] li")
    expect(listed).to_have_count(len(score.items))
    reasons = [f"{text[0].upper()}{text[1:]}" for text in (str(item.reason) for item in score.items)]
    assert [text.split("\n")[0] for text in listed.all_inner_texts()] == reasons
    lit = keeper.page.locator("[data-own] .cell.lit")
    for _ in range(50):  # the page may draw its list once more after it was read
        listed.first.blur()
        listed.first.focus()
        keeper.page.wait_for_timeout(100)
        if lit.count():
            break
    expect(lit).to_have_count(len(score.items[0].cells))


def test_what_cannot_be_right_is_told_at_once(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    doubts = keeper.part("doubts")
    keeper.begin("orchid", "Ana")
    keeper.type("a1 1-2-3 a2 1-2-3")
    expect(keeper.echo).to_contain_text("To check: 1-2-3 is on a1 and a2, and there is only one of it.")
    expect(doubts).to_contain_text("1-2-3 is on a1 and a2, and there is only one of it.")
    expect(keeper.part("unsure")).to_be_visible()
    keeper.page.get_by_role("button", name="Next game").click()
    expect(doubts).to_contain_text("Game 1: 1-2-3 is on a1 and a2")
    doubts.get_by_role("button").click()
    assert keeper.page.locator("[data-own] .doubtful").count() == 2
    expect(keeper.cell("a1")).to_have_attribute("aria-label", re.compile("to be checked$"))
    keeper.type("a2 1-2-5")
    expect(doubts).to_contain_text("1-2-5 on a2 is a moon, and this is played with suns only.")
    keeper.type("a2 -")
    expect(doubts).to_be_hidden()
    expect(keeper.part("unsure")).to_be_hidden()
    keeper.type("x 1-2-8 1-6-5 1-6-10 c1 1-7-3")
    expect(doubts).to_contain_text("There are 4 tiles in the reserve and on c1, c4 and f3, but only 3 can be.")


def test_wild_tiles_do_not_move_onto_stamens(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    keeper.begin("daffodil", "Ana", stamens="reserve")
    keeper.type("c2 ***")
    expect(keeper.part("doubts")).to_contain_text("*-*-* has a wild stripe and may not move to c2.")


def test_boards_of_one_table_have_the_same_tiles(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    found = variant_of("classic")
    ana, bo = drawn_boards(found, 2, "same draw")
    other = next(str(tile) for tile in found.tiles.tiles if str(tile) not in ana.values())
    keeper.bring(evening("classic", PLAIN, ["Ana", "Bo"], ana))
    expect(keeper.part("doubts")).to_be_hidden()
    keeper.type(f"{other} c3")
    doubt = f"{other} on c3 is not on the full board of Ana: check both."
    expect(keeper.echo).to_contain_text(doubt)
    for line in columns(found, bo):
        keeper.type(line)
    expect(keeper.part("doubts")).to_be_hidden()
    missing = ana["a1"]
    keeper.bring(evening("classic", PLAIN, ["Ana", "Bo"], {**ana, "a1": other}, bo))
    expect(keeper.part("doubts")).to_contain_text(f"Ana: {other} on a1 is not on the full board of Bo: check both.")
    expect(keeper.part("doubts")).to_contain_text(f"{missing} on")


def test_boards_that_are_not_full_are_compared_by_the_draw(visit: Visit) -> None:
    """Without a full board more tiles than are drawn tell that something is wrong, in the words of the command."""
    keeper = Scorekeeper(visit())
    tiles = [str(tile) for tile in variant_of("classic").tiles.tiles]
    names = [name for name in variant_of("classic").positions if name != "e3"]
    keeper.bring(evening("classic", PLAIN, ["Ana", "Bo"], dict(zip(names, tiles, strict=False)), {"a1": tiles[-1]}))
    expect(keeper.part("doubts")).to_be_hidden()
    keeper.turn("Bo")
    keeper.type(f"a2 {tiles[-2]}")
    expect(keeper.part("doubts")).to_contain_text(
        "No draw gives these boards: 19 tiles are called in a game, and here are 20"
    )


def test_only_called_tiles_are_offered(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    called = [str(tile) for tile in variant_of("classic").tiles.tiles[:19]]
    keeper.bring(evening("classic", PLAIN, ["Ana"], called=called))
    expect(keeper.page.locator("[data-part=picker] [data-tile]:enabled")).to_have_count(19)
    keeper.type(f"c3 {variant_of('classic').tiles.tiles[-1]}")
    expect(keeper.part("doubts")).to_contain_text("9-7-8 on c3 was not called.")
    keeper.type(f"c3 {called[0]}")
    expect(keeper.tile(called[0])).to_be_hidden()
    expect(keeper.page.locator("[data-part=picker] [data-tile]:enabled")).to_have_count(18)


def test_the_evening_of_the_caller_is_opened_by_its_address(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    called = [str(tile) for tile in variant_of("classic").tiles.tiles[:19]]
    keeper.page.goto("/score")
    keeper.page.evaluate(
        "async (evening) => (await import('/static/keep.js')).save(`evening/${evening.id}`, evening)",
        {**evening("classic", {"rays": "each"}, ["Ana", "Bo"], called=called, seed="0" * 64), "id": "from-the-caller"},
    )
    keeper.page.goto("/score?evening=from-the-caller")
    expect(keeper.page.get_by_role("tab", name="Bo")).to_be_visible()
    expect(keeper.page.locator("[data-part=picker] [data-tile]:enabled")).to_have_count(19)
    expect(keeper.part("played")).to_have_text("Rays: Every ray counts")
    keeper.page.goto("/score?evening=nobody")
    expect(keeper.page.locator(".toast")).to_have_text("This evening is not on this device.")
