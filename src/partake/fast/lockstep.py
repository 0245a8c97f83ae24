"""Lockstep kernels: blocks of `LANES` random games side by side, one game in each vector lane (SIMD across games).

Arrays are [row, lane]: innermost loops run over contiguous lanes, without branches on random numbers and without
gathers, so that the compiler makes vector instructions of them, of whatever width the processor has. Vectors within a
game depend on its sizes: of 15 masks, a direction of Classic, 512-bit vectors take eight and leave seven to be counted
one by one.

Tests prove the decks equal to those of `shuffle.shuffle`, and the scores to those of `scoring.score`.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.bits import Word, popcount
from partake.fast.shuffle import DRAWS_PER_WORD, FRACTION, GOLDEN_GAMMA, mix64, next_index, stream_start
from partake.fast.variant_arrays import (
    DRAWS,
    LANE_MOON,
    LANE_SUN,
    POSITIONS,
    RAYS,
    LaneWords,
    Numbers,
    VariantArrays,
    Words,
)

LANES = 256
"""Games in a block: enough that loops cost little beside their bodies, and few enough for the first-level cache."""

Decks = NDArray[np.uint8]
"""[draw, lane] tiles, as their indices in the tile set."""


@njit(cache=True)
def shuffle_lanes(seed: Word, first: int, size: int, states: Words, fractions: Words, decks: Decks) -> None:
    """The first tiles of games number first, first + 1, …, a column each: those of `shuffle.shuffle`.

    `states` are left as that leaves the counters of the games' streams; `fractions` is scratch.
    """
    draws = decks.shape[0]
    for lane in range(LANES):
        states[lane] = stream_start(seed, first + lane)
    # The slot of the deck that each draw takes, as `next_index` chooses it.
    for i in range(draws):
        if i % DRAWS_PER_WORD == 0:
            for lane in range(LANES):
                states[lane] += GOLDEN_GAMMA
                fractions[lane] = mix64(states[lane]) >> np.uint64(64 - FRACTION)
        deck = decks[i]
        for lane in range(LANES):
            ahead, fractions[lane] = next_index(fractions[lane], size - i)
            deck[lane] = i + ahead
    # Fisher-Yates without a deck to swap in. Draw i leaves the tile of slot i in the slot that it takes, so a later
    # draw from there finds what slot i held then. Tracing slots back through the draws, latest first, ends at a slot
    # that nothing was moved to, which holds the tile of its own number. Row i changes only after its turn.
    for i in range(draws - 2, -1, -1):
        moved = np.uint8(i)
        for later in range(i + 1, draws):
            for lane in range(LANES):
                slot = decks[later, lane]
                decks[later, lane] = moved if decks[i, lane] == slot else slot


@njit(cache=True)
def score_lanes(
    cells: LaneWords, common: LaneWords, totals: LaneWords, rules: Numbers, lines: NDArray[np.uint8],
    line_masks: Words, numbers: LaneWords, points: LaneWords, rays: LaneWords,
) -> None:  # fmt: skip
    """The points of lines and rays of boards [position, lane] into `totals`; `common` is scratch."""
    for lane in range(LANES):
        totals[lane] = 0
    for direction in range(3):
        a, b, c, d = numbers[direction, 0], numbers[direction, 1], numbers[direction, 2], numbers[direction, 3]
        for line in range(lines.shape[1]):
            # The intersection of the line's tiles, at least three with the padding of `lines`.
            row = lines[direction, line]
            one, two, three = cells[row[0]], cells[row[1]], cells[row[2]]
            for lane in range(LANES):
                common[lane] = one[lane] & two[lane] & three[lane]
            for index in range(3, popcount(line_masks[direction, line])):
                one = cells[row[index]]
                for lane in range(LANES):
                    common[lane] &= one[lane]
            # Numbers ascend: of a line of nothing but wild stripes the highest counts.
            for_a, for_b = points[direction, line, 0], points[direction, line, 1]
            for_c, for_d = points[direction, line, 2], points[direction, line, 3]
            for lane in range(LANES):
                word = common[lane]
                earned = for_a if word & a else np.uint16(0)
                earned = for_b if word & b else earned
                earned = for_c if word & c else earned
                earned = for_d if word & d else earned
                totals[lane] += earned
            if rules[RAYS]:
                sunray, moonray = rays[direction, line, 0], rays[direction, line, 1]
                for lane in range(LANES):
                    earned = moonray if common[lane] & LANE_MOON else np.uint16(0)
                    totals[lane] += sunray if common[lane] & LANE_SUN else earned


@njit(cache=True)
def lockstep_scores(arrays: VariantArrays, seed: Word, first: int, out: Numbers) -> None:
    """The scores of random games number first, first + 1, …: free placement, nothing but lines and each ray counts."""
    rules, lines, line_masks, order = arrays.rules, arrays.lines, arrays.line_masks, arrays.order
    tiles, numbers, points, rays = arrays.lane_tiles, arrays.lane_numbers, arrays.lane_points, arrays.lane_rays
    states, fractions = np.empty(LANES, np.uint64), np.empty(LANES, np.uint64)
    decks = np.empty((rules[DRAWS], LANES), np.uint8)
    # One row more than positions, with all bits: the padding of `lines`.
    cells = np.full((rules[POSITIONS] + 1, LANES), 0xFFFF, np.uint16)
    # Tiles are looked up for two games at a time, to halve the stores (little-endian, as all that Numba compiles for).
    pairs, low, high = cells.view(np.uint32), tiles.astype(np.uint32), tiles.astype(np.uint32) << np.uint32(16)
    common, totals = np.empty(LANES, np.uint16), np.empty(LANES, np.uint16)
    for start in range(0, out.size, LANES):
        shuffle_lanes(seed, first + start, tiles.size, states, fractions, decks)
        for i in range(rules[DRAWS]):
            pair, deck = pairs[order[i]], decks[i]
            for lane in range(LANES // 2):
                pair[lane] = low[deck[2 * lane]] | high[deck[2 * lane + 1]]
        score_lanes(cells, common, totals, rules, lines, line_masks, numbers, points, rays)
        for lane in range(min(LANES, out.size - start)):
            out[start + lane] = totals[lane]
