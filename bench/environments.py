"""Steps per second of the learning environments on one core, with random legal actions. Prints tables.

    OPENBLAS_NUM_THREADS=1 python bench/environments.py [--seconds 1] [--write]

One game is measured as `gymnasium.make` gives it, with its wrappers, and without them; with the drawing of a random
action and without (the same actions from a list); and as it was before it was incremental, by the readable engine.
Seconds are processor time, the numbers of a row are measured in turn, and the best of several rounds counts: so what
else the machine does takes little, and from all alike.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import gymnasium
import numpy as np

import partake
import partake.env
from machine import describe
from marked import write_section
from partake.engine.chance import Seed
from partake.engine.setup import arrange
from partake.env import IDS, five
from partake.env.hexagon_episode import HexagonEpisode

SIZES = (1, 64, 4096)
ROUNDS = 5
FIRST_STEP = """
import gymnasium, partake.env
env = gymnasium.make("Partake/Classic-v0")
env.reset(seed=1)
env.step(env.action_space.sample())
"""
Play = Callable[[int], float]
"""Makes a number of calls of `step` and says how many seconds they took, divided by the games of a call."""


def one_game(env: Any) -> Play:
    """Steps of one environment, starting anew when a game is over."""
    env.reset(seed=1)
    space = env.action_space

    def play(steps: int) -> float:
        begun = time.process_time()
        for _ in range(steps):
            _, _, over, cut, _ = env.step(space.sample())
            if over or cut:
                env.reset()
        return time.process_time() - begun

    return play


def replayed_game(env: Any) -> Play:
    """The same without sampling: a seed decides the games, so what was legal once is legal again."""
    actions: list[int] = []

    def play(steps: int) -> float:
        if len(actions) < steps:
            actions.clear()
            env.reset(seed=1)
        while len(actions) < steps:
            actions.append(int(env.action_space.sample()))
            if env.step(actions[-1])[2]:
                env.reset()
        env.reset(seed=1)
        begun = time.process_time()
        for action in actions[:steps]:
            if env.step(action)[2]:
                env.reset()
        return time.process_time() - begun

    return play


def readable_game(name: str) -> Play:
    """Steps of one game by the readable engine: observation, mask and score included."""
    episode, rng = HexagonEpisode(arrange(partake.edition(name))), np.random.default_rng(1)
    episode.restart(Seed(rng.bytes(32)))

    def play(steps: int) -> float:
        begun = time.process_time()
        for _ in range(steps):
            mask = episode.layout.observe(episode.view(1))["action_mask"]
            legal = mask.nonzero()[0]
            episode.step({1: int(legal[int(rng.random() * len(legal))])})
            episode.score(1)
            if episode.is_over:
                episode.restart(Seed(rng.bytes(32)))
        return time.process_time() - begun

    return play


def vector(name: str, size: int, **settings: Any) -> Play:
    """Steps of many games, each with a random legal action."""
    envs = gymnasium.make_vec(name, num_envs=size, **settings)
    envs.reset(seed=1)

    def play(steps: int) -> float:
        begun = time.process_time()
        for _ in range(steps):
            envs.step(envs.action_space.sample())
        return (time.process_time() - begun) / size

    return play


def take_five() -> Play:
    """Actions of Take Five at a table, observation included."""
    env = five.env(seats=2)
    env.reset(seed=1)

    def play(steps: int) -> float:
        begun = time.process_time()
        for _ in range(steps):
            _, _, over, ended, _ = env.last()
            if over or ended:
                env.reset()
            else:
                env.step(env.action_space(env.agent_selection).sample())
        return time.process_time() - begun

    return play


def rates(plays: dict[str, Play], seconds: float) -> dict[str, float]:
    """The steps a second of each: the best of several rounds, in which they take turns."""
    calls = {name: _number_of_calls(play, seconds / ROUNDS) for name, play in plays.items()}
    best = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            best[name] = max(best[name], calls[name] / play(calls[name]))
    return best


def _number_of_calls(play: Play, seconds: float) -> int:
    """As many calls as take this long, by doubling."""
    calls = 1
    while True:
        begun = time.process_time()
        play(calls)
        if time.process_time() - begun > seconds / 2:
            return calls
        calls *= 2


def first_step() -> float:
    """The seconds by the clock from the start of Python to the end of the first step, in a process of its own."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", FIRST_STEP], check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def report(seconds: float) -> Iterator[str]:
    """The tables, line by line."""
    yield f"## Learning environments, {date.today()}\n"
    yield "`OPENBLAS_NUM_THREADS=1 python bench/environments.py` on one core of an"
    yield f"{describe()}: steps per second, random legal actions, processor time, the best of {ROUNDS}"
    yield "rounds. The readable engine is how one game was played before.\n"
    yield '| one game | `make` | `make`, without sampling | unwrapped | `observation="features"` | readable engine |'
    yield "|---|---:|---:|---:|---:|---:|"
    for name, found in IDS.items():
        plays = {
            "make": one_game(gymnasium.make(found)),
            "stepping": replayed_game(gymnasium.make(found)),
            "unwrapped": one_game(gymnasium.make(found).unwrapped),
            "features": one_game(gymnasium.make(found, observation="features")),
            "readable": readable_game(name),
        }
        yield _row(found, rates(plays, seconds).values())
    yield "\n| many games | " + " | ".join(f"{size:,}" for size in SIZES) + ' | 4,096, `observation="features"` |'
    yield "|---|" + "---:|" * (len(SIZES) + 1)
    for found in IDS.values():
        games = {str(size): vector(found, size) for size in SIZES}
        games["features"] = vector(found, SIZES[-1], observation="features")
        yield _row(found, rates(games, seconds).values())
    against = {
        bot: one_game(gymnasium.make(partake.env.FIVE_ID, opponents=bot, max_steps=500)) for bot in ("random", "casual")
    }
    table, bots = rates({"table": take_five()}, seconds)["table"], rates(against, seconds)
    yield f"\nTake Five: {table:,.0f} actions at a table with their observations; as `{partake.env.FIVE_ID}`"
    yield f"{bots['random']:,.0f} steps against `random` and {bots['casual']:,.0f} against `casual`."
    yield f"\nThe first step of `Partake/Classic-v0` ends {first_step():.2f} s after the start of Python."


def _row(name: str, numbers: Any) -> str:
    return f"| {name} | " + " | ".join(f"{number:,.0f}" for number in numbers) + " |"


def main() -> None:
    """Print the tables, and write them to results.md if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to run each number")
    parser.add_argument("--write", action="store_true", help="put the tables into bench/results.md")
    given = parser.parse_args()
    lines = []
    for line in report(given.seconds):
        print(line, flush=True)
        lines.append(line)
    if given.write:
        write_section("environments", "\n".join(lines))


if __name__ == "__main__":
    main()
