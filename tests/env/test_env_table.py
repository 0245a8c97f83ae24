"""A hexagon table in PettingZoo: its checks, the variants between players, and what stays hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

import partake
from partake.env import rendering, table
from partake.env.table import TableEnv, parallel_env
from partake.rules.errors import IllegalActionError, PartakeError

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 2, {}),
    ("classic", 8, {"rays": "best", "placement": "symbol"}),
    ("daffodil", 3, {"rays": "best", "draw": 2, "stamens": "reserve"}),
    ("daffodil", 2, {"rays": "each", "stamens": "last"}),
    ("nexus", 2, {}),
    ("nexus", 7, {"scrapyard": "lowest"}),
    ("nexus", 3, {"scrapyard": "none", "draw": 2}),
    ("orchid", 4, {}),
    ("orchid", 1, {"symbols": "both"}),
]


def random_game(env: TableEnv, seed: int) -> tuple[dict[str, float], int, Any]:
    """Everybody plays at random; the sum of the rewards, the number of steps, and the last step."""
    env.reset(seed=seed)
    total, steps = dict.fromkeys(env.possible_agents, 0.0), 0
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed + number)
    while env.agents:
        last = env.step({agent: int(env.action_space(agent).sample()) for agent in env.agents})
        steps += 1
        total = {agent: total[agent] + reward for agent, reward in last[1].items()}
    return total, steps, last


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_pettingzoo_finds_nothing_wrong(name: str, seats: int, options: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(name, seats=seats, **options))
    parallel_seed_test(lambda: parallel_env(name, seats=seats, **options))


def test_pettingzoo_finds_nothing_wrong_with_features() -> None:
    parallel_api_test(parallel_env("orchid", seats=3, observation="features"))
    parallel_seed_test(lambda: parallel_env("orchid", seats=2, observation="features"))


@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # there are none when the game is over
)
def test_pettingzoo_finds_nothing_wrong_seat_by_seat() -> None:
    api_test(table.env("classic"), num_cycles=60)
    api_test(table.env("nexus", observation="features"), num_cycles=60)
    seed_test(lambda: table.env("classic"), num_cycles=60)


def test_a_game_can_be_broken_off_as_pettingzoo_expects() -> None:
    max_cycles_test(table)
    env = parallel_env("classic", max_cycles=19)
    env.reset(seed=1)
    for _ in range(19):
        _, _, ended, cut, _ = env.step({agent: int(env.action_space(agent).sample()) for agent in env.agents})
    assert all(ended.values())
    assert not any(cut.values())


def test_pettingzoo_finds_nothing_wrong_with_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "FPS", 0)  # a window that waits for nobody
    render_test(lambda **settings: table.env("classic", **settings))


def test_features_are_those_of_the_raw_observation() -> None:
    raw, env = parallel_env("nexus", seats=3), parallel_env("nexus", seats=3, observation="features")
    seen, _ = raw.reset(seed=1)
    vectors, _ = env.reset(seed=1)
    assert env.features is not None
    for _ in range(12):
        masks = env.action_masks()
        for agent in env.agents:
            assert vectors[agent] in env.observation_space(agent)
            assert (vectors[agent] == env.features.encode(seen[agent])).all()
            assert (masks[agent] == seen[agent]["action_mask"]).all()
        actions = {agent: int(raw.action_space(agent).sample()) for agent in raw.agents}
        seen, vectors = raw.step(actions)[0], env.step(actions)[0]


@pytest.mark.slow
def test_pettingzoos_benchmark_runs() -> None:
    performance_benchmark(parallel_to_aec(parallel_env("classic", seats=2)))


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_rewards_add_up_to_the_scores_of_the_engine(name: str, seats: int, options: dict[str, Any]) -> None:
    env = parallel_env(name, seats=seats, **options)
    total, steps, (_, _, ended, cut, infos) = random_game(env, 3)
    outcome = env._episode.table.outcome
    assert outcome is not None
    assert steps == env.layout.steps
    assert list(total.values()) == pytest.approx([float(points) for points in outcome.totals])
    assert [info["score"] for info in infos.values()] == [float(points) for points in outcome.totals]
    assert all(ended.values())
    assert not any(cut.values())


@pytest.mark.parametrize("reward", ["final", "win"])
def test_other_rewards_come_at_the_end(reward: str) -> None:
    env = parallel_env("nexus", seats=3, scrapyard="lowest", reward=reward)
    total, _, (_, rewards, _, _, infos) = random_game(env, 1)
    scores = [info["score"] for info in infos.values()]
    assert total == rewards
    expected = scores if reward == "final" else [1.0 if score == max(scores) else -1.0 for score in scores]
    assert list(rewards.values()) == expected


def test_everybody_sees_the_others_from_the_own_chair() -> None:
    env = parallel_env("classic", seats=3)
    seen, _ = env.reset(seed=1)
    assert all(seen[agent] in env.observation_space(agent) for agent in seen)
    assert len({int(each["hand"][0]) for each in seen.values()}) == 1
    seen = env.step({"seat_1": 0, "seat_2": 1, "seat_3": 2})[0]
    boards = [seen[f"seat_{i}"]["board"].tolist() for i in (1, 2, 3)]
    assert seen["seat_1"]["others"].tolist() == [boards[1], boards[2]]
    assert seen["seat_2"]["others"].tolist() == [boards[2], boards[0]]
    assert seen["seat_3"]["others"].tolist() == [boards[0], boards[1]]


def test_what_others_do_before_the_next_call_stays_hidden() -> None:
    """With two tiles on call, or tiles in the reserve, a step is not the end of a turn."""
    tables: list[tuple[str, dict[str, Any]]] = [("classic", {"draw": 2, "rays": "best"}), ("orchid", {})]
    for name, options in tables:
        shown, rewarded = [], []
        for pick in (0, -1):
            env = parallel_env(name, seats=2, **options)
            seen, _ = env.reset(seed=2)
            for _ in range(0 if name == "classic" else 25):
                seen = env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in seen})[0]
            mine, others = (np.flatnonzero(seen[agent]["action_mask"]) for agent in ("seat_1", "seat_2"))
            after, rewards, *_ = env.step({"seat_1": int(mine[0]), "seat_2": int(others[pick])})
            shown.append(b"".join(after["seat_1"][key].tobytes() for key in sorted(after["seat_1"])))
            rewarded.append(rewards["seat_1"])
        assert shown[0] == shown[1]
        assert rewarded[0] == rewarded[1]


def test_an_illegal_action_of_one_stops_all() -> None:
    env = parallel_env("classic", seats=2)
    env.reset(seed=1)
    env.step({"seat_1": 0, "seat_2": 0})
    with pytest.raises(IllegalActionError, match=r"^seat 2: action 0 \(tile 1 of the hand to a1\): a1 is taken by"):
        env.step({"seat_1": 1, "seat_2": 0})
    seen = env.step({"seat_1": 1, "seat_2": 1})[0]
    assert [(each["board"] > 0).sum() for each in seen.values()] == [2, 2]


def test_pictures() -> None:
    for mode, sign in (("ansi", "\n"), ("svg", "<svg")):
        env = parallel_env("daffodil", seats=2, render_mode=mode)
        env.reset(seed=1)
        assert sign in str(env.render())
    assert parallel_env().render() is None
    env.close()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"edition": "nexus", "scrapyard": "passed"}, "scrapyard=passed is not for this environment"),
        ({"edition": "five"}, "five is not played on hexagons"),
        ({"seats": 9}, "classic takes 1 to 8 players, not 9"),
        ({"seats": 1, "rays": "best"}, "needs two or more players"),
        ({"reward": "points"}, "reward cannot be 'points'; it is one of change, final, win"),
        ({"rounds": 4}, "an episode is one game"),
        ({"max_cycles": 0}, "max_cycles is a whole number from 1 on, or None, not 0"),
        ({"observation": "pixels"}, "observation cannot be 'pixels'"),
        ({"render_mode": "png"}, "render_mode cannot be 'png'"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(PartakeError, match=reason):
        parallel_env(**options)


def test_wrong_calls_are_refused() -> None:
    env = parallel_env("classic", seats=2)
    with pytest.raises(PartakeError, match="an action is needed for each of nobody: call reset"):
        env.step({"seat_1": 0})
    with pytest.raises(PartakeError, match="a seed is a whole number"):
        env.reset(seed=-1)
    env.reset(seed=1)
    for actions in ({"seat_1": 0}, {"seat_1": 0, "seat_2": 0, "seat_3": 0}, {}):
        with pytest.raises(PartakeError, match="an action is needed for each of seat_1, seat_2"):
            env.step(actions)
    with pytest.raises(PartakeError, match="an action is a whole number from 0 to 18"):
        env.step({"seat_1": 0, "seat_2": 19})
    with pytest.raises(PartakeError, match="an agent cannot be 'seat_9'"):
        env.action_space("seat_9")
    assert partake.PartakeError is PartakeError
