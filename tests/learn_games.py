"""Every variant that learned values are for, and random boards of them."""

from __future__ import annotations

import numpy as np

import partake
from partake.learn.encoding import DRAWS, Ints, Shape
from partake.learn.position import new_position, open_places, put, start, take
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


def open_list(state: Ints, shape: Shape, tile: int) -> list[int]:
    """The places where a tile may go."""
    mask = int(open_places(state, shape.geo, shape.tables, tile))
    return [place for place in range(64) if mask >> place & 1]


def random_position(shape: Shape, rng: np.random.Generator, placed: int | None = None) -> tuple[Ints, list[int]]:
    """A position after so many random legal placements (any number below all), and the deck that it came from."""
    state = new_position()
    start(state, shape.geo)
    deck = [int(tile) for tile in rng.permutation(len(shape.tables.facts))]
    count = int(rng.integers(shape.geo[DRAWS])) if placed is None else placed
    for tile in deck[:count]:
        take(state, shape.geo, tile)
        put(state, shape.geo, int(rng.choice(open_list(state, shape, tile))), tile)
    return state, deck
