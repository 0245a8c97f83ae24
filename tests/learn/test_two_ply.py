"""Two-ply search by the linear model: everything that may be called next, on its best position."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from partake.fast.scoring import scoring_scratch
from partake.learn.encoding import TILES, Encoding, Ints, encoding_of
from partake.learn.features import MAX_ACTIVE
from partake.learn.one_ply import choose, choose_two
from partake.learn.position import BAG, POSITION_SIZE, UNDO, open_positions, put, start, take
from partake.learn.search_budget import ILLEGAL
from partake.learn.two_ply import PAIRS, expected_best, next_pairs, one_ply_pair_values
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.variant import variant


def classic(**options: str) -> Encoding:
    edition = catalogue().edition("classic")
    assert isinstance(edition, HexagonEdition)
    return encoding_of(variant(edition, options))


def some_board(shape: Encoding, rng: np.random.Generator, placed: int) -> Ints:
    """A board with tiles on open places, by lot."""
    state = np.zeros(POSITION_SIZE, np.int64)
    start(state, shape.geo)
    for tile in rng.permutation(shape.geo[TILES])[:placed]:
        take(state, shape.geo, tile)
        places = int(open_positions(state, shape.geo, shape.arrays, tile))
        put(state, shape.geo, int(rng.choice([i for i in range(places.bit_length()) if places >> i & 1])), tile)
    return state


def bag_of(state: Ints, shape: Encoding) -> list[int]:
    return [tile for tile in range(shape.geo[TILES]) if state[BAG + tile]]


@pytest.mark.parametrize("size", range(2, 28))
def test_pairs_are_all_there_are_or_each_tile_as_often(size: int) -> None:
    bag = np.arange(size) * 3
    found = [tuple(sorted(pair)) for pair in next_pairs(bag).tolist()]
    assert len(set(found)) == len(found)
    assert all(one != other and {one, other} <= set(bag) for one, other in found)
    counts = Counter(tile for pair in found for tile in pair)
    assert len(set(counts.values())) == 1
    assert set(counts) == set(bag)
    assert len(found) == size * (size - 1) // 2 or PAIRS / 2 <= len(found) <= PAIRS


@pytest.mark.parametrize("placed", [12, 14, 16])
def test_with_two_tiles_at_a_time_a_second_look_is_the_mean_of_the_best_answers_to_all_pairs(placed: int) -> None:
    shape, rng = classic(draw="2"), np.random.default_rng(placed)
    values = rng.normal(0, 2, shape.features).astype(np.float32)
    room, notes = scoring_scratch(shape.arrays), np.zeros(MAX_ACTIVE, np.int64)
    work = np.zeros((2, POSITION_SIZE), np.int64)
    geo, arrays = shape.geo, shape.arrays
    state = some_board(shape, rng, placed)
    tile = bag_of(state, shape)[0]
    take(state, geo, tile)
    place = next(i for i in range(19) if int(open_positions(state, geo, arrays, tile)) >> i & 1)
    put(state, geo, place, tile)
    work[0] = state
    found = expected_best(geo, arrays, values, room, notes, work)
    totals = []
    for pair in combinations(bag_of(state, shape), 2):
        after = state.copy()
        take(after, geo, pair[0])
        take(after, geo, pair[1])
        totals.append(choose_two(after, geo, arrays, values, pair, room, notes)[0])
    assert found == pytest.approx(np.mean(totals), abs=1e-3)


def test_the_last_single_tile_after_two_is_looked_at_alone() -> None:
    shape, rng = classic(draw="2"), np.random.default_rng(3)
    values = np.zeros(shape.features, np.float32)
    room, notes = scoring_scratch(shape.arrays), np.zeros(MAX_ACTIVE, np.int64)
    work = np.zeros((2, POSITION_SIZE), np.int64)
    geo, arrays = shape.geo, shape.arrays
    state = some_board(shape, rng, 16)
    tiles = bag_of(state, shape)[:2]
    for tile in tiles:
        take(state, geo, tile)
    one, two, _ = (i for i in range(19) if int(open_positions(state, geo, arrays, tiles[0])) >> i & 1)
    put(state, geo, one, tiles[0])
    put(state, geo, two, tiles[1])
    work[0] = state
    found = expected_best(geo, arrays, values, room, notes, work)
    totals = []
    for tile in bag_of(state, shape):
        after = state.copy()
        take(after, geo, tile)
        totals.append(choose(after, geo, arrays, values, tile, room, notes)[0])
    assert found == pytest.approx(np.mean(totals), abs=1e-3)


@pytest.mark.parametrize("placement", ["free", "adjacent"])
def test_the_best_of_all_rated_pairs_of_places_is_the_pair_that_is_chosen(placement: str) -> None:
    shape, rng = classic(draw="2", placement=placement), np.random.default_rng(5)
    values = rng.normal(0, 2, shape.features).astype(np.float32)
    room, notes = scoring_scratch(shape.arrays), np.zeros(MAX_ACTIVE, np.int64)
    geo, arrays, out, others = shape.geo, shape.arrays, np.zeros((2, 19)), np.zeros((2, 19), np.int64)
    for placed in (2, 6, 10, 15):
        state = some_board(shape, rng, placed)
        one, two = bag_of(state, shape)[:2]
        take(state, geo, one)
        take(state, geo, two)
        before = state.copy()
        one_ply_pair_values(state, geo, arrays, values, (one, two), room, notes, out, others)
        value, first, place, other = choose_two(state, geo, arrays, values, (one, two), room, notes)
        assert out[first, place] == pytest.approx(value, abs=1e-3)
        assert out.max() == pytest.approx(value, abs=1e-3)
        assert others[first, place] == other
        assert (out[1] == ILLEGAL).all() == (placement == "free")
        assert (state[:UNDO] == before[:UNDO]).all()
