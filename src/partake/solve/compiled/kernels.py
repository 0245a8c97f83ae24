"""Branch and bound over labelings, compiled: the loops of `solve/search.py` over arrays of 64-bit words.

Arrays, with d a direction, n the index of a number and z a zone (the whole board; cells of suns; cells of moons):

- a, b, c [labeling, n]: the cells that must show number n, for the first, second and third direction; a_points
  [labeling], descending;
- zones [z]: its cells; wild [z]: wild tiles that may stand in there;
- counts [z, d, n], pair_counts [z, pair, n, m], triple_counts [n, m, k]: tiles that show these numbers, wild ones left
  out; pairs of directions are (0, 1), (0, 2), (1, 2);
- bonuses [bonus tile, (points, n, m, k)].
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import lowest, popcount
from partake.solve.compiled.assignment import NO_BOARD, fill

Words = NDArray[np.uint64]
"""Sets of cells, tiles or labelings."""
Ints = NDArray[np.int64]
"""Points, counts and indices."""

_ONE = np.uint64(1)
"""The set of member 0."""


@njit(cache=True)
def select(cells: Words, zones: Words, wild: Ints, counts: Ints, refused: Words, scoring: Words) -> Ints:
    """The labelings of one direction that pass the counting bound; `scoring` are lines that must have a number."""
    found = np.empty(len(cells), np.int64)
    number = 0
    for i in range(len(cells)):
        is_possible, covered = True, np.uint64(0)
        for n in range(cells.shape[1]):
            covered |= cells[i, n]
            if cells[i, n] & refused[n]:
                is_possible = False
        for mask in scoring:  # a line that must score has some number
            if mask & covered != mask:
                is_possible = False
        for z in range(len(zones)):
            # Cells in excess of the plain tiles with their number take a wild tile each.
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
def _pair_fits(a: Words, i: int, b: Words, j: int, zones: Words, wild: Ints, counts: Ints, pair: int) -> bool:
    """Counting bound for labelings i and j of two directions: whether wild tiles can stand in for what is in excess.

    Necessary, not sufficient: cells that ask for the same two numbers need as many different tiles (Hall's condition
    for these sets of cells alone). So nothing that could be filled is lost.
    """
    for z in range(len(zones)):
        spare = wild[z]
        for n in range(a.shape[1]):
            x = a[i, n] & zones[z]
            if x:  # most numbers label no cell of the zone
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
    """The most points of a compatible pair; both lists descend, so that the loops end at the first hopeless pair."""
    best = NO_BOARD
    for i in range(len(a)):
        if a_points[i] + b_points[0] <= best:
            break
        for j in range(len(b)):
            if a_points[i] + b_points[j] <= best:
                break
            if _pair_fits(a, i, b, j, zones, wild, counts, pair):
                best = a_points[i] + b_points[j]
    return best


@njit(cache=True)
def _pair_bonus(a: Words, i: int, d: int, b: Words, j: int, e: int, bonuses: Ints) -> int:
    """An upper bound of the bonus points given two directions: half a bonus unless some cell lies on both its lines."""
    found = 0
    for t in range(len(bonuses)):
        x, y = a[i, bonuses[t, 1 + d]], b[j, bonuses[t, 1 + e]]
        if x & y:
            found += bonuses[t, 0]
        elif x | y:  # one line of these directions and one of the third
            found += bonuses[t, 0] // 2
    return found


@njit(cache=True)
def _partners(
    a: Words, i: int, b: Words, b_points: Ints, e: int, least: int, lines: int, zones: Words, wild: Ints,
    counts: Ints, bonuses: Ints, found: Ints, most: Ints,
) -> int:  # fmt: skip
    """The labelings of direction `e` compatible with labeling i of the first, and the most bonus points with each.

    They have at least `lines` points, and at least `least` with their bonus points.
    """
    number = 0
    for j in range(len(b)):
        if b_points[j] < lines:
            break
        bonus = _pair_bonus(a, i, 0, b, j, e, bonuses)
        if b_points[j] + bonus >= least and _pair_fits(a, i, b, j, zones, wild, counts, e - 1):
            found[number], most[number] = j, bonus
            number += 1
    return number


@njit(cache=True)
def _triple_bonus(x: Words, y: Words, z: Words, bonuses: Ints) -> int:
    """An upper bound of the bonus points given all three directions: each bonus tile on its best cell, alone."""
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
    """Counting bound for triples of numbers, over the whole board."""
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
    """Binary search in descending points: the number of labelings with at least `least` points."""
    low, high = 0, len(points)
    while low < high:
        middle = (low + high) // 2
        if points[middle] >= least:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True)
def _extend_pair_cache(
    b: Words, j: int, c: Words, last: int, zones: Words, wild: Ints, counts: Ints, fits: Words, known: Ints
) -> None:
    """Fill the cache of pairs: bit k of row j of `fits` says that labelings j of b and k of c are compatible.

    known[j] is the number of bits filled in so far. Each pair is decided once for all labelings of the first direction.
    """
    # Bits are filled in on demand, up to the highest index asked for: most of the matrix is never needed.
    for k in range(known[j], last):
        if _pair_fits(b, j, c, k, zones, wild, counts, 2):
            fits[j, k >> 6] |= _ONE << np.uint64(k & 63)
    known[j] = max(known[j], last)


@njit(cache=True)
def sweep(
    i: int, start: int, goal: int, work: int, a: Words, a_points: Ints, b: Words, b_points: Ints, c: Words,
    c_points: Ints, pairs: Ints, zones: Words, wild: Ints, pair_counts: Ints, triple_counts: Ints, bonuses: Ints,
    cells: Ints, allowed: Words, fitting: Words, worth: Ints, scrapyards: Words, penalty: int, fits: Words,
    known: Ints, tiles: Ints,
) -> tuple[int, int]:  # fmt: skip
    """The best board of labeling i of the first direction, if any reaches the goal: its points, and its `tiles`.

    Begins with labeling `start` of the second direction and gives the one to resume with when `work` is used up, or -1
    at the end. `pairs` [d] is the most that the other two directions have together. `fits` and `known` are the cache of
    compatible pairs of the second and third direction.
    """
    best, bonus = NO_BOARD, bonuses[:, 0].sum()
    rest = goal - a_points[i]
    seconds, second_bonus = np.empty(len(b), np.int64), np.empty(len(b), np.int64)
    # b must bring what a and the best c leave, and what the best pair of a and c leaves, all bonuses apart.
    lines = max(rest - c_points[0], goal - pairs[1]) - bonus
    second = _partners(
        a, i, b, b_points, 1, rest - c_points[0], lines, zones, wild, pair_counts, bonuses, seconds, second_bonus
    )
    if not second:  # then the thirds need not be listed
        return best, -1
    thirds, third_bonus = np.empty(len(c), np.int64), np.empty(len(c), np.int64)
    # seconds[0] has the most points of the compatible b: a sharper bound than the best b of all.
    lines = max(rest - b_points[seconds[0]], goal - pairs[2]) - bonus
    third = _partners(
        a, i, c, c_points, 2, rest - b_points[seconds[0]], lines, zones, wild, pair_counts, bonuses, thirds, third_bonus
    )
    # The compatible c as a bit set: intersected with row j of `fits` it gives those compatible with a and b at once.
    near, most = np.zeros(fits.shape[1], np.uint64), np.empty(len(c), np.int64)
    for t in range(third):
        k = thirds[t]
        near[k >> 6] |= _ONE << np.uint64(k & 63)
        most[k] = third_bonus[t]
    # Work is counted in pairs tested; a word of 64 candidates counts 1, a triple 2, a matching 100.
    work -= len(b) + len(c)
    for s in range(second):
        j = seconds[s]
        if j < start:  # done before the search was interrupted
            continue
        both = a_points[i] + b_points[j]
        # Beyond `last` no c brings enough points, or none is compatible with a.
        last = min(_first_below(c_points, goal - both - second_bonus[s]), thirds[third - 1] + 1 if third else 0)
        work -= max(0, last - known[j])
        _extend_pair_cache(b, j, c, last, zones, wild, pair_counts, fits, known)
        for word in range((last + 63) >> 6):
            work -= 1
            left = near[word] & fits[j, word]
            while left:
                k = (word << 6) + lowest(left)
                left &= left - _ONE
                base = both + c_points[k]
                work -= 2
                # Ever dearer tests: bonus bounds of pairs, of the triple, the counting bound, the matching itself.
                if base + min(second_bonus[s], most[k]) < goal:
                    continue
                if base + _triple_bonus(a[i], b[j], c[k], bonuses) < goal:
                    continue
                if not _triples_fit(a[i], b[j], c[k], wild[0], triple_counts):
                    continue
                work -= 100
                found = fill(
                    a[i], b[j], c[k], base, goal, cells, allowed, fitting, worth, len(bonuses) > 0, scrapyards, penalty,
                    tiles,
                )  # fmt: skip
                if found >= goal:
                    best, goal = found, found + 1  # from here on only better boards count
        if work < 0 and s + 1 < second:
            return best, seconds[s + 1]
    return best, -1


@njit(cache=True)
def new_pair_cache(b: Words, c: Words) -> tuple[Words, Ints]:
    """An empty cache of compatible pairs: `fits` [labeling of b, word] and `known` [labeling of b]."""
    return np.zeros((len(b), (len(c) + 63) >> 6), np.uint64), np.zeros(len(b), np.int64)
