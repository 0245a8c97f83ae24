"""How networks learn: factors, replay, and targets of ever more tiles."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from network_positions import of, some_network
from partake.learn.encoding import MAX_TILES
from partake.learn.network import learner
from partake.learn.network.factors import factors_of
from partake.learn.network.inputs import inputs_of
from partake.learn.network.learner import REPLAYS, WIDTH, NetworkLearner, play_part
from partake.learn.network.optimizer import Optimiser
from partake.learn.network.replay import ReplayBuffer
from partake.learn.network.self_play import new_batch
from partake.learn.players import Threads


def test_what_is_learned_of_a_feature_is_learned_of_its_factors() -> None:
    inputs = inputs_of(of("classic"))
    factors, network, batch = factors_of(inputs), some_network(inputs), new_batch(1, 1)
    optimiser = Optimiser(factors, width=WIDTH, scale=60.0, direct_rate=0.5)
    seen = 1
    batch.features[0, 0], batch.counts[0], batch.stages[0], batch.targets[0] = seen, 1, 1, 500
    before = network.rows.copy()
    optimiser.learn(network, batch, 0.01)
    changed = set(np.flatnonzero((network.rows != before).any(axis=1)).tolist())
    shared = [factor for factor in factors[seen] if factor >= 0]
    assert changed == {seen, *np.flatnonzero(np.isin(factors, shared).any(axis=1)).tolist()}
    assert len(changed) > 1
    assert optimiser.occurred().tolist() == [seen]


def test_boards_are_learned_from_again_as_soon_as_there_are_some() -> None:
    made = NetworkLearner(of("classic"), seed=9, linear_games=0, batch=4)
    batches = REPLAYS + 3
    made.advance(0, 4 * batches)
    assert made.optimiser.steps == sum(1 + min(batch, REPLAYS) for batch in range(batches))


def test_a_replay_buffer_gives_only_what_it_was_given_and_forgets_the_oldest() -> None:
    memory, rng = ReplayBuffer(new_batch(10, 5)), np.random.default_rng(6)
    for value in range(4):
        batch = new_batch(4, 5)
        batch.targets[:] = value
        memory.add(batch)
    drawn = set(memory.draw(500, rng).targets.tolist())
    assert memory.size == 10
    assert drawn == {1.0, 2.0, 3.0}


class Noted(Threads):
    """Threads that note how many other tiles each part is told to try."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[int] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        assert function is play_part
        self.others.append(arguments[4])
        return super().submit(function, *arguments)


def test_targets_take_ever_more_tiles_into_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "OTHER_TILES", ((2, 0), (3, 1), (math.inf, MAX_TILES)))
    made, noted = NetworkLearner(of("classic"), seed=9, linear_games=0, batch=4), Noted()
    made.players = noted
    made.advance(0, 16)
    assert noted.others[:: learner.CHUNKS] == [0, 0, 1, MAX_TILES, MAX_TILES]


def test_a_network_that_learned_from_its_own_games_beats_one_that_did_not() -> None:
    made = NetworkLearner(of("classic"), seed=2, linear_games=0)
    decks = made.decks(5, 0, 200)
    ignorant = made.scores(decks).mean()
    made.advance(0, 20 * made.batch)
    assert made.scores(decks).mean() > ignorant + 20
