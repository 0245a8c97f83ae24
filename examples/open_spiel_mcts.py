"""OpenSpiel's search bots on the real games: `python examples/open_spiel_mcts.py`.

Monte Carlo tree search plays Take it Easy! for points, without knowing anything of lines. Information set Monte Carlo
tree search plays one round of Take Five, the race to 21, against a random player: before each simulation it draws the
pawns anew that only its opponent has seen.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import partake.spiel  # registers the games

CLASSIC = partake.spiel.NAMES["classic"]
ROUND = partake.spiel.NAMES["five"] + "(markers=1,phase=2,turns=40,deals=1)"
EXPLORATION = 40.0
"""The constant of UCT, in the points of Take it Easy!; 1.4 is usual where a win is 1."""


def play(game: Any, bots: Sequence[Any], seed: int) -> list[float]:
    """The returns of one game; chance comes from the seed, so that other bots can meet the same."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return [float(points) for points in state.returns()]


def mean(points: Sequence[float]) -> str:
    """The mean with its 95 % confidence interval."""
    return f"{np.mean(points):6.2f} ± {1.96 * np.std(points, ddof=1) / len(points) ** 0.5:.2f}"


def main(arguments: list[str] | None = None) -> tuple[float, float, float]:
    """Play and print; gives the mean points of MCTS and of chance, and the mean return of ISMCTS."""
    parser = argparse.ArgumentParser(description="Search bots of OpenSpiel on Take it Easy! and Take Five.")
    parser.add_argument("--games", type=int, default=20, help="how many games of each kind")
    parser.add_argument("--simulations", type=int, default=100, help="how many games are tried for a move, 2 or more")
    parser.add_argument("--round-simulations", type=int, default=60, help="the same in Take Five")
    given = parser.parse_args(arguments)
    rng = np.random.RandomState(1)

    game = pyspiel.load_game(CLASSIC)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    searching = mcts.MCTSBot(game, EXPLORATION, given.simulations, evaluator, random_state=rng)
    chance = [play(game, [uniform_random.UniformRandomBot(0, rng)], seed)[0] for seed in range(given.games)]
    print(f"Take it Easy!, random play: {mean(chance)} points", flush=True)
    found = [play(game, [searching], seed)[0] for seed in range(given.games)]
    print(f"Take it Easy!, MCTS, {given.simulations} simulations a move: {mean(found)} points", flush=True)

    game = pyspiel.load_game(ROUND)
    knowing = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), 1.4, given.round_simulations, random_state=rng
    )
    won = []
    for seed in range(given.games):
        seat = seed % 2
        bots = [knowing, uniform_random.UniformRandomBot(1 - seat, rng)]
        won.append(play(game, bots if seat == 0 else bots[::-1], seed)[seat])
    print(f"Take Five, 21, ISMCTS, {given.round_simulations} simulations a move, against random play:", end=" ")
    print(f"{mean(won)}, where a win is 1 and a loss -1")
    return float(np.mean(found)), float(np.mean(chance)), float(np.mean(won))


if __name__ == "__main__":
    main()
