"""Networks with random weights for every variant, and positions as they see them, for the tests of networks."""

from __future__ import annotations

import numpy as np

import partake
from learn_games import all_variants
from partake.learn.encoding import (
    DRAWS,
    Encoding,
    Ints,
    encoding_of,
)
from partake.learn.features import MAX_ACTIVE
from partake.learn.network.factors import factors_of
from partake.learn.network.inputs import (
    Inputs,
)
from partake.learn.network.learner import WIDTH
from partake.learn.network.lookahead import active_features, new_scratch, stage_of
from partake.learn.network.model import Network, random_network
from partake.learn.position import OPEN, POINTS
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant

VARIANTS = all_variants()
SINGLE = [made for made in VARIANTS if made.options.draw == 1]
BOARDS = 4


def of(name: str, **options: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


def shape_of(made: Variant) -> Encoding:
    """The encoding without shared weights, for the helpers that play."""
    return encoding_of(made)


def some_network(inputs: Inputs, seed: int = 3) -> Network:
    network = random_network(seed, factors_of(inputs), width=WIDTH, spread=0.05, output_spread=0.3, output=1.0)
    network.direct[:] = np.random.default_rng(seed).normal(0, 0.05, inputs.features)
    return network


def active(state: Ints, inputs: Inputs, geo: Ints | None = None) -> list[int]:
    out = np.zeros(MAX_ACTIVE, np.int64)
    names = inputs.geo if geo is None else geo
    return sorted(out[: active_features(state, names, new_scratch(inputs, WIDTH), out)].tolist())


def value_of(state: Ints, inputs: Inputs, network: Network, scale: float) -> float:
    """The value of a position by the formula, in NumPy."""
    features, stage = active(state, inputs), stage_of(int(state[OPEN]), int(inputs.geo[DRAWS]))
    hidden = np.maximum(network.rows[features].sum(axis=0), 0)
    hidden = np.maximum(network.w2[stage] @ hidden + network.b2[stage], 0)
    hidden = np.maximum(network.w3[stage] @ hidden + network.b3[stage], 0)
    learned = network.direct[features].sum() + network.w4[stage] @ hidden + network.b4[stage]
    return float(state[POINTS] + scale * learned)
