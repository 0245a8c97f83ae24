"""The pairs of tiles that may be called next."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from partake.learn.chance import PAIRS, next_pairs


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
