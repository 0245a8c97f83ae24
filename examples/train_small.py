"""Teach a computer Take it Easy! in a minute, with NumPy alone: `python examples/train_small.py`.

A game is worth what its lines will be worth, so the value of a board is learned as a sum over its 15 lines. What is
known of a line is its length, how many of its cells are filled, their common number, and how many tiles with that
number are left in the bag; each such case has one weight. The player puts the called tile where the points it earns and
the value of the board thereafter are highest, and after every step moves the weights of the board before towards what
it then found (temporal differences). Hundreds of games are played side by side.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
from numpy.typing import NDArray

import partake
import partake.env
from partake.rules.edition import HexagonEdition

Array = NDArray[np.int64]


class Lines:
    """The cases that the lines of many boards are in, as numbers of weights; case 0 is worth nothing."""

    def __init__(self) -> None:
        edition = partake.edition("classic")
        assert isinstance(edition, HexagonEdition)
        tiles, lines = edition.tiles.tiles, edition.board.lines
        nowhere, longest = len(edition.board.cells), max(len(line.cells) for line in lines)
        self.stripes = np.array([(0, 0, 0), *tiles])
        self.direction = np.array([line.direction for line in lines])
        self.length = np.array([len(line.cells) for line in lines])
        self.cells = np.array([[*line.cells, *[nowhere] * (longest - len(line.cells))] for line in lines])
        self.crosses = np.array([[cell in line.cells for cell in range(nowhere)] for line in lines], float)
        self.shape = (longest + 1, longest, self.stripes.max() + 1, len(tiles) + 1)
        self.weights = int(np.prod(self.shape))

    def read(self, board: Array, bag: Array) -> tuple[Array, Array, Array]:
        """How many cells of each line are filled, their number (-1 if they differ), and the tiles left by number."""
        padded = np.concatenate([board, np.zeros((len(board), 1), board.dtype)], axis=1)
        numbers = self.stripes[padded[:, self.cells], self.direction[:, None]]
        highest, filled = numbers.max(axis=2), (numbers > 0).sum(axis=2)
        lowest = np.where(numbers > 0, numbers, highest[:, :, None]).min(axis=2)
        left = np.stack([bag @ (self.stripes[1:] == n).any(axis=1) for n in range(self.shape[2])], axis=1)
        return filled, np.where(lowest == highest, highest, -1), left

    def case(self, filled: Array, number: Array, left: Array) -> Array:
        """The case of each line: 0 for one that is full or has different numbers."""
        rest = np.take_along_axis(left, np.maximum(number, 0), axis=1)
        found = np.ravel_multi_index((self.length, filled % self.length, np.maximum(number, 0), rest), self.shape)
        return np.where((number < 0) | (filled == self.length), 0, found)


def play(
    envs: gymnasium.vector.VectorEnv, lines: Lines, weights: NDArray[np.float64], rate: float, explore: float, seed: int
) -> NDArray[np.float64]:
    """One game in each environment; learns on the way unless the rate is 0. Gives the final scores."""
    rng = np.random.default_rng(seed)
    seen, _ = envs.reset(seed=seed)
    total, over, old = np.zeros(envs.num_envs), False, np.zeros((envs.num_envs, len(lines.length)), np.int64)
    is_first = True
    while not over:
        filled, number, left = lines.read(seen["board"], seen["bag"])
        stripe = lines.stripes[seen["hand"][:, 0]][:, lines.direction]
        after = np.where((filled == 0) | (number == stripe), stripe, -1)
        before, then = lines.case(filled, number, left), lines.case(filled + 1, after, left)
        points = np.where((after > 0) & (filled + 1 == lines.length), after * lines.length, 0)
        values = (points + weights[then] - weights[before]) @ lines.crosses
        luck = rng.random(values.shape) * (rng.random((len(values), 1)) < explore) * 1000
        actions = np.where(seen["action_mask"] == 1, values + luck, -np.inf).argmax(axis=1)
        seen, reward, ended, _, _ = envs.step(actions)
        now = np.where(lines.crosses.T[actions] == 1, then, before)
        if rate and not is_first:
            learn(weights, old, reward + weights[now].sum(axis=1) - weights[old].sum(axis=1), rate)
        old, total, over, is_first = now, total + reward, ended.all(), False
    if rate:
        learn(weights, old, -weights[old].sum(axis=1), rate)
    return total


def learn(weights: NDArray[np.float64], cases: Array, surprise: NDArray[np.float64], rate: float) -> None:
    """Move the weights of the cases by their share of the mean surprise."""
    flat, each = cases.ravel(), np.repeat(surprise, cases.shape[1])
    visits = np.bincount(flat, minlength=len(weights))
    weights += rate * np.bincount(flat, each, minlength=len(weights)) / np.maximum(visits, 1)
    weights[0] = 0


def mean(scores: NDArray[np.float64]) -> str:
    """The mean with its 95 % confidence interval."""
    return f"{scores.mean():.2f} ± {1.96 * scores.std(ddof=1) / len(scores) ** 0.5:.2f}"


def at_random(envs: gymnasium.vector.VectorEnv, seed: int) -> NDArray[np.float64]:
    """The final scores of random games."""
    envs.reset(seed=seed)
    envs.action_space.seed(seed)
    total, over = np.zeros(envs.num_envs), False
    while not over:
        _, reward, ended, _, _ = envs.step(envs.action_space.sample())
        total, over = total + reward, ended.all()
    return total


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    """Learn, print how it went, and give the mean scores of the learned player and of chance."""
    parser = argparse.ArgumentParser(description="Learn Take it Easy! with line features and temporal differences.")
    parser.add_argument("--games", type=int, default=200_000, help="how many games to learn from")
    parser.add_argument("--batch", type=int, default=500, help="how many of them are played side by side")
    parser.add_argument("--test", type=int, default=10_000, help="how many games decide how good it is")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    lines, begun = Lines(), time.perf_counter()
    weights = np.zeros(lines.weights)
    envs = gymnasium.make_vec("Partake/Classic-v0", num_envs=given.batch)
    rounds = max(1, given.games // given.batch)
    for number in range(rounds):
        left = 1 - number / rounds
        scores = play(envs, lines, weights, 0.1 * left, 0.05 * left, given.seed + number)
        if (number + 1) % max(1, rounds // 10) == 0:
            spent = time.perf_counter() - begun
            print(f"{(number + 1) * given.batch:8} games {spent:5.0f} s   {scores.mean():6.1f} points while learning")
    tests = gymnasium.make_vec("Partake/Classic-v0", num_envs=given.test)
    learned = play(tests, lines, weights, 0, 0, given.seed + rounds)
    chance = at_random(tests, given.seed + rounds)
    print(f"learned {mean(learned)}, random {mean(chance)}, over {given.test} games each")
    return float(learned.mean()), float(chance.mean())


if __name__ == "__main__":
    main()
