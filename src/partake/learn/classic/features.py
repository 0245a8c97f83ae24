"""What the network sees of a position as it stands: which of many yes-or-no features hold.

- each line that can still score: its number, how many cells are empty, how many tiles with that number are left;
- each empty cell: what its three lines have, and how many tiles left would suit all of them;
- each empty cell that is the last of a line: which numbers it would complete, and how many tiles left do so;
- each number: how many empty cells want it, and how many tiles left have it;
- each tile left; how many cells are empty.
"""

from __future__ import annotations

from numba import njit

from partake.learn.classic.board import (
    ANY,
    BAG,
    CELLS,
    CELLS_OF,
    CODE,
    CODES,
    DEAD,
    DEMAND,
    DIRECTIONS,
    EMPTY,
    LEFT,
    LENGTHS,
    LINES,
    LINES_OF,
    LONGEST,
    MOST,
    NUMBERS,
    OPEN,
    OPEN_CELLS,
    STATE,
    STRIDES,
    SUITING,
    TILE_PLACES,
    TILES,
    TURNED_CELLS,
    TURNED_LINES,
    Ints,
    Position,
    grown,
    suiting,
)  # fmt: skip

STEPS = 4
"""How finely a cell counts the tiles that suit it."""
MOST_WANTED = 15
"""Where counting the cells that want a number ends."""
PER_LINE = 1 + NUMBERS * LONGEST * (MOST + 1)
CLOSINGS = (NUMBERS + 1) ** 3

AT_LINES = 0
AT_CELLS = AT_LINES + LINES * PER_LINE
AT_NUMBERS = AT_CELLS + CELLS * CODES * STEPS
AT_TILES = AT_NUMBERS + 3 * NUMBERS * (MOST_WANTED + 1) * (MOST + 1)
AT_STAGES = AT_TILES + TILES
AT_CLOSINGS = AT_STAGES + CELLS + 1
STANDING = AT_CLOSINGS + CELLS * CLOSINGS * (MOST + 1)

MOST_STANDING = LINES + 2 * CELLS + 3 * NUMBERS + TILES + 1
LOST, WON = 0, 1


@njit(cache=True, forceinline=True)
def _line(pos: Position, name: int, direction: int, state: int, empty: int) -> int:
    """The feature of a line; -1 if it cannot score any more, or has."""
    if empty == 0 or state == DEAD:
        return -1
    if state == ANY:
        return AT_LINES + name * PER_LINE
    case = ((state - 1) * LONGEST + empty - 1) * (MOST + 1) + pos[LEFT + direction * NUMBERS + state - 1]
    return int(AT_LINES + name * PER_LINE + 1 + case)


@njit(cache=True, forceinline=True)
def _cell(pos: Position, name: int, code: int) -> int:
    """The feature of an empty cell."""
    return int(AT_CELLS + (name * CODES + code) * STEPS + pos[SUITING + code])


@njit(cache=True, forceinline=True)
def _number(pos: Position, which: int, wanted: int) -> int:
    """The feature of a number that so many empty cells want."""
    return int(AT_NUMBERS + (which * (MOST_WANTED + 1) + min(wanted, MOST_WANTED)) * (MOST + 1) + pos[LEFT + which])


@njit(cache=True, forceinline=True)
def _last(pos: Position, cell: int, direction: int) -> int:
    """The number that a tile on this cell would complete a line of; 0 if none."""
    line = LINES_OF[cell, direction]
    state = pos[STATE + line]
    return int(state) if pos[EMPTY + line] == 1 and state != DEAD else 0


@njit(cache=True, forceinline=True)
def _closing(pos: Position, name: int, a: int, b: int, c: int) -> int:
    """The feature of a cell that would complete lines of these numbers; -1 if it would complete none."""
    if a + b + c == 0:
        return -1
    case = ((name * (NUMBERS + 1) + a) * (NUMBERS + 1) + b) * (NUMBERS + 1) + c
    return AT_CLOSINGS + case * (MOST + 1) + suiting(pos, a, b, c)


@njit(cache=True, forceinline=True)
def _note(feature: int, out: Ints, count: int) -> int:
    if feature < 0:
        return count
    out[count] = feature
    return count + 1


@njit(cache=True)
def standing(pos: Position, is_turned: bool, out: Ints) -> int:
    """Write down the features that hold, of the position or of it turned by half; how many they are."""
    count = 0
    for line in range(LINES):
        name = TURNED_LINES[line] if is_turned else line
        count = _note(_line(pos, name, DIRECTIONS[line], pos[STATE + line], pos[EMPTY + line]), out, count)
    for cell in range(CELLS):
        if pos[OPEN + cell]:
            name = TURNED_CELLS[cell] if is_turned else cell
            count = _note(_cell(pos, name, pos[CODE + cell]), out, count)
            a, b, c = _last(pos, cell, 0), _last(pos, cell, 1), _last(pos, cell, 2)
            count = _note(_closing(pos, name, a, b, c), out, count)
    for which in range(3 * NUMBERS):
        count = _note(_number(pos, which, pos[DEMAND + which]), out, count)
    for tile in range(TILES):
        if pos[BAG + tile]:
            count = _note(AT_TILES + tile, out, count)
    return _note(AT_STAGES + pos[OPEN_CELLS], out, count)


@njit(cache=True)
def changes(pos: Position, cell: int, tile: int, out: Ints) -> tuple[int, int]:
    """Write down the features that placing a tile loses, `out[LOST]`, and wins, `out[WON]`; how many each are."""
    out[LOST, 0], out[LOST, 1] = _cell(pos, cell, pos[CODE + cell]), AT_STAGES + pos[OPEN_CELLS]
    out[WON, 0] = AT_STAGES + pos[OPEN_CELLS] - 1
    lost = _note(_closing(pos, cell, _last(pos, cell, 0), _last(pos, cell, 1), _last(pos, cell, 2)), out[LOST], 2)
    won = 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        state, empty = pos[STATE + line], pos[EMPTY + line]
        after = grown(state, TILE_PLACES[tile, direction])
        lost = _note(_line(pos, line, direction, state, empty), out[LOST], lost)
        won = _note(_line(pos, line, direction, after, empty - 1), out[WON], won)
        number = after if state == ANY else state
        if number != DEAD:
            which = direction * NUMBERS + number - 1
            wanted = pos[DEMAND + which]
            change = empty - 1 if state == ANY else (-1 if after == state else -empty)
            lost = _note(_number(pos, which, wanted), out[LOST], lost)
            won = _note(_number(pos, which, wanted + change), out[WON], won)
        is_closing = empty == 2 and after != DEAD
        if after == state and not is_closing:
            continue
        for place in range(LENGTHS[line]):
            other = CELLS_OF[line, place]
            if other == cell or not pos[OPEN + other]:
                continue
            if after != state:
                code = pos[CODE + other]
                lost = _note(_cell(pos, other, code), out[LOST], lost)
                won = _note(_cell(pos, other, code + (after - state) * STRIDES[direction]), out[WON], won)
            if is_closing:
                a, b, c = _last(pos, other, 0), _last(pos, other, 1), _last(pos, other, 2)
                lost = _note(_closing(pos, other, a, b, c), out[LOST], lost)
                a, b, c = (
                    (after if direction == 0 else a),
                    (after if direction == 1 else b),
                    (after if direction == 2 else c),
                )
                won = _note(_closing(pos, other, a, b, c), out[WON], won)
    return lost, won
