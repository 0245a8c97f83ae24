"""The scorekeeper: games that add up, boards that are corrected, evenings that are kept, sent and printed."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from boards import hexagon_edition, variant_of
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.rules.languages import NAMES
from scorekeeping import Scorekeeper, columns, drawn_boards, evening, scored

Visit = Callable[..., Page]
PLAIN = {"rays": "none", "placement": "free", "draw": "1"}
COLOURS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
  const found = new Set();
  for (let i = 0; i < bytes.length; i += 404) found.add(bytes.slice(i, i + 3).join());
  return found.size;
}"""


@pytest.fixture(scope="module")
def keeper(stay: Visit) -> Scorekeeper:
    """A keeper who is brought one thing after the other."""
    return Scorekeeper(stay())


def test_games_add_up_and_any_board_can_be_corrected(visit: Visit) -> None:
    page = visit()
    keeper = Scorekeeper(page)
    keeper.begin("classic", "Ana", "Bo & Cy")
    keeper.type("c 123 124 128 163 164")
    expect(page.locator("[data-part=result]")).to_have_text("Ana leads with 5 points")
    expect(page.locator("[data-part=caller]")).to_have_text("Ana calls")
    page.get_by_role("button", name="Next game").click()
    expect(page.locator("[data-part=caller]")).to_have_text("Bo & Cy call")
    keeper.turn("Bo & Cy")
    keeper.type("a 523 524 528")
    expect(keeper.echo).to_contain_text("Bo & Cy have 15 points.")
    assert keeper.standings.locator("tbody tr").all_inner_texts() == ["Bo & Cy\t0\t15\t15", "Ana\t5\t0\t5"]
    page.get_by_role("button", name="Board of Bo & Cy, game 1: 0 points").click()
    assert keeper.cells == {}
    keeper.type("e 923 924 928")
    assert keeper.standings.locator("tbody tr").first.inner_text() == "Bo & Cy\t27\t15\t42"
    page.reload()
    assert keeper.standings.locator("tbody tr").first.inner_text() == "Bo & Cy\t27\t15\t42"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove the last game").click()
    expect(keeper.standings.locator("tbody tr").first).to_have_text("Bo & Cy27")


def test_a_shared_win_is_said(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    (board,) = drawn_boards(variant_of("classic"), 1, "level")
    keeper.bring(evening("classic", PLAIN, ["Ana", "Bo"], board, board))
    expect(keeper.part("result")).to_contain_text("Ana and Bo share the win with ")
    assert keeper.page.locator("tr.won").count() == 2


def test_names_and_options_can_be_changed(visit: Visit) -> None:
    page = visit()
    keeper = Scorekeeper(page)
    keeper.begin("nexus", "Ana", "Bo")
    keeper.type("a 123 125 128 163 s1 923")
    page.get_by_role("button", name="Change names or options").click()
    page.get_by_label("Name of player 2").fill("Cleo")
    page.get_by_text("Options", exact=True).click()
    page.locator("#scrapyard-none").check()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Keep the changes").click()
    expect(page.get_by_role("tab", name="Cleo")).to_be_visible()
    assert keeper.cells == {"a1": "1-2-3", "a2": "1-2-5", "a3": "1-2-8", "a4": "1-6-3"}
    assert keeper.totals == ["4", "0"]


def test_evenings_are_kept_listed_and_deleted(visit: Visit) -> None:
    page = visit()
    keeper = Scorekeeper(page)
    keeper.begin("classic", "Ana", "Bo")
    keeper.type("c3 978")
    page.get_by_role("button", name="Close this evening").click()
    keeper.begin("orchid", "Cleo")
    page.get_by_role("button", name="Close this evening").click()
    entries = page.locator("[data-part=list] li")
    expect(entries).to_have_count(2)
    expect(entries.nth(1)).to_contain_text("Ana and Bo")
    expect(entries.nth(1)).to_contain_text("Classic · 1 game")
    page.once("dialog", lambda dialog: dialog.dismiss())
    entries.first.get_by_role("button", name="Delete").click()
    expect(entries).to_have_count(2)
    page.once("dialog", lambda dialog: dialog.accept())
    entries.first.get_by_role("button", name="Delete").click()
    expect(entries).to_have_count(1)
    entries.first.get_by_role("button", name="Open").click()
    assert keeper.cells == {"c3": "9-7-8"}


def test_two_players_cannot_have_one_name(visit: Visit) -> None:
    page = visit()
    page.goto("/score")
    for n in (1, 2):
        page.get_by_label(f"Name of player {n}").fill("Ana")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert").filter(has_text="Two players are named Ana")).to_be_visible()


def test_an_evening_goes_out_and_comes_in_as_text_link_and_file(visit: Visit, tmp_path: Path) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    keeper = Scorekeeper(page)
    options = {**PLAIN, "rays": "best"}
    boards = drawn_boards(variant_of("classic", rays="best"), 3, "shared")
    keeper.bring(evening("classic", options, ["Ana", "Bo & Cy", "Zoë"], *boards))
    totals = keeper.totals
    copied = []
    for name in ("Text", "Link"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".toast")).to_have_text("Copied.")
        copied.append(page.evaluate("() => navigator.clipboard.readText()"))
        page.locator(".toast").evaluate("(one) => one.remove()")
    path = keeper.saved(tmp_path)
    assert path.name.endswith(".boards.txt")
    assert path.read_text(encoding="utf-8") == copied[0]
    (game,) = scored(path)
    assert [f"{float(points):g}" for points in game] == totals
    link = copied[1].split("\n")[1]
    for brought in (copied[0], link):
        other = Scorekeeper(visit())
        other.bring(brought)
        expect(other.page.get_by_role("tab", name="Zoë")).to_be_visible()
        assert other.totals == totals
        assert other.cells == boards[0]
    followed = Scorekeeper(visit())
    followed.page.goto(link)
    expect(followed.page.get_by_role("tab", name="Zoë")).to_be_visible()
    assert followed.totals == totals
    followed.page.get_by_role("button", name="Close this evening").click()
    followed.page.get_by_text("Open a link, a text or a file").click()
    followed.part("file").set_input_files(path)
    expect(followed.page.get_by_role("tab", name="Zoë")).to_be_visible()


def test_boards_of_the_command_line_are_read_too(visit: Visit) -> None:
    keeper = Scorekeeper(visit())
    keeper.bring("a1 879 # numbers in any order\na2 9-7-4\n")
    assert keeper.cells == {"a1": "9-7-8", "a2": "9-7-4"}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("hello", "Line 1: write a cell and a tile, like c3 9-7-8."),
        ("# nothing", "This is no evening and no board"),
        ("{", "This is no evening and no board"),
        ('{"format": "partake-evening-1"}', "This is no evening and no board"),
        (
            json.dumps(evening("classic", {}, ["Ana"], {"z9": "9-7-8"})),
            "Game 1: there is no cell z9 under these options.",
        ),
        (json.dumps(evening("classic", {}, ["Ana"], {"a1": "9-9-9"})), "Game 1: 9-9-9 on a1 is no tile of this game."),
        (json.dumps(evening("classic", {}, ["Ana", "Ana"])), "one to 8 players with different names"),
        (json.dumps(evening("classic", {"rays": "sideways"}, ["Ana"])), "These options do not go together here"),
        (
            json.dumps(evening("nexus", {"scrapyard": "passed"}, ["Ana"])),
            "These options need at least 2 players.",
        ),
        ("edition chess", "Line 1: there is no game chess here."),
        ("player", "Line 1: a name must follow “player”."),
        ("player Ana\nplayer Ana", "Line 2: there are two players named Ana."),
        ("c3 9-7-8\nc3 9-6-4", "Line 2: c3 is filled twice."),
        ("c3 9-9-9", "Line 1: no tile of this game is 9-9-9."),
        ("https://example.org/score#1.AAAA", "This link is damaged"),
        ("https://example.org/score#1.____", "This link is damaged"),
    ],
)
def test_what_cannot_be_read_is_answered_with_a_sentence(keeper: Scorekeeper, text: str, answer: str) -> None:
    keeper.bring(text)
    expect(keeper.part("unread")).to_contain_text(answer)
    expect(keeper.part("pasted")).to_have_value(text)


def test_the_boards_are_given_as_pictures(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    keeper = Scorekeeper(page)
    boards = drawn_boards(variant_of("nexus"), 2, "picture")
    keeper.bring(
        evening(
            "nexus",
            {"scrapyard": "threshold", "rays": "longest", "placement": "free", "draw": "1"},
            ["Ana", "Bo"],
            *boards,
        )
    )
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    drawn = Path(download.value.path()).read_text(encoding="utf-8")
    assert drawn.count('class="partake live board') == 2
    assert "Ana: " in drawn
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture", exact=True).click()
    png = Path(download.value.path()).read_bytes()
    assert png.startswith(b"\x89PNG")
    colours = page.evaluate(COLOURS, b64encode(png).decode())
    assert colours > 20


def test_on_paper_there_is_one_clean_page(visit: Visit) -> None:
    page = visit()
    keeper = Scorekeeper(page)
    boards = drawn_boards(variant_of("classic"), 4, "paper")
    keeper.bring(evening("classic", PLAIN, ["Ana", "Bo", "Cleo", "Dan"], *boards))
    page.emulate_media(media="print")
    for player in range(4):
        expect(page.locator(f"#sheet-{player} svg.board")).to_be_visible()
    for hidden in (keeper.part("dock"), page.locator("header.top"), keeper.part("tabs"), keeper.part("share-text")):
        expect(hidden).to_be_hidden()
    expect(keeper.standings).to_be_visible()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_the_keyboard_alone_fills_in_a_board(visit: Visit) -> None:
    page = visit()
    keeper = Scorekeeper(page)
    keeper.begin()
    page.keyboard.press("/")
    expect(keeper.line).to_be_focused()
    page.keyboard.type("c3 978\n")
    page.keyboard.press("Escape")
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("role", "gridcell")
    first = focused.get_attribute("data-cell")
    page.keyboard.type("128\n")
    assert keeper.cells == {"c3": "9-7-8", first: "1-2-8"}
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    assert len(keeper.cells) == 1
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("a whole column, from the top")
    page.keyboard.press("Escape")
    keeper.part("tabs").get_by_role("tab", selected=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Player 2")).to_be_focused()
    assert keeper.cells == {}


@pytest.mark.parametrize("language", list(NAMES))
def test_no_word_is_missing_in_any_language(visit: Visit, language: str) -> None:
    page = visit(locale=language)
    page.goto("/score")
    page.locator("[data-part=start]").click()
    page.keyboard.press("/")
    for line in ("c 123 124 128 163 164", "a1 123", "a1 999", "zz", "a1 125 c3"):
        page.keyboard.type(f"{line}\n")
        for text in page.locator("main").all_inner_texts():
            assert "score_" not in text


def test_every_edition_can_be_begun(visit: Visit) -> None:
    for name in ("classic", "daffodil", "nexus", "orchid"):
        keeper = Scorekeeper(visit())
        keeper.begin(name, "Ana")
        (board,) = drawn_boards(variant_of(name), 1, name)
        for line in columns(variant_of(name), board):
            keeper.type(line)
        assert keeper.cells == board
        (score,) = score_table([Sheet.of(variant_of(name), board)])
        expect(keeper.part("result")).to_have_text(f"{score.total:g} points".replace("-", "−"))
        assert hexagon_edition(name).title in keeper.part("title").inner_text()
