"""The Classic board as constants, and a board in the middle of a game as one array that kernels change in place.

What a game may still bring depends on the state of each line (nothing on it, the place of its one number, or dead), on
the empty cells and on the tiles left. A position holds just that, and what follows from it and is asked for often.
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
Floats = NDArray[np.float32]
Position = NDArray[np.int64]


def _classic() -> Variant:
    edition = catalogue().edition("classic")
    if not isinstance(edition, HexagonEdition):
        raise TypeError("Classic is played on hexagons")
    return variant(edition)


CLASSIC = _classic()

CELLS, LINES, TILES, DRAWS = 19, 15, 27, 19
NUMBERS, LONGEST = 3, 5
MOST = TILES // NUMBERS
"""How many tiles show a number."""

ANY, DEAD = 0, NUMBERS + 1
"""The states of a line that has no tile yet, and of one that has two numbers; between them, the place of its number."""
STATES = NUMBERS + 2
CODES = STATES**3
"""A cell's code is the states of its three lines."""
STRIDES: Ints = np.array([STATES * STATES, STATES, 1])

_places = [CLASSIC.tiles.numbers(direction) for direction in Direction]
_lines = CLASSIC.board.lines
_line_at = {frozenset(line.cells): i for i, line in enumerate(_lines)}

TILE_PLACES: Ints = np.array([[_places[d].index(tile[d]) + 1 for d in Direction] for tile in CLASSIC.tiles.tiles])
"""[tile, direction] the place of its number, from 1; tiles are in the order of these three places."""
LENGTHS: Ints = np.array([len(line.cells) for line in _lines])
DIRECTIONS: Ints = np.array([int(line.direction) for line in _lines])
CELLS_OF: Ints = np.array([[*line.cells, *[-1] * (LONGEST - len(line.cells))] for line in _lines])
LINES_OF: Ints = np.array(
    [[next(i for i, line in enumerate(_lines) if line.direction == d and cell in line.cells) for d in Direction]
     for cell in range(CELLS)]
)  # fmt: skip
WORTH: Ints = np.array([[0, *(n * len(line.cells) for n in _places[line.direction]), 0] for line in _lines])
"""[line, state] its points when it is complete."""
SHARED: Ints = np.array(
    [[next((x for x, y in zip(LINES_OF[a], LINES_OF[b], strict=True) if x == y and a != b), -1) for b in range(CELLS)]
     for a in range(CELLS)]
)  # fmt: skip
"""[cell, cell] the line through both, -1 if there is none."""
TURNED_CELLS: Ints = np.arange(CELLS)[::-1].copy()
"""Where a cell comes to lie when the board is turned by half, the one turn that changes nothing."""
TURNED_LINES: Ints = np.array([_line_at[frozenset(CELLS - 1 - cell for cell in line.cells)] for line in _lines])

# The rows of a position.
STATE = 0
"""[line]"""
EMPTY = STATE + LINES
"""[line] how many of its cells are empty."""
CODE = EMPTY + LINES
"""[cell]"""
OPEN = CODE + CELLS
"""[cell] 1 if it is empty."""
BAG = OPEN + CELLS
"""[tile] 1 if it is left."""
LEFT = BAG + TILES
"""[direction, number] how many tiles left show it."""
PAIRS = LEFT + 3 * NUMBERS
"""[two directions, number, number] how many tiles left show both."""
DEMAND = PAIRS + 3 * NUMBERS * NUMBERS
"""[direction, number] how many empty cells lie on lines of it."""
SUITING = DEMAND + 3 * NUMBERS
"""[code] how many tiles left suit such a cell, in four steps."""
OPEN_CELLS = SUITING + CODES
TILES_LEFT = OPEN_CELLS + 1
SIZE = TILES_LEFT + 1


@njit(cache=True)
def start(pos: Position) -> None:
    """An empty board and a full bag."""
    pos[:] = 0
    pos[EMPTY : EMPTY + LINES] = LENGTHS
    pos[OPEN : OPEN + CELLS] = 1
    pos[BAG : BAG + TILES] = 1
    pos[LEFT : LEFT + 3 * NUMBERS] = MOST
    pos[PAIRS : PAIRS + 3 * NUMBERS * NUMBERS] = NUMBERS
    pos[OPEN_CELLS], pos[TILES_LEFT] = CELLS, TILES
    count_suiting(pos)


@njit(cache=True, forceinline=True)
def pair(one: int, other: int, a: int, b: int) -> int:
    """The place in `PAIRS` of number a in one direction and b in a later one."""
    return PAIRS + ((one + other - 1) * NUMBERS + a - 1) * NUMBERS + b - 1


@njit(cache=True, forceinline=True)
def suiting(pos: Position, a: int, b: int, c: int) -> int:
    """How many tiles left show these numbers; 0 asks for none in its direction, and not all three are 0."""
    if a and b:
        return int(pos[BAG + ((a - 1) * NUMBERS + b - 1) * NUMBERS + c - 1] if c else pos[pair(0, 1, a, b)])
    if a:
        return int(pos[pair(0, 2, a, c)] if c else pos[LEFT + a - 1])
    if b:
        return int(pos[pair(1, 2, b, c)] if c else pos[LEFT + NUMBERS + b - 1])
    return int(pos[LEFT + 2 * NUMBERS + c - 1])


@njit(cache=True)
def count_suiting(pos: Position) -> None:
    """Bring `SUITING` up to date with the bag."""
    for code in range(CODES):
        a, b, c = code // (STATES * STATES) % DEAD, code // STATES % STATES % DEAD, code % STATES % DEAD
        asked = int(a > 0) + int(b > 0) + int(c > 0)
        count = suiting(pos, a, b, c) if asked else 0
        pos[SUITING + code] = (min(count, 7) + 2) // 3 if asked == 1 else count


@njit(cache=True, forceinline=True)
def count_tile(pos: Position, tile: int, sign: int) -> None:
    """Take a tile out of the bag (-1) or put it back (+1), all but `PAIRS` and `SUITING`."""
    pos[BAG + tile] += sign
    pos[TILES_LEFT] += sign
    for direction in range(3):
        pos[LEFT + direction * NUMBERS + TILE_PLACES[tile, direction] - 1] += sign


@njit(cache=True)
def take(pos: Position, tile: int, sign: int) -> None:
    """Take a tile out of the bag (-1) or put it back (+1)."""
    count_tile(pos, tile, sign)
    a, b, c = TILE_PLACES[tile, 0], TILE_PLACES[tile, 1], TILE_PLACES[tile, 2]
    pos[pair(0, 1, a, b)] += sign
    pos[pair(0, 2, a, c)] += sign
    pos[pair(1, 2, b, c)] += sign
    count_suiting(pos)


@njit(cache=True, forceinline=True)
def grown(state: int, place: int) -> int:
    """The state of a line when a tile with this number is put on it."""
    if state == ANY:
        return place
    return state if state == place else DEAD


@njit(cache=True, forceinline=True)
def points_of(pos: Position, cell: int, tile: int) -> int:
    """The points of the lines that a tile would complete."""
    points = 0
    for direction in range(3):
        line = LINES_OF[cell, direction]
        state = pos[STATE + line]
        if pos[EMPTY + line] == 1 and state == TILE_PLACES[tile, direction]:
            points += WORTH[line, state]
    return points


@njit(cache=True)
def put(pos: Position, cell: int, tile: int) -> int:
    """Place a tile that is out of the bag; the points of the lines it completes."""
    points = 0
    pos[OPEN + cell] = 0
    pos[OPEN_CELLS] -= 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        before, empty = pos[STATE + line], pos[EMPTY + line]
        after = grown(before, TILE_PLACES[tile, direction])
        if before != ANY and before != DEAD:
            pos[DEMAND + direction * NUMBERS + before - 1] -= empty
        if after != DEAD:
            pos[DEMAND + direction * NUMBERS + after - 1] += empty - 1
        pos[EMPTY + line] = empty - 1
        if after != before:
            _turn(pos, line, after)
        if empty == 1:
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
        if after != DEAD:
            pos[DEMAND + direction * NUMBERS + after - 1] -= empty
        if before != ANY and before != DEAD:
            pos[DEMAND + direction * NUMBERS + before - 1] += empty + 1
        pos[EMPTY + line] = empty + 1
        if after != before:
            _turn(pos, line, before)


@njit(cache=True, forceinline=True)
def lay(pos: Position, cell: int, tile: int) -> int:
    """Place a tile that is out of the bag, all but `CODE` and `DEMAND`; the points of the lines it completes."""
    points = points_of(pos, cell, tile)
    pos[OPEN + cell] = 0
    pos[OPEN_CELLS] -= 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        pos[STATE + line] = grown(pos[STATE + line], TILE_PLACES[tile, direction])
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
def _turn(pos: Position, line: int, state: int) -> None:
    """Bring a line into a state, and its cells' codes with it."""
    change = (state - pos[STATE + line]) * STRIDES[DIRECTIONS[line]]
    pos[STATE + line] = state
    for place in range(LENGTHS[line]):
        pos[CODE + CELLS_OF[line, place]] += change


@njit(cache=True, forceinline=True)
def states_at(pos: Position, cell: int) -> tuple[int, int, int]:
    """The states of the three lines through a cell."""
    return pos[STATE + LINES_OF[cell, 0]], pos[STATE + LINES_OF[cell, 1]], pos[STATE + LINES_OF[cell, 2]]
