"""Every variant that learned values are for, and random boards of them."""

from __future__ import annotations

import numpy as np

import partake
from partake.fast.scoring import scoring_scratch
from partake.learn.encoding import DRAWS, MAX_POSITIONS, Encoding, Ints
from partake.learn.features import MAX_ACTIVE, common_features
from partake.learn.one_ply import Floats, candidates, placement_value, sum_of_weights
from partake.learn.position import new_position, open_positions, put, start, take
from partake.learn.search_budget import ILLEGAL, Values
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, combinations, variant

FIXED = {"takeback": "yes", "rounds": "1"}


def all_variants() -> list[Variant]:
    """Every variant of every hexagon edition, take-back and rounds aside."""
    return [
        variant(edition, chosen, seats=2)
        for edition in partake.editions().values()
        if isinstance(edition, HexagonEdition)
        for chosen in combinations(edition)
        if FIXED.items() <= chosen.items()
    ]


def title(made: Variant) -> str:
    names = ("placement", "draw", "rays", "stamens", "scrapyard", "symbols")
    return "-".join([made.edition.name, *(made.options.text(name) for name in names)])


def open_list(state: Ints, encoding: Encoding, tile: int) -> list[int]:
    """The places where a tile may go."""
    mask = int(open_positions(state, encoding.geo, encoding.arrays, tile))
    return [place for place in range(64) if mask >> place & 1]


def random_position(encoding: Encoding, rng: np.random.Generator, placed: int | None = None) -> tuple[Ints, list[int]]:
    """A position after so many random legal placements (any number below all), and the deck that it came from."""
    state = new_position()
    start(state, encoding.geo)
    deck = [int(tile) for tile in rng.permutation(len(encoding.arrays.attributes))]
    count = int(rng.integers(encoding.geo[DRAWS])) if placed is None else placed
    for tile in deck[:count]:
        take(state, encoding.geo, tile)
        put(state, encoding.geo, int(rng.choice(open_list(state, encoding, tile))), tile)
    return state, deck


def linear_one_ply_values(state: Ints, encoding: Encoding, weights: Floats, tile: int) -> Values:
    """[position] the one-ply value by linear values of a tile out of the bag; `ILLEGAL` where it may not go."""
    geo, arrays, scratch = encoding.geo, encoding.arrays, scoring_scratch(encoding.arrays)
    indices, found = np.zeros(MAX_ACTIVE, np.int64), np.full(MAX_POSITIONS, ILLEGAL)
    base = sum_of_weights(indices, common_features(state, geo, indices), weights)
    mask = int(candidates(state, geo, arrays, weights, base, tile, scratch, indices))
    for position in range(MAX_POSITIONS):
        if mask >> position & 1:
            found[position] = placement_value(state, geo, arrays, weights, base, position, tile, scratch, indices)
    return found
