"""H22 to H24, H28, H29 and H31: lines and rays, with the worked examples of the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import brute_force
import partake
from boards import earned, hexagon_edition, read, scores, scores_of, sheet
from partake.rules.errors import NotationError
from partake.rules.grid import Direction

# Lines


def test_h22_a_complete_line_of_one_number_scores_length_times_number() -> None:
    found = sheet("classic", "9-2-3 9-2-4 9-2-8").score
    assert found.total == 27
    (item,) = found.items
    assert (item.kind, item.points, item.number, item.direction) == ("line", 27, 9, Direction.VERTICAL)
    assert item.cells == ("a1", "a2", "a3")
    assert str(item) == "vertical line a1 to a3, 3 x 9: 27"


@pytest.mark.parametrize("column", ["9-2-3 9-2-4 .", ". 9-2-4 9-2-8", "9-2-3 5-2-4 9-2-8", ". . ."])
def test_h22_a_line_with_a_gap_or_another_number_scores_nothing(column: str) -> None:
    assert sheet("classic", column).score.total == 0


def test_h22_lines_of_all_three_directions_count() -> None:
    tiles = {"a1": "9-2-3", "b1": "1-2-4", "c1": "5-2-8", "d1": "1-7-8", "e1": "9-6-8"}
    found = partake.sheet("classic", tiles).score
    assert [(str(item.direction), item.points) for item in found.items] == [("rising", 6), ("falling", 24)]


def test_h22_daffodil_lines_of_every_length_score() -> None:
    board = hexagon_edition("daffodil").board
    for line in board.lines:
        number = (9, 7, 8)[line.direction]
        cells = [board.cells[i].name for i in line.cells]
        tiles = [tile for tile in hexagon_edition("daffodil").tiles.tiles if tile[line.direction] == number]
        placed = dict(zip(cells, tiles, strict=False))
        assert len(placed) == len(cells)
        own = [i for i in partake.sheet("daffodil", placed).items if i.direction == line.direction]
        assert [(i.points, i.number) for i in own] == [(len(cells) * number, number)]


@pytest.mark.parametrize(
    ("cells", "tiles", "points"),
    [
        ("e1 e2 e3", "*-*-* *-2-* *-*-3", 27),
        ("b2 c2 d1", "*-*-* 1-*-* *-*-3", 21),
        ("a1 b4 c5", "*-*-* 1-*-* *-2-*", 24),
    ],
)
def test_h23_a_line_of_wild_stripes_scores_with_the_highest_number(cells: str, tiles: str, points: int) -> None:
    found = partake.sheet("daffodil", dict(zip(cells.split(), tiles.split(), strict=True))).score
    assert found.total == points


@pytest.mark.parametrize(
    ("column", "points"),
    [
        ("5-2-3 *-*-* 5-6-8", 15),
        ("1-*-* *-*-3 *-2-*", 3),
        ("1-*-* 1-2-3 *-*-*", 3),
        ("1-*-* 5-2-3 *-*-*", 0),
        ("9-2-3 *-*-* 5-2-3", 0),
    ],
)
def test_h23_wild_stripes_count_as_what_the_line_needs(column: str, points: int) -> None:
    tiles = dict(zip(("e1", "e2", "e3"), column.split(), strict=True))
    items = [item for item in partake.sheet("daffodil", tiles).items if item.direction == Direction.VERTICAL]
    assert sum(item.points for item in items) == points


MAXIMUM = """
    5-6-3 5-7-8 5-2-4
    5-6-8 5-7-3 5-2-8 5-6-4
    1-6-4 1-7-8 1-2-3 1-6-8 1-7-4
    9-7-4 9-2-8 9-6-3 9-7-8
    9-2-4 9-6-8 9-7-3
"""


def test_h24_a_classic_board_of_307() -> None:
    found = sheet("classic", MAXIMUM).score
    assert found.total == 307
    assert len(found.items) == 15


def test_h24_sixteen_boards_reach_307_with_all_their_lines() -> None:
    """A number for every line gives each cell its tile; a board is possible when no tile is needed twice."""
    cells = hexagon_edition("classic").board.cells
    vertical, rising, falling = (
        sorted({(sum(need), need) for numbers in product(group, repeat=5) if (need := _need(direction, numbers))})
        for direction, group in zip(Direction, brute_force.SMALL, strict=True)
    )
    found = []
    for (v, first), (r, second) in product(vertical, rising):
        if v + r + falling[-1][0] < 307 or max(Counter(zip(first, second, strict=True)).values()) > 3:
            continue
        for f, third in reversed(falling):
            if v + r + f < 307:
                break
            tiles = list(zip(first, second, third, strict=True))
            if len(set(tiles)) == 19:
                found.append({c.name: "-".join(map(str, tile)) for c, tile in zip(cells, tiles, strict=True)})
    assert len(found) == 16
    assert {partake.sheet("classic", tiles).score.total for tiles in found} == {307}
    assert read("classic", MAXIMUM) in found


def _need(direction: Direction, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The number each cell needs when the lines of a direction have these; nothing if there are too few tiles."""
    cells = hexagon_edition("classic").board.cells
    need = tuple(numbers[(cell.q, cell.q + cell.r, cell.r)[direction] + 2] for cell in cells)
    return need if max(Counter(need).values()) <= 9 else ()


# Rays

RAYS = """
    5-2-8 5-2-3 5-7-8
    9-2-3 1-2-8 5-7-3 1-6-8
    9-2-4 9-7-3 9-7-8 9-6-3 9-2-8
    9-7-4 1-7-3 9-6-8 5-6-4
    5-7-4 5-6-3 5-6-8
"""


def test_h28_the_worked_total_of_319() -> None:
    found = sheet("classic", RAYS, rays="each").score
    assert found.total == 228 + 24 + 28 + 21 + 18 == 319
    assert earned(found)["line"] == 228
    rays = sorted((item.symbol, len(item.cells), item.points) for item in found.items if item.kind == "ray")
    assert rays == [("moon", 3, 18), ("moon", 4, 24), ("sun", 3, 21), ("sun", 4, 28)]
    assert sheet("classic", RAYS).score.total == 228


def test_h28_a_ray_counts_whatever_the_stripes_and_on_top_of_its_line() -> None:
    assert earned(sheet("classic", "9-2-3 1-6-4 5-7-4", rays="each").score) == {"ray": 21}
    assert earned(sheet("classic", "9-2-3 9-6-4 9-7-8", rays="each").score) == {"line": 27, "ray": 21}
    assert earned(sheet("classic", "9-2-4 1-2-4 9-7-4", rays="each").score) == {"ray": 18}
    assert earned(sheet("classic", "9-2-3 9-2-4 9-7-8", rays="each").score) == {"line": 27}
    assert earned(sheet("classic", "9-2-3 9-6-4 .", rays="each").score) == {}


SUN_OF_1S = ". . .\n1-2-3 1-2-8 1-6-4 1-7-3"
SUN_OF_5S = "5-2-4 5-6-3 5-6-8"
SUN_OF_9S = "9-2-3 9-2-8 9-6-4"
MOON_OF_9S = "9-2-4 9-6-3 9-6-8"


def best_rays(*pictures: str) -> list[list[tuple[str | None, object]]]:
    found = scores("classic", *pictures, rays="best")
    return [[(item.symbol, item.points) for item in score.items if item.kind == "best-ray"] for score in found]


def test_h29_the_longest_ray_of_the_table_earns_60() -> None:
    assert best_rays(SUN_OF_9S, SUN_OF_1S) == [[], [("sun", 60)]]


def test_h29_of_equal_lengths_the_line_with_more_points() -> None:
    assert best_rays(SUN_OF_9S, SUN_OF_5S) == [[("sun", 60)], []]


def test_h29_equal_rays_share_evenly_and_exactly() -> None:
    assert best_rays(SUN_OF_9S, SUN_OF_9S) == [[("sun", 30)]] * 2
    assert best_rays(*[SUN_OF_5S] * 7, ". . .") == [[("sun", Fraction(60, 7))]] * 7 + [[]]
    assert best_rays(*[SUN_OF_5S] * 8) == [[("sun", Fraction(15, 2))]] * 8
    seven = scores("classic", *[SUN_OF_9S] * 7, rays="best")
    assert [score.total for score in seven] == [27 + Fraction(60, 7)] * 7
    assert {item.shared for score in seven for item in score.items if item.kind == "best-ray"} == {7}
    assert sum(score.total for score in seven) == 7 * 27 + 60


def test_h29_sunrays_and_moonrays_are_compared_apart() -> None:
    assert best_rays(SUN_OF_9S, MOON_OF_9S) == [[("sun", 60)], [("moon", 60)]]
    both = f"{SUN_OF_9S}\n. . . .\n. . . . .\n. . . .\n5-2-3 5-2-8 5-6-4"
    assert best_rays(both, MOON_OF_9S, SUN_OF_5S) == [[("sun", 60)], [("moon", 60)], []]


def test_h29_only_rays_on_scoring_lines_compete() -> None:
    mixed = ". . .\n1-2-3 5-2-4 1-6-4 1-7-3"
    assert best_rays(mixed, SUN_OF_5S) == [[], [("sun", 60)]]
    assert best_rays(mixed, mixed) == [[], []]
    assert best_rays("9-2-3 9-2-4 9-2-8", ". . .") == [[], []]


def test_h29_a_player_with_two_equal_rays_has_one_share() -> None:
    one = {"a1": "9-2-3", "a2": "9-2-8"}
    found = scores_of("daffodil", one, one | {"f1": "9-7-3", "f2": "9-7-8"}, rays="best")
    assert [earned(score) for score in found] == [{"line": 18, "best-ray": 30}, {"line": 36, "best-ray": 30}]


# Daffodil's reserve


def test_h31_a_line_through_an_empty_stamen_is_incomplete() -> None:
    around = {"e1": "9-2-3", "e3": "9-2-4", "x1": "9-2-8"}
    assert partake.sheet("daffodil", around, stamens="reserve").score.total == 0
    moved = {"e1": "9-2-3", "e3": "9-2-4", "e2": "9-2-8"}
    assert partake.sheet("daffodil", moved, stamens="reserve").score.total == 27


def test_h31_a_sheet_holds_three_reserve_tiles_and_no_wildcard_on_a_stamen() -> None:
    with pytest.raises(NotationError, match=r"^\*-\*-\* has a wild stripe and may not move to e2$"):
        partake.sheet("daffodil", {"e2": "*-*-*"}, stamens="reserve")
    assert partake.sheet("daffodil", {"x1": "*-*-*"}, stamens="reserve").score.total == 0
    four = {"x1": "9-2-3", "x2": "9-2-4", "e2": "9-2-8", "c2": "1-2-3"}
    with pytest.raises(
        NotationError, match=r"^there are 4 tiles in the reserve and on stamen cells, but only 3 can be$"
    ):
        partake.sheet("daffodil", four, stamens="reserve")
