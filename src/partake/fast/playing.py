"""Whole games, compiled: shuffling and random play.

Game number n of a seed has its own stream of random words, splitmix64 from a start that mixes seed and n, so that a
game comes out the same whoever plays it and in whatever company.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from partake.fast.bits import lowest, popcount
from partake.fast.placement import open_mask
from partake.fast.scoring import EMPTY, NONE, ONE, bit, score, working_room
from partake.fast.tables import (
    BOARD,
    CALL,
    DRAWS,
    HAS_WILD,
    IS_SUN,
    PLACEMENT,
    POSITIONS,
    RESERVE,
    SYMBOL,
    TARGETS,
    Cells,
    Numbers,
    Tables,
    Word,
    Words,
)  # fmt: skip

STEP = np.uint64(0x9E3779B97F4A7C15)
FRACTION = 57
"""Random fractions have 57 bits, so that a fraction times a number up to 127 fits a word."""
FRACTION_MASK = np.uint64((1 << FRACTION) - 1)
DRAWS_PER_WORD = 5
"""Each draw uses up to 6 of a fraction's 57 bits: before the fifth at least 33 are left, a bias below one in 10^8."""


@njit(cache=True, forceinline=True)
def mixed(word: Word) -> Word:
    """The finaliser of splitmix64."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True, forceinline=True)
def stream(seed: Word, game: int) -> Word:
    """Where the random words of a game begin."""
    return mixed(seed + np.uint64(game) * STEP)


@njit(cache=True, forceinline=True)
def below(state: Word, limit: int) -> int:
    """A number below a limit, from the word of this state."""
    return int(((mixed(state) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@njit(cache=True, forceinline=True)
def nth_bit(mask: Word, n: int) -> int:
    """The position of the n-th set bit, from 0."""
    for _ in range(n):
        mask &= mask - ONE
    return lowest(mask)


@njit(cache=True, forceinline=True)
def _drawn(fraction: Word, choices: int) -> tuple[int, Word]:
    """A number below `choices` from a random fraction, and what is left of the fraction."""
    product = fraction * np.uint64(choices)
    return int(product >> np.uint64(FRACTION)), product & FRACTION_MASK


@njit(cache=True, forceinline=True)
def shuffle(deck: Cells, draws: int, state: Word) -> Word:
    """Put all tiles into the deck and shuffle its first `draws` places; the stream's new place."""
    size = deck.size
    for i in range(size):
        deck[i] = i
    fraction, left = NONE, 0
    for i in range(draws):
        if left == 0:
            state += STEP
            fraction, left = mixed(state) >> np.uint64(64 - FRACTION), DRAWS_PER_WORD
        left -= 1
        ahead, fraction = _drawn(fraction, size - i)
        tile = deck[i + ahead]
        deck[i + ahead] = deck[i]
        deck[i] = tile
    return state


@njit(cache=True)
def shuffle_all(seed: Word, first: int, draws: int, decks: Cells) -> None:
    """The decks of games number first, first + 1, …"""
    for game in range(decks.shape[0]):
        shuffle(decks[game], draws, stream(seed, first + game))


@njit(cache=True)
def plain_scores(tables: Tables, seed: Word, first: int, out: Numbers) -> None:
    """Random games where only lines count and a direction fits a word: the three words stay in registers."""
    plain, masks, points, order = tables.plain, tables.plain_masks, tables.plain_points, tables.order
    size, draws, entries = plain.shape[0], tables.rules[DRAWS], masks.shape[1]
    deck = np.empty(size, np.uint8)
    for game in range(out.size):
        state = stream(seed, first + game)
        for i in range(size):
            deck[i] = i
        vertical, rising, falling = NONE, NONE, NONE
        fraction, left = NONE, 0
        # As in `shuffle`, with each tile placed as it comes: a third faster than shuffling first.
        for i in range(draws):
            if left == 0:
                state += STEP
                fraction, left = mixed(state) >> np.uint64(64 - FRACTION), DRAWS_PER_WORD
            left -= 1
            ahead, fraction = _drawn(fraction, size - i)
            tile = deck[i + ahead]
            deck[i + ahead] = deck[i]
            cell = np.uint64(order[i])
            vertical |= plain[tile, 0] << cell
            rising |= plain[tile, 1] << cell
            falling |= plain[tile, 2] << cell
        total = 0
        for entry in range(entries):
            if (vertical & masks[0, entry]) == masks[0, entry]:
                total += points[0, entry]
        for entry in range(entries):
            if (rising & masks[1, entry]) == masks[1, entry]:
                total += points[1, entry]
        for entry in range(entries):
            if (falling & masks[2, entry]) == masks[2, entry]:
                total += points[2, entry]
        out[game] = total


@njit(cache=True, forceinline=True)
def fill_bound(
    sheet: Cells, deck: Cells, state: Word, rules: Numbers, facts: Numbers, neighbours: Words, sets: Words
) -> Word:
    """Random legal placements where they depend on what lies on the board."""
    occupied, near, near_suns, near_moons = NONE, NONE, NONE, NONE
    for start in range(0, rules[DRAWS], rules[CALL]):
        for count in range(min(rules[CALL], rules[DRAWS] - start), 0, -1):
            one = open_mask(facts[deck[start], SYMBOL], occupied, near, near_suns, near_moons, rules, sets)
            two = NONE
            if count == 2:
                two = open_mask(facts[deck[start + 1], SYMBOL], occupied, near, near_suns, near_moons, rules, sets)
            state += STEP
            some = popcount(one)
            choice = below(state, some + popcount(two))
            tile = deck[start]
            if choice < some:
                position = nth_bit(one, choice)
                if count == 2:
                    deck[start] = deck[start + 1]
            else:
                position = nth_bit(two, choice - some)
                tile = deck[start + 1]
            sheet[position] = tile
            occupied |= bit(position)
            if position < rules[BOARD]:
                near |= neighbours[position]
                if facts[tile, SYMBOL] == IS_SUN:
                    near_suns |= neighbours[position]
                elif facts[tile, SYMBOL]:
                    near_moons |= neighbours[position]
    return state


@njit(cache=True, forceinline=True)
def relocate_at_random(sheet: Cells, state: Word, rules: Numbers, facts: Numbers, sets: Words) -> Word:
    """Random moves from the reserve, until the choice falls on being done."""
    movable, free = NONE, sets[TARGETS]
    for position in range(rules[POSITIONS]):
        if sets[RESERVE] & bit(position) and sheet[position] != EMPTY and not facts[sheet[position], HAS_WILD]:
            movable |= bit(position)
    while True:
        targets = popcount(free)
        moves = popcount(movable) * targets
        state += STEP
        choice = below(state, moves + 1)
        if choice == moves:
            return state
        source, target = nth_bit(movable, choice // targets), nth_bit(free, choice % targets)
        sheet[target] = sheet[source]
        sheet[source] = EMPTY
        movable ^= bit(source)
        free ^= bit(target)


@njit(cache=True)
def random_scores(tables: Tables, seed: Word, first: int, out: Numbers) -> None:
    """The scores of random games number first, first + 1, …"""
    rules, facts, bits, numbers, lines = tables.rules, tables.facts, tables.bits, tables.numbers, tables.lines
    line_sets, yard_lines, yard_sets, sets = tables.line_sets, tables.yard_lines, tables.yard_sets, tables.sets
    neighbours, order, room = tables.neighbours, tables.order, working_room(tables)
    deck, sheet = np.empty(facts.shape[0], np.int8), np.empty(rules[POSITIONS], np.int8)
    for game in range(out.size):
        state = shuffle(deck, rules[DRAWS], stream(seed, first + game))
        for position in range(sheet.size):
            sheet[position] = EMPTY
        if rules[PLACEMENT]:
            state = fill_bound(sheet, deck, state, rules, facts, neighbours, sets)
        else:
            # Whatever the order of filling, a shuffled deck makes every arrangement equally likely.
            for i in range(rules[DRAWS]):
                sheet[order[i]] = deck[i]
        if sets[TARGETS]:
            state = relocate_at_random(sheet, state, rules, facts, sets)
        out[game] = score(sheet, room, rules, facts, bits, numbers, lines, line_sets, yard_lines, yard_sets, sets)
