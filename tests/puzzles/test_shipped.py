"""The puzzles that come with the package: reachable, legal, and proven again; all of them with `--slow`."""

from __future__ import annotations

from collections import Counter

import pytest

from partake.engine.actions import Place, Relocate
from partake.puzzles.checking import problem_of
from partake.puzzles.files import format_puzzles, parse_puzzles, shipped
from partake.puzzles.grading import first_rating
from partake.puzzles.hexagon import PROVEN_MARGIN, SEARCHED_MARGIN
from partake.puzzles.model import MOVE, NOTHING, PLACE, PROVEN, SEARCHED, WHAT, Puzzle
from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError

EDITIONS = ("classic", "daffodil", "nexus", "orchid", "five")
FEWEST = {"classic": 240, "daffodil": 220, "nexus": 200, "orchid": 220, "five": 100}
SAMPLE = 40
"""Of so many puzzles one is proven again in the usual run."""


def puzzles(edition: str) -> tuple[Puzzle, ...]:
    return shipped(catalogue().editions[edition])


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_enough_each_once_and_the_file_is_what_is_written(edition: str) -> None:
    found = puzzles(edition)
    assert len(found) >= FEWEST[edition]
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert parse_puzzles(format_puzzles(catalogue().editions[edition], found), catalogue()) == list(found)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_position_is_reached_by_legal_moves_and_every_answer_is_legal(edition: str) -> None:
    for puzzle in puzzles(edition):
        view = puzzle.view  # played by the engine, which refuses what is not legal
        assert view.must_act, puzzle.id
        keys = {key for key, _ in puzzle.values}
        assert puzzle.values == tuple(sorted(puzzle.values, key=lambda pair: -pair[1])), puzzle.id
        if puzzle.kind == PLACE:
            legal = {action.cell for action in view.legal if isinstance(action, Place)}
            assert keys <= legal, puzzle.id
            assert {cell for cell in legal if not cell.startswith("x")} <= keys, puzzle.id
            assert puzzle.margin >= (PROVEN_MARGIN if puzzle.proof == PROVEN else SEARCHED_MARGIN), puzzle.id
            assert puzzle.rating == first_rating(puzzle.found), puzzle.id
        elif puzzle.kind == MOVE:
            first = {f"{action.tile}>{action.cell}" for action in view.legal if isinstance(action, Relocate)}
            assert {part for key in keys - {NOTHING} for part in key.split("+")} == first, puzzle.id
        assert puzzle.normal(puzzle.solution) == puzzle.solution


def test_all_themes_both_proofs_and_other_rules_are_there() -> None:
    every = [puzzle for edition in EDITIONS for puzzle in puzzles(edition)]
    themes = Counter(theme for puzzle in every for theme in puzzle.themes)
    assert set(themes) == {"finish", "sacrifice", "keep", "scrapyard", "relocation", "infer"}
    assert min(themes.values()) >= 20
    assert {puzzle.proof for puzzle in every} == {PROVEN, SEARCHED}
    assert sum(bool(puzzle.options) for puzzle in every) >= 50
    ratings = [puzzle.rating for puzzle in every]
    assert min(ratings) < 900
    assert max(ratings) > 1800


@pytest.mark.parametrize("edition", EDITIONS)
def test_some_are_proven_again(edition: str) -> None:
    """Searched ones without the games that are played on: those take long."""
    found = puzzles(edition)[::SAMPLE]
    assert {puzzle.id: problem_of(puzzle, samples=0) for puzzle in found} == dict.fromkeys(p.id for p in found)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_are_proven_again(edition: str) -> None:
    found = puzzles(edition)
    assert {puzzle.id: problem_of(puzzle) for puzzle in found} == dict.fromkeys(p.id for p in found)


def test_a_wrong_value_a_wrong_answer_and_a_wrong_position_are_found() -> None:
    from dataclasses import replace

    puzzle = next(one for one in puzzles("classic") if one.proof == PROVEN)
    (best, value), second, *rest = puzzle.values
    assert problem_of(puzzle) is None
    assert "is worth" in str(problem_of(replace(puzzle, values=((best, value + 1), second, *rest))))
    assert "legal" in str(problem_of(replace(puzzle, values=(second, *rest))))
    assert "cannot be reached" in str(problem_of(replace(puzzle, moves=(*puzzle.moves, puzzle.moves[0]))))
    infer = next(one for one in puzzles("five") if one.kind == WHAT)
    other = "9" if infer.solution != "9" else "8"
    assert "does not follow" in str(problem_of(replace(infer, values=((other, 1.0),))))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no file of puzzles"),
        ("partake puzzles 1\nedition classic\nrules 0\n", "other boards"),
        ("partake puzzles 1\nedition nothing\nrules 0\n", "nothing"),
        ("partake puzzles 1\nedition classic\nrules {digest}\nproven\t1\n", "line 4: a puzzle has 9 fields, not 2"),
        (
            "partake puzzles 1\nedition classic\nrules {digest}\nproven\tx\tfinish\t1\t-\t1/1\tplace 1-2-3\ta=1\t-\n",
            "line 4: ",
        ),
    ],
)
def test_what_is_no_file_of_puzzles_is_refused_in_a_sentence(text: str, problem: str) -> None:
    digest = catalogue().editions["classic"].digest
    with pytest.raises(PartakeError, match=problem):
        parse_puzzles(text.format(digest=digest), catalogue())
