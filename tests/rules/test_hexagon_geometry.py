"""H1 to H7: cells, names and lines of every board."""

from __future__ import annotations

from collections import Counter

import pytest

import brute_force
from boards import HEXAGON, hexagon_edition, picture, rows, sheet, variant_of
from partake.rules.grid import Board, Direction


def board(name: str) -> Board:
    if name == "scrapyard":
        found = hexagon_edition("nexus").scrapyard
        assert found is not None
        return found
    return hexagon_edition(name).board


def lines(name: str, direction: Direction) -> list[list[str]]:
    found = board(name)
    return [[found.cells[i].name for i in line.cells] for line in found.lines if line.direction == direction]


def lengths(name: str) -> list[list[int]]:
    return [[len(line) for line in lines(name, direction)] for direction in Direction]


def columns(name: str) -> list[int]:
    return list(Counter(cell.q for cell in board(name).cells).values())


def test_h1_lines_run_vertically_rising_and_falling() -> None:
    assert lines("classic", Direction.VERTICAL)[2] == ["c1", "c2", "c3", "c4", "c5"]
    assert ["a3", "b3", "c3", "d2", "e1"] in lines("classic", Direction.RISING)
    assert ["a1", "b2", "c3", "d3", "e3"] in lines("classic", Direction.FALLING)


@pytest.mark.parametrize("name", [*HEXAGON, "scrapyard"])
def test_h1_a_line_is_all_cells_that_share_its_constant(name: str) -> None:
    named = brute_force.YARD_NAMES if name == "scrapyard" else brute_force.NAMES[name]
    assert {cell.name: (cell.q, cell.r) for cell in board(name).cells} == named
    expected = {(line.direction, line.cells) for line in brute_force.lines(named)}
    assert {(d, frozenset(line)) for d in Direction for line in lines(name, d)} == expected


@pytest.mark.parametrize("name", [*HEXAGON, "scrapyard"])
def test_h1_lines_have_no_gaps_and_neighbours_share_an_edge(name: str) -> None:
    found = board(name)
    for line in found.lines:
        for one, other in zip(line.cells, line.cells[1:], strict=False):
            assert other in found.neighbours[one]
            assert one in found.neighbours[other]
    for cell, near in zip(found.cells, found.neighbours, strict=True):
        steps = {(found.cells[i].q - cell.q, found.cells[i].r - cell.r) for i in near}
        assert steps <= set(brute_force.NEIGHBOURS)


def test_h2_cells_are_named_by_column_letter_and_row_from_the_top() -> None:
    assert rows(variant_of("classic")) == [
        ["a1", "a2", "a3"],
        ["b1", "b2", "b3", "b4"],
        ["c1", "c2", "c3", "c4", "c5"],
        ["d1", "d2", "d3", "d4"],
        ["e1", "e2", "e3"],
    ]


def test_h2_special_cells_are_numbered_like_all_others() -> None:
    stamens = {cell.name: (cell.q, cell.r) for cell in board("daffodil").cells if cell.kind == "stamen"}
    assert stamens == {"c2": (0, 0), "e2": (2, 1), "b4": (-1, 3)}
    orchids = {cell.label: cell.name for cell in board("orchid").cells if cell.kind == "orchid"}
    assert orchids == {"A": "f3", "B": "c1", "C": "c4"}


def test_h2_scrapyard_cells_and_reserve_slots_are_numbered_straight_through() -> None:
    assert rows(variant_of("nexus"))[-3:] == [["s1", "s2"], ["s3", "s4", "s5"], ["s6", "s7"]]
    assert rows(variant_of("orchid"))[-1] == ["x1", "x2", "x3"]
    assert rows(variant_of("daffodil", stamens="reserve"))[-1] == ["x1", "x2", "x3"]
    assert "x1" not in variant_of("daffodil").positions
    assert "s1" not in variant_of("nexus", scrapyard="none").positions


def test_h3_classic_is_a_hexagon_of_side_three() -> None:
    assert columns("classic") == [3, 4, 5, 4, 3]
    assert lengths("classic") == [[3, 4, 5, 4, 3]] * 3


def test_h4_daffodil_is_three_flowers_with_six_lines_per_direction() -> None:
    found = board("daffodil")
    assert len(found.cells) == 21
    flowers = [{found.index[name], *found.neighbours[found.index[name]]} for name in ("c2", "e2", "b4")]
    assert [len(flower) for flower in flowers] == [7, 7, 7]
    assert set.union(*flowers) == set(range(21))
    assert [len(lines("daffodil", direction)) for direction in Direction] == [6, 6, 6]
    assert [sorted(found) for found in lengths("daffodil")] == [[2, 2, 3, 4, 5, 5]] * 3


def test_h5_nexus_is_a_hexagon_of_side_four() -> None:
    assert columns("nexus") == [4, 5, 6, 7, 6, 5, 4]
    assert lengths("nexus") == [[4, 5, 6, 7, 6, 5, 4]] * 3


def test_h6_the_scrapyard_is_a_hexagon_of_side_two() -> None:
    assert columns("scrapyard") == [2, 3, 2]
    assert lengths("scrapyard") == [[2, 3, 2]] * 3


def test_h7_orchid_has_22_cells_three_orchid_cells_and_lines_of_two_to_six() -> None:
    kinds = Counter(cell.kind for cell in board("orchid").cells)
    assert kinds == {"": 22, "orchid": 3}
    assert [sorted(found) for found in lengths("orchid")] == [[2, 3, 4, 5, 5, 6]] * 3
    assert sorted(columns("orchid")) == [2, 3, 4, 5, 5, 6]


def test_h7_each_orchid_cell_is_the_middle_of_its_row_of_five() -> None:
    row_a, row_b, row_c = (
        ["f1", "f2", "f3", "f4", "f5"],
        ["a1", "b1", "c1", "d1", "e1"],
        ["a2", "b3", "c4", "d5", "e6"],
    )
    assert row_a in lines("orchid", Direction.VERTICAL)
    assert row_b in lines("orchid", Direction.RISING)
    assert row_c in lines("orchid", Direction.FALLING)


def test_h7_the_line_through_two_orchid_cells_runs_parallel_to_the_third_row() -> None:
    through = {
        frozenset(names): direction
        for direction in Direction
        for line in lines("orchid", direction)
        if len(names := {"f3", "c1", "c4"} & set(line)) == 2
    }
    assert through == {
        frozenset({"c1", "c4"}): Direction.VERTICAL,
        frozenset({"f3", "c4"}): Direction.RISING,
        frozenset({"f3", "c1"}): Direction.FALLING,
    }


def test_a_picture_shows_the_sheet_it_was_read_from() -> None:
    drawn = """
        1-2-3 . 5-6-8
        . . . .
        . . 9-7-8 . .
        . . . .
        . 9-2-3 .
    """
    found = sheet("classic", drawn)
    assert dict(found) == {"a1": (1, 2, 3), "a3": (5, 6, 8), "c3": (9, 7, 8), "e2": (9, 2, 3)}
    assert picture(found).split() == drawn.split()
