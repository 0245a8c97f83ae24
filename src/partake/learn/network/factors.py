"""Feature factorisation: features that say the same of different places, or nearly the same, share virtual factors.

During training a feature's row is its own part plus those of its factors (as in the training of NNUE networks), so that
a feature which has hardly ever occurred is not unknown. Only training knows factors: a row in a file is their sum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from partake.learn.encoding import (
    BUCKETS,
    DIRECTIONS,
    DRAWS,
    FIT_LEVELS,
    LENGTHS,
    LINES_OF,
    LONGEST,
    MAX_NUMBERS,
    MAX_SHOWN,
    NUMBERS,
    PROSPECT_LEVELS,
    SCRAPYARD_LEVELS,
    WORTH,
    Ints,
)  # fmt: skip
from partake.learn.network.inputs import (
    GAIN_BUCKETS,
    KEEPING_LEVELS,
    MAX_DEMAND,
    MAX_SUITABLE,
    PHASES,
    WANTED_LEVELS,
    Inputs,
)

MOST = 4
"""The most factors of a feature."""
Digits = tuple[Ints, ...]
"""The digits of the features of a group, each an array over the features."""
Key = tuple[Ints | int, ...]
"""What a factor keeps of its features: those that agree in all of it share the factor."""

Keys = Callable[[Ints, Ints], Sequence[Key]]
"""The factors of a group's features, from the array of the variant and the features' numbers within the group."""


def factors_of(inputs: Inputs) -> Ints:
    """[feature, index] its factors, numbered from 0 in the order of groups, padded with -1."""
    found, start, numbered = np.full((inputs.features, MOST), -1, np.int64), 0, 0
    for group, size in inputs.sizes.items():
        keys = KEYS[group](inputs.geo, np.arange(size)) if size and group in KEYS else ()
        for index, key in enumerate(keys):
            joined = np.zeros(size, np.int64)
            for part in key:
                joined = joined * (int(np.max(part)) + 2) + part + 1  # parts are at least -1
            _, names = np.unique(joined, return_inverse=True)
            found[start : start + size, index] = numbered + names
            numbered += int(names.max()) + 1
        start += size
    return found


def _digits(features: Ints, *radices: int) -> Digits:
    """The digits of numbers in mixed radix, the first one unbounded."""
    found: list[Ints] = []
    for radix in reversed(radices):
        features, digit = np.divmod(features, radix)
        found.append(digit)
    return (features, *reversed(found))


def _lines(geo: Ints, features: Ints) -> Sequence[Key]:
    longest, most, numbers = int(geo[LONGEST]), int(geo[MAX_SHOWN]), int(geo[NUMBERS])
    line, case = _digits(features, 1 + numbers * longest * (most + 1))
    rest, left = np.divmod(np.maximum(case - 1, 0), most + 1)
    number, empty = np.divmod(rest, longest)
    way, length = geo[DIRECTIONS + line], geo[LENGTHS + line]
    spare = np.clip(left - empty - 1, -1, 2)  # tiles to spare: too few, none, one, more
    begun = np.minimum(case, 1)
    return (
        (way, length, case),
        (line, begun, rest),
        (way, begun, number, empty, spare),
        (begun, length, empty, spare),
    )


def _cells(geo: Ints, features: Ints) -> Sequence[Key]:
    cell, code, bucket = _digits(features, (int(geo[NUMBERS]) + 2) ** 3, BUCKETS)
    return (code, bucket), (cell, code), (code,)


def _rays(geo: Ints, features: Ints) -> Sequence[Key]:
    line, symbol, number, empty, rank = _digits(features, 2, int(geo[NUMBERS]) + 2, int(geo[LONGEST]) + 1, 3)
    length = geo[LENGTHS + line]
    return (length, symbol, empty, rank), (line, symbol, empty), (number, empty, rank)


def _demands(geo: Ints, features: Ints) -> Sequence[Key]:
    most = int(geo[MAX_SHOWN])
    which, wanted, left = _digits(features, MAX_DEMAND + 1, most + 1)
    return (which, wanted - left + most), (which, wanted), (wanted, left)


def _bonuses(geo: Ints, features: Ints) -> Sequence[Key]:
    kind, *lines = _digits(features, PROSPECT_LEVELS, PROSPECT_LEVELS, PROSPECT_LEVELS)
    ordered = np.sort(np.stack(lines), axis=0)
    return (kind, *ordered), (kind % 2, *ordered)


def _completions(geo: Ints, features: Ints) -> Sequence[Key]:
    n = int(geo[NUMBERS])
    cell, *numbers, tiles = _digits(features, n + 1, n + 1, n + 1, MAX_SUITABLE + 1)
    lines = [geo[LINES_OF + 3 * cell + direction] for direction in range(3)]
    points = sum(
        np.where(number > 0, geo[WORTH + (MAX_NUMBERS + 2) * line + number], 0)
        for number, line in zip(numbers, lines, strict=True)
    )
    return (cell, *numbers), (points, tiles), (points,)


def _kept(
    *radices: int | Callable[[Ints], int], keep: Sequence[Sequence[int]]
) -> Callable[[Ints, Ints], Sequence[Key]]:
    """Factors that keep some of a group's digits."""

    def keys(geo: Ints, features: Ints) -> Sequence[Key]:
        digits = _digits(features, *(radix if isinstance(radix, int) else radix(geo) for radix in radices))
        return [tuple(digits[index] for index in chosen) for chosen in keep]

    return keys


def _size(at: int, more: int = 1) -> Callable[[Ints], int]:
    return lambda geo: int(geo[at]) + more


KEYS: Mapping[str, Keys] = {
    "lines": _lines,
    "cells": _cells,
    "counts": _kept(_size(MAX_SHOWN), keep=[(1,)]),
    "pairs": _kept(BUCKETS, keep=[(1,)]),
    "wilds": _kept(_size(LONGEST), keep=[(1,)]),
    "reach": _kept(4, keep=[(1,)]),
    "rays": _rays,
    "bonuses": _bonuses,
    "yard": _kept(SCRAPYARD_LEVELS, 8, keep=[(0, 1), (0, 2)]),
    "yard_standing": _kept(BUCKETS, 8, keep=[(0, 1), (0,)]),
    "reserve": _kept(_size(DRAWS), keep=[(0,), (1,)]),
    "fits": _kept(FIT_LEVELS, 4 * BUCKETS, keep=[(1, 2), (1,)]),
    "demands": _demands,
    "closings": _kept(MAX_SUITABLE + 1, keep=[(0,)]),
    "gains": _kept(GAIN_BUCKETS, KEEPING_LEVELS, keep=[(1, 2), (0, 1), (1,)]),
    "completions": _completions,
    "wanted": _kept(PHASES, WANTED_LEVELS, keep=[(1, 2), (0, 2), (2,)]),
}
"""For each group, what the factors of its features keep; groups without an entry have no factors."""
