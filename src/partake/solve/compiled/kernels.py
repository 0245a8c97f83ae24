"""The search as compiled loops: what `solve/search.py` does with sets of numbers, here with 64-bit words in arrays."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import lowest, popcount
from partake.solve.compiled.assignment import NOTHING, fill

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

_ONE = np.uint64(1)


@njit(cache=True)
def select(cells: Words, zones: Words, wild: Ints, counts: Ints, refused: Words, scoring: Words) -> Ints:
    """The labelings of one direction that the tiles could fill; counts are [zone, place]."""
    found = np.empty(len(cells), np.int64)
    number = 0
    for i in range(len(cells)):
        is_possible, covered = True, np.uint64(0)
        for n in range(cells.shape[1]):
            covered |= cells[i, n]
            if cells[i, n] & refused[n]:
                is_possible = False
        for mask in scoring:
            if mask & covered != mask:
                is_possible = False
        for z in range(len(zones)):
            spare = wild[z]
            for n in range(cells.shape[1]):
                spare -= max(0, popcount(cells[i, n] & zones[z]) - counts[z, n])
            if spare < 0:
                is_possible = False
        if is_possible:
            found[number] = i
            number += 1
    return found[:number]


@njit(cache=True)
def _fit(a: Words, i: int, b: Words, j: int, zones: Words, wild: Ints, counts: Ints, pair: int) -> bool:
    """Whether the tiles could show what two directions ask for; counts are [zone, pair, place, place]."""
    for z in range(len(zones)):
        spare = wild[z]
        for n in range(a.shape[1]):
            x = a[i, n] & zones[z]
            if x:
                for m in range(b.shape[1]):
                    over = popcount(x & b[j, m]) - counts[z, pair, n, m]
                    if over > 0:
                        spare -= over
                        if spare < 0:
                            return False
    return True


@njit(cache=True)
def best_pair(
    a: Words, a_points: Ints, b: Words, b_points: Ints, zones: Words, wild: Ints, counts: Ints, pair: int
) -> int:
    """The most points that two directions can have together."""
    best = NOTHING
    for i in range(len(a)):
        if a_points[i] + b_points[0] <= best:
            break
        for j in range(len(b)):
            if a_points[i] + b_points[j] <= best:
                break
            if _fit(a, i, b, j, zones, wild, counts, pair):
                best = a_points[i] + b_points[j]
    return best


@njit(cache=True)
def _pair_bonus(a: Words, i: int, d: int, b: Words, j: int, e: int, bonuses: Ints) -> int:
    """More than this the bonus tiles cannot earn; bonuses are [tile, (points, place, place, place)]."""
    found = 0
    for t in range(len(bonuses)):
        x, y = a[i, bonuses[t, 1 + d]], b[j, bonuses[t, 1 + e]]
        if x & y:
            found += bonuses[t, 0]
        elif x | y:
            found += bonuses[t, 0] // 2
    return found


@njit(cache=True)
def _partners(
    a: Words,
    i: int,
    b: Words,
    b_points: Ints,
    e: int,
    least: int,
    lines: int,
    zones: Words,
    wild: Ints,
    counts: Ints,
    bonuses: Ints,
    found: Ints,
    most: Ints,
) -> int:
    """The labelings of direction `e` that go with one of the first, and the most bonus points with each.

    They have `lines` points at least, and `least` with their bonus points.
    """
    number = 0
    for j in range(len(b)):
        if b_points[j] < lines:
            break
        bonus = _pair_bonus(a, i, 0, b, j, e, bonuses)
        if b_points[j] + bonus >= least and _fit(a, i, b, j, zones, wild, counts, e - 1):
            found[number], most[number] = j, bonus
            number += 1
    return number


@njit(cache=True)
def _triple_bonus(x: Words, y: Words, z: Words, bonuses: Ints) -> int:
    found = 0
    for t in range(len(bonuses)):
        a, b, c = x[bonuses[t, 1]], y[bonuses[t, 2]], z[bonuses[t, 3]]
        if a & b & c:
            found += bonuses[t, 0]
        elif a & b or a & c or b & c:
            found += bonuses[t, 0] // 2
    return found


@njit(cache=True)
def _triples_fit(x: Words, y: Words, z: Words, wild: int, counts: Ints) -> bool:
    spare = wild
    for n in range(len(x)):
        for m in range(len(y)):
            both = x[n] & y[m]
            if both:
                for k in range(len(z)):
                    over = popcount(both & z[k]) - counts[n, m, k]
                    if over > 0:
                        spare -= over
                        if spare < 0:
                            return False
    return True


@njit(cache=True)
def _first_below(points: Ints, least: int) -> int:
    """How many labelings, the richest first, have so many points at least."""
    low, high = 0, len(points)
    while low < high:
        middle = (low + high) // 2
        if points[middle] >= least:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True)
def _learn(
    b: Words, j: int, c: Words, last: int, zones: Words, wild: Ints, counts: Ints, fits: Words, known: Ints
) -> None:
    """See which labelings of the third direction, up to one, go with one of the second; `fits` has a bit for each."""
    for k in range(known[j], last):
        if _fit(b, j, c, k, zones, wild, counts, 2):
            fits[j, k >> 6] |= _ONE << np.uint64(k & 63)
    known[j] = max(known[j], last)


@njit(cache=True)
def sweep(
    i: int,
    start: int,
    goal: int,
    work: int,
    a: Words,
    a_points: Ints,
    b: Words,
    b_points: Ints,
    c: Words,
    c_points: Ints,
    pairs: Ints,
    zones: Words,
    wild: Ints,
    pair_counts: Ints,
    triple_counts: Ints,
    bonuses: Ints,
    cells: Ints,
    allowed: Words,
    fitting: Words,
    worth: Ints,
    yards: Words,
    penalty: int,
    fits: Words,
    known: Ints,
    tiles: Ints,
) -> tuple[int, int]:
    """The best board of one labeling of the first direction, if any reaches the goal: its points, and its tiles.

    Begins with labeling `start` of the second direction and gives the one to go on with when so much work is done, or
    -1 at the end. What is learned about the second and the third direction is kept in `fits` and `known`.
    """
    best, bonus = NOTHING, bonuses[:, 0].sum()
    rest = goal - a_points[i]
    seconds, second_bonus = np.empty(len(b), np.int64), np.empty(len(b), np.int64)
    lines = max(rest - c_points[0], goal - pairs[1]) - bonus
    second = _partners(
        a, i, b, b_points, 1, rest - c_points[0], lines, zones, wild, pair_counts, bonuses, seconds, second_bonus
    )
    if not second:
        return best, -1
    thirds, third_bonus = np.empty(len(c), np.int64), np.empty(len(c), np.int64)
    lines = max(rest - b_points[seconds[0]], goal - pairs[2]) - bonus
    third = _partners(
        a, i, c, c_points, 2, rest - b_points[seconds[0]], lines, zones, wild, pair_counts, bonuses, thirds, third_bonus
    )
    near, most = np.zeros(fits.shape[1], np.uint64), np.empty(len(c), np.int64)
    for t in range(third):
        k = thirds[t]
        near[k >> 6] |= _ONE << np.uint64(k & 63)
        most[k] = third_bonus[t]
    work -= len(b) + len(c)
    for s in range(second):
        j = seconds[s]
        if j < start:
            continue
        both = a_points[i] + b_points[j]
        last = min(_first_below(c_points, goal - both - second_bonus[s]), thirds[third - 1] + 1 if third else 0)
        work -= max(0, last - known[j])
        _learn(b, j, c, last, zones, wild, pair_counts, fits, known)
        for word in range((last + 63) >> 6):
            work -= 1
            left = near[word] & fits[j, word]
            while left:
                k = (word << 6) + lowest(left)
                left &= left - _ONE
                base = both + c_points[k]
                work -= 2
                if base + min(second_bonus[s], most[k]) < goal:
                    continue
                if base + _triple_bonus(a[i], b[j], c[k], bonuses) < goal:
                    continue
                if not _triples_fit(a[i], b[j], c[k], wild[0], triple_counts):
                    continue
                work -= 100
                found = fill(
                    a[i], b[j], c[k], base, goal, cells, allowed, fitting, worth, len(bonuses) > 0, yards, penalty,
                    tiles,
                )  # fmt: skip
                if found >= goal:
                    best, goal = found, found + 1
        if work < 0 and s + 1 < second:
            return best, seconds[s + 1]
    return best, -1


@njit(cache=True)
def blank(b: Words, c: Words) -> tuple[Words, Ints]:
    """Nothing learned yet about two directions."""
    return np.zeros((len(b), (len(c) + 63) >> 6), np.uint64), np.zeros(len(b), np.int64)
