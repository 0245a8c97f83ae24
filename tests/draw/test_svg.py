"""The SVG pictures: whole, truthful, and without what a seat may not see."""

from __future__ import annotations

import importlib.util
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import partake
from partake.draw.palette import COLOURS, ROLES, TEXTURES, colour, contrast
from partake.draw.svg import stylesheet, svg
from partake.draw.svg.canvas import fitted
from partake.engine.actions import Deed, Move, Place, Relocate, TakeBack
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile, TileSet

SVG = "{http://www.w3.org/2000/svg}"
HEXAGONS = ("classic", "daffodil", "nexus", "orchid")
THEMES = ("auto", "light", "dark", "page")
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
Options = dict[str, str | int | bool]
VARIANTS: list[tuple[str, Options]] = [
    ("classic", {"rays": "each"}),
    ("classic", {"rays": "best", "draw": 2, "rounds": 2}),
    ("daffodil", {"stamens": "reserve", "rays": "each"}),
    ("daffodil", {"stamens": "first", "placement": "symbol"}),
    ("nexus", {"scrapyard": "passed"}),
    ("nexus", {"scrapyard": "none"}),
    ("orchid", {"symbols": "both"}),
    ("orchid", {}),
    ("five", {}),
]


def played(
    edition: str, moves: int, options: Options | None = None, *, seats: int | list[str] = 2, seed: str = "pictures"
) -> partake.Table:
    """A table after so many moves at random."""
    table, chance = partake.start(edition, seats=seats, seed=seed, **(options or {})), random.Random(seed)  # type: ignore[arg-type]
    for _ in range(moves):
        if table.is_over:
            break
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        table.play(seat, chance.choice([a for a in table.view(seat).legal if not isinstance(a, TakeBack)]))
    return table


def parsed(picture: str) -> ElementTree.Element:
    """The picture as a tree, after checking what must hold for every picture."""
    root = ElementTree.fromstring(picture)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    links = [element.attrib["href"] for element in root.iter() if "href" in element.attrib]
    links += re.findall(r"url\(([^)]*)\)", picture)
    assert all(link[0] == "#" and link[1:] in ids for link in links)
    assert picture.count("http") == 1, "nothing but the namespace is an address"
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"].split() == [root[0].attrib["id"], root[1].attrib["id"]]
    assert "\0" not in picture
    assert "nan" not in re.sub(r">[^<]*<", "", picture)
    return root


def title(root: ElementTree.Element) -> str:
    return root.findtext(f"{SVG}title") or ""


def told(root: ElementTree.Element) -> str:
    return root.findtext(f"{SVG}desc") or ""


def cells(root: ElementTree.Element, name: str = "cell", *, seat: int | None = None) -> list[str]:
    """The cells of a class, in the order of drawing; those of one seat's board if asked for."""
    scope = root if seat is None else root.find(f".//*[@data-seat='{seat}']")
    assert scope is not None
    return [
        e.attrib["data-cell"] for e in scope.iter() if name in e.get("class", "").split() and "data-cell" in e.attrib
    ]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", HEXAGONS)
def test_every_edition_and_tile_set_has_a_picture(name: str, theme: str) -> None:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    root = parsed(svg(edition, theme=theme))
    assert title(root) == edition.title
    assert set(cells(root)) >= {cell.name for cell in edition.board.cells}
    tiles = parsed(svg(edition.tiles, theme=theme))
    drawn = [e.attrib["data-tile"] for e in tiles.iter() if "data-tile" in e.attrib]
    assert drawn == [str(tile) for tile in edition.tiles.tiles]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_any_view_of_any_game_is_well_formed(name: str, options: Options) -> None:
    for i, moves in enumerate((0, 1, 2, 17, 40, 85, 10_000)):
        table = played(name, moves, options, seats=2 + i % 3, seed=f"{name}{i}")
        for seat in (None, 1, 2):
            view, theme = table.view(seat), THEMES[i % 4]
            picture = svg(view, theme=theme, memory=bool(i % 2), tall=i % 3 == 1)
            root = parsed(picture)
            assert picture == svg(view, theme=theme, memory=bool(i % 2), tall=i % 3 == 1)
            assert len(told(root)) > 10


@pytest.mark.parametrize("name", HEXAGONS)
def test_a_picture_shows_and_tells_every_tile_and_the_total(name: str) -> None:
    view = played(name, 40, seats=["Ann", "Bob"]).view(1)
    assert isinstance(view, HexagonView)
    root = parsed(svg(view))
    assert cells(root, seat=1) == list(view.variant.positions)
    assert cells(root, "filled", seat=1) == [cell for cell, _ in view.sheet]
    assert cells(root, "filled", seat=2) == [cell for cell, _ in view.sheets[1]]
    assert cells(root, "latest", seat=1) == list(view.latest[0])
    for cell, tile in view.sheet:
        assert f"{cell} {tile}" in told(root)
    for item in view.items:
        assert item.reason in told(root)
    total = str(view.scores[0].total).replace("-", "−")
    assert f"Total {total}." in told(root)
    assert total in [element.text for element in root.iter(f"{SVG}tspan")]
    assert title(root).endswith("Ann")


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_legal_cells_are_marked(name: str, options: Options) -> None:
    table = played(name, 13, options)
    while not table.to_act:
        table.deal()
    view = table.view(table.to_act[0])
    if isinstance(view, FiveView):
        wanted = {action.square for action in view.legal if isinstance(action, Move)}
        assert set(cells(parsed(svg(view)), "legal")) == wanted
    elif isinstance(view, HexagonView) and view.seat:
        own = {a.cell for a in view.legal if isinstance(a, (Place, Relocate)) and not getattr(a, "owner", 0)}
        assert set(cells(parsed(svg(view)), "legal", seat=view.seat)) == own


def test_cells_of_a_neighbours_scrapyard_are_legal_on_the_neighbours_board() -> None:
    table = partake.start("nexus", seats=2, seed="passed", scrapyard="passed")
    draw = table.deal()
    table.play(1, f"{draw.tiles[0]}@s")  # type: ignore[union-attr]
    root = parsed(svg(table.view(2)))
    assert cells(root, "legal", seat=1) == [f"s{i}" for i in range(1, 8)]


def test_names_are_escaped() -> None:
    names = ['<b>"Ann"', "O'Neill > all"]
    for edition in ("classic", "five"):
        assert names[0] in told(parsed(svg(partake.start(edition, seats=names, seed="x").view(1))))
    odd = replace(partake.sheet("classic", {}), name="&\x01\0 ]]> <script>")
    assert "<script>" in title(parsed(svg(odd)))


def test_a_board_or_set_of_ones_own_may_have_any_names() -> None:
    tile = Tile(1, 200, 3)
    odd = TileSet(
        'my "<set>"', "<Mine>", (tile,), {tile: "sun"}, {tile: "<ruby>"}, {"<ruby>": 7}, {1: "#00ff00", 3: "&"}
    )
    parsed(svg(odd))
    parsed(svg(tile, tiles=odd, theme="dark"))


def test_the_winner_is_named() -> None:
    for edition in ("classic", "five"):
        table = played(edition, 10_000, seats=["A: b", "C: d"])
        assert table.outcome
        winner = table.outcome.scores[table.outcome.winners[0] - 1].name
        assert f"{winner} wins" in "".join(parsed(svg(table.view(1))).itertext())


def test_without_points_the_player_is_still_named() -> None:
    view = played("classic", 30, {"rounds": 2}, seats=["Ann", "Bob"]).view(2)
    shown = [element.text for element in parsed(svg(view, scored=False)).iter(f"{SVG}tspan")]
    assert shown == ["Bob"]


def test_a_long_name_is_cut() -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff Alt"
    assert fitted(long, 16, 150) == "Wolfeschlegelst…"
    assert fitted("Ann", 16, 150) == "Ann"
    assert len(fitted("長い名前" * 5, 16, 150)) < 10


def test_two_pictures_on_one_page_do_not_clash() -> None:
    one, other = (parsed(svg(Tile.parse(text))) for text in ("9-7-8", "1-*-*"))
    ids = [{element.attrib["id"] for element in root.iter() if "id" in element.attrib} for root in (one, other)]
    assert ids[0].isdisjoint(ids[1])
    assert 'id="mine-title"' in svg(Tile.parse("9-7-8"), prefix="mine")


def test_options_leave_out_what_is_not_wanted() -> None:
    draw = pictures_script("draw")
    sheet = draw.sheet("classic", draw.CLASSIC)
    plain, scored = svg(sheet, scored=False), svg(sheet)
    assert scored.count('class="points"') == sum(item.kind == "line" for item in sheet.items)
    assert 'class="points"' not in plain
    assert "Total" not in told(parsed(plain))
    assert len(svg(sheet, patterns=False)) < len(scored)
    assert parsed(svg(sheet, size=300)).attrib["width"] == "300"
    assert "<style>" not in svg(sheet, theme="light")
    assert "prefers-color-scheme" in svg(sheet)
    assert svg(sheet, paper=False).count("<rect") < scored.count("<rect")


def test_the_style_sheet_colours_every_picture_of_the_page_theme() -> None:
    known = set(re.findall(r"(--pk-[\w-]+):", stylesheet()))
    assert known == set(re.findall(r"(--pk-[\w-]+):", stylesheet("dark")))
    for name, options in VARIANTS:
        picture = svg(played(name, 60, options).view(1), theme="page")
        assert set(re.findall(r"var\((--pk-[\w-]+)\)", picture)) <= known
        assert "style" not in picture


@pytest.mark.parametrize(
    "wrong", [{"theme": "pink"}, {"seat": 3}, {"prefix": "a b"}, {"prefix": ""}, {"size": -1}, {"size": float("nan")}]
)
def test_a_wrong_wish_is_refused_in_plain_words(wrong: dict[str, str]) -> None:
    with pytest.raises(partake.PartakeError):
        svg(played("classic", 3).view(1), **wrong)  # type: ignore[arg-type]


def test_there_is_no_picture_of_other_things() -> None:
    with pytest.raises(partake.PartakeError, match="no picture of a int"):
        svg(7)
    with pytest.raises(partake.PartakeError, match="99-99-99"):
        svg(Tile(99, 99, 99))
    with pytest.raises(partake.PartakeError, match="no style sheet"):
        stylesheet("pink")


@pytest.mark.parametrize("name", ["27", "31", "64"])
def test_numbers_differ_by_colour_and_by_texture(name: str) -> None:
    shades = [colour(shade) for shade in catalogue().tile_sets[name].colours.values()]
    assert all(shade.name in COLOURS and shade.pattern in TEXTURES for shade in shades)
    assert len({shade.pattern for shade in shades}) == len(shades)
    for theme in ("light", "dark"):
        assert len({shade.hex(theme) for shade in shades}) == len(shades)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_and_text_stand_out(theme: str) -> None:
    for shade in COLOURS.values():
        assert contrast(shade.ink(theme), shade.hex(theme)) >= 4.5, shade.name
    roles = {name: pair[theme == "dark"] for name, pair in ROLES.items()}
    for ink, ground in [
        ("ink", "paper"), ("muted", "paper"), ("loss", "paper"), ("on-frame", "frame"), ("sun", "body-edge"),
        ("moon", "body-edge"), ("orchid-ink", "orchid-pale"),
    ]:  # fmt: skip
        assert contrast(roles[ink], roles[ground]) >= 4.5, (ink, ground)


def test_contrast_is_measured_as_usual() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1


def test_others_see_a_placement_only_after_the_next_call() -> None:
    table = partake.start("classic", seats=2, seed="hidden")
    table.deal()
    before = svg(table.view(2)), svg(table.view())
    table.play(1, table.view(1).legal[0])
    assert (svg(table.view(2)), svg(table.view())) == before
    assert len(cells(parsed(svg(table.view(1))), "filled", seat=1)) == 1


def test_a_look_is_for_the_looker_alone() -> None:
    """F10: two games that differ only in a pawn that was looked at give the others the same picture."""
    looked: dict[int, tuple[str, str, str]] = {}
    for i in range(40):
        table = partake.start("five", seats=2, seed=f"look{i}")
        if partake.format_action(table.deal()) != "deal:Na6/1":
            continue
        table.play(1, next(a for a in table.view(1).legal if isinstance(a, Move) and a.deed is Deed.LOOK))
        value = partake.format_action(table.deal())
        looked[int(value[1:])] = svg(table.view(1)), svg(table.view(2), memory=True), svg(table.view(), memory=True)
    assert len(looked) > 2
    assert len({own for own, _, _ in looked.values()}) == len(looked)
    assert len({(other, watching) for _, other, watching in looked.values()}) == 1


def test_memory_is_shown_only_when_asked_for() -> None:
    view = played("five", 30, seed="memory").view(1)
    assert isinstance(view, FiveView)
    known = [name for name, pawn in zip(view.squares, view.pawns, strict=True) if pawn and pawn.known]
    assert known
    plain, remembered = svg(view), svg(view, memory=True)
    assert 'class="memory"' not in plain
    assert "Remembered" not in plain
    assert remembered.count('class="memory"') == len(known)


def test_take_five_tells_where_everything_stands() -> None:
    view = played("five", 50, seats=["Ann", "Bob", "Cleo"]).view(1)
    assert isinstance(view, FiveView)
    root = parsed(svg(view))
    assert sorted(cells(root)) == sorted(view.squares)
    pieces = {(e.attrib["data-piece"], e.attrib["data-cell"]) for e in root.iter() if "data-piece" in e.attrib}
    assert pieces == {(str(piece), square) for piece, square in view.pieces}
    for piece, square in view.pieces:
        assert f"{piece.title} {square}" in told(root)
    assert f"phase {view.phase}" in told(root)
    held = [e for e in root.iter() if e.get("class") == "held"]
    assert len(held) == sum(map(len, view.hands))


def test_a_notebook_shows_the_picture() -> None:
    sheet = partake.sheet("classic", {"c3": "9-7-8"})
    assert sheet._repr_svg_() == svg(sheet)


def test_a_large_open_table_is_drawn_in_part() -> None:
    root = parsed(svg(partake.start("classic", seats=30, seed="x", is_open=True).view(4)))
    assert "And 22 more players." in told(root)
    assert sum(e.get("class") == "other" for e in root.iter()) == 7


@cache
def pictures_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"docs_pictures_{name}", PICTURES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_of_the_documentation_are_up_to_date() -> None:
    drawn = pictures_script("draw").pictures()
    for picture in drawn.values():
        parsed(picture)
    drawn |= {f"{name}.svg": pictures_script(name).draw() for name in ("walks", "curves")}
    assert sorted(path.name for path in PICTURES.glob("*.svg")) == sorted(drawn)
    for name, picture in drawn.items():
        assert (PICTURES / name).read_text(encoding="utf-8") == picture, f"{name}: run its script in docs/pictures"
