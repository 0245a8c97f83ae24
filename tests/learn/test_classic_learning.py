"""How the Classic network learns."""

from __future__ import annotations

import numpy as np
import pytest

from partake.fast.shuffle import shuffle_all
from partake.learn.classic import board, learner
from partake.learn.classic.batch_games import scores
from partake.learn.classic.board import DRAWS, SIZE, TILES
from partake.learn.classic.feature_factors import FACTORS_OF
from partake.learn.classic.features import AT_LINES
from partake.learn.classic.lookahead import new_scratch, one_ply_values
from partake.learn.classic.network import new_network
from partake.learn.classic.self_play import BOARDS, EXACT_CELLS, collect, empty_batch, new_batch
from partake.learn.network.replay import ReplayBuffer


def test_what_is_learned_of_a_feature_is_learned_of_its_kind() -> None:
    network, optimiser, batch = new_network(6), learner.new_optimiser(), empty_batch(1)
    kind = int(FACTORS_OF[AT_LINES + 1, 0])
    seen, *factors = np.flatnonzero(np.isin(FACTORS_OF, kind).any(axis=1))
    batch.features[0, 0], batch.counts[0], batch.stages[0], batch.targets[0] = seen, 1, 1, 500
    before = network.rows.copy()
    optimiser.learn(network, batch, 0.01)
    changed = set(np.flatnonzero((network.rows != before).any(axis=1)).tolist())
    assert {seen, *factors} <= changed
    assert changed == {
        feature for k in FACTORS_OF[seen] for feature in np.flatnonzero(np.isin(FACTORS_OF, k).any(axis=1))
    }
    assert optimiser.occurred().tolist() == [seen]


def test_an_error_reaches_back_to_the_boards_before_it() -> None:
    network, trace, seed = new_network(7), 0.5, np.uint64(8)
    plain, traced = new_batch(1), new_batch(1)
    collect(seed, 0, 1, True, 0.0, 0.0, network, new_scratch(), plain)
    collect(seed, 0, 1, True, trace, 0.0, network, new_scratch(), traced)
    deck, pos, scratch, estimates = np.empty((1, TILES), np.int8), np.zeros(SIZE, np.int64), new_scratch(), []
    shuffle_all(seed, 0, DRAWS, deck)
    board.start(pos)
    for tile in deck[0, :BOARDS]:
        board.take(pos, tile, -1)
        cell = one_ply_values(pos, tile, EXACT_CELLS, network, scratch, scratch.values[0])
        estimates.append(scratch.values[0][cell] - board.put(pos, cell, tile))
    assert traced.targets[-1] == plain.targets[-1]
    errors = trace * (traced.targets[1:] - np.array(estimates[1:]))
    assert traced.targets[:-1] == pytest.approx(plain.targets[:-1] + errors, abs=1e-2)


def test_learning_goes_on_after_a_stop_as_if_nothing_had_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "BATCH", 8)
    through, before, after = (learner.ClassicLearner(seed=9) for _ in range(3))
    through.advance(0, 32)
    before.advance(0, 16)
    after.load({name: array.copy() for name, array in before.save().items()})
    after.advance(16, 16)
    for one, other in zip(through.average, after.average, strict=True):
        assert (one == other).all()


def test_later_it_learns_from_all_next_tiles_and_from_boards_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "BATCH", 8)
    made = learner.ClassicLearner(seed=9, full_targets_after=8)
    made.advance(0, 8 * 12)
    growing = sum(min(batch, learner.REPLAYS) for batch in range(1, 12))
    assert made.optimiser.steps == 1 + growing


def test_a_memory_gives_only_what_it_was_given_and_forgets_the_oldest() -> None:
    memory, rng = ReplayBuffer(empty_batch(10)), np.random.default_rng(6)
    for value in range(4):
        batch = empty_batch(4)
        batch.targets[:] = value
        memory.add(batch)
    drawn = set(memory.draw(500, rng).targets.tolist())
    assert memory.size == 10
    assert drawn == {1.0, 2.0, 3.0}


def test_a_little_learning_beats_none() -> None:
    made = learner.ClassicLearner(seed=2)
    decks = made.decks(5, 0, 200)
    ignorant = scores(made.average, decks).mean()
    made.advance(0, 40 * learner.BATCH)
    assert scores(made.average, decks).mean() > ignorant + 20
