"""One player's board and bag in the middle of a game: a flat array with incremental updates and undo slots."""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.bits import Word
from partake.fast.placement import open_mask
from partake.fast.scoring import EMPTY
from partake.fast.variant_arrays import VariantArrays
from partake.learn.encoding import (
    BOARD,
    BOARD_LINES,
    CELLS,
    DIRECTIONS,
    DRAWS,
    EACH_RAY,
    LENGTHS,
    LINES,
    LINES_OF,
    MAX_LINES,
    MAX_NUMBERS,
    MAX_POSITIONS,
    MAX_TILES,
    MOON_POINTS,
    NEIGHBOURS,
    NUMBERS,
    PROSPECT_LEVELS,
    RAY_RULE,
    SUN_POINTS,
    TILE_NUMBERS,
    TILE_SYMBOLS,
    TILES,
    WORTH,
    Ints,
)  # fmt: skip

ANY = 0
"""The state of a line whose number is open; 1 … n are the index of its number; n + 1 is dead: two numbers."""
NO_SYMBOL = 0
"""The state of a line as a ray: no tile yet."""
SUNS = 1
"""The state of a line as a ray: suns so far."""
MOONS = 2
"""The state of a line as a ray: moons so far."""
BROKEN = 3
"""The state of a line as a ray: it cannot be one any more."""
FARTHEST = PROSPECT_LEVELS - 1
"""The prospect of a line that needs this many tiles less one, or more."""
RANK_UNIT = 64
"""A ray's rank is its length times this, plus its number: rays are compared by length, then by number."""

# Scalars that a placement changes and undoing it restores.
POINTS = 0  # points of complete lines, and of rays where each ray counts
OPEN = 1  # tiles still to be placed
OCCUPIED = 2  # positions with a tile, as bits
NEAR = 3  # cells that touch a tile, as bits
NEAR_SUNS = 4  # cells that touch a sun, as bits
NEAR_MOONS = 5  # cells that touch a moon, as bits
LONGEST_OWN = 6  # length of the longest own ray
BEST_SUN = 7  # rank of the best own sunray on a scoring line
BEST_MOON = 8  # the same for moons
RESERVED = 9  # tiles in the reserve
SAVED_SCALARS = 10  # the number of the scalars above
# Scalars that a placement leaves alone. The best of the other players, as far as the rules compare it:
RIVAL_SUN = 11  # rank of their best sunray
RIVAL_MOON = 12  # rank of their best moonray
RIVAL_SCRAPYARD = 13  # value of the scrapyard to compare with
RIVAL_EMPTY = 14  # its empty cells
# and what is left in the bag:
SUNS_LEFT = 15  # tiles with a sun
MOONS_LEFT = 16  # tiles with a moon
BAG_SIZE = 17  # tiles

# Offsets of sub-arrays, row-major.
SHEET = 24
"""[position] its tile, or -1."""
STATES = SHEET + MAX_POSITIONS
"""[line] `ANY`, the index of its number, or dead."""
EMPTIES = STATES + MAX_LINES
"""[line] the number of tiles it still needs."""
SYMBOLS = EMPTIES + MAX_LINES
"""[line] its state as a ray."""
PROSPECTS = SYMBOLS + MAX_LINES
"""[line] its distance from scoring: 0 if it cannot, else 1 + the tiles it needs, at most `FARTHEST`."""
BAG = PROSPECTS + MAX_LINES
"""[tile] whether it may still come."""
TILE_POSITIONS = BAG + MAX_TILES
"""[tile] its position, or -1."""
# The counts of the bag are packed with n = geo[NUMBERS] columns, not MAX_NUMBERS.
LEFT = TILE_POSITIONS + MAX_TILES
"""[direction, number index] the number of tiles of the bag that suit it, wild ones included."""
PAIRS = LEFT + 3 * MAX_NUMBERS
"""[pair of directions (0, 1), (0, 2), (1, 2); number index; number index] tiles of the bag that suit both."""
TRIPLES = PAIRS + 3 * MAX_NUMBERS**2
"""[number index in each direction] tiles of the bag that suit all three."""
UNDO = TRIPLES + MAX_NUMBERS**3
"""Three slots for what a placement overwrites, one for each placement that may be tried upon another."""
UNDO_SIZE = 24
"""Width of a slot: the saved scalars, then state, ray and prospect of the three lines."""
POSITION_SIZE = UNDO + 3 * UNDO_SIZE
"""The length of the array."""


def new_position() -> Ints:
    """An array for a position; `start` makes it one."""
    return np.zeros(POSITION_SIZE, np.int64)


@njit(cache=True)
def start(state: Ints, geo: Ints) -> None:
    """An empty board, a full bag, no other players."""
    state[:] = 0
    state[SHEET : SHEET + MAX_POSITIONS] = EMPTY
    state[TILE_POSITIONS : TILE_POSITIONS + MAX_TILES] = EMPTY
    state[OPEN] = geo[DRAWS]
    for line in range(geo[LINES]):
        state[EMPTIES + line] = geo[LENGTHS + line]
    for tile in range(geo[TILES]):
        _count(state, geo, tile, 1)
    for line in range(geo[LINES]):
        state[PROSPECTS + line] = _prospect(state, geo, line)


@njit(cache=True)
def take(state: Ints, geo: Ints, tile: int) -> None:
    """Take a tile out of the bag."""
    _count(state, geo, tile, -1)
    for line in range(geo[LINES]):
        state[PROSPECTS + line] = _prospect(state, geo, line)


@njit(cache=True, forceinline=True)
def _prospect(state: Ints, geo: Ints, line: int) -> int:
    """See `PROSPECTS`; branch-free, because each placement and each draw recompute it."""
    number, empty, n = state[STATES + line], state[EMPTIES + line], geo[NUMBERS]
    # For open and dead lines this reads a neighbouring entry, which is then not used.
    left = state[LEFT + geo[DIRECTIONS + line] * n + number - 1]
    can = (number <= n) & ((number == ANY) | (left >= empty))
    return int(min(empty + 1, FARTHEST) * can)


@njit(cache=True)
def _count(state: Ints, geo: Ints, tile: int, sign: int) -> None:
    """Add a tile to the counts of the bag (1), or remove it (-1)."""
    n = geo[NUMBERS]
    state[BAG + tile] += sign
    state[BAG_SIZE] += sign
    if geo[TILE_SYMBOLS + tile]:
        state[SUNS_LEFT + geo[TILE_SYMBOLS + tile] - 1] += sign
    x, y, z = geo[TILE_NUMBERS + 3 * tile], geo[TILE_NUMBERS + 3 * tile + 1], geo[TILE_NUMBERS + 3 * tile + 2]
    for a in range(n):
        suits = x in (0, a + 1)  # 0 is wild: it suits each number
        state[LEFT + a] += sign * suits
        state[LEFT + n + a] += sign * (y in (0, a + 1))
        state[LEFT + 2 * n + a] += sign * (z in (0, a + 1))
        for b in range(n):
            both = suits and y in (0, b + 1)
            state[PAIRS + a * n + b] += sign * both
            state[PAIRS + (n + a) * n + b] += sign * (suits and z in (0, b + 1))
            state[PAIRS + (2 * n + a) * n + b] += sign * (y in (0, a + 1) and z in (0, b + 1))
            if both:
                for c in range(n):
                    state[TRIPLES + (a * n + b) * n + c] += sign * (z in (0, c + 1))


@njit(cache=True, forceinline=True)
def state_after(state: int, number: int, numbers: int) -> int:
    """The state of a line when a tile with this number is put on it."""
    if number == 0 or state == number:
        return state
    return number if state == ANY else numbers + 1


@njit(cache=True, forceinline=True)
def put(state: Ints, geo: Ints, position: int, tile: int, slot: int = 0) -> None:
    """Place a tile, saving in one of three slots what `unput` needs; complete lines and rays bring their points."""
    undo = UNDO + UNDO_SIZE * slot
    # The scalars are saved as a block; of the sub-arrays only what the three lines overwrite.
    for i in range(SAVED_SCALARS):
        state[undo + i] = state[i]
    state[SHEET + position] = tile
    state[TILE_POSITIONS + tile] = position
    state[OPEN] -= 1
    state[OCCUPIED] |= 1 << position
    if position >= geo[CELLS]:  # the reserve has no lines
        state[RESERVED] += 1
        return
    symbol = geo[TILE_SYMBOLS + tile]
    if position < geo[BOARD]:
        near = geo[NEIGHBOURS + position]
        state[NEAR] |= near
        if symbol == SUNS:
            state[NEAR_SUNS] |= near
        elif symbol == MOONS:
            state[NEAR_MOONS] |= near
    for direction in range(3):
        line = geo[LINES_OF + 3 * position + direction]
        before, ray = state[STATES + line], state[SYMBOLS + line]
        state[undo + SAVED_SCALARS + direction], state[undo + SAVED_SCALARS + 3 + direction] = before, ray
        state[undo + SAVED_SCALARS + 6 + direction] = state[PROSPECTS + line]
        after = state_after(before, geo[TILE_NUMBERS + 3 * tile + direction], geo[NUMBERS])
        shines = symbol if symbol and ray in (NO_SYMBOL, symbol) else BROKEN
        state[STATES + line], state[SYMBOLS + line] = after, shines
        state[EMPTIES + line] -= 1
        state[PROSPECTS + line] = _prospect(state, geo, line)
        # Lines of the scrapyard bring no points of their own: `scrapyard_value` counts them.
        if state[EMPTIES + line] == 0 and line < geo[BOARD_LINES]:
            _complete(state, geo, line, after, shines)


@njit(cache=True, forceinline=True)
def _complete(state: Ints, geo: Ints, line: int, number: int, ray: int) -> None:
    """Score a line of the board that has got its last tile."""
    length = geo[LENGTHS + line]
    state[POINTS] += geo[WORTH + (MAX_NUMBERS + 2) * line + number]
    if ray != BROKEN and geo[RAY_RULE]:
        state[LONGEST_OWN] = max(state[LONGEST_OWN], length)
        if geo[RAY_RULE] == EACH_RAY:
            state[POINTS] += length * geo[SUN_POINTS if ray == SUNS else MOON_POINTS]
        # The best ray must lie on a scoring line; its number is its points per tile.
        if number <= geo[NUMBERS]:
            at = BEST_SUN if ray == SUNS else BEST_MOON
            state[at] = max(state[at], length * RANK_UNIT + geo[WORTH + (MAX_NUMBERS + 2) * line + number] // length)


@njit(cache=True, forceinline=True)
def unput(state: Ints, geo: Ints, position: int, slot: int = 0) -> None:
    """Undo the latest `put` with this slot."""
    undo = UNDO + UNDO_SIZE * slot
    for i in range(SAVED_SCALARS):
        state[i] = state[undo + i]
    state[TILE_POSITIONS + state[SHEET + position]] = EMPTY
    state[SHEET + position] = EMPTY
    if position < geo[CELLS]:
        for direction in range(3):
            line = geo[LINES_OF + 3 * position + direction]
            state[STATES + line] = state[undo + SAVED_SCALARS + direction]
            state[SYMBOLS + line] = state[undo + SAVED_SCALARS + 3 + direction]
            state[PROSPECTS + line] = state[undo + SAVED_SCALARS + 6 + direction]
            state[EMPTIES + line] += 1


@njit(cache=True)
def open_positions(state: Ints, geo: Ints, arrays: VariantArrays, tile: int) -> Word:
    """The positions where a tile may go, by the compiled engine; of the reserve's slots, all alike, the first free."""
    found = open_mask(
        geo[TILE_SYMBOLS + tile], np.uint64(state[OCCUPIED]), np.uint64(state[NEAR]), np.uint64(state[NEAR_SUNS]),
        np.uint64(state[NEAR_MOONS]), arrays.rules, arrays.position_sets,
    )  # fmt: skip
    # x & -x keeps the lowest bit.
    beside = found >> np.uint64(geo[CELLS]) << np.uint64(geo[CELLS])
    return (found ^ beside) | (beside & (~beside + np.uint64(1)))


@njit(cache=True)
def set_up(state: Ints, geo: Ints, sheet: Ints, drawn: Ints) -> None:
    """A position from the tile on each position (-1 for none) and the tiles that have been drawn."""
    start(state, geo)
    # All draws first and the prospects once, instead of `take`, which would recompute them for each tile.
    for i in range(drawn.size):
        _count(state, geo, drawn[i], -1)
    for line in range(geo[LINES]):
        state[PROSPECTS + line] = _prospect(state, geo, line)
    for position in range(sheet.size):
        if sheet[position] != EMPTY:
            put(state, geo, position, sheet[position])
