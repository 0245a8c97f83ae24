"""Many games at once: the same games as one by one, in every mode of starting anew."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from partake.env import IDS, HexagonEnv
from partake.env.vector import HexagonVectorEnv
from partake.rules.errors import IllegalActionError, PartakeError

SEED = 11


def played_alone(name: str, options: dict[str, Any]) -> tuple[list[Any], list[int], list[int]]:
    """A random game of the single environment: what it gave, what was done, and the order of the tiles."""
    env = HexagonEnv(name, **options)
    given: list[Any] = [env.reset(seed=SEED)]
    env.action_space.seed(SEED)
    actions: list[int] = []
    while len(actions) < env.layout.steps:
        actions.append(int(env.action_space.sample()))
        given.append(env.step(actions[-1]))
    code = env.layout.code
    drawn = [code[tile] - 1 for tile in env._episode.readable().view(1).drawn]
    return given, actions, [*drawn, *(t for t in range(env.layout.tiles) if t not in drawn)]


def test_games_side_by_side_are_the_games_played_alone(alone: tuple[str, dict[str, Any]]) -> None:
    name, options = alone
    given, actions, deck = played_alone(name, options)
    envs = HexagonVectorEnv(3, name, autoreset_mode="Disabled", **options)
    seen, infos = envs.reset(options={"decks": [deck] * 3})
    compare(given[0][0], given[0][1], seen, infos)
    for action, (one, reward, over, cut, info) in zip(actions, given[1:], strict=True):
        seen, rewards, overs, cuts, infos = envs.step(np.full(3, action))
        assert seen in envs.observation_space
        compare(one, info, seen, infos)
        assert (rewards.tolist(), overs.tolist(), cuts.tolist()) == ([reward] * 3, [over] * 3, [cut] * 3)


def compare(one: dict[str, Any], info: dict[str, Any], seen: dict[str, Any], infos: dict[str, Any]) -> None:
    for game in range(3):
        assert one.keys() == seen.keys()
        for key in one:
            assert one[key].tolist() == seen[key][game].tolist(), key
            assert one[key].dtype == seen[key].dtype
        assert info["score"] == infos["score"][game]
        assert info["action_mask"].tolist() == infos["action_mask"][game].tolist()


@pytest.mark.parametrize("name", IDS)
def test_spaces_and_results_have_the_form_of_gymnasiums_own(name: str) -> None:
    ours = gymnasium.make_vec(IDS[name], num_envs=3, autoreset_mode="SameStep")
    theirs = gymnasium.make_vec(
        IDS[name], num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP}
    )
    assert isinstance(ours, HexagonVectorEnv)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.single_action_space == theirs.single_action_space
    for envs in (ours, theirs):
        mask = envs.reset(seed=1)[0]["action_mask"]
        for _ in range(ours.layout.steps):
            seen, *rest, infos = envs.step(mask.argmax(axis=1))
            mask = seen["action_mask"]
        if envs is ours:
            mine = shapes((seen, rest, infos))
    assert mine == shapes((seen, rest, infos))


def shapes(value: Any) -> Any:
    """The build of a value: its keys, lengths, shapes and types."""
    if isinstance(value, dict):
        return {key: shapes(value[key]) for key in sorted(value)}
    if isinstance(value, (tuple, list)):
        return [shapes(each) for each in value]
    if value.dtype == object:
        return [shapes(each) for each in value]
    return value.shape, value.dtype


def to_the_end(envs: HexagonVectorEnv) -> Any:
    for _ in range(envs.layout.steps):
        found = envs.step(envs.action_space.sample())
    return found


@pytest.mark.parametrize("name", IDS)
def test_next_step_begins_anew_with_the_step_after_the_last(name: str) -> None:
    envs = HexagonVectorEnv(4, name)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    envs.reset(seed=1)
    for _ in range(2):
        seen, _, ended, _, infos = to_the_end(envs)
        assert ended.all()
        assert "final_obs" not in infos
        assert not seen["action_mask"].any()
        seen, rewards, ended, _, infos = envs.step(np.full(4, 999))
        assert not seen["board"].any()
        assert not rewards.any()
        assert not ended.any()
        assert not infos["score"].any()


@pytest.mark.parametrize("name", IDS)
def test_same_step_gives_the_last_and_the_first_observation(name: str) -> None:
    same, never = (HexagonVectorEnv(4, name, autoreset_mode=mode) for mode in ("SameStep", AutoresetMode.DISABLED))
    same.reset(seed=1)
    never.reset(seed=1)
    for _ in range(same.layout.steps):
        actions = same.action_space.sample()
        seen, rewards, ended, _, infos = same.step(actions)
        last, last_rewards, last_ended, _, last_infos = never.step(actions)
    assert ended.all()
    assert last_ended.all()
    assert rewards.tolist() == last_rewards.tolist()
    assert not seen["board"].any()
    assert not infos["score"].any()
    assert infos["_final_obs"].all()
    for game in range(4):
        for key in last:
            assert infos["final_obs"][game][key].tolist() == last[key][game].tolist()
    assert infos["final_info"]["score"].tolist() == last_infos["score"].tolist()
    with pytest.raises(PartakeError, match="the games are over: call reset"):
        never.step(actions)
    never.reset(options={"reset_mask": np.ones(4, np.bool_)})
    never.step(never.action_space.sample())


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_statistics_of_gymnasium_count_the_right_scores(mode: AutoresetMode) -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(HexagonVectorEnv(8, "classic", autoreset_mode=mode))
    envs.reset(seed=1)
    total = np.zeros(8)
    for _ in range(19):
        _, rewards, _, _, infos = envs.step(envs.action_space.sample())
        total += rewards
    assert infos["episode"]["r"].tolist() == total.tolist()
    assert infos["episode"]["l"].tolist() == [19] * 8


def test_a_seed_decides_all_games() -> None:
    def scores(seed: int) -> list[float]:
        envs, found = HexagonVectorEnv(16, "daffodil"), []
        envs.reset(seed=seed)
        envs.action_space.seed(seed)
        for _ in range(2):
            found += to_the_end(envs)[-1]["score"].tolist()
            envs.step(np.zeros(16, np.int64))
        return found

    assert scores(1) == scores(1) != scores(2)
    assert scores(1)[:16] != scores(1)[16:]


def test_random_games_are_worth_what_random_games_are_worth() -> None:
    envs = HexagonVectorEnv(20_000, "classic", reward="final")
    envs.reset(seed=1)
    envs.action_space.seed(1)
    rewards = to_the_end(envs)[1]
    assert abs(rewards.mean() - 10.69) < 4 * rewards.std() / len(rewards) ** 0.5


def test_what_is_handed_out_is_nobodys_to_change() -> None:
    envs = HexagonVectorEnv(2, "classic")
    seen, infos = envs.reset(seed=1)
    for part in (*seen.values(), *infos.values()):
        part[:] = 1
    assert envs.step(np.array([0, 1]))[0]["board"].sum(axis=1).all()
    with pytest.raises(IllegalActionError, match="not legal now"):
        envs.step(np.array([2, 1]))


def test_an_illegal_action_moves_no_game() -> None:
    envs = HexagonVectorEnv(3, "classic")
    envs.reset(seed=1)
    envs.step(np.array([0, 1, 2]))
    with pytest.raises(IllegalActionError, match=r"^game 1: action 1 \(tile 1 of the hand to a2\) is not legal now"):
        envs.step(np.array([3, 1, 3]))
    assert (envs.step(np.array([3, 3, 3]))[0]["board"] > 0).sum(axis=1).tolist() == [2, 2, 2]


def test_pictures() -> None:
    for mode, sign in (("ansi", "\n"), ("svg", "<svg")):
        envs = HexagonVectorEnv(2, "nexus", render_mode=mode)
        envs.reset(seed=1)
        pictures = envs.render()
        assert pictures is not None
        assert [sign in picture for picture in pictures] == [True, True]
    assert HexagonVectorEnv(2, "nexus").render() is None


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"num_envs": 0}, "num_envs is a whole number from 1 on, not 0"),
        ({"num_envs": 1.5}, "num_envs is a whole number from 1 on, not 1.5"),
        ({"edition": "five"}, "five is not played on hexagons"),
        ({"rays": "best"}, "needs two or more players"),
        ({"rounds": 2}, "an episode is one game"),
        ({"reward": "win"}, "reward cannot be 'win'"),
        ({"autoreset_mode": "Sometimes"}, "autoreset_mode cannot be 'Sometimes'; it is one of NextStep, SameStep"),
        ({"illegal": "ignore"}, "there is no option 'illegal'"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(PartakeError, match=reason):
        HexagonVectorEnv(**options)


@pytest.mark.parametrize("actions", [[1], [1, 2, 3], [0.5, 1.5], [["a1"]], None])
def test_wrong_actions_are_refused(actions: Any) -> None:
    envs = HexagonVectorEnv(2, "classic")
    envs.reset()
    with pytest.raises(PartakeError, match="actions are whole numbers, one for each of the 2 games"):
        envs.step(actions)
    for beyond in ([0, 19], [-1, 0]):
        with pytest.raises(PartakeError, match="an action is a whole number from 0 to 18"):
            envs.step(np.array(beyond))


def test_wrong_resets_are_refused() -> None:
    envs = HexagonVectorEnv(2, "classic")
    with pytest.raises(PartakeError, match="call reset first"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(PartakeError, match="a seed is a whole number"):
        envs.reset(seed=-3)
    with pytest.raises(PartakeError, match="reset has no option 'mask': it takes decks, reset_mask"):
        envs.reset(options={"mask": 1})
    with pytest.raises(PartakeError, match="reset_mask must be true throughout"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(PartakeError, match="decks must have shape"):
        envs.reset(options={"decks": [[1, 2], [3, 4]]})
