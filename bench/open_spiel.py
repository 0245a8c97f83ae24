"""Random games through OpenSpiel: `python bench/open_spiel.py`. Games and actions a second, of processor time."""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import pyspiel

import partake.spiel  # registers the games

GAMES = (
    "partake_classic",
    "partake_classic(players=2)",
    "partake_daffodil",
    "partake_nexus",
    "partake_nexus(draw=2)",
    "partake_orchid",
    "partake_five",
)


def play(game: Any, rng: random.Random) -> int:
    """One random game, chance included; gives its number of actions."""
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        actions += 1
    return actions


def main() -> None:
    """Print a table: the best of five runs, because other programs only ever slow one down."""
    parser = argparse.ArgumentParser(description="Random games through OpenSpiel.")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each run")
    given = parser.parse_args()
    assert partake.spiel.NAMES
    for name in GAMES:
        game, rng, best = pyspiel.load_game(name), random.Random(1), (0.0, 0.0)
        for _ in range(5):
            games, actions, begun = 0, 0, time.process_time()
            while (spent := time.process_time() - begun) < given.seconds:
                actions += play(game, rng)
                games += 1
            best = max(best, (games / spent, actions / spent))
        print(f"{name:28} {best[0]:8.0f} games/s {best[1]:9.0f} actions/s", flush=True)


if __name__ == "__main__":
    main()
