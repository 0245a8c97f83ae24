"""Sparse binary features of a position as it stands, the part of the network's input that is updated incrementally:

- each line that can still score: its number, its empty cells, the tiles left with that number;
- each empty cell: the states of its three lines, and the tiles left that would suit all of them;
- each empty cell that is the last of a line: the numbers it would complete, and the tiles left that do so;
- each number: the empty cells that want it, and the tiles left that have it;
- each tile left; the number of empty cells.

An index is the start of its group plus a number in mixed radix.
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
    NUMBERS,
    OPEN,
    OPEN_CELLS,
    ROTATED_CELLS,
    ROTATED_LINES,
    STATE,
    STRIDES,
    SUITABLE,
    TILE_NUMBERS,
    TILES,
    TILES_PER_NUMBER,
    Ints,
    Position,
    state_after,
    suitable_tiles,
)  # fmt: skip

SUITABLE_LEVELS = 4
"""Levels of the number of tiles that suit a cell."""
MAX_WANTED = 15
"""Counts of cells that want a number are capped here."""
PER_LINE = 1 + NUMBERS * LONGEST * (TILES_PER_NUMBER + 1)
"""Features of a line: without a tile, or [number, empty cells, tiles left]."""
CLOSINGS = (NUMBERS + 1) ** 3
"""Combinations of numbers that a cell can complete lines of, 0 for none in a direction."""

# The first feature of each group; `STANDING` is one past the last.
AT_LINES = 0
AT_CELLS = AT_LINES + LINES * PER_LINE
AT_NUMBERS = AT_CELLS + CELLS * CODES * SUITABLE_LEVELS
AT_TILES = AT_NUMBERS + 3 * NUMBERS * (MAX_WANTED + 1) * (TILES_PER_NUMBER + 1)
AT_STAGES = AT_TILES + TILES
AT_CLOSINGS = AT_STAGES + CELLS + 1
STANDING = AT_CLOSINGS + CELLS * CLOSINGS * (TILES_PER_NUMBER + 1)

MAX_STANDING = LINES + 2 * CELLS + 3 * NUMBERS + TILES + 1
"""The most of these features that are active at once."""
LOST = 0
"""The row of `changes` with the features that a placement deactivates."""
WON = 1
"""The row of `changes` with the features that a placement activates."""


@njit(cache=True, forceinline=True)
def _line(pos: Position, name: int, direction: int, state: int, empty: int) -> int:
    """The feature of a line; -1 if it cannot score any more, or has."""
    if empty == 0 or state == DEAD:
        return -1
    if state == ANY:
        return AT_LINES + name * PER_LINE
    case = ((state - 1) * LONGEST + empty - 1) * (TILES_PER_NUMBER + 1) + pos[LEFT + direction * NUMBERS + state - 1]
    return int(AT_LINES + name * PER_LINE + 1 + case)


@njit(cache=True, forceinline=True)
def _cell(pos: Position, name: int, code: int) -> int:
    """The feature of an empty cell."""
    return int(AT_CELLS + (name * CODES + code) * SUITABLE_LEVELS + pos[SUITABLE + code])


@njit(cache=True, forceinline=True)
def _number(pos: Position, which: int, wanted: int) -> int:
    """The feature of a number by the empty cells that want it and the tiles left that have it."""
    return int(
        AT_NUMBERS + (which * (MAX_WANTED + 1) + min(wanted, MAX_WANTED)) * (TILES_PER_NUMBER + 1) + pos[LEFT + which]
    )


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
    return AT_CLOSINGS + case * (TILES_PER_NUMBER + 1) + suitable_tiles(pos, a, b, c)


@njit(cache=True, forceinline=True)
def _note(feature: int, out: Ints, count: int) -> int:
    if feature < 0:
        return count
    out[count] = feature
    return count + 1


@njit(cache=True)
def standing(pos: Position, is_rotated: bool, out: Ints) -> int:
    """Write the active features of the position, or of it turned by half; gives their number."""
    count = 0
    for line in range(LINES):
        name = ROTATED_LINES[line] if is_rotated else line
        count = _note(_line(pos, name, DIRECTIONS[line], pos[STATE + line], pos[EMPTY + line]), out, count)
    for cell in range(CELLS):
        if pos[OPEN + cell]:
            name = ROTATED_CELLS[cell] if is_rotated else cell
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
    """The features that a placement deactivates, `out[LOST]`, and activates, `out[WON]`; gives both numbers.

    Without the feature of the tile, which is out of the bag before. The cell itself, its lines, the demand for their
    numbers and, where a line changes its state or has one empty cell left, the other empty cells on it.
    """
    out[LOST, 0], out[LOST, 1] = _cell(pos, cell, pos[CODE + cell]), AT_STAGES + pos[OPEN_CELLS]
    out[WON, 0] = AT_STAGES + pos[OPEN_CELLS] - 1  # the cell itself wins no feature: it is not empty any more
    lost = _note(_closing(pos, cell, _last(pos, cell, 0), _last(pos, cell, 1), _last(pos, cell, 2)), out[LOST], 2)
    won = 1
    for direction in range(3):
        line = LINES_OF[cell, direction]
        state, empty = pos[STATE + line], pos[EMPTY + line]
        after = state_after(state, TILE_NUMBERS[tile, direction])
        lost = _note(_line(pos, line, direction, state, empty), out[LOST], lost)
        won = _note(_line(pos, line, direction, after, empty - 1), out[WON], won)
        # The number whose demand changes: the new one of an open line, else the line's own. A dead line has none.
        number = after if state == ANY else state
        if number != DEAD:
            which = direction * NUMBERS + number - 1
            wanted = pos[DEMAND + which]
            # A first tile makes the line's other cells want its number; a fitting one fills a cell; another kills all.
            change = empty - 1 if state == ANY else (-1 if after == state else -empty)
            lost = _note(_number(pos, which, wanted), out[LOST], lost)
            won = _note(_number(pos, which, wanted + change), out[WON], won)
        # With one empty cell left, that cell becomes the last of the line: its closing feature changes.
        is_closing = empty == 2 and after != DEAD
        if after == state and not is_closing:  # the other cells of the line keep their features
            continue
        for index in range(LENGTHS[line]):
            other = CELLS_OF[line, index]
            if other == cell or not pos[OPEN + other]:
                continue
            # A change of state moves one digit of the cell's code.
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
