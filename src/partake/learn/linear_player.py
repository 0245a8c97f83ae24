"""The player of a variant by its linear model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partake.fast.scoring import scoring_scratch
from partake.learn.encoding import Ints
from partake.learn.features import MAX_ACTIVE, common_features
from partake.learn.model_player import ModelPlayer
from partake.learn.one_ply import sum_of_weights, worst_position
from partake.learn.position import POSITION_SIZE
from partake.learn.registry import values_for
from partake.learn.search_budget import Values
from partake.learn.two_ply import expected_best, one_ply_pair_values, one_ply_values
from partake.rules.variant import Variant


class LinearPlayer(ModelPlayer):
    """Places tiles of one variant by its linear model."""

    kind = "table"

    def __init__(self, variant: Variant) -> None:
        self.encoding, self.values = values_for(variant)
        super().__init__(variant, self.encoding.geo)
        self._scratch = scoring_scratch(self.encoding.arrays)
        self._indices = np.zeros(MAX_ACTIVE, np.int64)
        self._scratch_positions = np.zeros((2, POSITION_SIZE), np.int64)

    def _one_ply_values(self, state: Ints, tile: int, out: Values) -> None:
        one_ply_values(state, self.geo, self.encoding.arrays, self.values, tile, self._scratch, self._indices, out)

    def _pair_values(self, state: Ints, tiles: tuple[int, int], out: Values, others: Ints) -> None:
        one_ply_pair_values(
            state, self.geo, self.encoding.arrays, self.values, tiles, self._scratch, self._indices, out, others
        )

    def _expected_best(self, state: Ints) -> float:
        self._scratch_positions[0] = state
        return float(
            expected_best(
                self.geo, self.encoding.arrays, self.values, self._scratch, self._indices, self._scratch_positions
            )
        )

    def _worst_position(self, state: Ints, tile: int, positions: Sequence[int]) -> int:
        arrays, values, scratch, indices = self.encoding.arrays, self.values, self._scratch, self._indices
        base = sum_of_weights(indices, common_features(state, self.geo, indices), values)
        among = np.uint64(sum(1 << i for i in positions))
        return int(worst_position(state, self.geo, arrays, values, base, tile, among, scratch, indices))
