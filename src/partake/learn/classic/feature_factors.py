"""Feature factorisation: features that say the same of different places, or nearly the same, share virtual factors.

During training a feature's row is its own part plus those of its factors (as in the training of NNUE networks), so that
a feature which has hardly ever occurred is not unknown. Only training knows factors: a row in a file is their sum.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from partake.learn.classic.board import (
    CELLS,
    CODES,
    DIRECTIONS,
    LENGTHS,
    LINES,
    LONGEST,
    NUMBERS,
    TILES,
    TILES_PER_NUMBER,
    Ints,
)
from partake.learn.classic.features import (
    AT_CELLS,
    AT_CLOSINGS,
    AT_LINES,
    AT_NUMBERS,
    CLOSINGS,
    MAX_WANTED,
    PER_LINE,
    SUITABLE_LEVELS,
)  # fmt: skip
from partake.learn.classic.prospects import (
    AT_GAINS,
    AT_WANTED,
    FEATURES,
    GAIN_BUCKETS,
    KEEPING_LEVELS,
    PHASES,
    WANTED_LEVELS,
)

Factor = tuple[object, ...]
"""What identifies a factor: a name and what is kept of the feature."""


def _factors_by_feature() -> Iterator[tuple[int, tuple[Factor, ...]]]:
    """Features with their factors: the same on another line or cell, with another count, roughly and anywhere."""
    for line in range(LINES):
        first, way = AT_LINES + line * PER_LINE, int(DIRECTIONS[line])
        yield first, (("new line", int(LENGTHS[line])),)
        for case in range(PER_LINE - 1):
            rest, left = divmod(case, TILES_PER_NUMBER + 1)
            state, empty = divmod(rest, LONGEST)
            spare = max(min(left - empty, 2), -1)  # tiles to spare: too few, none, one, more
            yield first + 1 + case, (("line", way, case), ("on", line, rest), ("spare", way, state, empty, spare))
    for cell in range(CELLS):
        for case in range(CODES * SUITABLE_LEVELS):
            code = case // SUITABLE_LEVELS
            yield AT_CELLS + cell * CODES * SUITABLE_LEVELS + case, (("cell", case), ("at", cell, code), ("code", code))
        for case in range(CLOSINGS * (TILES_PER_NUMBER + 1)):
            lines = case // (TILES_PER_NUMBER + 1)
            feature = AT_CLOSINGS + cell * CLOSINGS * (TILES_PER_NUMBER + 1) + case
            yield feature, (("closing", case), ("closing at", cell, lines), ("closed", lines))
    for which in range(3 * NUMBERS):
        for case in range((MAX_WANTED + 1) * (TILES_PER_NUMBER + 1)):
            wanted, left = divmod(case, TILES_PER_NUMBER + 1)
            feature = AT_NUMBERS + which * (MAX_WANTED + 1) * (TILES_PER_NUMBER + 1) + case
            yield feature, (("need", which, wanted - left), ("wanted", which, wanted))
    for tile in range(TILES):
        for case in range(GAIN_BUCKETS * KEEPING_LEVELS):
            step = case // KEEPING_LEVELS
            feature = AT_GAINS + tile * GAIN_BUCKETS * KEEPING_LEVELS + case
            yield feature, (("gain", case), ("gain of", tile, step), ("step", step))
    for cell in range(CELLS):
        for case in range(PHASES * WANTED_LEVELS):
            tiles = case % WANTED_LEVELS
            yield (
                AT_WANTED + cell * PHASES * WANTED_LEVELS + case,
                (("want", case), ("want at", cell, tiles), ("wants", tiles)),
            )


def _number_factors() -> tuple[Ints, int]:
    # Factors are numbered in the order of their first feature, which makes the numbers a part of checkpoints.
    names: dict[Factor, int] = {}
    found = np.full((FEATURES, 3), -1)
    for feature, factors in _factors_by_feature():
        for index, factor in enumerate(factors):
            found[feature, index] = names.setdefault(factor, len(names))
    return found, len(names)


FACTORS_OF, FACTORS = _number_factors()
"""[feature, index] its factors, padded with -1; and the number of factors."""
