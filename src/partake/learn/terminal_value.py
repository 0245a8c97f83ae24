"""Terminal values: the compiled engine's score, the best moves from the reserve, and the rules that compare players."""

from __future__ import annotations

from typing import Any

from numba import njit

from partake.fast.scoring import EMPTY, score
from partake.fast.variant_arrays import HAS_WILD, VariantArrays, Words
from partake.learn.encoding import (
    BEST_RAY,
    BEST_RAYS,
    BOARD,
    CELLS,
    IS_TARGET,
    LOWEST_SCRAPYARD,
    MAX_POSITIONS,
    PENALTY,
    RAY_RULE,
    RESERVES,
    SCRAPYARD_RULE,
    TARGET_COUNT,
    TARGETS,
    TILES,
    Ints,
)  # fmt: skip
from partake.learn.position import BAG, BAG_SIZE, BEST_SUN, RIVAL_SCRAPYARD, RIVAL_SUN, SHEET, put, unput
from partake.learn.scrapyard_value import scrapyard_values

UNITS_PER_POINT = 60
"""Final scores are counted in sixtieths of a point: a prize shared by up to six players stays a whole number."""


@njit(cache=True)
def own_total(state: Ints, geo: Ints, arrays: VariantArrays, scratch: Words) -> int:
    """The score of a full board by itself, after the best moves from the reserve."""
    sheet: Any = state[SHEET : SHEET + MAX_POSITIONS]
    if geo[RESERVES] == 0:
        return score(
            sheet, scratch, arrays.rules, arrays.attributes, arrays.tile_words, arrays.numbers, arrays.lines,
            arrays.line_masks, arrays.scrapyard_lines, arrays.scrapyard_masks, arrays.position_sets,
        )  # fmt: skip
    return _best_relocation(sheet, geo, arrays, scratch)


@njit(cache=True)
def _best_relocation(sheet: Any, geo: Ints, arrays: VariantArrays, scratch: Words) -> int:
    """Exhaustive search over the moves from the reserve.

    A way is a number in base slots + 1: digit i says which slot goes to special cell i, 0 none.
    """
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
            # A tile moves once, and not if it has a wild stripe.
            if used >> slot & 1 or tile == EMPTY or arrays.attributes[tile, HAS_WILD]:
                is_possible = False
                break
            used |= 1 << slot
            moved |= 1 << i
            sheet[geo[TARGETS + i]] = tile
        if is_possible:
            found = score(
                sheet, scratch, arrays.rules, arrays.attributes, arrays.tile_words, arrays.numbers, arrays.lines,
                arrays.line_masks, arrays.scrapyard_lines, arrays.scrapyard_masks, arrays.position_sets,
            )  # fmt: skip
            best = max(best, found)
        # Undo: the tiles never left their slots, which score nothing.
        for i in range(targets):
            if moved >> i & 1:
                sheet[geo[TARGETS + i]] = EMPTY
    return best


@njit(cache=True)
def is_compared(geo: Ints) -> bool:
    """Whether a player's score depends on the others' boards."""
    return bool(geo[RAY_RULE] == BEST_RAYS or geo[SCRAPYARD_RULE] >= LOWEST_SCRAPYARD)


@njit(cache=True)
def final_value(state: Ints, geo: Ints, arrays: VariantArrays, scratch: Words) -> float:
    """The score of a full board, compared with what the other players have now; a tie counts half."""
    total = float(own_total(state, geo, arrays, scratch))
    if geo[RAY_RULE] == BEST_RAYS:
        for symbol in range(2):
            own, rival = state[BEST_SUN + symbol], state[RIVAL_SUN + symbol]
            if own and own >= rival:
                total += geo[BEST_RAY] if own > rival else geo[BEST_RAY] / 2
    if geo[SCRAPYARD_RULE] >= LOWEST_SCRAPYARD:
        # The highest pays where scrapyards are passed, the lowest otherwise: then the sign turns.
        ahead = scrapyard_values(state, geo)[0] - state[RIVAL_SCRAPYARD]
        if geo[SCRAPYARD_RULE] == LOWEST_SCRAPYARD:
            ahead = -ahead
        if ahead >= 0:
            total -= geo[PENALTY] if ahead > 0 else geo[PENALTY] / 2
    return total


@njit(cache=True)
def last_tile_value(state: Ints, geo: Ints, arrays: VariantArrays, scratch: Words) -> float:
    """Exact expectation with one position left to fill: the mean over the tiles of the bag."""
    position = 0
    # The one open position; special cells are not for the last tile.
    while state[SHEET + position] != EMPTY or (position < geo[BOARD] and geo[IS_TARGET + position]):
        position += 1
    total = 0.0
    for tile in range(geo[TILES]):
        if state[BAG + tile]:
            put(state, geo, position, tile, 2)  # undo slots 0 and 1 belong to the callers
            total += final_value(state, geo, arrays, scratch)
            unput(state, geo, position, 2)
    return float(total / state[BAG_SIZE])


@njit(cache=True)
def final_scores(states: Ints, geo: Ints, arrays: VariantArrays, scratch: Words, totals: Ints) -> None:
    """The final scores of all seats, in sixtieths of a point: prizes and penalties are split among those who tie."""
    seats = states.shape[0]
    for seat in range(seats):
        totals[seat] = UNITS_PER_POINT * own_total(states[seat], geo, arrays, scratch)
    if geo[RAY_RULE] == BEST_RAYS:
        for symbol in range(2):
            best = states[:, BEST_SUN + symbol].max()
            winners = (states[:, BEST_SUN + symbol] == best).sum()
            for seat in range(seats):
                if best and states[seat, BEST_SUN + symbol] == best:
                    totals[seat] += UNITS_PER_POINT * geo[BEST_RAY] // winners
    if geo[SCRAPYARD_RULE] >= LOWEST_SCRAPYARD:
        # With the sign turned for passed scrapyards the least value always pays.
        sign = 1 if geo[SCRAPYARD_RULE] == LOWEST_SCRAPYARD else -1
        worst, payers = 1 << 30, 0
        for seat in range(seats):
            value = sign * scrapyard_values(states[seat], geo)[0]
            if value < worst:
                worst, payers = value, 0
            payers += value == worst
        for seat in range(seats):
            if sign * scrapyard_values(states[seat], geo)[0] == worst:
                totals[seat] -= UNITS_PER_POINT * geo[PENALTY] // payers


@njit(cache=True)
def update_rivals(states: Ints, geo: Ints) -> None:
    """Copy to each seat's position the best of the other seats, as far as the rules compare it."""
    seats, lowest = states.shape[0], geo[SCRAPYARD_RULE] == LOWEST_SCRAPYARD
    for seat in range(seats):
        state = states[seat]
        state[RIVAL_SUN], state[RIVAL_SUN + 1], state[RIVAL_SCRAPYARD] = 0, 0, -1
        for other in range(seats):
            if other == seat:
                continue
            for symbol in range(2):
                state[RIVAL_SUN + symbol] = max(state[RIVAL_SUN + symbol], states[other, BEST_SUN + symbol])
            if geo[SCRAPYARD_RULE] >= LOWEST_SCRAPYARD:
                value, _, empty = scrapyard_values(states[other], geo)
                if state[RIVAL_SCRAPYARD] < 0 or (
                    value < state[RIVAL_SCRAPYARD] if lowest else value > state[RIVAL_SCRAPYARD]
                ):
                    state[RIVAL_SCRAPYARD], state[RIVAL_SCRAPYARD + 1] = value, empty
