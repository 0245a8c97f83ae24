"""The value of a scrapyard as it lies, and an upper estimate of what it can still become."""

from __future__ import annotations

from numba import njit

from partake.fast.scoring import EMPTY
from partake.learn.encoding import (
    BOARD,
    BOARD_LINES,
    BONUS_COUNT,
    BONUS_TILES,
    CELLS,
    GOLD_POINTS,
    LINES,
    LINES_OF,
    MAX_NUMBERS,
    SILVER_POINTS,
    TILE_BONUSES,
    WORTH,
    Ints,
)  # fmt: skip
from partake.learn.position import ANY, PROSPECTS, SHEET, STATES, TILE_POSITIONS


@njit(cache=True)
def scrapyard_values(state: Ints, geo: Ints) -> tuple[int, int, int]:
    """A scrapyard's value (H36), the value if all lines with a number that can still score did, its empty cells."""
    empty = 0
    for cell in range(geo[BOARD], geo[CELLS]):
        empty += state[SHEET + cell] == EMPTY
    return _value(state, geo, False), _value(state, geo, True), empty


@njit(cache=True)
def _value(state: Ints, geo: Ints, optimistic: bool) -> int:
    """The greatest of the best three lines, the best two silvers and the best gold (H36), in one pass each."""
    # The three best lines, by insertion.
    first, second, third = 0, 0, 0
    for line in range(geo[BOARD_LINES], geo[LINES]):
        if _scores(state, line, optimistic):
            points = geo[WORTH + (MAX_NUMBERS + 2) * line + state[STATES + line]]
            if points > first:
                first, second, third = points, first, second
            elif points > second:
                second, third = points, second
            elif points > third:
                third = points
    # Bonus tiles that lie in the scrapyard, by the scoring lines that cross them.
    gold, silver, next_silver = 0, 0, 0
    for i in range(geo[BONUS_COUNT]):
        tile = geo[BONUS_TILES + i]
        cell = state[TILE_POSITIONS + tile]
        if not geo[BOARD] <= cell < geo[CELLS]:
            continue
        crossed = 0
        for direction in range(3):
            crossed += _scores(state, geo[LINES_OF + 3 * cell + direction], optimistic)
        if geo[TILE_BONUSES + tile] == 1:
            gold = max(gold, _bonus_points(geo[GOLD_POINTS], crossed))
            continue
        points = _bonus_points(geo[SILVER_POINTS], crossed)
        if points > silver:
            silver, next_silver = points, silver
        elif points > next_silver:
            next_silver = points
    return max(first + second + third, silver + next_silver, gold)


@njit(cache=True, forceinline=True)
def _scores(state: Ints, line: int, optimistic: bool) -> bool:
    """Whether a line scores; if optimistic, whether it has a number and still can."""
    prospect = state[PROSPECTS + line]
    return bool((prospect == 1) | (optimistic & (prospect > 1) & (state[STATES + line] != ANY)))


@njit(cache=True, forceinline=True)
def _bonus_points(points: int, crossed: int) -> int:
    """What a bonus tile earns by the number of scoring lines that cross it (H34)."""
    if crossed == 3:
        return points
    return points // 2 if crossed == 2 else 0
