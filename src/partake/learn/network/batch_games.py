"""Batches of whole games by a network, one tile at a time and each player alone: one-ply play, or selective search.

The search makes the choices of `ModelPlayer.search` without a limit of time, and with `AFFORDABLE` candidates those of
`ModelPlayer.place`, so that bots play as the batches that measure them.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.variant_arrays import Cells, VariantArrays
from partake.learn.encoding import DRAWS, Ints
from partake.learn.network.inputs import GREATEST_WORTH, Inputs
from partake.learn.network.lookahead import (
    Buffers,
    Values,
    expected_best,
    expected_correction,
    new_scratch,
    one_ply_values,
)
from partake.learn.network.model import Network
from partake.learn.position import BAG_SIZE, OPEN, POSITION_SIZE, put, start, take, unput
from partake.learn.search_budget import (
    EXACT,
    EXTRAPOLATION,
    ILLEGAL,
    THREE_PLY_CANDIDATES,
    THREE_PLY_MARGIN,
    VALUE_EVALUATIONS,
    VALUE_MARGIN,
    affordable_candidates,
    affordable_tiles,
    correction_factor,
)
from partake.learn.terminal_value import final_value
from partake.rules.machine import cores

AFFORDABLE = 0
"""Stands for as many candidates as the bot `value` takes a second look at."""


@njit(cache=True)
def choose(
    state: Ints, geo: Ints, arrays: VariantArrays, net: Network, scale: float, tile: int, candidates: int,
    scratch: Buffers,
) -> tuple[int, float, float, bool]:  # fmt: skip
    """The best position for a tile that is out of the bag, the best one-ply value, the two-ply value of the choice.

    The `candidates` best positions by one ply are searched by two plies, unless values are exact or there is nothing to
    choose: the last entry says whether they were, and both values are the same if not. The closest of them get a third
    ply, as an expected correction, unless candidates are `AFFORDABLE`.
    """
    values = scratch.values[0]
    is_deep = candidates != AFFORDABLE
    best = one_ply_values(state, geo, arrays, net, scale, tile, scratch, values)
    first, margin = values[best], np.inf
    if not is_deep:
        candidates = affordable_candidates(state[BAG_SIZE], state[OPEN] - 1, VALUE_EVALUATIONS)
        margin = VALUE_MARGIN * geo[GREATEST_WORTH]
    behind = max(first - margin, ILLEGAL)
    if candidates < 2 or state[OPEN] < EXACT or (values > behind).sum() == 1:
        return best, first, first, False
    two_ply, extrapolated = np.full(values.size, ILLEGAL), np.full(values.size, ILLEGAL)
    # Mergesort is stable: of equal values the first position comes first, as in `SearchBudget`.
    for position in np.argsort(-values, kind="mergesort")[:candidates]:
        if values[position] <= behind:
            break
        put(state, geo, position, tile, 1)
        two_ply[position] = expected_best(state, geo, arrays, net, scale, scratch)
        unput(state, geo, position, 1)
        lasting = 0.0 if state[OPEN] <= EXACT else EXTRAPOLATION * (two_ply[position] - values[position])
        extrapolated[position] = two_ply[position] + lasting
        if extrapolated[position] > extrapolated[best]:  # of equal ones the best by one ply stays, as in `ModelPlayer`
            best = int(position)
    order = np.argsort(-extrapolated, kind="mergesort")[: min(candidates, THREE_PLY_CANDIDATES)]
    least = extrapolated[best] - THREE_PLY_MARGIN * geo[GREATEST_WORTH]
    tiles = affordable_tiles(state[BAG_SIZE], state[OPEN] - 1) if is_deep else 0
    # A third ply only where its answers are not exact already, and only if at least two candidates are close.
    if tiles and state[OPEN] > EXACT + 1 and extrapolated[order[1]] > least:
        top = ILLEGAL
        for position in order:
            if extrapolated[position] <= least:
                break
            put(state, geo, position, tile, 1)
            correction = expected_correction(state, geo, arrays, net, scale, tiles, scratch)
            unput(state, geo, position, 1)
            value = two_ply[position] + correction_factor(state[OPEN] - 1, geo[DRAWS]) * correction
            if value > top:
                best, top = int(position), value
    return best, first, two_ply[best], True


@njit(cache=True, nogil=True)
def play_with_luck(
    decks: Ints, candidates: int, has_luck: bool, geo: Ints, arrays: VariantArrays, net: Network, scale: float,
    scratch: Buffers, scores: Values, luck: Values,
) -> None:  # fmt: skip
    """The score of a game for each row of tiles and, if asked for, the luck in it: a control variate for its mean.

    luck = sum over draws of (best value with the tile that came - mean of it over all tiles that could have come). Its
    expectation is exactly zero, however wrong the network is, because tiles come with equal odds: the score less its
    luck has the same mean and a far smaller variance.
    """
    state, at_first = np.zeros(POSITION_SIZE, np.int64), 0.0
    if has_luck:
        start(state, geo)
        at_first = expected_best(state, geo, arrays, net, scale, scratch)  # the same for all games
    for game in range(len(decks)):
        start(state, geo)
        luck[game], expected = 0.0, at_first
        for draw in range(geo[DRAWS]):
            tile = decks[game, draw]
            take(state, geo, tile)
            position, first, second, is_searched = choose(state, geo, arrays, net, scale, tile, candidates, scratch)
            put(state, geo, position, tile)
            if has_luck:
                luck[game] += first - expected
                # Two-ply values are that mean already; those of one-ply play are found here, unless they are exact.
                if state[OPEN] > 1 and not is_searched:
                    second = expected_best(state, geo, arrays, net, scale, scratch)
                expected = second
        scores[game] = final_value(state, geo, arrays, scratch.scoring)


def scores_and_luck(
    inputs: Inputs, network: Network, scale: float, decks: Cells, *, candidates: int = 1, has_luck: bool = True
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The score of a game for each row of tiles and the luck in it, on all processors."""

    # Kernels release the GIL: one thread for each processor, with scratch buffers of its own.
    def play(part: Ints) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        found, luck = np.zeros(len(part)), np.zeros(len(part))
        play_with_luck(
            part, candidates, has_luck, inputs.geo, inputs.arrays, network, scale,
            new_scratch(inputs, network.width), found, luck,
        )  # fmt: skip
        return found, luck

    parts = np.array_split(np.ascontiguousarray(decks, np.int64), cores())
    with ThreadPoolExecutor(len(parts)) as pool:
        found, luck = zip(*pool.map(play, parts), strict=True)
    return np.concatenate(found), np.concatenate(luck)
