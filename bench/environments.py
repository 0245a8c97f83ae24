"""Steps per second of the learning environments, sampling of a random legal action included. Prints a table.

python bench/environments.py [--seconds 2]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import partake.env
from machine import describe
from partake.env import five

IDS = ("Partake/Classic-v0", "Partake/Daffodil-v0", "Partake/Nexus-v0", "Partake/Orchid-v0")
SIZES = (1, 64, 4096)


def rate(step: Callable[[], int], seconds: float) -> float:
    """How many steps a second, over so many seconds."""
    step()
    steps, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        steps += step()
    return steps / elapsed


def single(name: str) -> Callable[[], int]:
    """One step of one game, starting anew when it is over."""
    env = gymnasium.make(name, disable_env_checker=True)
    env.reset(seed=1)

    def step() -> int:
        *_, over, _, _ = env.step(env.action_space.sample())
        if over:
            env.reset()
        return 1

    return step


def vector(name: str, size: int) -> Callable[[], int]:
    """One step of many games, each with a random legal action."""
    envs = gymnasium.make_vec(name, num_envs=size)
    rng = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    mask = [seen["action_mask"]]

    def step() -> int:
        chances = rng.random(mask[0].shape, np.float32) * mask[0]
        seen, *_ = envs.step(chances.argmax(axis=1))
        mask[0] = seen["action_mask"]
        return size

    return step


def take_five() -> Callable[[], int]:
    """One action of Take Five, observation included."""
    env = five.env(seats=2)
    env.reset(seed=1)

    def step() -> int:
        observation, _, over, ended, _ = env.last()
        if over or ended:
            env.reset()
        else:
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        return 1

    return step


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to run each number")
    seconds = parser.parse_args().seconds
    print(f"{describe()}\n")
    print("| | one game | " + " | ".join(f"vector of {size:,}" for size in SIZES) + " |")
    print("|---|---:|" + "---:|" * len(SIZES))
    for name in IDS:
        numbers = [rate(single(name), seconds), *(rate(vector(name, size), seconds) for size in SIZES)]
        print(f"| {name} | " + " | ".join(f"{number:,.0f}" for number in numbers) + " |", flush=True)
    print(f"\nTake Five: {rate(take_five(), seconds):,.0f} actions per second, each with its observation.")


if __name__ == "__main__":
    assert partake.env
    main()
