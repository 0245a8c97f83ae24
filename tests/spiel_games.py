"""Games of OpenSpiel for tests: which there are, and random play of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

import partake.spiel

ALONE = tuple(f"{name}()" for name in partake.spiel.NAMES.values())
"""Every edition with its fewest players, all parameters at their defaults."""
TOGETHER = (
    "partake_classic(players=3)",
    "partake_classic(players=2,draw=2,placement=symbol,utility=win)",
    "partake_classic(players=2,rays=best,utility=margin)",
    "partake_daffodil(players=2,stamens=reserve)",
    "partake_nexus(players=2,scrapyard=passed,utility=win)",
    pytest.param("partake_nexus(players=3,scrapyard=passed,draw=2)", marks=pytest.mark.slow),
    "partake_orchid(players=2,symbols=both)",
    "partake_five(turns=12,markers=1,deals=2)",
    "partake_five(players=3,phase=3,turns=10,deals=1)",
)
"""Tables at which something is hidden."""


def played(game: str, seed: int) -> Iterator[Any]:
    """The states of a random game, one object that goes on; chance by its own probabilities."""
    rng, state = random.Random(seed), pyspiel.load_game(game).new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state
