"""The themes of puzzles: each on a position that has it and on one that has not."""

from __future__ import annotations

import pytest

from partake.engine.hexagon.view import HexagonView
from partake.puzzles.model import PROVEN, THEMES, Puzzle
from partake.puzzles.themes import HEXAGON_THEMES, Choice, finish, keep, sacrifice, scrapyard, themes_of
from partake.rules.catalogue import catalogue

COLUMN = ("9-7-8@a1", "9-2-3@a2")
"""Two nines above one another, which a third one on a3 completes."""


def choice(tile: str, ranked: dict[str, float], *moves: str, edition: str = "classic") -> Choice:
    """A position after these placements, with the values of cells in the order in which they are given."""
    puzzle = Puzzle(catalogue().editions[edition], {}, moves, f"place {tile}", PROVEN, (), (), (), 0)
    view = puzzle.view
    assert isinstance(view, HexagonView)
    return Choice(view, {view.variant.index[cell]: value for cell, value in ranked.items()})


def test_finish_is_a_line_that_the_best_cell_completes() -> None:
    assert finish(choice("9-6-4", {"a3": 30, "c3": 20, "e1": 10}, *COLUMN))
    assert not finish(choice("9-6-4", {"c3": 30, "a3": 20, "e1": 10}, *COLUMN))
    assert not finish(choice("1-6-4", {"a3": 30, "c3": 20, "e1": 10}, *COLUMN))


def test_sacrifice_gives_up_points_that_another_cell_brings_at_once() -> None:
    assert sacrifice(choice("9-6-4", {"c3": 30, "a3": 20, "e1": 10}, *COLUMN))
    assert not sacrifice(choice("9-6-4", {"a3": 30, "c3": 20, "e1": 10}, *COLUMN))


def test_sacrifice_breaks_a_line_of_two_tiles_and_completes_none() -> None:
    assert sacrifice(choice("1-6-4", {"a3": 30, "c3": 20, "e1": 10}, *COLUMN))
    assert not sacrifice(choice("1-6-4", {"e1": 30, "c3": 20, "a3": 10}, *COLUMN))


def test_keep_alive_is_the_cell_that_breaks_nothing_where_the_others_do() -> None:
    # A second column of fives: a one on a3 or e3 breaks a line, on c1 it breaks none of the two.
    moves = (*COLUMN, "5-7-4@e1", "5-2-8@e2")
    assert keep(choice("1-6-3", {"c5": 30, "a3": 20, "e3": 10}, *moves))
    assert not keep(choice("1-6-3", {"a3": 30, "c5": 20, "e3": 10}, *moves))
    assert not keep(choice("9-6-4", {"a3": 30, "c3": 20, "e1": 10}, *COLUMN))


def test_scrapyard_is_a_best_cell_there_with_a_choice_on_the_board() -> None:
    assert scrapyard(choice("1-2-3", {"s1": 30, "d4": 20, "a1": 10}, edition="nexus"))
    assert not scrapyard(choice("1-2-3", {"d4": 30, "s1": 20, "a1": 10}, edition="nexus"))


def test_all_themes_of_a_position_are_named() -> None:
    assert themes_of(choice("9-6-4", {"a3": 30, "c3": 20, "e1": 10}, *COLUMN)) == ("finish",)
    assert {*HEXAGON_THEMES, "relocation", "infer"} == set(THEMES)


@pytest.mark.parametrize("name", HEXAGON_THEMES)
def test_each_theme_is_defined_in_words(name: str) -> None:
    assert HEXAGON_THEMES[name].__doc__
