"""The Gymnasium environment of one player: checked by Gymnasium, and held to the rules."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import partake
from partake.env import IDS, HexagonEnv
from partake.rules.errors import IllegalActionError, OptionError, PartakeError


def made(name: str, **options: Any) -> HexagonEnv:
    found = gymnasium.make(IDS[name], **options).unwrapped
    assert isinstance(found, HexagonEnv)
    return found


def test_gymnasium_finds_nothing_wrong(alone: tuple[str, dict[str, Any]]) -> None:
    name, options = alone
    check_env(made(name, **options), skip_render_check=True)


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_nothing_wrong_with_other_settings(name: str) -> None:
    check_env(made(name, illegal="ignore", reward="final", render_mode="svg"), skip_render_check=True)
    check_env(made(name, observation="features"), skip_render_check=True)


def test_gymnasium_finds_nothing_wrong_with_pictures_and_windows() -> None:
    check_env(made("daffodil", render_mode="rgb_array"))


def test_rewards_add_up_to_the_score_of_the_engine(alone: tuple[str, dict[str, Any]]) -> None:
    name, options = alone
    env, total, steps, over = made(name, **options), 0.0, 0, False
    seen, info = env.reset(seed=5)
    env.action_space.seed(5)
    while not over:
        assert seen in env.observation_space
        assert (info["action_mask"] == seen["action_mask"]).all()
        assert seen["action_mask"].any()
        seen, reward, over, _, info = env.step(env.action_space.sample())
        total, steps = total + reward, steps + 1
    assert steps == env.layout.steps
    assert not seen["action_mask"].any()
    assert not seen["hand"].any()
    tiles = env.layout.variant.tiles.tiles
    cells = {c: tiles[t - 1] for c, t in zip(env.layout.variant.positions, seen["board"].tolist(), strict=True) if t}
    assert total == info["score"] == partake.sheet(name, cells, **options).score.total


@pytest.mark.parametrize("name", IDS)
def test_the_final_reward_is_the_final_score(name: str) -> None:
    env, rewards, over = made(name, reward="final"), [], False
    env.reset(seed=1)
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample())
        rewards.append(reward)
    assert rewards[:-1] == [0.0] * (env.layout.steps - 1)
    assert rewards[-1] == info["score"]


def test_the_penalty_of_an_empty_scrapyard_comes_with_the_first_step() -> None:
    env = made("nexus")
    _, info = env.reset(seed=1)
    assert info["score"] == 0
    assert env.step(0)[1] == -60


def test_numbers_and_actions_are_two_names_of_one_thing(alone: tuple[str, dict[str, Any]]) -> None:
    name, options = alone
    env, over = made(name, **options), False
    env.reset(seed=2)
    while not over:
        view = env._episode.readable().view(1)
        for number in np.flatnonzero(env.layout.mask(view)).tolist():
            action = env.layout.action(number, view)
            assert number == env.layout.actions - 1 or env.layout.number(action, view) == number  # type: ignore[arg-type]
        over = env.step(env.action_space.sample())[2]
    assert len({str(env.layout.words(number)) for number in range(env.layout.actions)}) == env.layout.actions


def test_a_seed_decides_this_game_and_those_that_follow() -> None:
    def hands(seed: int) -> list[int]:
        env, found = made("classic"), []
        for start in (seed, None):
            seen, _ = env.reset(seed=start)
            for cell in range(19):
                found.append(int(seen["hand"][0]))
                seen = env.step(cell)[0]
        return found

    assert hands(7) == hands(7) != hands(8)
    assert hands(7)[:19] != hands(7)[19:]


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = made("classic")
    env.reset(seed=1)
    before = env.step(4)[0]
    with pytest.raises(IllegalActionError, match=r"^action 4 \(tile 1 of the hand to b2\): b2 is taken by "):
        env.step(4)
    after = env.step(5)[0]
    assert after["board"][4] == before["board"][4]
    assert (after["board"] > 0).sum() == 2


def test_an_illegal_action_can_be_passed_over() -> None:
    env = made("classic", illegal="ignore")
    env.reset(seed=1)
    before = env.step(4)[0]
    after, reward, terminated, truncated, info = env.step(4)
    assert all((after[name] == before[name]).all() for name in before)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert "is taken by" in info["illegal"]


@pytest.mark.parametrize(
    ("name", "options", "moves", "reason"),
    [
        ("orchid", {}, ["x1 to c1"], "there is no tile on x1"),
        ("orchid", {}, ["done"], "the reserve is used only at the end"),
        ("orchid", {}, ["tile 1 of the hand to c1"], "c1 takes no tile before the end"),
        ("orchid", {}, ["tile 1 of the hand to x1", "x1 to c1"], "the reserve is used only at the end"),
        ("daffodil", {"stamens": "first"}, ["tile 1 of the hand to a1"], "the first tiles go on the stamens"),
        ("classic", {"draw": 2}, ["tile 1 of the hand to a1"] * 2, "there is no tile to place at place 1 of the hand"),
        (
            "classic",
            {"placement": "adjacent"},
            [f"tile 1 of the hand to {c}" for c in ("a1", "e3")],
            "e3 does not touch",
        ),
    ],
)
def test_refusals_say_why(name: str, options: dict[str, Any], moves: list[str], reason: str) -> None:
    env = made(name, **options)
    env.reset(seed=1)
    numbers = {str(env.layout.words(number)): number for number in range(env.layout.actions)}
    *first, last = moves
    for move in first:
        env.step(numbers[move])
    with pytest.raises(IllegalActionError, match=rf"^action {numbers[last]} \({last}\): {reason}"):
        env.step(numbers[last])


def test_who_is_done_moves_no_more_tiles() -> None:
    env = made("orchid")
    env.reset(seed=3)
    for _ in range(25):
        seen = env.step(env.action_space.sample())[0]
    assert seen["action_mask"][: env.layout.placements].sum() == 0
    assert seen["action_mask"].sum() == 10
    done = env.layout.actions - 1
    seen = env.step(done)[0]
    assert np.flatnonzero(seen["action_mask"]).tolist() == [done]
    with pytest.raises(IllegalActionError, match="you have said that you are done"):
        env.step(env.layout.placements)
    assert not env.step(done)[2]
    assert env.step(done)[2]


@pytest.mark.parametrize("name", IDS)
def test_pictures(name: str) -> None:
    for mode, sign in (("ansi", "\n"), ("svg", "<svg")):
        env = made(name, render_mode=mode)
        env.reset(seed=1)
        env.step(env.action_space.sample())
        assert sign in str(env.render())
    env = made(name)
    env.reset()
    assert env.render() is None


def test_an_environment_can_be_copied_in_the_middle_of_a_game() -> None:
    env = made("nexus")
    env.reset(seed=4)
    env.step(0)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        env_next, other_next = copy.deepcopy(env).step(1), other.step(1)
        assert all((env_next[0][key] == other_next[0][key]).all() for key in env_next[0])


def test_the_usual_wrappers_fit() -> None:
    env = gymnasium.wrappers.FlattenObservation(gymnasium.make("Partake/Classic-v0", max_episode_steps=5))
    env.reset(seed=1)
    for _ in range(5):
        seen, _, terminated, truncated, _ = env.step(env.action_space.sample())
    assert seen in env.observation_space
    assert (terminated, truncated) == (False, True)


def test_masks_are_found_through_wrappers_and_in_vectors() -> None:
    env = gymnasium.make("Partake/Orchid-v0", max_episode_steps=9)
    with pytest.raises(PartakeError, match="call reset first"):
        env.get_wrapper_attr("action_masks")()
    _, info = env.reset(seed=1)
    for _ in range(9):
        mask = env.get_wrapper_attr("action_masks")()
        assert mask.dtype == np.bool_
        assert mask.tolist() == (info["action_mask"] == 1).tolist()
        _, _, _, _, info = env.step(env.action_space.sample())
    envs = gymnasium.make_vec("Partake/Classic-v0", num_envs=2, vectorization_mode="sync")
    envs.reset(seed=1)
    assert isinstance(envs, gymnasium.vector.SyncVectorEnv)
    assert [mask.tolist() for mask in envs.call("action_masks")] == [[True] * 19] * 2


def test_an_edition_of_ones_own_can_be_given() -> None:
    env = HexagonEnv(partake.edition("daffodil"), stamens="reserve")
    env.reset(seed=1)
    assert env.layout.steps == 24


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"edition": "clasic"}, "there is no edition 'clasic'"),
        ({"edition": "five"}, "five is not played on hexagons"),
        ({"rays": "best"}, "needs two or more players"),
        ({"edition": "nexus", "scrapyard": "lowest"}, "needs two or more players"),
        ({"rounds": 2}, "an episode is one game"),
        ({"colour": "red"}, "there is no option 'colour'"),
        ({"draw": 3}, "draw cannot be '3'"),
        ({"reward": "points"}, "reward cannot be 'points'; it is one of change, final"),
        ({"illegal": "end"}, "illegal cannot be 'end'; it is one of raise, ignore"),
        ({"render_mode": "png"}, "render_mode cannot be 'png'; it is one of human, rgb_array, ansi, svg"),
        ({"observation": "pixels"}, "observation cannot be 'pixels'; it is one of raw, features"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(PartakeError, match=reason):
        HexagonEnv(**options)


@pytest.mark.parametrize("seed", [-1, 1.5, "seven", True])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(PartakeError, match="a seed is a whole number from 0 on"):
        made("classic").reset(seed=seed)


@pytest.mark.parametrize("action", [-1, 19, 1.0, "a1", None, [1, 2]])
def test_wrong_actions_are_refused(action: Any) -> None:
    env = made("classic")
    env.reset()
    with pytest.raises(PartakeError, match="an action is a whole number from 0 to 18"):
        env.step(action)


def test_calls_in_the_wrong_order_are_refused() -> None:
    env = made("classic")
    for call in (lambda: env.step(0), lambda: made("classic", render_mode="ansi").render()):
        with pytest.raises(PartakeError, match="call reset first"):
            call()
    env.reset()
    for cell in range(19):
        env.step(cell)
    with pytest.raises(PartakeError, match="the game is over: call reset"):
        env.step(0)
    with pytest.raises(PartakeError, match="reset has no option 'deck': it takes none"):
        env.reset(options={"deck": 1})
    assert issubclass(OptionError, PartakeError)
