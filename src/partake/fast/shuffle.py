"""Seeded shuffles: a splitmix64 stream for each game, and a partial Fisher-Yates shuffle of its deck.

Game number n of a seed has its own stream of random words, splitmix64 from a start that mixes seed and n. So a game
comes out the same in any batch, process or order of play.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.bits import NONE, Word
from partake.fast.variant_arrays import Cells
from partake.rules.errors import PartakeError

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""The increment of splitmix64's counter: the odd number next to 2^64 divided by the golden ratio."""
FRACTION = 57
"""Random fractions have 57 bits, so that a fraction times a number up to 127 fits a word."""
FRACTION_MASK = np.uint64((1 << FRACTION) - 1)
"""The bits of a fraction that lie behind the binary point."""
DRAWS_PER_WORD = 5
"""Each draw uses up to 6 of a fraction's 57 bits: before the fifth at least 33 are left, a bias below one in 10^8."""


@njit(cache=True, forceinline=True)
def mix64(word: Word) -> Word:
    """The finaliser of splitmix64 (Stafford's variant 13 of the MurmurHash3 finaliser)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True, forceinline=True)
def stream_start(seed: Word, game: int) -> Word:
    """The counter at which the random words of a game begin; each further word adds `GOLDEN_GAMMA`."""
    # Mixed once, because the plain counters of neighbouring games would be the same sequence shifted by one.
    return mix64(seed + np.uint64(game) * GOLDEN_GAMMA)


@njit(cache=True, forceinline=True)
def randbelow(state: Word, limit: int) -> int:
    """A number below a limit, from the word of this counter: floor(u * limit / 2^32) for a 32-bit u, no rejection."""
    return int(((mix64(state) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@njit(cache=True, forceinline=True)
def next_index(fraction: Word, choices: int) -> tuple[int, Word]:
    """A number below `choices` from a random fraction f, the integer part of f * choices; and its fractional part.

    The fractional part is uniform again, only with fewer random bits: one word serves several draws.
    """
    product = fraction * np.uint64(choices)
    return int(product >> np.uint64(FRACTION)), product & FRACTION_MASK


@njit(cache=True, forceinline=True)
def shuffle(deck: Cells, draws: int, state: Word) -> Word:
    """Partial Fisher-Yates: put all tiles into the deck and shuffle its first `draws`; gives the stream's counter."""
    size = deck.size
    for i in range(size):
        deck[i] = i
    # Forwards: tile i of the deck is one of those not drawn yet, so that a longer shuffle begins with the same tiles.
    fraction, left = NONE, 0
    for i in range(draws):
        if left == 0:
            state += GOLDEN_GAMMA
            fraction, left = mix64(state) >> np.uint64(64 - FRACTION), DRAWS_PER_WORD
        left -= 1
        ahead, fraction = next_index(fraction, size - i)
        tile = deck[i + ahead]
        deck[i + ahead] = deck[i]
        deck[i] = tile
    return state


@njit(cache=True)
def shuffle_all(seed: Word, first: int, draws: int, decks: Cells) -> None:
    """The decks of games number first, first + 1, …"""
    for game in range(decks.shape[0]):
        shuffle(decks[game], draws, stream_start(seed, first + game))


def checked_seed(seed: int) -> np.uint64:
    """A seed as a word."""
    if not 0 <= seed < 2**64:
        raise PartakeError("a seed is a whole number from 0 to 2^64 - 1, not {seed}", seed=seed)
    return np.uint64(seed)
