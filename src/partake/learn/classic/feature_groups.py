"""Which features tell the same about different places, or nearly the same about one.

What is learned about one of them is learned about its whole kind, so that a feature which has hardly ever been seen is
not quite unknown. Only training knows kinds: a row that is used is the row of its feature.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from partake.learn.classic.board import CELLS, CODES, DIRECTIONS, LENGTHS, LINES, LONGEST, MOST, NUMBERS, TILES, Ints
from partake.learn.classic.features import (
    AT_CELLS,
    AT_CLOSINGS,
    AT_LINES,
    AT_NUMBERS,
    CLOSINGS,
    MOST_WANTED,
    PER_LINE,
    STEPS,
)  # fmt: skip
from partake.learn.classic.prospects import AT_GAINS, AT_WANTED, FEATURES, GAINS, KEEPING, TIMES, WANTED

Kind = tuple[object, ...]


def _named() -> Iterator[tuple[int, tuple[Kind, ...]]]:
    """Features, each with its kinds: the same elsewhere, the same with another count, the same roughly and anywhere."""
    for line in range(LINES):
        first, way = AT_LINES + line * PER_LINE, int(DIRECTIONS[line])
        yield first, (("new line", int(LENGTHS[line])),)
        for case in range(PER_LINE - 1):
            rest, left = divmod(case, MOST + 1)
            state, empty = divmod(rest, LONGEST)
            spare = max(min(left - empty, 2), -1)
            yield first + 1 + case, (("line", way, case), ("on", line, rest), ("spare", way, state, empty, spare))
    for cell in range(CELLS):
        for case in range(CODES * STEPS):
            code = case // STEPS
            yield AT_CELLS + cell * CODES * STEPS + case, (("cell", case), ("at", cell, code), ("code", code))
        for case in range(CLOSINGS * (MOST + 1)):
            lines = case // (MOST + 1)
            feature = AT_CLOSINGS + cell * CLOSINGS * (MOST + 1) + case
            yield feature, (("closing", case), ("closing at", cell, lines), ("closed", lines))
    for which in range(3 * NUMBERS):
        for case in range((MOST_WANTED + 1) * (MOST + 1)):
            wanted, left = divmod(case, MOST + 1)
            feature = AT_NUMBERS + which * (MOST_WANTED + 1) * (MOST + 1) + case
            yield feature, (("need", which, wanted - left), ("wanted", which, wanted))
    for tile in range(TILES):
        for case in range(GAINS * KEEPING):
            step = case // KEEPING
            feature = AT_GAINS + tile * GAINS * KEEPING + case
            yield feature, (("gain", case), ("gain of", tile, step), ("step", step))
    for cell in range(CELLS):
        for case in range(TIMES * WANTED):
            tiles = case % WANTED
            yield AT_WANTED + cell * TIMES * WANTED + case, (("want", case), ("want at", cell, tiles), ("wants", tiles))


def _numbered() -> tuple[Ints, int]:
    names: dict[Kind, int] = {}
    found = np.full((FEATURES, 3), -1)
    for feature, kinds in _named():
        for place, kind in enumerate(kinds):
            found[feature, place] = names.setdefault(kind, len(names))
    return found, len(names)


KINDS_OF, KINDS = _numbered()
"""[feature, place] its kinds, -1 where it has no more; and how many kinds there are."""
