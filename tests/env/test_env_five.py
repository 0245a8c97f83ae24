"""Take Five in PettingZoo: its checks, its rewards, and secrets that stay secrets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test  # type: ignore[import-untyped]

from partake.engine.actions import Move
from partake.engine.chance import Seed
from partake.env import rendering
from partake.env.five import FiveEnv, env, raw_env
from partake.env.five_encoding import DEEDS
from partake.rules.errors import IllegalActionError, PartakeError

T = TypeVar("T")
DICTIONARIES = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
)
"""PettingZoo's check knows by name which of its own games observe a dictionary with a mask, and warns of all others."""


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.filterwarnings(*DICTIONARIES)
def test_pettingzoo_finds_nothing_wrong(seats: int) -> None:
    api_test(env(seats), num_cycles=400)
    api_test(env(seats, reward="round", max_steps=50), num_cycles=100)
    seed_test(lambda: env(seats), num_cycles=200)


@pytest.mark.slow
def test_pettingzoo_finds_nothing_wrong_with_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "FPS", 0)  # a window that waits for nobody
    render_test(env)


@pytest.mark.slow
def test_pettingzoos_benchmark_runs() -> None:
    performance_benchmark(env())


def random_game(game: FiveEnv, seed: int, steps: int = 10**6) -> dict[str, list[float]]:
    """Random legal actions; every agent's rewards as they came."""
    game.reset(seed=seed)
    for number, agent in enumerate(game.agents):
        game.action_space(agent).seed(seed + number)
    found: dict[str, list[float]] = {agent: [] for agent in game.agents}
    for agent in game.agent_iter(steps):
        _, reward, ended, cut, _ = game.last()
        found[agent].append(reward)
        game.step(None if ended or cut else int(game.action_space(agent).sample()))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_winner_gets_one_and_the_others_lose_one(seats: int) -> None:
    game = raw_env(seats)
    rewards = random_game(game, seats)
    outcome = game.table.outcome
    assert outcome is not None
    for seat, agent in enumerate(game.possible_agents, start=1):
        assert sum(rewards[agent]) == (1.0 if seat in outcome.winners else -1.0)
        assert set(rewards[agent][:-1]) <= {0.0}


@pytest.mark.parametrize("seats", [2, 3])
def test_rewards_can_come_with_every_round(seats: int) -> None:
    game = raw_env(seats, reward="round")
    rewards = random_game(game, seats)
    outcome = game.table.outcome
    assert outcome is not None
    rounds = sum(outcome.totals)
    for agent, markers in zip(game.possible_agents, outcome.totals, strict=True):
        assert sum(rewards[agent]) == 2 * markers - rounds


def test_a_game_can_be_broken_off() -> None:
    game = raw_env(2, max_steps=10)
    rewards = random_game(game, 1)
    assert sum(map(len, rewards.values())) == 12
    assert not game.table.is_over


def test_observations_fit_their_space_and_fields() -> None:
    game, lots = raw_env(3), random.Random(2)
    game.reset(seed=2)
    fields = game.layout.fields
    assert fields["pawns"].start == 0
    assert fields["markers"].stop == game.observation_space("seat_1")["observation"].shape[0]  # type: ignore[index]
    for agent in game.agent_iter(300):
        if game.terminations[agent]:
            break
        seen = {other: game.observe(other) for other in game.possible_agents}
        for other, found in seen.items():
            assert found in game.observation_space(other)
            assert found["action_mask"].any() == (other == agent)
            numbers = found["observation"]
            assert numbers[fields["turn"]].tolist() == [(int(agent[-1]) - int(other[-1])) % 3]
        own = [seen[other]["observation"][fields["hands"]][:9].tolist() for other in game.possible_agents]
        others = seen["seat_2"]["observation"][fields["hands"]].reshape(3, 9).tolist()
        assert others == [own[1], own[2], own[0]]
        game.step(lots.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist()))


def test_every_action_has_one_number() -> None:
    layout = raw_env().layout
    assert len(layout.actions) == len(set(layout.actions)) == 4 * 36 * 3 + 2 + 9 * 36
    move = layout.actions[36 * 3 * 2 + 5 * 3 + 1]
    assert isinstance(move, Move)
    assert (str(move.piece), move.square, move.deed) == ("N", "f1", DEEDS[1])


class Swapped(Seed):
    """A seed whose layout of the first deal is replaced."""

    layout: tuple[Any, ...]

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return self.layout if label == "deal 1" else super().shuffled(label, items)


def history(game: FiveEnv, actions: Sequence[int]) -> list[bytes]:
    """All that seat 1 observes while these actions are played, byte for byte."""
    found = []
    for action in (*actions, None):
        seen = game.observe("seat_1")
        found.append(seen["observation"].tobytes() + seen["action_mask"].tobytes() + repr(game.infos).encode())
        if action is not None:
            game.step(action)
    return found


@pytest.mark.parametrize("number", range(12))
def test_pawns_that_a_seat_never_saw_change_not_a_byte(number: int) -> None:
    """Looks only, by both seats; then all pawns that seat 1 has not seen are dealt anew."""
    luck, game = random.Random(number), raw_env(2)
    game.reset(seed=number)
    actions, looked = [], set()
    for _ in range(24):
        agent = game.agent_selection
        mask = np.flatnonzero(game.observe(agent)["action_mask"]).tolist()
        looks = [a for a in mask if isinstance(move := game.layout.actions[a], Move) and move.deed == "?"]
        actions.append(luck.choice(looks))
        move = game.layout.actions[actions[-1]]
        assert isinstance(move, Move)
        if agent == "seat_1":
            looked.add(game.layout.squares.index(move.square))
        game.step(actions[-1])
    original = game.table._seed
    layout = list(original.shuffled("deal 1", [value for value in range(1, 10) for _ in range(4)]))
    unseen = [square for square in range(36) if square not in looked]
    values = [layout[square] for square in unseen]
    luck.shuffle(values)
    for square, value in zip(unseen, values, strict=True):
        layout[square] = value
    histories, secrets = [], []
    for seed in (original, Swapped(original.data)):
        if isinstance(seed, Swapped):
            object.__setattr__(seed, "layout", tuple(layout))
        again = raw_env(2)
        again.reset(seed=number)
        again.table._seed = seed
        histories.append(history(again, actions))
        secrets.append(again.observe("seat_2")["observation"].tobytes())
    assert histories[0] == histories[1]
    assert secrets[0] != secrets[1], "seat 2, who looked, must see the difference"


def test_nothing_but_the_view_goes_into_an_observation() -> None:
    game = raw_env(2)
    game.reset(seed=1)
    for agent in game.agent_iter(60):
        view = game.table.view(int(agent[-1]))
        assert (game.observe(agent)["observation"] == game.layout.observe(view)).all()  # type: ignore[arg-type]
        game.step(int(game.action_space(agent).sample()))


def test_pictures() -> None:
    for mode, sign in (("ansi", "\n"), ("svg", "<svg")):
        game = env(render_mode=mode)
        game.reset(seed=1)
        assert sign in game.render()
    assert raw_env().render() is None
    game.close()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seats": 1}, "five takes 2 to 4 players, not 1"),
        ({"seats": 5}, "five takes 2 to 4 players, not 5"),
        ({"edition": "classic"}, "classic is not Take Five"),
        ({"edition": "six"}, "there is no edition 'six'"),
        ({"reward": "points"}, "reward cannot be 'points'; it is one of game, round"),
        ({"max_steps": 0}, "max_steps is a whole number from 1 on, or None, not 0"),
        ({"render_mode": "png"}, "render_mode cannot be 'png'"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(PartakeError, match=reason):
        env(**options)


def test_wrong_calls_are_refused() -> None:
    game = raw_env()
    with pytest.raises(PartakeError, match="call reset"):
        game.step(0)
    with pytest.raises(PartakeError, match="call reset first"):
        game.observe("seat_1")
    with pytest.raises(PartakeError, match="a seed is a whole number"):
        game.reset(seed=2.5)  # type: ignore[arg-type]
    game.reset(seed=1)
    agent = game.agent_selection
    with pytest.raises(IllegalActionError, match=rf"^{agent}: action 0: the black bishop cannot move to a1"):
        game.step(0)
    with pytest.raises(IllegalActionError, match="move a piece: there is nothing else to do now"):
        game.step(432)
    assert game.agent_selection == agent
    for action in (-1, 758, None, 1.5):
        with pytest.raises(PartakeError, match="an action is a whole number from 0 to 757"):
            game.step(action)  # type: ignore[arg-type]
    with pytest.raises(PartakeError, match="an agent cannot be 'seat_3'"):
        game.observe("seat_3")
