"""The features that a variant adds: rays, bonus tiles, scrapyards, the reserve, wild stripes, bound placement.

They are few, and are written down anew for every placement that is weighed.
"""

from __future__ import annotations

from numba import njit

from partake.fast.scoring import EMPTY
from partake.learn.encoding import (
    AT_BONUSES,
    AT_END,
    AT_FITS,
    AT_RAY_STANDING,
    AT_RAYS,
    AT_REACH,
    AT_RESERVE,
    AT_SYMBOLS,
    AT_WILDS,
    AT_YARD,
    AT_YARD_STANDING,
    BEST_RAYS,
    BOARD,
    BOARD_LINES,
    BONUS_COUNT,
    BONUS_TILES,
    BUCKETS,
    CELL_NAMES,
    CELLS,
    DRAWS,
    FIT_STEPS,
    GOLD_POINTS,
    HAS_WILDS,
    IS_TARGET,
    LENGTHS,
    LINE_NAMES,
    LINES,
    LINES_OF,
    LONGEST,
    LONGEST_RAY,
    LOWEST_YARD,
    MOST_NUMBERS,
    NUMBERS,
    PLACEMENT,
    PROSPECT_STEPS,
    RAY_RULE,
    RESERVES,
    SILVER_POINTS,
    SKIPS,
    TARGET_COUNT,
    TARGETS,
    TILE_BONUSES,
    TILE_NUMBERS,
    TILES,
    WORTH,
    YARD_RULE,
    YARD_STEPS,
    Ints,
)  # fmt: skip
from partake.learn.position import (
    ANY,
    BEST_SUN,
    BROKEN,
    EMPTIES,
    KEY,
    LEFT,
    LONGEST_OWN,
    MOONS_LEFT,
    NEAR,
    NEAR_MOONS,
    NEAR_SUNS,
    NO_SYMBOL,
    OPEN,
    PROSPECTS,
    RESERVED,
    RIVAL_EMPTY,
    RIVAL_SUN,
    RIVAL_YARD,
    SHEET,
    STATES,
    SUNS_LEFT,
    SYMBOLS,
    WHERE,
)  # fmt: skip
from partake.learn.scrapyards import yard_values


@njit(cache=True)
def extras(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Write down the features that the variant adds, after so many others; how many there are now."""
    if geo[AT_WILDS] == geo[AT_END]:
        return count
    if geo[HAS_WILDS]:
        count = _wilds(state, geo, out, count)
    if geo[PLACEMENT]:
        count = _reach(state, geo, out, count)
    if geo[AT_SYMBOLS] != geo[AT_RAYS]:
        out[count] = geo[AT_SYMBOLS] + state[SUNS_LEFT]
        out[count + 1] = geo[AT_SYMBOLS] + geo[TILES] + 1 + state[MOONS_LEFT]
        count += 2
    if geo[RAY_RULE]:
        count = _ray_standing(state, geo, out, _rays(state, geo, out, count))
    if geo[BONUS_COUNT]:
        count = _bonuses(state, geo, out, count)
    if geo[YARD_RULE]:
        count = _yard(state, geo, out, count)
    if geo[RESERVES]:
        count = _reserve(state, geo, out, count)
    return count


@njit(cache=True)
def _wilds(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Lines that hold nothing but wild stripes."""
    for line in range(geo[LINES]):
        empty = state[EMPTIES + line]
        if state[STATES + line] == ANY and 0 < empty < geo[LENGTHS + line]:
            out[count] = geo[AT_WILDS] + geo[LINE_NAMES + line] * (geo[LONGEST] + 1) + empty
            count += 1
    return count


@njit(cache=True)
def _reach(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Which empty cells of the board a tile, a sun or a moon may go to."""
    one, other = (NEAR, NEAR) if geo[PLACEMENT] == 1 else (NEAR_SUNS, NEAR_MOONS)
    for cell in range(geo[BOARD]):
        if state[SHEET + cell] == EMPTY and not geo[IS_TARGET + cell]:
            near = (state[one] >> cell & 1) + 2 * (state[other] >> cell & 1)
            out[count] = geo[AT_REACH] + geo[CELL_NAMES + cell] * 4 + near
            count += 1
    return count


@njit(cache=True)
def _rays(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Lines of suns or of moons: their number, what they need, and whether they would beat the best there is."""
    n, rule = geo[NUMBERS], geo[RAY_RULE]
    for line in range(geo[BOARD_LINES]):
        ray, empty, number = state[SYMBOLS + line], state[EMPTIES + line], state[STATES + line]
        if ray in (NO_SYMBOL, BROKEN) or empty == 0 or state[SUNS_LEFT + ray - 1] < empty:
            continue
        length, rank = geo[LENGTHS + line], 0
        if rule == LONGEST_RAY:
            rank = int(length <= state[LONGEST_OWN])
        elif rule == BEST_RAYS:
            if number > n:
                continue
            best = max(state[BEST_SUN + ray - 1], state[RIVAL_SUN + ray - 1]) // KEY
            rank = 0 if length > best else (1 if length == best else 2)
        kind = (geo[LINE_NAMES + line] * 2 + ray - 1) * (n + 2) + number
        out[count] = geo[AT_RAYS] + (kind * (geo[LONGEST] + 1) + empty) * 3 + rank
        count += 1
    return count


@njit(cache=True)
def _ray_standing(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """The longest own ray, or the best of each symbol beside the best of the others."""
    stage, stages, lengths = state[OPEN] // 4, geo[DRAWS] // 4 + 1, geo[LONGEST] + 1
    if geo[RAY_RULE] == LONGEST_RAY:
        out[count] = geo[AT_RAY_STANDING] + state[LONGEST_OWN] * stages + stage
        return count + 1
    if geo[RAY_RULE] == BEST_RAYS:
        for symbol in range(2):
            own, rival = state[BEST_SUN + symbol], state[RIVAL_SUN + symbol]
            rank = 0 if own > rival else (1 if own == rival else 2)
            kind = (symbol * lengths + own // KEY) * lengths + rival // KEY
            out[count] = geo[AT_RAY_STANDING] + (kind * 3 + rank) * stages + stage
            count += 1
    return count


@njit(cache=True)
def _bonuses(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Bonus tiles on the board and in the scrapyard: how far their three lines are."""
    for i in range(geo[BONUS_COUNT]):
        tile = geo[BONUS_TILES + i]
        cell = state[WHERE + tile]
        if cell != EMPTY and cell < geo[CELLS]:
            kind = 2 * int(cell >= geo[BOARD]) + geo[TILE_BONUSES + tile] - 1
            for direction in range(3):
                kind = kind * PROSPECT_STEPS + state[PROSPECTS + geo[LINES_OF + 3 * cell + direction]]
            out[count] = geo[AT_BONUSES] + kind
            count += 1
    return count


@njit(cache=True)
def _yard(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """What the scrapyard is worth, could be worth and has room for; and beside what the others' are worth."""
    value, hope, empty = yard_values(state, geo)
    step = min((value + 19) // 20, YARD_STEPS - 1)
    most = min((hope + 19) // 20, YARD_STEPS - 1)
    out[count] = geo[AT_YARD] + (step * YARD_STEPS + most) * 8 + min(empty, 7)
    if geo[YARD_RULE] < LOWEST_YARD:
        return count + 1
    ahead = value - state[RIVAL_YARD]
    rank = 3 if ahead == 0 else (3 + min(3, (ahead + 19) // 20) if ahead > 0 else 3 - min(3, (19 - ahead) // 20))
    room = (state[RIVAL_EMPTY] + 2) // 3
    out[count + 1] = geo[AT_YARD_STANDING] + (rank * BUCKETS + min(room, BUCKETS - 1)) * 8 + min(empty, 7)
    return count + 2


@njit(cache=True)
def _reserve(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """How many tiles are put aside, and for each special cell what the best of them would do there."""
    out[count] = geo[AT_RESERVE] + state[RESERVED] * (geo[DRAWS] + 1) + state[OPEN]
    count += 1
    for i in range(geo[TARGET_COUNT]):
        cell, best, kind = geo[TARGETS + i], 0, 0
        for slot in range(state[RESERVED]):
            gain, matched, missing = _fit(state, geo, cell, state[SHEET + geo[CELLS] + slot])
            if gain > best:
                best, kind = gain, matched * BUCKETS + min(missing, BUCKETS - 1)
        step = min((best + 7) // 8, FIT_STEPS - 1)
        out[count] = geo[AT_FITS] + (i * FIT_STEPS + step) * 4 * BUCKETS + kind
        count += 1
    return count


@njit(cache=True, forceinline=True)
def _fit(state: Ints, geo: Ints, cell: int, tile: int) -> tuple[int, int, int]:
    """The points that a tile may bring on a special cell, how many lines it fits, and what those still need."""
    gain, matched, missing = 0, 0, 0
    for direction in range(3):
        line, number = geo[LINES_OF + 3 * cell + direction], geo[TILE_NUMBERS + 3 * tile + direction]
        has = state[STATES + line]
        worth, need = geo[WORTH + (MOST_NUMBERS + 2) * line + has], state[EMPTIES + line] - int(not geo[SKIPS])
        if has > geo[NUMBERS] or number == 0:
            continue
        if has != ANY and state[LEFT + direction * geo[NUMBERS] + has - 1] < need:
            continue
        if has in (ANY, number):
            matched += 1
            missing += need
            gain += (worth // geo[LENGTHS + line] if geo[SKIPS] else worth) if has == number else 0
        elif geo[SKIPS]:
            gain -= worth
    bonus = geo[TILE_BONUSES + tile]
    if bonus and matched > 1:
        full = geo[GOLD_POINTS if bonus == 1 else SILVER_POINTS]
        gain += full if matched == 3 else full // 2
    return gain, matched, missing
