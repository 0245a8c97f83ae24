"""Every text on every tile, cell and picture stands out from what is under it, in each palette and scheme."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from partake.draw.palette import BOARDS, COLOURS, DARK, LIGHT, contrast
from partake.draw.palettes import PALETTES, USUAL, Palette
from partake.draw.svg.canvas import Canvas
from partake.draw.svg.review import FAR, SERIES, VALUE_INKS, loss_colour
from partake.rules.catalogue import catalogue
from partake.rules.grid import Direction

TEXT, GRAPHIC, HIGH = 4.5, 3.0, 7.0
SETS = sorted(catalogue().tile_sets)
SCHEMES = (LIGHT, DARK)
PRINTED = "#14161b"
"""What is printed on coins, bonuses and pawns."""
CREAM = "#fffaf0"
"""The face of a pawn."""
TEXTS = [
    ("ink", "paper"),
    ("muted", "paper"),
    ("loss", "paper"),
    ("ink", "card"),
    ("muted", "card"),
    ("ink", "ground"),
    ("muted", "ground"),
    ("accent", "card"),
    ("accent", "ground"),
    ("on-accent", "accent"),
    ("star", "card"),
    ("turn", "card"),
    ("turn", "ground"),
    ("loss", "card"),
    ("loss", "ground"),
    ("on-frame", "frame"),
    ("sun", "body-edge"),
    ("moon", "body-edge"),
    ("orchid-ink", "orchid-pale"),
    ("card", "turn"),
    ("card", "loss"),
    ("card", "muted"),
    ("paper", "ink"),
]
"""Words and numbers, and what they stand on."""
GRAPHICS = [
    ("sun", "body-edge"),
    ("moon", "body-edge"),
    ("field", "card"),
    ("slot", "paper"),
    ("last", "paper"),
    ("turn", "paper"),
    ("pawn-pip", "pawn-back"),
    ("pawn-rim", "square-dark"),
    ("pawn-rim", "square-light"),
    ("paper", "turn"),
]
"""Signs and outlines that mean something."""
# How colours are seen without one kind of cone: Machado, Oliveira, Fernandes 2009, severity 1, for linear light.
SEEN = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
# From linear light to OKLab (Ottosson 2020).
LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


@pytest.fixture(params=list(PALETTES))
def palette(request: pytest.FixtureRequest) -> Palette:
    return PALETTES[request.param]


@pytest.fixture(params=SCHEMES)
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def least(palette: Palette, usual: float) -> float:
    """The high contrast is one of AAA."""
    return HIGH if palette.name == "contrast" and usual == TEXT else usual


@pytest.mark.parametrize("name", SETS)
def test_every_number_of_every_tile_stands_out_from_its_stripe(name: str, palette: Palette, scheme: str) -> None:
    tiles, canvas = catalogue().tile_sets[name], Canvas(scheme, palette=palette.name)
    for tile in tiles.tiles:
        for number in filter(None, tile):
            fill, ink = canvas.stripe(tiles, number)
            assert contrast(ink, fill) >= least(palette, TEXT), (tile, number)
        if bonus := tiles.bonuses.get(tile):
            assert contrast(PRINTED, canvas.paint(bonus)) >= TEXT, tile


@pytest.mark.parametrize("board", list(BOARDS))
def test_the_name_of_every_cell_stands_out(board: str, palette: Palette, scheme: str) -> None:
    canvas = Canvas(scheme, palette=palette.name)
    assert contrast(canvas.ground(board, 3), canvas.ground(board, 2)) >= least(palette, TEXT)


@pytest.mark.parametrize(("ink", "ground"), TEXTS)
def test_texts_stand_out(ink: str, ground: str, palette: Palette, scheme: str) -> None:
    at = scheme == DARK
    found = contrast(palette.role(ink)[at], palette.role(ground)[at])
    is_page = {ink, ground} <= {"ink", "muted", "paper", "card", "ground", "accent", "on-accent"}
    assert found >= (least(palette, TEXT) if is_page else TEXT)


@pytest.mark.parametrize(("sign", "ground"), GRAPHICS)
def test_signs_stand_out(sign: str, ground: str, palette: Palette, scheme: str) -> None:
    at = scheme == DARK
    assert contrast(palette.role(sign)[at], palette.role(ground)[at]) >= GRAPHIC


@pytest.mark.parametrize("piece", "BWNR")
@pytest.mark.parametrize("square", ["square-dark", "square-light"])
def test_a_piece_stands_out_from_its_square_by_its_colour_or_its_outline(
    piece: str, square: str, palette: Palette, scheme: str
) -> None:
    at = scheme == DARK
    ground = palette.role(square)[at]
    parts = [palette.role(f"piece-{piece}")[at], palette.role(f"piece-{piece}-line")[at]]
    assert max(contrast(part, ground) for part in parts) >= GRAPHIC


def test_pawns_can_be_read() -> None:
    assert contrast(PRINTED, CREAM) >= HIGH


def test_the_mark_of_a_cell_stands_out_from_its_own_rim(palette: Palette, scheme: str) -> None:
    """The focus is white and the latest tile orange, both on a dark rim: one of the two differs from any ground."""
    last = palette.role("last")[scheme == DARK]
    for mark in (last, "#ffffff"):
        assert contrast(mark, PRINTED) >= GRAPHIC
    for board in BOARDS:
        for part in (0, 2):
            ground = palette.board(board)[part][scheme == DARK]
            assert max(contrast(mark, ground) for mark in (PRINTED, "#ffffff")) >= GRAPHIC


def test_values_of_a_review_stand_out_from_their_colours() -> None:
    for step in range(int(FAR * 20) + 1):
        shade = loss_colour(step / 20)
        assert max(contrast(ink, shade) for ink in VALUE_INKS) >= TEXT, step / 20


@pytest.mark.parametrize("name", [*SERIES, "light blue"])
def test_the_lines_of_charts_stand_out_from_the_paper(name: str, palette: Palette, scheme: str) -> None:
    canvas = Canvas(scheme, palette=palette.name)
    for ground in ("paper", "card"):
        assert contrast(canvas.line(name), canvas.paint(ground)) >= GRAPHIC


def seen(shades: list[str], eyes: str) -> np.ndarray:
    """Colours as these eyes see them, in OKLab times 100: a difference of 2 is just noticed."""
    parts = np.array([[int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)] for shade in shades])
    light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return 100 * np.asarray(np.cbrt(np.clip(light @ SEEN[eyes].T, 0, 1) @ LMS.T) @ LAB.T)


def apart(name: str, palette: Palette, eyes: str) -> tuple[float, float]:
    """How far the two colours of a tile set that are most alike lie apart: any two, and two of one direction."""
    tiles = catalogue().tile_sets[name]
    numbers = sorted(tiles.colours)
    found = dict(zip(numbers, seen([palette.colour(tiles.colours[n]).light for n in numbers], eyes), strict=True))
    pairs = {(a, b): float(np.linalg.norm(found[a] - found[b])) for a, b in combinations(numbers, 2)}
    met = [{tile[direction] for tile in tiles.tiles} for direction in Direction]
    return min(pairs.values()), min(far for pair, far in pairs.items() if any(set(pair) <= one for one in met))


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(
    ("palette_name", "eyes"),
    [
        ("red-green", "protanopia"),
        ("red-green", "deuteranopia"),
        ("red-green", "normal"),
        ("blue-yellow", "tritanopia"),
        ("blue-yellow", "normal"),
    ],
)
def test_a_palette_keeps_the_numbers_apart_for_the_eyes_it_is_for(name: str, palette_name: str, eyes: str) -> None:
    any_two, one_direction = apart(name, PALETTES[palette_name], eyes)
    assert any_two >= 9
    assert one_direction >= 15


def test_the_usual_colours_are_not_enough_for_everybody() -> None:
    """So the measure can fail, and the palettes are there for a reason."""
    assert apart("64", PALETTES[USUAL], "deuteranopia")[0] < 3
    assert set(COLOURS) >= set(PALETTES["red-green"].stripes)
