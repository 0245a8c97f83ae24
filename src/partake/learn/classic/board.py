"""The Classic board as constants, and a position as one flat array that kernels update incrementally.

What a game may still bring depends on the state of each line (no tile, the index of its one number, or dead), on the
empty cells and on the tiles left. A position holds just that, and what follows from it and is often needed.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.grid import Direction
from partake.rules.variant import Variant, variant

Ints = NDArray[np.int64]
"""Counts, indices and points."""
Floats = NDArray[np.float32]
"""Weights and activations."""
Position = NDArray[np.int64]
"""A position, see the offsets below."""


def _classic() -> Variant:
    edition = catalogue().edition("classic")
    if not isinstance(edition, HexagonEdition):
        raise TypeError("Classic is played on hexagons")
    return variant(edition)


CLASSIC = _classic()
"""The variant that all constants here are made from, and checked against by the tests."""

CELLS = 19
"""Cells of the board."""
LINES = 15
"""Lines of the board, five in each direction."""
TILES = 27
"""Tiles of the set."""
DRAWS = 19
"""Tiles drawn in a game."""
NUMBERS = 3
"""Numbers of a direction."""
LONGEST = 5
"""Cells of the longest line."""
TILES_PER_NUMBER = TILES // NUMBERS
"""The number of tiles that show a number."""

ANY = 0
"""The state of a line that has no tile yet; 1 … NUMBERS are the index of its number."""
DEAD = NUMBERS + 1
"""The state of a line that has two numbers."""
STATES = NUMBERS + 2
"""The number of states of a line."""
CODES = STATES**3
"""The number of codes of a cell: the states of its three lines as digits in base `STATES`."""
STRIDES: Ints = np.array([STATES * STATES, STATES, 1])
"""[direction] the weight of its digit in a cell's code."""

_places = [CLASSIC.tiles.numbers(direction) for direction in Direction]
_lines = CLASSIC.board.lines
_line_at = {frozenset(line.cells): i for i, line in enumerate(_lines)}

TILE_NUMBERS: Ints = np.array([[_places[d].index(tile[d]) + 1 for d in Direction] for tile in CLASSIC.tiles.tiles])
"""[tile, direction] the index of its number, from 1; tiles are in lexicographic order of these three indices."""
LENGTHS: Ints = np.array([len(line.cells) for line in _lines])
"""[line] the number of its cells."""
DIRECTIONS: Ints = np.array([int(line.direction) for line in _lines])
"""[line] its direction."""
CELLS_OF: Ints = np.array([[*line.cells, *[-1] * (LONGEST - len(line.cells))] for line in _lines])
"""[line, index] its cells, padded with -1."""
LINES_OF: Ints = np.array(
    [[next(i for i, line in enumerate(_lines) if line.direction == d and cell in line.cells) for d in Direction]
     for cell in range(CELLS)]
)  # fmt: skip
"""[cell, direction] the line through it."""
WORTH: Ints = np.array([[0, *(n * len(line.cells) for n in _places[line.direction]), 0] for line in _lines])
"""[line, state] its points when it is complete."""
SHARED: Ints = np.array(
    [[next((x for x, y in zip(LINES_OF[a], LINES_OF[b], strict=True) if x == y and a != b), -1) for b in range(CELLS)]
     for a in range(CELLS)]
)  # fmt: skip
"""[cell, cell] the line through both, -1 if there is none."""
ROTATED_CELLS: Ints = np.arange(CELLS)[::-1].copy()
"""[cell] its image under a half turn, the only symmetry of the game: others would exchange directions."""
ROTATED_LINES: Ints = np.array([_line_at[frozenset(CELLS - 1 - cell for cell in line.cells)] for line in _lines])
"""[line] its image under a half turn."""

# Offsets of the sub-arrays of a position, row-major.
STATE = 0
"""[line] `ANY`, the index of its number, or `DEAD`."""
EMPTY = STATE + LINES
"""[line] the number of its empty cells."""
CODE = EMPTY + LINES
"""[cell] its code."""
OPEN = CODE + CELLS
"""[cell] 1 if it is empty."""
BAG = OPEN + CELLS
"""[tile] 1 if it is left."""
LEFT = BAG + TILES
"""[direction, number index] the number of tiles left that show it."""
PAIRS = LEFT + 3 * NUMBERS
"""[pair of directions (0, 1), (0, 2), (1, 2); number index; number index] tiles left that show both."""
DEMAND = PAIRS + 3 * NUMBERS * NUMBERS
"""[direction, number index] the number of empty cells on lines of it."""
SUITABLE = DEMAND + 3 * NUMBERS
"""[code] the tiles left that suit such a cell, in four levels."""
OPEN_CELLS = SUITABLE + CODES
"""The number of empty cells."""
TILES_LEFT = OPEN_CELLS + 1
"""The number of tiles in the bag."""
SIZE = TILES_LEFT + 1
"""The length of the array."""


@njit(cache=True)
def start(pos: Position) -> None:
    """An empty board and a full bag."""
    pos[:] = 0
    pos[EMPTY : EMPTY + LINES] = LENGTHS
    pos[OPEN : OPEN + CELLS] = 1
    pos[BAG : BAG + TILES] = 1
    pos[LEFT : LEFT + 3 * NUMBERS] = TILES_PER_NUMBER
    pos[PAIRS : PAIRS + 3 * NUMBERS * NUMBERS] = NUMBERS  # each pair of numbers is on three tiles
    pos[OPEN_CELLS], pos[TILES_LEFT] = CELLS, TILES
    update_suitable(pos)


@njit(cache=True, forceinline=True)
def pair(one: int, other: int, a: int, b: int) -> int:
    """The index of the count of number a in one direction and b in a later one."""
    return PAIRS + ((one + other - 1) * NUMBERS + a - 1) * NUMBERS + b - 1


@njit(cache=True, forceinline=True)
def suitable_tiles(pos: Position, a: int, b: int, c: int) -> int:
    """The number of tiles left that show these numbers; 0 asks for none in its direction, and not all three are 0."""
    if a and b:
        # Tiles are in lexicographic order, so that three numbers are the index of the one tile that has them.
        return int(pos[BAG + ((a - 1) * NUMBERS + b - 1) * NUMBERS + c - 1] if c else pos[pair(0, 1, a, b)])
    if a:
        return int(pos[pair(0, 2, a, c)] if c else pos[LEFT + a - 1])
    if b:
        return int(pos[pair(1, 2, b, c)] if c else pos[LEFT + NUMBERS + b - 1])
    return int(pos[LEFT + 2 * NUMBERS + c - 1])


@njit(cache=True)
def update_suitable(pos: Position) -> None:
    """Recompute `SUITABLE` from the counts of the bag: for each of the 125 codes, so that features only look it up."""
    for code in range(CODES):
        a, b, c = code // (STATES * STATES) % DEAD, code // STATES % STATES % DEAD, code % STATES % DEAD
        asked = int(a > 0) + int(b > 0) + int(c > 0)  # ANY and DEAD, both 0 after % DEAD, ask for no number
        count = suitable_tiles(pos, a, b, c) if asked else 0
        # One number: 0, 1-3, 4-6 or 7-9 tiles; two numbers: 0 to 3 tiles; three numbers: 0 or 1.
        pos[SUITABLE + code] = (min(count, 7) + 2) // 3 if asked == 1 else count


@njit(cache=True, forceinline=True)
def count_tile(pos: Position, tile: int, sign: int) -> None:
    """As `take`, without `PAIRS` and `SUITABLE`, which the endgame does not use."""
    pos[BAG + tile] += sign
    pos[TILES_LEFT] += sign
    for direction in range(3):
        pos[LEFT + direction * NUMBERS + TILE_NUMBERS[tile, direction] - 1] += sign


@njit(cache=True)
def take(pos: Position, tile: int, sign: int) -> None:
    """Take a tile out of the bag (-1) or put it back (+1)."""
    count_tile(pos, tile, sign)
    a, b, c = TILE_NUMBERS[tile, 0], TILE_NUMBERS[tile, 1], TILE_NUMBERS[tile, 2]
    pos[pair(0, 1, a, b)] += sign
    pos[pair(0, 2, a, c)] += sign
    pos[pair(1, 2, b, c)] += sign
    update_suitable(pos)


@njit(cache=True, forceinline=True)
def state_after(state: int, index: int) -> int:
    """The state of a line when a tile with this number is put on it."""
    if state == ANY:
        return index
    return state if state == index else DEAD


@njit(cache=True, forceinline=True)
def points_of(pos: Position, cell: int, tile: int) -> int:
    """The points of the lines that a tile would complete."""
    points = 0
    for direction in range(3):
        line = LINES_OF[cell, direction]
        state = pos[STATE + line]
        if pos[EMPTY + line] == 1 and state == TILE_NUMBERS[tile, direction]:
            points += WORTH[line, state]
    return points


@njit(cache=True)
def put(pos: Position, cell: int, tile: int) -> int:
    """Place a tile that is out of the bag; gives the points of the lines it completes."""
    points = 0
    pos[OPEN + cell] = 0
    pos[OPEN_CELLS] -= 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        before, empty = pos[STATE + line], pos[EMPTY + line]
        after = state_after(before, TILE_NUMBERS[tile, direction])
        # All empty cells of a line with a number demand it: remove them for the old state, add those left for the new.
        if before != ANY and before != DEAD:
            pos[DEMAND + direction * NUMBERS + before - 1] -= empty
        if after != DEAD:
            pos[DEMAND + direction * NUMBERS + after - 1] += empty - 1
        pos[EMPTY + line] = empty - 1
        if after != before:
            _set_state(pos, line, after)
        if empty == 1:  # complete; a dead line is worth 0
            points += WORTH[line, after]
    return points


@njit(cache=True)
def unput(pos: Position, cell: int, states: tuple[int, int, int]) -> None:
    """Take a tile off a cell whose lines were in these states before."""
    pos[OPEN + cell] = 1
    pos[OPEN_CELLS] += 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        before, after, empty = states[direction], pos[STATE + line], pos[EMPTY + line]
        # After a placement a line is dead or has a number, never open.
        if after != DEAD:
            pos[DEMAND + direction * NUMBERS + after - 1] -= empty
        if before != ANY and before != DEAD:
            pos[DEMAND + direction * NUMBERS + before - 1] += empty + 1
        pos[EMPTY + line] = empty + 1
        if after != before:
            _set_state(pos, line, before)


@njit(cache=True, forceinline=True)
def lay(pos: Position, cell: int, tile: int) -> int:
    """As `put`, without `CODE` and `DEMAND`: for kernels that compute those themselves or ignore them."""
    points = points_of(pos, cell, tile)
    pos[OPEN + cell] = 0
    pos[OPEN_CELLS] -= 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        pos[STATE + line] = state_after(pos[STATE + line], TILE_NUMBERS[tile, direction])
        pos[EMPTY + line] -= 1
    return points


@njit(cache=True, forceinline=True)
def lift(pos: Position, cell: int, states: tuple[int, int, int]) -> None:
    """Undo `lay` on a cell whose lines were in these states before."""
    pos[OPEN + cell] = 1
    pos[OPEN_CELLS] += 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        pos[STATE + line] = states[direction]
        pos[EMPTY + line] += 1


@njit(cache=True, forceinline=True)
def _set_state(pos: Position, line: int, state: int) -> None:
    """Set the state of a line, and its digit in the codes of its cells."""
    change = (state - pos[STATE + line]) * STRIDES[DIRECTIONS[line]]
    pos[STATE + line] = state
    for index in range(LENGTHS[line]):
        pos[CODE + CELLS_OF[line, index]] += change


@njit(cache=True, forceinline=True)
def states_at(pos: Position, cell: int) -> tuple[int, int, int]:
    """The states of the three lines through a cell."""
    return pos[STATE + LINES_OF[cell, 0]], pos[STATE + LINES_OF[cell, 1]], pos[STATE + LINES_OF[cell, 2]]
