"""The learning environments: steps a second on one core, sampling of a random legal action included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from partake.bench.model import Row, steps_per_second
from partake.rules.extras import load
from partake.rules.messages import Message

EDITIONS = ("classic", "daffodil", "nexus", "orchid")
"""The editions with a Gymnasium environment."""
SIZES = (1, 64, 4096)
"""Games in a vector."""
SECONDS = 2.0
"""How long each row steps."""
PURPOSE = Message("the benchmark of environments")
"""What the extra is needed for."""


def single(name: str) -> Callable[[], int]:
    """One step of one game, starting anew when it is over."""
    gymnasium, ids = load("gymnasium", extra="env", purpose=PURPOSE), _ids()
    env = gymnasium.make(ids[name])
    env.reset(seed=1)

    def step() -> int:
        *_, over, _, _ = env.step(env.action_space.sample())
        if over:
            env.reset()
        return 1

    return step


def vector(name: str, size: int) -> Callable[[], int]:
    """One step of many games, each with a random legal action."""
    gymnasium = load("gymnasium", extra="env", purpose=PURPOSE)
    envs = gymnasium.make_vec(_ids()[name], num_envs=size)
    envs.reset(seed=1)

    def step() -> int:
        envs.step(envs.action_space.sample())
        return size

    return step


def take_five() -> Callable[[], int]:
    """One action of Take Five, observation included."""
    five = load("partake.env.five", extra="env", purpose=PURPOSE)
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


def rows() -> Sequence[Row]:
    """One game and vectors of each edition, and Take Five."""
    made: dict[str, Callable[[], Callable[[], int]]] = {}
    for name in EDITIONS:
        made[f"{name} one game"] = partial(single, name)
        made |= {f"{name} vector {size}": partial(vector, name, size) for size in SIZES}
    made["five"] = take_five
    return [Row(name, "steps/s", partial(_rate, make)) for name, make in made.items()]


def _rate(make: Callable[[], Callable[[], int]], effort: float) -> float:
    return steps_per_second(make(), SECONDS * effort)


def _ids() -> dict[str, str]:
    from partake.env import IDS

    return IDS
