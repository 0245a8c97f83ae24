"""Self-play: afterstates with TD(lambda) targets, exploration by Gumbel noise, and experience replay."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from partake.fast.bits import Word
from partake.fast.shuffle import GOLDEN_GAMMA, randbelow, shuffle, stream_start
from partake.learn.classic.board import BAG, CELLS, DRAWS, OPEN_CELLS, SIZE, TILES, put, start, take
from partake.learn.classic.lookahead import Scratch, one_ply_values
from partake.learn.classic.network import stage_of
from partake.learn.classic.prospects import MAX_ACTIVE, active_features
from partake.learn.network.backprop import TrainingBatch
from partake.learn.network.model import Network
from partake.learn.network.self_play import gumbel_choice

EXACT_CELLS = 3
"""Boards with at most this many empty cells are solved exactly, not learned."""
BOARDS = DRAWS - EXACT_CELLS - 1
"""The number of afterstates of a game that are learned from."""
MOVE_GAMMA = np.uint64((CELLS + 1) * int(GOLDEN_GAMMA) % 2**64)
"""The distance of a move's random words from those of the next: one word for each cell, and one more."""
REPLAY_CAPACITY = 1_200_000
"""Boards that the replay buffer holds."""


def new_batch(games: int) -> TrainingBatch:
    """Arrays for the boards of `games` games."""
    return empty_batch(games * BOARDS)


def empty_batch(size: int) -> TrainingBatch:
    """Arrays for `size` boards."""
    return TrainingBatch(
        np.zeros((size, MAX_ACTIVE), np.int16),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
    )


def joined(batches: Sequence[TrainingBatch]) -> TrainingBatch:
    """The boards of several batches, one after another."""
    return TrainingBatch(*(np.concatenate(arrays) for arrays in zip(*batches, strict=True)))


@njit(cache=True, nogil=True)
def collect(
    seed: Word, first: int, games: int, is_full: bool, trace: float, temperature: float, net: Network,
    scratch: Scratch, batch: TrainingBatch,
) -> None:  # fmt: skip
    """Play games number first, first + 1, … of a seed; collect their afterstates with TD(lambda) targets.

    The one-step target of an afterstate is the best one-ply value for the tile that comes next or, if `is_full`, its
    mean over all tiles that may come (an expected backup, without the variance of the draw). `trace` is lambda: the
    errors of later afterstates count by its powers.

    In every other game cells are sampled, not maximised: a target is the value of best play from a board, however the
    board came about (off-policy), and cells that are undervalued would never be tried otherwise.
    """
    pos, deck, values = np.zeros(SIZE, np.int64), np.empty(TILES, np.int8), scratch.values[0]
    is_greedy, estimates = np.zeros(BOARDS, np.bool_), np.zeros(BOARDS)
    board = 0
    for game in range(first, first + games):
        word = shuffle(deck, DRAWS, stream_start(seed, game))
        start(pos)
        for draw in range(BOARDS + 1):
            tile, total, count = deck[draw], 0.0, 0
            # The expected backup: the other tiles that could come now, in the position before the tile that does.
            if draw > 0 and is_full:
                for other in range(TILES):
                    if pos[BAG + other] and other != tile:
                        take(pos, other, -1)
                        total += values[one_ply_values(pos, other, EXACT_CELLS, net, scratch, values)]
                        count += 1
                        take(pos, other, 1)
            take(pos, tile, -1)
            best = one_ply_values(pos, tile, EXACT_CELLS, net, scratch, values)
            if draw > 0:
                batch.targets[board] = (total + values[best]) / (count + 1)
                board += 1
            if draw < BOARDS:
                # A value less the points of the placement is that of the afterstate.
                word += MOVE_GAMMA
                cell = gumbel_choice(values, temperature, word) if game % 2 and temperature > 0 else best
                estimates[draw], is_greedy[draw] = values[cell] - put(pos, cell, tile), cell == best
                word += MOVE_GAMMA
                # Data augmentation: half of the boards are recorded turned by half.
                count = active_features(pos, randbelow(word, 2) == 1, scratch.prospect, scratch.indices[0])
                batch.features[board, :count] = scratch.indices[0, :count]
                batch.counts[board], batch.stages[board] = count, stage_of(pos[OPEN_CELLS])
        # Backwards: G[t-1] = target[t-1] + lambda * (G[t] - value[t]), value[t] being the network's value of board t.
        for draw in range(BOARDS - 1, 0, -1):
            if is_greedy[draw]:  # the trace is cut where the move was not the best one, as in Watkins's Q(lambda)
                later = board - BOARDS + draw
                batch.targets[later - 1] += trace * (batch.targets[later] - estimates[draw])
