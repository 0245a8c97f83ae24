"""What may be called next: each tile of the bag, or a balanced sample of the pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from partake.learn.encoding import Ints
from partake.rules.tiles import Tile

PAIRS = 60
"""About the number of next pairs that the mean is taken over, where there are more than twice as many."""


def next_hands(bag: Sequence[Tile], count: int) -> list[tuple[Tile, ...]]:
    """The hands that may be called next: each tile, or the pairs that two-ply lookahead takes the mean over."""
    if count == 1:
        return [(tile,) for tile in bag]
    return [(bag[one], bag[other]) for one, other in next_pairs(np.arange(len(bag)))]


@njit(cache=True)
def next_pairs(bag: Ints) -> Ints:
    """Pairs of tiles that may be called next: all, or a balanced sample in which each tile is equally often.

    The sample pairs each tile with the one a fixed distance ahead in the bag, for distances spread evenly: a
    deterministic, stratified choice, so that values do not tremble from call to call.
    """
    size, count = bag.size, 0
    if size * (size - 1) // 2 <= 2 * PAIRS:
        found = np.empty((size * (size - 1) // 2, 2), np.int64)
        for i in range(size):
            for j in range(i):
                found[count, 0], found[count, 1] = bag[i], bag[j]
                count += 1
        return found
    rounds = max(1, PAIRS // size)
    found = np.empty((rounds * size, 2), np.int64)
    # Distances in the middle of equal parts of 1 … (size - 1) / 2; each distance makes `size` different pairs.
    for i in range(rounds):
        apart = 1 + (2 * i + 1) * ((size - 1) // 2) // (2 * rounds)
        for j in range(size):
            found[count, 0], found[count, 1] = bag[j], bag[(j + apart) % size]
            count += 1
    return found
