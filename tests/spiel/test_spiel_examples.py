"""The examples with OpenSpiel run and show what they say."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.slow
def test_small_boards_are_solved() -> None:
    main = runpy.run_path(str(EXAMPLES / "open_spiel_small.py"))["main"]
    value, for_points, equilibrium = main(["--games", "10", "--simulations", "5", "--iterations", "10"])
    assert value == pytest.approx(39.52083, abs=1e-4)
    assert for_points == pytest.approx(0, abs=1e-9)
    assert equilibrium < 0.05


@pytest.mark.slow
def test_search_of_open_spiel_plays_better_than_chance() -> None:
    main = runpy.run_path(str(EXAMPLES / "open_spiel_mcts.py"))["main"]
    points, chance, won = main(["--games", "6", "--simulations", "30", "--round-simulations", "4"])
    assert points > chance + 20
    assert -1 <= won <= 1
