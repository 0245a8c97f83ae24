"""The third ply of networks: an expected correction, and candidates that are chosen by it."""

from __future__ import annotations

import numpy as np
import pytest

from learn_games import random_position
from network_positions import of, shape_of, some_network
from partake.learn.encoding import MAX_POSITIONS
from partake.learn.network.batch_games import AFFORDABLE, choose
from partake.learn.network.inputs import GREATEST_WORTH, inputs_of
from partake.learn.network.learner import WIDTH
from partake.learn.network.lookahead import expected_best, expected_correction, new_scratch, one_ply_values
from partake.learn.position import BAG, BAG_SIZE, OPEN, put, take
from partake.learn.search_budget import (
    EXTRAPOLATION,
    ILLEGAL,
    THREE_PLY_CANDIDATES,
    THREE_PLY_EVALUATIONS,
    THREE_PLY_MARGIN,
    affordable_tiles,
    correction_factor,
)

SCALE = 1.0
"""What an output of 1 stands for in these networks."""


@pytest.mark.parametrize("most", [5, 99])
def test_an_expected_correction_is_what_two_plies_find_more_after_the_next_tiles(most: int) -> None:
    made = of("orchid")
    inputs = inputs_of(made)
    network, scratch, values = some_network(inputs), new_scratch(inputs, WIDTH), np.zeros(MAX_POSITIONS)
    state, _ = random_position(shape_of(made), np.random.default_rng(3), 14)
    bag = np.flatnonzero(state[BAG : BAG + len(made.tiles.tiles)])
    found, count = [], min(most, len(bag))
    for i in range(count):  # at even distances in the bag
        after, tile = state.copy(), int(bag[i * len(bag) // count])
        take(after, inputs.geo, tile)
        best = one_ply_values(after, inputs.geo, inputs.arrays, network, SCALE, tile, scratch, values)
        first = values[best]
        put(after, inputs.geo, best, tile)
        found.append(expected_best(after, inputs.geo, inputs.arrays, network, SCALE, scratch) - first)
    value = expected_correction(state, inputs.geo, inputs.arrays, network, SCALE, most, scratch)
    assert value == pytest.approx(np.mean(found))


@pytest.mark.parametrize("placed", [9, 13, 17])
def test_the_closest_candidates_are_chosen_by_their_third_ply(placed: int) -> None:
    made = of("orchid")
    inputs = inputs_of(made)
    network, scratch, values = some_network(inputs), new_scratch(inputs, WIDTH), np.zeros(MAX_POSITIONS)
    state, deck = random_position(shape_of(made), np.random.default_rng(placed), placed)
    tile = int(deck[placed])
    take(state, inputs.geo, tile)
    one_ply_values(state, inputs.geo, inputs.arrays, network, SCALE, tile, scratch, values)
    near = [int(at) for at in np.argsort(-values, kind="stable")[:8] if values[at] > ILLEGAL]
    after, two_ply = {at: state.copy() for at in near}, {}
    for at in near:
        put(after[at], inputs.geo, at, tile)
        two_ply[at] = expected_best(after[at], inputs.geo, inputs.arrays, network, SCALE, scratch)
    extrapolated = {at: two_ply[at] + EXTRAPOLATION * (two_ply[at] - values[at]) for at in near}
    best = max(extrapolated.values())
    close = sorted(near, key=lambda at: -extrapolated[at])[:THREE_PLY_CANDIDATES]
    close = [at for at in close if extrapolated[at] > best - THREE_PLY_MARGIN * inputs.geo[GREATEST_WORTH]]
    tiles, factor = affordable_tiles(state[BAG_SIZE], state[OPEN] - 1), correction_factor(state[OPEN] - 1, made.draws)
    assert tiles
    assert len(close) > 1
    three_ply = {
        at: two_ply[at]
        + factor * expected_correction(after[at], inputs.geo, inputs.arrays, network, SCALE, tiles, scratch)
        for at in close
    }
    chosen = choose(state, inputs.geo, inputs.arrays, network, SCALE, tile, 8, scratch)[0]
    assert chosen == max(three_ply, key=three_ply.__getitem__)
    shallow = choose(state, inputs.geo, inputs.arrays, network, SCALE, tile, AFFORDABLE, scratch)[0]
    assert shallow in near, "with candidates that are affordable there is no third ply"


def test_a_third_ply_stays_within_its_evaluations_or_is_left_out() -> None:
    for tiles in range(1, 80):
        for positions in range(1, 60):
            found = affordable_tiles(tiles, positions)
            assert found == 0 or 4 <= found <= THREE_PLY_EVALUATIONS / (THREE_PLY_CANDIDATES * tiles * positions)
    assert affordable_tiles(64, 60) == 0
