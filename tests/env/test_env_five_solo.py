"""Take Five against bots in Gymnasium: checked by Gymnasium, and the same game as at a table."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from partake.env import FIVE_ID
from partake.env.five_solo import FiveSoloEnv
from partake.rules.errors import IllegalActionError, PartakeError


def made(**settings: Any) -> FiveSoloEnv:
    found = gymnasium.make(FIVE_ID, **settings).unwrapped
    assert isinstance(found, FiveSoloEnv)
    return found


def played(env: FiveSoloEnv, seed: int) -> tuple[list[float], list[bytes]]:
    """The rewards of a random game, and all that was observed."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    rewards, observed, over = [], [seen.tobytes()], False
    while not over:
        assert seen in env.observation_space
        assert (info["action_mask"] == env.action_masks()).all()
        assert env.table.to_act == (env.seat,)
        seen, reward, over, _, info = env.step(env.action_space.sample())
        rewards.append(reward)
        observed.append(seen.tobytes())
    return rewards, observed


def test_gymnasium_finds_nothing_wrong() -> None:
    check_env(made(), skip_render_check=True)
    check_env(made(seats=3, seat=None, opponents=["random", "beginner"]), skip_render_check=True)


def test_an_illegal_action_can_be_passed_over() -> None:
    env = made(opponents="random", max_steps=2)
    before, _ = env.reset(seed=1)
    after, reward, over, cut, info = env.step(0)
    assert (before == after).all()
    assert (reward, over, cut) == (0.0, False, False)
    assert info["illegal"].startswith("action 0: the black bishop cannot move to a1")
    assert env.step(0)[3]


@pytest.mark.parametrize(("seats", "seat"), [(2, 1), (3, 3), (2, None)])
def test_the_reward_says_who_won(seats: int, seat: int | None) -> None:
    env = made(seats=seats, seat=seat, opponents="random")
    rewards, _ = played(env, 1)
    outcome = env.table.outcome
    assert outcome is not None
    assert not any(rewards[:-1])
    assert rewards[-1] == (1.0 if env.seat in outcome.winners else -1.0)
    with pytest.raises(PartakeError, match="the game is over: call reset"):
        env.step(0)


def test_rewards_can_come_with_every_round() -> None:
    env = made(reward="round", opponents="random")
    rewards, _ = played(env, 2)
    outcome = env.table.outcome
    assert outcome is not None
    assert sum(rewards) == 2 * outcome.totals[0] - sum(outcome.totals)


def test_a_seed_decides_the_game_and_what_the_bots_do() -> None:
    env = made(opponents="greedy", seat=None)
    first, second, third = ([], [], [])  # type: tuple[list[bytes], list[bytes], list[bytes]]
    for found, seed in ((first, 3), (second, 3), (third, 4)):
        seen, _ = env.reset(seed=seed)
        for _ in range(12):
            found.append(seen.tobytes())
            seen = env.step(int(env.action_masks().argmax()))[0]
    assert first == second != third


def test_a_game_can_be_broken_off() -> None:
    env = made(opponents="random", max_steps=3)
    env.reset(seed=1)
    ends = [env.step(env.action_space.sample())[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"opponents": "nobody"}, "there is no bot 'nobody'"),
        ({"opponents": "heuristic"}, "the bot heuristic does not play Take Five"),
        ({"opponents": ["random", "random"]}, "one for each of the 1 other seats, not 2"),
        ({"opponents": "reader@fast"}, "'fast' is no thinking"),
        ({"seat": 3}, "seat is a number from 1 to 2, or None, not 3"),
        ({"seats": 5}, "five takes 2 to 4 players, not 5"),
        ({"edition": "nexus"}, "nexus is not Take Five"),
        ({"reward": "points"}, "reward cannot be 'points'"),
        ({"illegal": "end"}, "illegal cannot be 'end'"),
        ({"max_steps": 0}, "max_steps is a whole number from 1 on, or None, not 0"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(PartakeError, match=reason):
        FiveSoloEnv(**settings)


def test_wrong_calls_are_refused() -> None:
    env = FiveSoloEnv("random", illegal="raise", render_mode="ansi")
    for call in (lambda: env.step(0), env.render, env.action_masks):
        with pytest.raises(PartakeError, match="call reset first"):
            call()
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"^action 0: the black bishop cannot move to a1"):
        env.step(0)
    with pytest.raises(PartakeError, match="an action is a whole number from 0 to 757"):
        env.step(np.int64(758))
