"""The solver's optimum on small boards is what trying every board finds, by both of its searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from partake.solve import Solution, solve, subproblems
from partake.solve.compiled import CompiledSearch
from partake.solve.search import Search
from partake.solve.solution import own_points
from solve_games import best_by_trial, draw_of, small, write_data

VARIANTS = [
    ("tiny", {}),
    ("tiny", {"rays": "each"}),
    ("tiny", {"rays": "best"}),
    ("tiny", {"rays": "longest"}),
    ("wild", {}),
    ("wild", {"rays": "each"}),
    ("wild", {"stamens": "first"}),
    ("wild", {"stamens": "last", "rays": "longest"}),
    ("wild", {"stamens": "reserve"}),
    ("skipping", {"stamens": "reserve", "rays": "longest"}),
    ("yard", {}),
    ("yard", {"scrapyard": "lowest", "rays": "each"}),
    ("yard", {"scrapyard": "passed"}),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_data(tmp_path_factory.mktemp("data"))


ENGINES = (Search, CompiledSearch)


def both(monkeypatch: pytest.MonkeyPatch, *args: Any, **options: Any) -> Solution:
    """What both searches find, which must be equally good and proven."""
    found = []
    for engine in ENGINES:
        monkeypatch.setattr(subproblems, "_engine", lambda pool, layouts, engine=engine: engine)
        found.append(solve(*args, **options))
    assert found[0].proven
    assert found[0].bound == found[1].bound == found[1].score
    return found[1]


@pytest.mark.parametrize(("edition", "options"), VARIANTS, ids=str)
def test_the_optimum_is_that_of_trying_everything(
    files: list[Path], edition: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = small(files, edition, **options)
    tiles = draw_of(found, edition)
    solution = both(monkeypatch, found, tiles)
    assert solution.score == best_by_trial(found, tiles, {})
    assert solution.score == own_points(found, solution.sheet.cells)
    assert {tile for _, tile in solution.board} == set(tiles)


@pytest.mark.parametrize(("edition", "options"), [VARIANTS[1], VARIANTS[8], VARIANTS[10]], ids=str)
def test_tiles_that_lie_stay(
    files: list[Path], edition: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = small(files, edition, **options)
    lying, *tiles = draw_of(found, "lying")
    at = len(found.positions) - 1  # the reserve, the scrapyard, or a cell like any other
    solution = both(monkeypatch, found, tiles, fixed=[(found.positions[at], lying)])
    assert solution.score == best_by_trial(found, tuple(tiles), {at: lying})


def test_of_more_tiles_the_best_are_chosen(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    found = small(files, "tiny", rays="each")
    every = found.tiles.tiles
    choices = [tuple(tile for tile in every if tile != left) for left in every]
    best = both(monkeypatch, found, every, choose=True)
    assert best.score == max(solve(found, tiles).score for tiles in choices)
