"""The features that a variant adds: rays, bonus tiles, scrapyards, the reserve, wild stripes, placement rules.

They are few, and are computed anew for each placement; only the common features are updated incrementally.
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
    AT_SCRAPYARD,
    AT_SCRAPYARD_STANDING,
    AT_SYMBOLS,
    AT_WILDS,
    BEST_RAYS,
    BOARD,
    BOARD_LINES,
    BONUS_COUNT,
    BONUS_TILES,
    BUCKETS,
    CELL_CLASSES,
    CELLS,
    DRAWS,
    FIT_LEVELS,
    GOLD_POINTS,
    HAS_WILDS,
    IS_TARGET,
    LENGTHS,
    LINE_CLASSES,
    LINES,
    LINES_OF,
    LONGEST,
    LONGEST_RAY,
    LOWEST_SCRAPYARD,
    MAX_NUMBERS,
    NUMBERS,
    PLACEMENT,
    PROSPECT_LEVELS,
    RAY_RULE,
    RESERVES,
    SCRAPYARD_LEVELS,
    SCRAPYARD_RULE,
    SILVER_POINTS,
    SKIPS,
    TARGET_COUNT,
    TARGETS,
    TILE_BONUSES,
    TILE_NUMBERS,
    TILES,
    WORTH,
    Ints,
)  # fmt: skip
from partake.learn.position import (
    ANY,
    BEST_SUN,
    BROKEN,
    EMPTIES,
    LEFT,
    LONGEST_OWN,
    MOONS_LEFT,
    NEAR,
    NEAR_MOONS,
    NEAR_SUNS,
    NO_SYMBOL,
    OPEN,
    PROSPECTS,
    RANK_UNIT,
    RESERVED,
    RIVAL_EMPTY,
    RIVAL_SCRAPYARD,
    RIVAL_SUN,
    SHEET,
    STATES,
    SUNS_LEFT,
    SYMBOLS,
    TILE_POSITIONS,
)  # fmt: skip
from partake.learn.scrapyard_value import scrapyard_values


@njit(cache=True)
def variant_features(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Append the features that the variant adds to the first `count`; gives the new number."""
    return scrapyard_features(state, geo, out, board_features(state, geo, out, count))


@njit(cache=True)
def board_features(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Append those that a placement on the board may change; gives the new number."""
    # Plain variants have none of these groups.
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
    if geo[RESERVES]:
        count = _reserve(state, geo, out, count)
    return count


@njit(cache=True)
def _wilds(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Lines with nothing but wild stripes so far: [class, empty cells]."""
    for line in range(geo[LINES]):
        empty = state[EMPTIES + line]
        # Such a line has the feature of an open line too; this one says that it has begun.
        if state[STATES + line] == ANY and 0 < empty < geo[LENGTHS + line]:
            out[count] = geo[AT_WILDS] + geo[LINE_CLASSES + line] * (geo[LONGEST] + 1) + empty
            count += 1
    return count


@njit(cache=True)
def _reach(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """The empty cells of the board that a tile, or a sun and a moon, may go to: [class, bit of suns, bit of moons]."""
    # With adjacent placement both bits are the same.
    one, other = (NEAR, NEAR) if geo[PLACEMENT] == 1 else (NEAR_SUNS, NEAR_MOONS)
    for cell in range(geo[BOARD]):
        if state[SHEET + cell] == EMPTY and not geo[IS_TARGET + cell]:
            near = (state[one] >> cell & 1) + 2 * (state[other] >> cell & 1)
            out[count] = geo[AT_REACH] + geo[CELL_CLASSES + cell] * 4 + near
            count += 1
    return count


@njit(cache=True)
def _rays(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Lines that can still become a ray: [class, symbol, state, empty cells, rank against the best ray there is]."""
    n, rule = geo[NUMBERS], geo[RAY_RULE]
    for line in range(geo[BOARD_LINES]):
        ray, empty, number = state[SYMBOLS + line], state[EMPTIES + line], state[STATES + line]
        # A ray needs as many tiles of its symbol as it has empty cells.
        if ray in (NO_SYMBOL, BROKEN) or empty == 0 or state[SUNS_LEFT + ray - 1] < empty:
            continue
        length, rank = geo[LENGTHS + line], 0  # rank 0: it would be the best; 1: it would tie; 2: it is behind
        if rule == LONGEST_RAY:
            rank = int(length <= state[LONGEST_OWN])
        elif rule == BEST_RAYS:
            if number > n:  # a dead line's ray does not compete
                continue
            best = max(state[BEST_SUN + ray - 1], state[RIVAL_SUN + ray - 1]) // RANK_UNIT
            rank = 0 if length > best else (1 if length == best else 2)
        kind = (geo[LINE_CLASSES + line] * 2 + ray - 1) * (n + 2) + number
        out[count] = geo[AT_RAYS] + (kind * (geo[LONGEST] + 1) + empty) * 3 + rank
        count += 1
    return count


@njit(cache=True)
def _ray_standing(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """The longest own ray; or, for each symbol, [own best length, rivals' best length, ahead/tie/behind, stage]."""
    stage, stages, lengths = state[OPEN] // 4, geo[DRAWS] // 4 + 1, geo[LONGEST] + 1
    if geo[RAY_RULE] == LONGEST_RAY:
        out[count] = geo[AT_RAY_STANDING] + state[LONGEST_OWN] * stages + stage
        return count + 1
    if geo[RAY_RULE] == BEST_RAYS:
        for symbol in range(2):
            own, rival = state[BEST_SUN + symbol], state[RIVAL_SUN + symbol]
            rank = 0 if own > rival else (1 if own == rival else 2)
            kind = (symbol * lengths + own // RANK_UNIT) * lengths + rival // RANK_UNIT
            out[count] = geo[AT_RAY_STANDING] + (kind * 3 + rank) * stages + stage
            count += 1
    return count


@njit(cache=True)
def _bonuses(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Bonus tiles that lie: [board or scrapyard, gold or silver, prospect of each of the three lines]."""
    for i in range(geo[BONUS_COUNT]):
        tile = geo[BONUS_TILES + i]
        cell = state[TILE_POSITIONS + tile]
        if cell != EMPTY and cell < geo[CELLS]:
            kind = 2 * int(cell >= geo[BOARD]) + geo[TILE_BONUSES + tile] - 1
            for direction in range(3):
                kind = kind * PROSPECT_LEVELS + state[PROSPECTS + geo[LINES_OF + 3 * cell + direction]]
            out[count] = geo[AT_BONUSES] + kind
            count += 1
    return count


@njit(cache=True)
def scrapyard_features(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """Append those of a scrapyard, if there is one: they follow from its tiles and the bag; gives the new number.

    [value, optimistic value, empty cells]; and where scrapyards are compared, the lead over the rivals'.
    """
    if not geo[SCRAPYARD_RULE]:
        return count
    value, optimistic_value, empty = scrapyard_values(state, geo)
    step = min((value + 19) // 20, SCRAPYARD_LEVELS - 1)
    most = min((optimistic_value + 19) // 20, SCRAPYARD_LEVELS - 1)
    out[count] = geo[AT_SCRAPYARD] + (step * SCRAPYARD_LEVELS + most) * 8 + min(empty, 7)
    if geo[SCRAPYARD_RULE] < LOWEST_SCRAPYARD:
        return count + 1
    # The lead in steps of 20 points, -3 … 3, as 0 … 6; any lead or lag at all counts as a step.
    ahead = value - state[RIVAL_SCRAPYARD]
    rank = 3 if ahead == 0 else (3 + min(3, (ahead + 19) // 20) if ahead > 0 else 3 - min(3, (19 - ahead) // 20))
    empty_bucket = (state[RIVAL_EMPTY] + 2) // 3
    out[count + 1] = geo[AT_SCRAPYARD_STANDING] + (rank * BUCKETS + min(empty_bucket, BUCKETS - 1)) * 8 + min(empty, 7)
    return count + 2


@njit(cache=True)
def _reserve(state: Ints, geo: Ints, out: Ints, count: int) -> int:
    """The tiles in reserve by open positions; and for each special cell what the best of them would do there."""
    out[count] = geo[AT_RESERVE] + state[RESERVED] * (geo[DRAWS] + 1) + state[OPEN]
    count += 1
    # For each special cell the tile of the reserve that gains most there: how much, lines matched, tiles missing.
    for i in range(geo[TARGET_COUNT]):
        cell, best, kind = geo[TARGETS + i], 0, 0
        for slot in range(state[RESERVED]):
            gain, matched, missing = _fit(state, geo, cell, state[SHEET + geo[CELLS] + slot])
            if gain > best:
                best, kind = gain, matched * BUCKETS + min(missing, BUCKETS - 1)
        step = min((best + 7) // 8, FIT_LEVELS - 1)
        out[count] = geo[AT_FITS] + (i * FIT_LEVELS + step) * 4 * BUCKETS + kind
        count += 1
    return count


@njit(cache=True, forceinline=True)
def _fit(state: Ints, geo: Ints, cell: int, tile: int) -> tuple[int, int, int]:
    """The points that a tile may bring on a special cell, the lines it fits, and the tiles those still need."""
    gain, matched, missing = 0, 0, 0
    for direction in range(3):
        line, number = geo[LINES_OF + 3 * cell + direction], geo[TILE_NUMBERS + 3 * tile + direction]
        has = state[STATES + line]
        # Where lines do without the special cell it is not among `EMPTIES`, else the tile itself fills one of them.
        worth, need = geo[WORTH + (MAX_NUMBERS + 2) * line + has], state[EMPTIES + line] - int(not geo[SKIPS])
        if has > geo[NUMBERS] or number == 0:
            continue
        # A line that cannot be completed any more neither gains nor loses.
        if has != ANY and state[LEFT + direction * geo[NUMBERS] + has - 1] < need:
            continue
        if has in (ANY, number):
            matched += 1
            missing += need
            # A line that does without the cell gains one tile more; one that needs it gains all its points.
            gain += (worth // geo[LENGTHS + line] if geo[SKIPS] else worth) if has == number else 0
        elif geo[SKIPS]:  # another number would break a line that scores without the cell
            gain -= worth
    bonus = geo[TILE_BONUSES + tile]
    if bonus and matched > 1:
        full = geo[GOLD_POINTS if bonus == 1 else SILVER_POINTS]
        gain += full if matched == 3 else full // 2
    return gain, matched, missing
