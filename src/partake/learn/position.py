"""One player's board in the middle of a game, as one flat array of whole numbers that kernels play on."""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.placement import open_mask
from partake.fast.scoring import EMPTY
from partake.fast.tables import Tables, Word
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
    MOON_POINTS,
    MOST_LINES,
    MOST_NUMBERS,
    MOST_PLACES,
    MOST_TILES,
    NEIGHBOURS,
    NUMBERS,
    PROSPECT_STEPS,
    RAY_RULE,
    SUN_POINTS,
    TILE_NUMBERS,
    TILE_SYMBOLS,
    TILES,
    WORTH,
    Ints,
)  # fmt: skip

ANY = 0
"""The state of a line whose number is open; 1, 2, … are the places of its number; one more than all of them is dead."""
NO_SYMBOL, SUNS, MOONS, BROKEN = range(4)
"""The state of a line as a ray."""
FAR = PROSPECT_STEPS - 1
KEY = 64
"""A ray's rank is its length times this, plus its number."""

# Single numbers. Those up to UNDONE are what a placement changes and taking it back restores.
POINTS, OPEN, OCCUPIED, NEAR, NEAR_SUNS, NEAR_MOONS, LONGEST_OWN, BEST_SUN, BEST_MOON, RESERVED, UNDONE = range(11)
RIVAL_SUN, RIVAL_MOON, RIVAL_YARD, RIVAL_EMPTY, SUNS_LEFT, MOONS_LEFT, BAG_SIZE = range(11, 18)
"""What the others have, as far as the rules compare it; what is left in the bag."""

# Rows.
SHEET = 24
"""[position] its tile, or -1."""
STATES = SHEET + MOST_PLACES
"""[line]"""
EMPTIES = STATES + MOST_LINES
"""[line] how many tiles it still needs."""
SYMBOLS = EMPTIES + MOST_LINES
"""[line] its state as a ray."""
PROSPECTS = SYMBOLS + MOST_LINES
"""[line] how far it is from scoring: 0 it cannot, 1 it does, then one more than the tiles it needs, up to `FAR`."""
BAG = PROSPECTS + MOST_LINES
"""[tile] whether it may still come."""
WHERE = BAG + MOST_TILES
"""[tile] its position, or -1."""
LEFT = WHERE + MOST_TILES
"""[direction, number] how many tiles of the bag suit it, wild ones included."""
PAIRS = LEFT + 3 * MOST_NUMBERS
"""[two directions, number, number]"""
TRIPLES = PAIRS + 3 * MOST_NUMBERS**2
"""[number, number, number]"""
UNDO = TRIPLES + MOST_NUMBERS**3
"""Rooms for what a placement overwrites, one for each that may be tried upon another."""
ROOM = 24
POSITION_SIZE = UNDO + 3 * ROOM


def new_position() -> Ints:
    """Room for a position; `start` makes it one."""
    return np.zeros(POSITION_SIZE, np.int64)


@njit(cache=True)
def start(state: Ints, geo: Ints) -> None:
    """An empty board, a full bag, nobody to compare with."""
    state[:] = 0
    state[SHEET : SHEET + MOST_PLACES] = EMPTY
    state[WHERE : WHERE + MOST_TILES] = EMPTY
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
    """See `PROSPECTS`; without branches, because it is asked for very often."""
    number, empty, n = state[STATES + line], state[EMPTIES + line], geo[NUMBERS]
    left = state[LEFT + geo[DIRECTIONS + line] * n + number - 1]
    can = (number <= n) & ((number == ANY) | (left >= empty))
    return int(min(empty + 1, FAR) * can)


@njit(cache=True)
def _count(state: Ints, geo: Ints, tile: int, sign: int) -> None:
    """Count a tile in (1) or out (-1) of what the bag holds."""
    n = geo[NUMBERS]
    state[BAG + tile] += sign
    state[BAG_SIZE] += sign
    if geo[TILE_SYMBOLS + tile]:
        state[SUNS_LEFT + geo[TILE_SYMBOLS + tile] - 1] += sign
    x, y, z = geo[TILE_NUMBERS + 3 * tile], geo[TILE_NUMBERS + 3 * tile + 1], geo[TILE_NUMBERS + 3 * tile + 2]
    for a in range(n):
        suits = x in (0, a + 1)
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
def grown(state: int, number: int, numbers: int) -> int:
    """The state of a line when a tile with this number is put on it."""
    if number == 0 or state == number:
        return state
    return number if state == ANY else numbers + 1


@njit(cache=True, forceinline=True)
def put(state: Ints, geo: Ints, place: int, tile: int, room: int = 0) -> None:
    """Place a tile, remembering in one of three rooms what `unput` needs; lines, and each ray, bring their points."""
    undo = UNDO + ROOM * room
    for i in range(UNDONE):
        state[undo + i] = state[i]
    state[SHEET + place] = tile
    state[WHERE + tile] = place
    state[OPEN] -= 1
    state[OCCUPIED] |= 1 << place
    if place >= geo[CELLS]:
        state[RESERVED] += 1
        return
    symbol = geo[TILE_SYMBOLS + tile]
    if place < geo[BOARD]:
        near = geo[NEIGHBOURS + place]
        state[NEAR] |= near
        if symbol == SUNS:
            state[NEAR_SUNS] |= near
        elif symbol == MOONS:
            state[NEAR_MOONS] |= near
    for direction in range(3):
        line = geo[LINES_OF + 3 * place + direction]
        before, ray = state[STATES + line], state[SYMBOLS + line]
        state[undo + UNDONE + direction], state[undo + UNDONE + 3 + direction] = before, ray
        state[undo + UNDONE + 6 + direction] = state[PROSPECTS + line]
        after = grown(before, geo[TILE_NUMBERS + 3 * tile + direction], geo[NUMBERS])
        shines = symbol if symbol and ray in (NO_SYMBOL, symbol) else BROKEN
        state[STATES + line], state[SYMBOLS + line] = after, shines
        state[EMPTIES + line] -= 1
        state[PROSPECTS + line] = _prospect(state, geo, line)
        if state[EMPTIES + line] == 0 and line < geo[BOARD_LINES]:
            _complete(state, geo, line, after, shines)


@njit(cache=True, forceinline=True)
def _complete(state: Ints, geo: Ints, line: int, number: int, ray: int) -> None:
    """Count a line of the board that has its last tile."""
    length = geo[LENGTHS + line]
    state[POINTS] += geo[WORTH + (MOST_NUMBERS + 2) * line + number]
    if ray != BROKEN and geo[RAY_RULE]:
        state[LONGEST_OWN] = max(state[LONGEST_OWN], length)
        if geo[RAY_RULE] == EACH_RAY:
            state[POINTS] += length * geo[SUN_POINTS if ray == SUNS else MOON_POINTS]
        if number <= geo[NUMBERS]:
            at = BEST_SUN if ray == SUNS else BEST_MOON
            state[at] = max(state[at], length * KEY + geo[WORTH + (MOST_NUMBERS + 2) * line + number] // length)


@njit(cache=True, forceinline=True)
def unput(state: Ints, geo: Ints, place: int, room: int = 0) -> None:
    """Take the tile of the latest `put` with this room off again."""
    undo = UNDO + ROOM * room
    for i in range(UNDONE):
        state[i] = state[undo + i]
    state[WHERE + state[SHEET + place]] = EMPTY
    state[SHEET + place] = EMPTY
    if place < geo[CELLS]:
        for direction in range(3):
            line = geo[LINES_OF + 3 * place + direction]
            state[STATES + line] = state[undo + UNDONE + direction]
            state[SYMBOLS + line] = state[undo + UNDONE + 3 + direction]
            state[PROSPECTS + line] = state[undo + UNDONE + 6 + direction]
            state[EMPTIES + line] += 1


@njit(cache=True)
def open_places(state: Ints, geo: Ints, tables: Tables, tile: int) -> Word:
    """The positions where a tile may go, by the compiled twin, with one slot for the whole reserve."""
    found = open_mask(
        geo[TILE_SYMBOLS + tile], np.uint64(state[OCCUPIED]), np.uint64(state[NEAR]), np.uint64(state[NEAR_SUNS]),
        np.uint64(state[NEAR_MOONS]), tables.rules, tables.sets,
    )  # fmt: skip
    beside = found >> np.uint64(geo[CELLS]) << np.uint64(geo[CELLS])
    return (found ^ beside) | (beside & (~beside + np.uint64(1)))


@njit(cache=True)
def lay_out(state: Ints, geo: Ints, sheet: Ints, drawn: Ints) -> None:
    """A position from the tile on each place (-1 for none) and the tiles that have been drawn."""
    start(state, geo)
    for i in range(drawn.size):
        _count(state, geo, drawn[i], -1)
    for line in range(geo[LINES]):
        state[PROSPECTS + line] = _prospect(state, geo, line)
    for place in range(sheet.size):
        if sheet[place] != EMPTY:
            put(state, geo, place, sheet[place])
