"""The network of any variant: its values step by step the same as all at once, its targets, players and files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from learn_games import linear_one_ply_values, open_list, random_position, title
from network_positions import BOARDS, VARIANTS, active, of, shape_of, some_network, value_of
from partake.fast.scoring import EMPTY, scoring_scratch
from partake.fast.shuffle import shuffle_all
from partake.learn.encoding import (
    CELLS,
    DRAWS,
    MAX_POSITIONS,
    encoding_of,
)
from partake.learn.features import MAX_ACTIVE
from partake.learn.network.batch_games import AFFORDABLE, choose, scores_and_luck
from partake.learn.network.factors import factors_of
from partake.learn.network.files import about_network, load_network, network_file
from partake.learn.network.inputs import (
    inputs_of,
)
from partake.learn.network.learner import WIDTH, NetworkLearner
from partake.learn.network.lookahead import (
    expected_best,
    new_scratch,
    one_ply_values,
)
from partake.learn.network.model import random_network
from partake.learn.network.packing import STEP, pack, unpack
from partake.learn.network.self_play import collect, new_batch
from partake.learn.one_ply import choose_two
from partake.learn.player import Player
from partake.learn.position import OPEN, POINTS, SHEET, put, take
from partake.learn.search_budget import ILLEGAL, SearchBudget
from partake.learn.weights import WeightsError, write_weights
from partake.rules.variant import Variant


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_the_value_of_every_placement_is_that_of_the_board_it_makes(made: Variant) -> None:
    inputs, shape, rng = inputs_of(made), shape_of(made), np.random.default_rng(5)
    network, scratch, values, scale = some_network(inputs), new_scratch(inputs, WIDTH), np.zeros(MAX_POSITIONS), 50.0
    for _ in range(BOARDS):
        state, deck = random_position(shape, rng, int(rng.integers(shape.geo[DRAWS] - 2)))
        tile = deck[int(shape.geo[DRAWS] - state[OPEN])]
        take(state, inputs.geo, tile)
        before = state.copy()
        one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        legal = open_list(state, shape, tile)
        yard = range(len(made.board.cells), int(inputs.geo[CELLS]))
        expected = {}
        for position in legal:
            after = before.copy()
            put(after, inputs.geo, position, tile)
            expected[position] = value_of(after, inputs, network, scale)
        if made.options.scrapyard == "passed":  # only the cell that hurts most
            scrapped = [position for position in legal if position in yard]
            worst = min(scrapped, key=expected.__getitem__, default=None)
            expected = {key: value for key, value in expected.items() if key not in yard or key == worst}
        found = {position: float(value) for position, value in enumerate(values) if value > ILLEGAL}
        assert found == pytest.approx(expected, abs=0.05)
        assert max(active(state, inputs)) < inputs.features
        assert len(active(state, inputs)) <= inputs.most_active


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_with_direct_weights_alone_it_is_the_linear_model(made: Variant) -> None:
    inputs, shape, linear = inputs_of(made), shape_of(made), encoding_of(made, share=True)
    rng, scale = np.random.default_rng(6), 64.0
    weights = rng.integers(-8, 9, linear.features).astype(np.float32)
    network = random_network(1, factors_of(inputs), width=WIDTH, spread=0.05)
    network.direct[: len(inputs.shared)] = weights[inputs.shared] / scale
    values, scratch = np.zeros(MAX_POSITIONS), new_scratch(inputs, WIDTH)
    for _ in range(BOARDS):
        state, deck = random_position(shape, rng)
        tile = deck[int(shape.geo[DRAWS] - state[OPEN])]
        take(state, inputs.geo, tile)
        one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        theirs = linear_one_ply_values(state, linear, weights, tile)
        if made.options.scrapyard == "passed":  # of scrapyard cells of one value either may be named
            values.sort()
            theirs.sort()
        assert values == pytest.approx(theirs, abs=0.01)


@pytest.mark.parametrize(
    "made", [of("classic", rays="each"), of("daffodil", stamens="reserve"), of("nexus")], ids=title
)
def test_targets_are_the_best_values_of_what_comes_next(made: Variant) -> None:
    """One game without lots: with the tile that came, and with all that could have come."""
    inputs, scale = inputs_of(made), 40.0
    network, scratch, values = some_network(inputs), new_scratch(inputs, WIDTH), np.zeros(MAX_POSITIONS)
    one, every = new_batch(made.draws, inputs.most_active), new_batch(made.draws, inputs.most_active)
    for batch, others in ((one, 0), (every, 99)):
        collect(
            np.uint64(8), 0, 1, 1, 1, others, 0.0, inputs.geo, inputs.geo, inputs.arrays, network, scale, scratch, batch
        )
    deck = np.empty((1, len(made.tiles.tiles)), np.int8)
    shuffle_all(np.uint64(8), 0, made.draws, deck)
    state, _ = random_position(shape_of(made), np.random.default_rng(1), 0)
    for draw in range(made.draws - 2):
        tile = int(deck[0, draw])
        take(state, inputs.geo, tile)
        position = one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        put(state, inputs.geo, position, tile)
        assert sorted(one.features[draw, : one.counts[draw]].tolist()) == active(state, inputs)
        after, tile = state.copy(), int(deck[0, draw + 1])
        mean = expected_best(state, inputs.geo, inputs.arrays, network, scale, scratch)
        take(after, inputs.geo, tile)
        best = one_ply_values(after, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        assert one.targets[draw] == pytest.approx(values[best] - state[POINTS], abs=0.05)
        assert every.targets[draw] == pytest.approx(mean - state[POINTS], abs=0.05)
    assert one.counts[-2:].tolist() == [0, 0], "the last two boards are not learned: their values are exact"


@pytest.mark.parametrize("made", [of("orchid", symbols="moon"), of("daffodil")], ids=title)
def test_bots_play_as_the_batches_that_measure_them(made: Variant, tmp_path: Path) -> None:
    inputs, scale = inputs_of(made), 30.0
    network, path = some_network(inputs), tmp_path / "network.npz"
    write_weights(path, {**about_network(made), "scale": scale}, pack(network, np.arange(inputs.features)))
    player, scratch = Player(made, *load_network(path, made)[1:]), new_scratch(inputs, WIDTH)
    rng, shape = np.random.default_rng(2), shape_of(made)
    for placed in (5, 11, made.draws - 3, made.draws - 2):
        state, deck = random_position(shape, rng, placed)
        cells = tuple(
            None if tile == EMPTY else made.tiles.tiles[tile] for tile in state[SHEET : SHEET + len(made.positions)]
        )
        hand, drawn = [made.tiles.tiles[deck[placed]]], [made.tiles.tiles[tile] for tile in deck[: placed + 1]]
        take(state, inputs.geo, deck[placed])
        for candidates, budget in ((AFFORDABLE, SearchBudget(1)), (3, SearchBudget(3))):
            position, first, *_ = choose(
                state, inputs.geo, inputs.arrays, player.network, scale, deck[placed], candidates, scratch
            )
            assert player.search([cells], 1, drawn, hand, budget) == (hand[0], position)
            assert player.position_value([cells], 1, drawn, hand) == pytest.approx(first)
        assert player.place([cells], 1, drawn, hand) == player.search([cells], 1, drawn, hand, SearchBudget(1))


def test_luck_is_what_tiles_brought_more_than_all_that_could_have_come() -> None:
    made = of("daffodil")
    inputs, scale = inputs_of(made), 30.0
    network, scratch, values = some_network(inputs), new_scratch(inputs, WIDTH), np.zeros(MAX_POSITIONS)
    deck = np.empty((1, len(made.tiles.tiles)), np.int8)
    shuffle_all(np.uint64(5), 0, made.draws, deck)
    scores, luck = scores_and_luck(inputs, network, scale, deck[:, : made.draws])
    state, _ = random_position(shape_of(made), np.random.default_rng(1), 0)
    total, value = 0.0, 0.0
    for tile in map(int, deck[0, : made.draws]):
        expected = expected_best(state, inputs.geo, inputs.arrays, network, scale, scratch)
        take(state, inputs.geo, tile)
        best = one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        value = float(values[best])
        total += value - expected
        put(state, inputs.geo, best, tile)
    assert scores[0] == value
    assert luck[0] == pytest.approx(total, abs=0.01)


def test_two_tiles_are_placed_as_the_linear_model_places_them() -> None:
    """With direct weights alone, where the order matters: the same pair of positions is best."""
    made = of("classic", draw="2", placement="adjacent")
    inputs, linear, rng, scale = inputs_of(made), encoding_of(made, share=True), np.random.default_rng(3), 64.0
    weights = rng.normal(0, 3, linear.features).astype(np.float32)
    network = random_network(1, factors_of(inputs), width=WIDTH, spread=0.05)
    network.direct[: len(inputs.shared)] = weights[inputs.shared] / scale
    learner = NetworkLearner(made, linear_games=0, batch=4)
    for mine, given in zip(learner.average, network, strict=True):
        mine[...] = given
    learner.scale = scale
    decks = learner.decks(7, 0, 3)
    room, out, scores = scoring_scratch(linear.arrays), np.zeros(MAX_ACTIVE, np.int64), []
    for deck in decks:
        state, _ = random_position(shape_of(made), rng, 0)
        for at in range(0, made.draws - 1, 2):
            tiles = (int(deck[at]), int(deck[at + 1]))
            for tile in tiles:
                take(state, linear.geo, tile)
            _, first, one, two = choose_two(state, linear.geo, linear.arrays, weights, tiles, room, out)
            put(state, linear.geo, one, tiles[first])
            put(state, linear.geo, two, tiles[1 - first])
        last = int(deck[-1])
        take(state, linear.geo, last)
        scores.append(linear_one_ply_values(state, linear, weights, last).max())
    assert learner.scores(decks).tolist() == scores


def test_files_say_what_is_wrong_with_them(tmp_path: Path) -> None:
    made, other = of("orchid"), of("orchid", symbols="moon")
    inputs, path = inputs_of(made), tmp_path / "network-orchid.npz"
    network = some_network(inputs)
    about = {**about_network(made), "scale": 60.0}
    write_weights(path, about, pack(network, np.arange(inputs.features)))
    _, found, scale = load_network(path, made)
    assert scale == 60.0
    assert found.rows == pytest.approx(network.rows, abs=STEP / 2)
    with pytest.raises(WeightsError, match="no network for orchid"):
        load_network(path, other)
    small, damaged = tmp_path / "small.npz", tmp_path / "damaged.npz"
    write_weights(small, about, {"rows": network.rows[:10]})
    with pytest.raises(WeightsError, match="another size"):
        load_network(small, made)
    data = path.read_bytes()
    damaged.write_bytes(data[:5000] + bytes(20) + data[5020:])
    with pytest.raises(WeightsError, match="damaged"):
        load_network(damaged, made)


def test_a_network_of_other_rules_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = of("daffodil", draw="2")
    inputs, path = inputs_of(made), tmp_path / "network-daffodil-draw-2.npz"
    monkeypatch.setenv("PARTAKE_WEIGHTS", str(tmp_path))
    about, arrays = {**about_network(made), "scale": 60.0}, pack(some_network(inputs), np.arange(9))
    write_weights(path, about, arrays)
    assert network_file(made) == path
    write_weights(path, {**about, "rules": "other"}, arrays)
    assert network_file(made) is None


@pytest.mark.parametrize("largest", [1.0, 50.0])
def test_a_file_holds_every_row_to_half_a_step(tmp_path: Path, largest: float) -> None:
    """In single bytes where the greatest entry allows it, else in two; files of before hold rows uncoded."""
    inputs = inputs_of(of("daffodil"))
    network, used = some_network(inputs), np.arange(0, inputs.features, 2)
    network.rows[:] *= largest / np.abs(network.rows).max()
    packed = dict(pack(network, used))
    found = unpack(packed, inputs.features)
    assert np.abs(found.rows[used] - network.rows[used]).max() <= STEP / 2
    assert not found.rows[1::2].any()
    before = {**packed, "rows": np.round(network.rows[used] / STEP).astype(np.int16)}
    del before["coded"]
    assert (unpack(before, inputs.features).rows == found.rows).all()


def test_rows_that_cannot_be_decoded_are_refused_in_a_sentence(tmp_path: Path) -> None:
    made, path = of("daffodil"), tmp_path / "network-daffodil.npz"
    inputs = inputs_of(made)
    packed = {**pack(some_network(inputs), np.arange(9)), "coded": np.arange(99, dtype=np.uint8)}
    write_weights(path, {**about_network(made), "scale": 60.0}, packed)
    with pytest.raises(WeightsError, match="another size"):
        load_network(path, made)
