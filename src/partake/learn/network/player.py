"""The player of a variant by its network; play and search are those of all models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from partake.learn.encoding import MAX_POSITIONS, Ints
from partake.learn.model_player import ModelPlayer
from partake.learn.network.files import load_network
from partake.learn.network.inputs import GREATEST_WORTH
from partake.learn.network.lookahead import (
    expected_best,
    expected_correction,
    new_scratch,
    one_ply_values,
    two_tile_values,
)
from partake.learn.search_budget import ILLEGAL, THREE_PLY_MARGIN, VALUE_EVALUATIONS, VALUE_MARGIN, Values
from partake.rules.variant import Variant


class NetworkPlayer(ModelPlayer):
    """Places tiles of one variant by its network."""

    kind = "network"
    evaluations = VALUE_EVALUATIONS

    def __init__(self, variant: Variant, path: Path) -> None:
        self.inputs, self.network, self.scale = load_network(path, variant)
        super().__init__(variant, self.inputs.geo)
        self._scratch = new_scratch(self.inputs, self.network.width)
        line = float(self.geo[GREATEST_WORTH])
        self.value_margin, self.three_ply_margin = VALUE_MARGIN * line, THREE_PLY_MARGIN * line

    def _one_ply_values(self, state: Ints, tile: int, out: Values) -> None:
        one_ply_values(state, self.geo, self.inputs.arrays, self.network, self.scale, tile, self._scratch, out)

    def _pair_values(self, state: Ints, tiles: tuple[int, int], out: Values, others: Ints) -> None:
        two_tile_values(
            state, self.geo, self.inputs.arrays, self.network, self.scale, tiles, self._scratch, out.reshape(-1),
            others.reshape(-1),
        )  # fmt: skip

    def _expected_best(self, state: Ints) -> float:
        return float(expected_best(state, self.geo, self.inputs.arrays, self.network, self.scale, self._scratch))

    def _expected_correction(self, state: Ints, tiles: int) -> float:
        arrays, network, scale = self.inputs.arrays, self.network, self.scale
        return float(expected_correction(state, self.geo, arrays, network, scale, tiles, self._scratch))

    def _worst_position(self, state: Ints, tile: int, positions: Sequence[int]) -> int:
        values = np.zeros(MAX_POSITIONS)
        self._one_ply_values(state, tile, values)
        # Where scrapyards are passed on, only the worst of their cells has a value.
        legal = [position for position in positions if values[position] > ILLEGAL]
        return min(legal or positions, key=lambda position: float(values[position]))
