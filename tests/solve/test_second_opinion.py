"""Another formulation of the same question, solved by a general solver, comes to the same optimum."""

from __future__ import annotations

from typing import Any

import pytest

from boards import variant_of
from partake.rules.tiles import MOON, SUN, Tile
from partake.rules.variant import Variant
from partake.solve import solve
from solve_games import draw_of

cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="the second opinion is ortools'")


def second_opinion(found: Variant, tiles: tuple[Tile, ...]) -> int:
    """A variable for every tile on every cell, for every line and number, and for every line and symbol."""
    model, cells = cp_model.CpModel(), range(len(found.board.cells))
    lies = {(i, tile): model.new_bool_var("") for i in cells for tile in tiles}
    for i in cells:
        model.add_exactly_one(lies[i, tile] for tile in tiles)
    for tile in tiles:
        model.add_exactly_one(lies[i, tile] for i in cells)
    terms = []
    numbered: dict[tuple[int, int], list[tuple[Any, int]]] = {}
    for line in found.board.lines:
        numbers = found.tiles.numbers(line.direction)
        shows = {number: model.new_bool_var("") for number in numbers}
        model.add_at_most_one(shows.values())
        for number, scores in shows.items():
            for i in line.cells:
                model.add(sum(lies[i, tile] for tile in tiles if tile[line.direction] == number) >= scores)
            terms.append(len(line.cells) * number * scores)
            numbered.setdefault((line.direction, number), []).append((scores, len(line.cells)))
        if found.options.rays == "each":
            points = found.edition.points
            for symbol, each in ((SUN, points.sunray), (MOON, points.moonray)):
                is_ray = model.new_bool_var("")
                for i in line.cells:
                    model.add(sum(lies[i, tile] for tile in tiles if found.tiles.symbols[tile] == symbol) >= is_ray)
                terms.append(len(line.cells) * each * is_ray)
    for (direction, number), lines in numbered.items():  # not needed, but it makes the answer twenty times as fast
        supply = [tile[direction] for tile in tiles].count(number)
        model.add(sum(length * scores for scores, length in lines) <= supply)
    model.maximize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    best: float = solver.objective_value
    return round(best)


@pytest.mark.parametrize("seed", range(5))
def test_classic_draws(seed: int) -> None:
    found = variant_of("classic")
    assert solve(found, draw_of(found, seed)).score == second_opinion(found, draw_of(found, seed))


@pytest.mark.slow
def test_two_hundred_classic_draws() -> None:
    found = variant_of("classic")
    for seed in range(5, 205):
        tiles = draw_of(found, seed)
        assert solve(found, tiles).score == second_opinion(found, tiles), seed


@pytest.mark.slow
def test_classic_draws_with_rays() -> None:
    found = variant_of("classic", rays="each")
    for seed in range(5):
        tiles = draw_of(found, seed)
        assert solve(found, tiles).score == second_opinion(found, tiles), seed
