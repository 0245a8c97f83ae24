"""What a full board brings: the compiled twin's score, the best moves from the reserve, and what compares players."""

from __future__ import annotations

from typing import Any

from numba import njit

from partake.fast.scoring import EMPTY, score
from partake.fast.tables import HAS_WILD, Tables, Words
from partake.learn.encoding import (
    BEST_RAY,
    BEST_RAYS,
    BOARD,
    CELLS,
    IS_TARGET,
    LOWEST_YARD,
    MOST_PLACES,
    PENALTY,
    RAY_RULE,
    RESERVES,
    TARGET_COUNT,
    TARGETS,
    TILES,
    YARD_RULE,
    Ints,
)  # fmt: skip
from partake.learn.position import BAG, BAG_SIZE, BEST_SUN, RIVAL_SUN, RIVAL_YARD, SHEET, put, unput
from partake.learn.scrapyards import yard_values

SIXTIETHS = 60
"""Final scores are counted in sixtieths of a point, because up to six players may share one."""


@njit(cache=True)
def own_total(state: Ints, geo: Ints, tables: Tables, room: Words) -> int:
    """The score of a full board by itself, after the best moves from the reserve."""
    sheet: Any = state[SHEET : SHEET + MOST_PLACES]
    if geo[RESERVES] == 0:
        return score(
            sheet, room, tables.rules, tables.facts, tables.bits, tables.numbers, tables.lines, tables.line_sets,
            tables.yard_lines, tables.yard_sets, tables.sets,
        )  # fmt: skip
    return _relocated(sheet, geo, tables, room)


@njit(cache=True)
def _relocated(sheet: Any, geo: Ints, tables: Tables, room: Words) -> int:
    """The best score over all ways to move tiles from the reserve, tried one by one."""
    slots, targets, best = geo[RESERVES], geo[TARGET_COUNT], -(1 << 30)
    for way in range((slots + 1) ** targets):
        code, used, moved = way, 0, 0
        is_possible = True
        for i in range(targets):
            slot = code % (slots + 1) - 1
            code //= slots + 1
            if slot < 0:
                continue
            tile = sheet[geo[CELLS] + slot]
            if used >> slot & 1 or tile == EMPTY or tables.facts[tile, HAS_WILD]:
                is_possible = False
                break
            used |= 1 << slot
            moved |= 1 << i
            sheet[geo[TARGETS + i]] = tile
        if is_possible:
            found = score(
                sheet, room, tables.rules, tables.facts, tables.bits, tables.numbers, tables.lines, tables.line_sets,
                tables.yard_lines, tables.yard_sets, tables.sets,
            )  # fmt: skip
            best = max(best, found)
        for i in range(targets):
            if moved >> i & 1:
                sheet[geo[TARGETS + i]] = EMPTY
    return best


@njit(cache=True)
def is_compared(geo: Ints) -> bool:
    """Whether a player's score depends on the others' boards."""
    return bool(geo[RAY_RULE] == BEST_RAYS or geo[YARD_RULE] >= LOWEST_YARD)


@njit(cache=True)
def final_value(state: Ints, geo: Ints, tables: Tables, room: Words) -> float:
    """The score of a full board, compared with what the others have now."""
    total = float(own_total(state, geo, tables, room))
    if geo[RAY_RULE] == BEST_RAYS:
        for symbol in range(2):
            own, rival = state[BEST_SUN + symbol], state[RIVAL_SUN + symbol]
            if own and own >= rival:
                total += geo[BEST_RAY] if own > rival else geo[BEST_RAY] / 2
    if geo[YARD_RULE] >= LOWEST_YARD:
        ahead = yard_values(state, geo)[0] - state[RIVAL_YARD]
        if geo[YARD_RULE] == LOWEST_YARD:
            ahead = -ahead
        if ahead >= 0:
            total -= geo[PENALTY] if ahead > 0 else geo[PENALTY] / 2
    return total


@njit(cache=True)
def last_value(state: Ints, geo: Ints, tables: Tables, room: Words) -> float:
    """The score to expect with one place left to fill: the mean over the tiles of the bag."""
    place = 0
    while state[SHEET + place] != EMPTY or (place < geo[BOARD] and geo[IS_TARGET + place]):
        place += 1
    total = 0.0
    for tile in range(geo[TILES]):
        if state[BAG + tile]:
            put(state, geo, place, tile, 2)
            total += final_value(state, geo, tables, room)
            unput(state, geo, place, 2)
    return float(total / state[BAG_SIZE])


@njit(cache=True)
def settle(states: Ints, geo: Ints, tables: Tables, room: Words, totals: Ints) -> None:
    """The final scores of all seats of a table, in sixtieths of a point."""
    seats = states.shape[0]
    for seat in range(seats):
        totals[seat] = SIXTIETHS * own_total(states[seat], geo, tables, room)
    if geo[RAY_RULE] == BEST_RAYS:
        for symbol in range(2):
            best = states[:, BEST_SUN + symbol].max()
            winners = (states[:, BEST_SUN + symbol] == best).sum()
            for seat in range(seats):
                if best and states[seat, BEST_SUN + symbol] == best:
                    totals[seat] += SIXTIETHS * geo[BEST_RAY] // winners
    if geo[YARD_RULE] >= LOWEST_YARD:
        sign = 1 if geo[YARD_RULE] == LOWEST_YARD else -1
        worst, payers = 1 << 30, 0
        for seat in range(seats):
            value = sign * yard_values(states[seat], geo)[0]
            if value < worst:
                worst, payers = value, 0
            payers += value == worst
        for seat in range(seats):
            if sign * yard_values(states[seat], geo)[0] == worst:
                totals[seat] -= SIXTIETHS * geo[PENALTY] // payers


@njit(cache=True)
def compare(states: Ints, geo: Ints) -> None:
    """Tell every seat what the others have, as far as the rules compare it."""
    seats, lowest = states.shape[0], geo[YARD_RULE] == LOWEST_YARD
    for seat in range(seats):
        state = states[seat]
        state[RIVAL_SUN], state[RIVAL_SUN + 1], state[RIVAL_YARD] = 0, 0, -1
        for other in range(seats):
            if other == seat:
                continue
            for symbol in range(2):
                state[RIVAL_SUN + symbol] = max(state[RIVAL_SUN + symbol], states[other, BEST_SUN + symbol])
            if geo[YARD_RULE] >= LOWEST_YARD:
                value, _, empty = yard_values(states[other], geo)
                if state[RIVAL_YARD] < 0 or (value < state[RIVAL_YARD] if lowest else value > state[RIVAL_YARD]):
                    state[RIVAL_YARD], state[RIVAL_YARD + 1] = value, empty
