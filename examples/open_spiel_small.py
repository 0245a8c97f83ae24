"""Small boards of your own, solved exactly with OpenSpiel: `python examples/open_spiel_small.py`.

Boards, tiles and editions are a few lines of TOML. On five cells with eight tiles the best play for points is computed
exactly (expectimax), and Monte Carlo tree search is measured against it. On three cells two players play to win: CFR+
approaches an equilibrium, and the best response shows that playing for points alone is one already, on so few cells.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import partake
import partake.spiel

BOARDS = """
kind = "board"
name = "five-cells"
title = "Five cells"
columns = [[0, 0, 1], [1, -1, 1]] # q, first r, last r
---
kind = "board"
name = "three-cells"
title = "Three cells"
columns = [[0, 0, 1], [1, 0, 0]]
"""
TILES = """
kind = "tiles"
name = "eight"
title = "Eight tiles"
vertical = [1, 5]
rising = [2, 6]
falling = [3, 4]
colours = { 1 = "grey", 2 = "pink", 3 = "magenta", 4 = "light blue", 5 = "teal", 6 = "red" }
suns = ["1-2-3"]
---
kind = "tiles"
name = "four"
title = "Four tiles"
vertical = [1, 5]
rising = [2, 6]
falling = [3]
colours = { 1 = "grey", 2 = "pink", 3 = "magenta", 5 = "teal", 6 = "red" }
suns = ["1-2-3"]
"""
EDITIONS = """
kind = "edition"
family = "hexagon"
name = "small"
title = "Small"
board = "five-cells"
tiles = "eight"
seats = [1, 8]
options = { placement = ["free"], draw = ["1"], takeback = ["no"], rounds = ["1"] }
---
kind = "edition"
family = "hexagon"
name = "smallest"
title = "Smallest"
board = "three-cells"
tiles = "four"
seats = [1, 8]
options = { placement = ["free"], draw = ["1"], takeback = ["no"], rounds = ["1"] }
"""
State = Any
"""A state of OpenSpiel, which has no types."""


def register() -> None:
    """Make OpenSpiel know `partake_small` and `partake_smallest`."""
    with TemporaryDirectory() as folder:
        files = []
        for number, text in enumerate("---".join((BOARDS, TILES, EDITIONS)).split("---")):
            files.append(Path(folder, f"{number}.toml"))
            files[-1].write_text(text, encoding="utf-8")
        editions = partake.editions(data=files)
    for name in ("small", "smallest"):
        partake.spiel.register(editions[name])


class Expectimax:
    """Exact values of a game for one player; states that differ in history only are one state by their text."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}

    def value(self, state: State) -> float:
        """The expected points under best play."""
        if state.is_terminal():
            return float(state.returns()[0])
        key = str(state)
        if key not in self.values:
            if state.is_chance_node():
                self.values[key] = sum(
                    chance * self.value(state.child(action)) for action, chance in state.chance_outcomes()
                )
            else:
                self.values[key] = max(self.value(state.child(action)) for action in state.legal_actions())
        return self.values[key]

    def choose(self, state: State) -> int:
        """A best action."""
        return int(max(state.legal_actions(), key=lambda action: self.value(state.child(action))))


def mean_points(game: Any, choose: Callable[[State], int], games: int) -> str:
    """The mean points of a player in random games, with a 95 % confidence interval."""
    points = []
    for seed in range(games):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])  # all tiles are equally likely
            else:
                state.apply_action(choose(state))
        points.append(state.returns()[0])
    return f"{np.mean(points):6.2f} ± {1.96 * np.std(points, ddof=1) / games**0.5:.2f}"


def for_points(game: Any, best: Expectimax) -> Any:
    """The policy of a player who plays for points, whatever the other does."""
    alone, policy = pyspiel.load_game(game.get_type().short_name), {}

    def walk(state: State) -> None:
        if state.is_terminal():
            return
        player = state.current_player()
        if player >= 0:
            own = alone.new_initial_state()
            for move in state.full_history():
                if move.player in (pyspiel.PlayerId.CHANCE, player):
                    own.apply_action(move.action)
            chosen = best.choose(own)
            policy[state.information_state_string()] = [(a, float(a == chosen)) for a in state.legal_actions()]
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    return pyspiel.TabularPolicy(policy)


def main(arguments: list[str] | None = None) -> tuple[float, float, float]:
    """Solve both games; gives the best points, and how exploitable playing for points and the equilibrium are."""
    parser = argparse.ArgumentParser(description="Solve small boards with OpenSpiel.")
    parser.add_argument("--games", type=int, default=100, help="how many games are played by each player")
    parser.add_argument("--simulations", type=int, nargs="*", default=[5, 20, 80], help="of Monte Carlo tree search")
    parser.add_argument("--iterations", type=int, default=20, help="of CFR+")
    given = parser.parse_args(arguments)
    register()

    small, best, rng = pyspiel.load_game("partake_small"), Expectimax(), np.random.RandomState(1)
    value = best.value(small.new_initial_state())
    print(f"Five cells, eight tiles: {len(best.values)} states, {value:.2f} points under best play")
    print(f"  random play          {mean_points(small, lambda state: rng.choice(state.legal_actions()), given.games)}")
    for simulations in given.simulations:
        bot = mcts.MCTSBot(small, 20.0, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        print(f"  MCTS, {simulations:4} a move    {mean_points(small, bot.step, given.games)}")
    print(f"  best play            {mean_points(small, best.choose, given.games)}")

    duel = pyspiel.load_game("partake_smallest(players=2,utility=win)")
    points_alone = pyspiel.exploitability(duel, for_points(duel, Expectimax()))
    print("Three cells, four tiles, two players who want to win (exploitability, 0 is an equilibrium):")
    print(f"  playing for points  {points_alone:.3f}")
    solver = pyspiel.CFRPlusSolver(duel)
    for number in range(1, given.iterations + 1):
        solver.evaluate_and_update_policy()
        if number in (1, 3, 10, given.iterations):
            exploitability = pyspiel.exploitability(duel, solver.average_policy())
            print(f"  CFR+, {number:3} iterations {exploitability:.3f}", flush=True)
    return value, points_alone, exploitability


if __name__ == "__main__":
    main()
