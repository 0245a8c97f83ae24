"""Playouts of positions: those that `search` reaches on the published decks, and what one-ply play makes of a board."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit
from numpy.typing import NDArray

import partake
from partake.fast.bits import Word
from partake.fast.shuffle import GOLDEN_GAMMA, randbelow
from partake.fast.variant_arrays import VariantArrays
from partake.learn.encoding import DRAWS, TILES, Ints
from partake.learn.network.batch_games import choose
from partake.learn.network.files import load_network, network_file
from partake.learn.network.inputs import Inputs
from partake.learn.network.lookahead import Buffers, expected_best, one_ply_values
from partake.learn.network.model import Network
from partake.learn.position import BAG, OPEN, put, start, take
from partake.learn.search_budget import CANDIDATES
from partake.learn.terminal_value import final_value
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant
from partake.simulate.deck_lists import PUBLISHED, decks, published_seed

Row = NDArray[np.float64]
"""What is found at one position."""


def network_of(name: str) -> tuple[Variant, Inputs, Network, float]:
    """An edition as it comes, what its network sees, the network, and its scale."""
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    made = variant(edition)
    path = network_file(made)
    assert path is not None
    return made, *load_network(path, made)


def at_positions(
    made: Variant,
    analyse: Callable[[Ints, int, np.uint64, Buffers], Row | None],
    new_buffers: Callable[[], Buffers],
    *,
    minutes: float,
    fewest: int,
) -> Row:
    """[position, column] what `analyse` finds at moves of the published decks, for so long, on two threads.

    It is given the deck, the number of places that the move leaves open, from `fewest` up in turn, a seed and scratch
    buffers; where it finds nothing the position does not count.
    """
    orders = decks(made, published_seed(made.edition.name), PUBLISHED).astype(np.int64)
    until = time.monotonic() + 60 * minutes

    def work(core: int) -> list[Row]:
        scratch, found = new_buffers(), []
        for game in range(core, len(orders), 2):
            left = fewest + game // 2 % (made.draws - fewest)
            row = analyse(orders[game], left, np.uint64(game), scratch)
            if row is not None:
                found.append(row)
            if core == 0:
                remaining = max(until - time.monotonic(), 0) / 60
                print(f"\r{len(found)} positions, {remaining:.1f} minutes left ", end="", flush=True)
            if time.monotonic() > until:
                break
        return found

    with ThreadPoolExecutor(2) as pool:
        found = [row for part in pool.map(work, range(2)) for row in part]
    return np.array(found) if found else np.zeros((0, 1))


@njit(nogil=True)
def play_until(
    deck: Ints, left: int, geo: Ints, arrays: VariantArrays, net: Network, scale: float, scratch: Buffers, state: Ints
) -> int:
    """Let `search` play until the next placement leaves so many places open; gives the tile, out of the bag."""
    start(state, geo)
    for draw in range(geo[DRAWS] - left - 1):
        tile = deck[draw]
        take(state, geo, tile)
        put(state, geo, choose(state, geo, arrays, net, scale, tile, CANDIDATES, scratch)[0], tile)
    tile = deck[geo[DRAWS] - left - 1]
    take(state, geo, tile)
    return int(tile)


@njit(nogil=True)
def play_out(
    board: Ints, word: Word, geo: Ints, arrays: VariantArrays, net: Network, scale: float, scratch: Buffers, state: Ints
) -> float:
    """The final score of a board by one-ply play, less what its tiles brought by luck (a control variate)."""
    state[:] = board
    luck, values = 0.0, scratch.values[0]
    while state[OPEN] > 0:
        expected = expected_best(state, geo, arrays, net, scale, scratch)
        bag = np.flatnonzero(state[BAG : BAG + geo[TILES]])
        word += GOLDEN_GAMMA
        tile = int(bag[randbelow(word, bag.size)])
        take(state, geo, tile)
        best = one_ply_values(state, geo, arrays, net, scale, tile, scratch, values)
        luck += values[best] - expected
        put(state, geo, best, tile)
    return final_value(state, geo, arrays, scratch.scoring) - luck
