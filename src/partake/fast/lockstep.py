"""Lockstep kernels: blocks of `LANES` random games side by side, one game in each vector lane (SIMD across games).

Arrays are [row, lane]: innermost loops run over contiguous lanes, without branches on random numbers and without
gathers, so that the compiler makes vector instructions of them, of whatever width the processor has. Vectors within a
game would depend on its sizes: three directions of 15 masks, as on Classic, leave most of a 512-bit vector empty.

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
    RAYS_EACH,
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
def lane_decks(draws: int) -> tuple[Words, Decks]:
    """What `shuffle_lanes` fills: the counters of the games' streams, and decks, in whole random words of draws."""
    words = (draws + DRAWS_PER_WORD - 1) // DRAWS_PER_WORD
    return np.empty(LANES, np.uint64), np.empty((words * DRAWS_PER_WORD, LANES), np.uint8)


@njit(cache=True)
def shuffle_lanes(seed: Word, first: int, size: int, draws: int, states: Words, decks: Decks) -> None:
    """The first `draws` tiles of games number first, first + 1, …, a column each: those of `shuffle.shuffle`."""
    for lane in range(LANES):
        states[lane] = stream_start(seed, first + lane)
    # The slot of the deck that each draw takes: five draws from each random word.
    for i in range(0, decks.shape[0], DRAWS_PER_WORD):
        a, b, c, d, e = decks[i], decks[i + 1], decks[i + 2], decks[i + 3], decks[i + 4]
        for lane in range(LANES):
            states[lane] += GOLDEN_GAMMA
            fraction = mix64(states[lane]) >> np.uint64(64 - FRACTION)
            ahead, fraction = next_index(fraction, size - i)
            a[lane] = i + ahead
            ahead, fraction = next_index(fraction, size - i - 1)
            b[lane] = i + 1 + ahead
            ahead, fraction = next_index(fraction, size - i - 2)
            c[lane] = i + 2 + ahead
            ahead, fraction = next_index(fraction, size - i - 3)
            d[lane] = i + 3 + ahead
            ahead, fraction = next_index(fraction, size - i - 4)
            e[lane] = i + 4 + ahead
    # Fisher-Yates without a deck to swap in. Draw i leaves the tile of slot i in the slot that it takes, so a later
    # draw from there finds what slot i held then. Tracing slots back through the draws, the latest first, ends at a slot
    # that nothing was moved to, which holds the tile of its own number. Row i changes only after its turn.
    for i in range(draws - 2, -1, -1):
        moved = np.uint8(i)
        for later in range(i + 1, draws):
            for lane in range(LANES):
                slot = decks[later, lane]
                decks[later, lane] = moved if decks[i, lane] == slot else slot


@njit(cache=True)
def score_lanes(
    cells: LaneWords, common: LaneWords, longest: LaneWords, totals: LaneWords, rules: Numbers,
    lines: NDArray[np.uint8], line_masks: Words, numbers: LaneWords, points: LaneWords, rays: LaneWords,
) -> None:  # fmt: skip
    """The points of lines and rays of boards [position, lane] into `totals`; `common` and `longest` are scratch."""
    for lane in range(LANES):
        totals[lane] = 0
        longest[lane] = 0
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
                    common[lane] = sunray if common[lane] & LANE_SUN else earned
                if rules[RAYS] == RAYS_EACH:
                    for lane in range(LANES):
                        totals[lane] += common[lane]
                else:
                    for lane in range(LANES):
                        longest[lane] = max(longest[lane], common[lane])
    for lane in range(LANES):
        totals[lane] += longest[lane]


@njit(cache=True)
def lockstep_scores(arrays: VariantArrays, seed: Word, first: int, out: Numbers) -> None:
    """The scores of random games number first, first + 1, … where placement is free and only lines and rays count."""
    rules, lines, line_masks, order = arrays.rules, arrays.lines, arrays.line_masks, arrays.order
    tiles, numbers, points, rays = arrays.lane_tiles, arrays.lane_numbers, arrays.lane_points, arrays.lane_rays
    states, decks = lane_decks(rules[DRAWS])
    # One row more than positions, with all bits: the padding of `lines`.
    cells = np.full((rules[POSITIONS] + 1, LANES), 0xFFFF, np.uint16)
    common, longest, totals = np.empty(LANES, np.uint16), np.empty(LANES, np.uint16), np.empty(LANES, np.uint16)
    for start in range(0, out.size, LANES):
        shuffle_lanes(seed, first + start, tiles.size, rules[DRAWS], states, decks)
        for i in range(rules[DRAWS]):
            cell, deck = cells[order[i]], decks[i]
            for lane in range(LANES):
                cell[lane] = tiles[deck[lane]]
        score_lanes(cells, common, longest, totals, rules, lines, line_masks, numbers, points, rays)
        for lane in range(min(LANES, out.size - start)):
            out[start + lane] = totals[lane]
