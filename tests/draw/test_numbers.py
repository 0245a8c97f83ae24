"""The numbers of tiles are never crossed by an outline, and symbols that no rule uses stand back."""

from __future__ import annotations

import re

import pytest

import partake
from partake.draw.svg import svg
from partake.draw.svg.canvas import PAGE, Canvas
from partake.draw.svg.live import LivePictures
from partake.draw.svg.review import Valued, draw_valued
from partake.draw.svg.sheet import Marks
from partake.draw.svg.tiles import draw_face
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.catalogue import catalogue
from recorded import GOLDEN

GAMES = ["classic-rays", "daffodil-rays", "nexus", "nexus-passed", "orchid-both", "orchid"]
DIGITS = {1: (8.5, 9.9), 2: (14.5, 8.5)}
"""Half the width and height of one and of two digits as they are printed."""


def last_sheet(name: str) -> Sheet:
    *_, view = partake.load(GOLDEN / f"{name}.partake").views(1)
    assert isinstance(view, HexagonView)
    return view.sheet


@pytest.mark.parametrize("name", ["27", "31", "64"])
def test_every_number_lies_on_a_ground_larger_than_its_digits(name: str) -> None:
    """Whatever outline passes beneath ends at the ground, not at the digits."""
    tiles, canvas = catalogue().tile_sets[name], Canvas(PAGE)
    for tile in tiles.tiles:
        draw_face(canvas, tiles, tile)
    drawn = canvas.definitions("t")
    for number in tiles.colours:
        found = re.search(
            rf'id="t-n{name}_{number}"><rect x="-(\S+)" y="-(\S+)" width="\S+" height="\S+" rx="13" fill="([^"]+)"/>'
            rf"<text [^>]+>{number}</text>",
            drawn,
        )
        assert found, number
        wide, high = DIGITS[len(str(number))]
        assert float(found[1]) >= wide + 1
        assert float(found[2]) >= high + 1
        assert found[3] == canvas.stripe(tiles, number)[0]


@pytest.mark.parametrize("name", GAMES)
def test_outlines_rays_and_rings_lie_beneath_all_numbers(name: str) -> None:
    picture = svg(last_sheet(name))
    marks = [found.start() for found in re.finditer(r'class="(line|ray|halo)"|#p\w+-ring"', picture)]
    faces = [found.start() for found in re.finditer(r'<g class="face"', picture)]
    assert marks
    for zone in re.split(r'<g class="marks"', picture)[1:]:
        last_mark = max([found.end() for found in re.finditer(r'class="(?:line|ray|halo)"', zone)], default=-1)
        first_face = zone.find('<g class="face"')
        assert first_face == -1 or last_mark < first_face
    assert faces


def test_the_points_of_a_bonus_tile_lie_clear_of_its_numbers() -> None:
    picture = svg(last_sheet("nexus"))
    tops = [float(top) for top in re.findall(r'class="bonus"[^>]*><rect x="\S+" y="(\S+)"', picture)]
    assert tops
    lowest_digit = 13.25 + 9.9
    assert all(top - 1 > lowest_digit for top in tops)


@pytest.mark.parametrize("name", GAMES)
def test_live_and_reviewed_boards_keep_the_same_order(name: str) -> None:
    sheet = last_sheet(name)
    for part in LivePictures(sheet.variant).sheet(sheet, Marks(items=sheet.score.items), seat=1).values():
        assert part.rfind('class="line"') < part.index("data-face=")
    reviewed = draw_valued(Canvas(PAGE), sheet, Valued()).body
    assert reviewed.rfind('class="line"') < reviewed.index("-f")


@pytest.mark.parametrize(
    ("edition", "options", "is_used"),
    [
        ("classic", {}, False),
        ("classic", {"rays": "each"}, True),
        ("classic", {"placement": "symbol"}, True),
        ("classic", {"placement": "adjacent"}, False),
        ("daffodil", {}, False),
        ("nexus", {}, True),
        ("nexus", {"rays": "none"}, False),
        ("orchid", {}, True),
    ],
)
def test_symbols_stand_back_where_no_rule_uses_them(edition: str, options: dict[str, str], is_used: bool) -> None:
    sheet = partake.sheet(edition, {"b1": "1-2-3"}, **options)
    assert sheet.variant.uses_symbols == is_used
    faint = re.compile(r'-m-sun"><g opacity="\.3"><circle')
    for picture in (svg(sheet), LivePictures(sheet.variant).sprite()):
        assert "-m-sun" in picture
        assert bool(faint.search(picture)) != is_used
