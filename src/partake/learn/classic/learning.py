"""Learning by playing: boards are collected from games, and the network is moved towards what came after them.

Games are played, and boards valued, by a running average of the network: it knows more than the network of the moment,
and the network cannot chase its own mistakes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partake.fast.playing import STEP, below, shuffle, stream
from partake.fast.tables import Word
from partake.learn.classic.board import BAG, CELLS, DRAWS, OPEN_CELLS, SIZE, TILES, TILES_LEFT, Ints, put, start, take
from partake.learn.classic.choosing import Desk, Values, rate
from partake.learn.classic.features import FEATURES, MOST_ACTIVE, active
from partake.learn.classic.network import (
    FIRST,
    NOTHING,
    SCALE,
    SPAN,
    STAGES,
    WIDE,
    Floats,
    Network,
    like,
)  # fmt: skip
from partake.learn.thought import NEVER

COUNTED = 3
"""With so many empty cells boards are counted out, not learned."""
BOARDS = DRAWS - COUNTED - 1
"""How many boards of a game are learned from."""
FAST, SLOW, LEAST = np.float32(0.9), np.float32(0.999), np.float32(1e-6)
"""The decays of Adam's two averages, and the least size of a gradient that it takes seriously."""


GRAINS, LOTS = 1 << 24, np.uint64((CELLS + 1) * int(STEP) % 2**64)
"""How fine a lot is, and what a move uses of a game's random words."""


class Batch(NamedTuple):
    """Boards to learn from."""

    features: NDArray[np.int16]
    """[board, place]"""
    counts: Ints
    """[board] how many features hold."""
    open_cells: Ints
    targets: Floats


def new_batch(games: int) -> Batch:
    """Room for the boards of so many games."""
    return empty_batch(games * BOARDS)


def empty_batch(size: int) -> Batch:
    """Room for so many boards."""
    return Batch(
        np.zeros((size, MOST_ACTIVE), np.int16),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
    )


def part_of(batch: Batch, first: int, games: int) -> Batch:
    """The boards of some of a batch's games."""
    part = slice(first * BOARDS, (first + games) * BOARDS)
    return Batch(batch.features[part], batch.counts[part], batch.open_cells[part], batch.targets[part])


@njit(cache=True)
def explored(values: Values, heat: float, word: Word) -> int:
    """A cell by lot: one that promises `heat` points less is taken e times less often."""
    chosen, top = -1, NEVER
    for cell in range(CELLS):
        if values[cell] > NEVER:
            word += STEP
            lot = (below(word, GRAINS) + 0.5) / GRAINS
            value = values[cell] - heat * np.log(-np.log(lot))
            if chosen < 0 or value > top:
                chosen, top = cell, value
    return chosen


@njit(cache=True, nogil=True)
def collect(
    seed: Word, first: int, games: int, samples: int, heat: float, net: Network, desk: Desk, batch: Batch
) -> None:
    """Play games number first, first + 1, … of a seed; each board's target is what its next tiles promise.

    The next tile is the one that comes, and as many others on average as make `samples`. In every other game cells are
    taken by lot, those that promise most the likelier: a target is what best play makes of a board, however it came
    about, and cells that are thought too little of would never be tried otherwise.
    """
    pos, deck, values = np.zeros(SIZE, np.int64), np.empty(TILES, np.int8), desk.values[0]
    board = 0
    for game in range(first, first + games):
        word = shuffle(deck, DRAWS, stream(seed, game))
        start(pos)
        for draw in range(BOARDS + 1):
            tile, total, count = deck[draw], 0.0, 0
            if draw > 0:
                for other in range(TILES):
                    if pos[BAG + other] and other != tile and samples > 1:
                        word += STEP
                        if below(word, pos[TILES_LEFT] - 1) < samples - 1:
                            take(pos, other, -1)
                            total += values[rate(pos, other, COUNTED, net, desk, values)]
                            count += 1
                            take(pos, other, 1)
            take(pos, tile, -1)
            cell = rate(pos, tile, COUNTED, net, desk, values)
            if draw > 0:
                batch.targets[board] = (total + values[cell]) / (count + 1)
                board += 1
            if draw < BOARDS:
                word += LOTS
                put(pos, explored(values, heat, word) if game % 2 and heat > 0 else cell, tile)
                word += LOTS
                count = active(pos, below(word, 2) == 1, desk.found[0])
                batch.features[board, :count] = desk.found[0, :count]
                batch.counts[board], batch.open_cells[board] = count, pos[OPEN_CELLS]


class Gradient(NamedTuple):
    """The gradient of each parameter, and which rows have one."""

    of: Network
    touched: NDArray[np.bool_]


class Optimiser:
    """Adam, with the rows of features that did not occur left alone."""

    def __init__(self, network: Network) -> None:
        self.mean, self.square, self.steps = like(network), like(network), 0
        self._gradient = Gradient(like(network), np.zeros(FEATURES, np.bool_))

    def learn(self, network: Network, batch: Batch, pace: float) -> float:
        """Move a network towards the targets of a batch; the mean size of the errors, in points."""
        self.steps += 1
        gradient = self._gradient
        error = _backward(network, batch, gradient)
        slow = 1 - float(SLOW) ** self.steps
        size = np.float32(pace * slow**0.5 / (1 - float(FAST) ** self.steps))
        parts = zip(network, gradient.of, self.mean, self.square, strict=True)
        for i, (weights, slope, mean, square) in enumerate(parts):
            if i == 0:
                _adam_rows(weights, slope, mean, square, gradient.touched, size)
            elif i == 1:
                _adam_rows(weights[:, None], slope[:, None], mean[:, None], square[:, None], gradient.touched, 2 * size)
            else:
                mean += (1 - FAST) * (slope - mean)
                square += (1 - SLOW) * (slope * slope - square)
                weights -= size * mean / (np.sqrt(square) + np.float32(1e-8))
        gradient.touched[:] = False
        return error


def _backward(network: Network, batch: Batch, gradient: Gradient) -> float:
    """Write down the gradient of the loss, which grows with the square of small errors and evenly with big ones."""
    stages = np.clip((batch.open_cells - FIRST) // SPAN, 0, STAGES - 1)
    order = np.argsort(stages, kind="stable")
    bounds, size = np.searchsorted(stages[order], np.arange(STAGES + 1)), len(order)
    wide, errors = np.zeros((size, WIDE), np.float32), np.zeros(size, np.float32)
    _gather(order, batch, network.rows, network.direct, wide, errors)
    errors -= batch.targets[order] / SCALE
    slopes = gradient.of
    for s in range(STAGES):
        part = slice(bounds[s], bounds[s + 1])
        one = np.maximum(wide[part], 0)
        two = np.maximum(one @ network.w2[s].T + network.b2[s], 0)
        three = np.maximum(two @ network.w3[s].T + network.b3[s], 0)
        errors[part] += three @ network.w4[s] + network.b4[s]
        pull = np.clip(errors[part], -1, 1) / np.float32(size)
        slopes.w4[s], slopes.b4[s] = pull @ three, pull.sum()
        back = np.outer(pull, network.w4[s]) * (three > 0)
        slopes.w3[s], slopes.b3[s] = back.T @ two, back.sum(0)
        back = (back @ network.w3[s]) * (two > 0)
        slopes.w2[s], slopes.b2[s] = back.T @ one, back.sum(0)
        wide[part] = (back @ network.w2[s]) * (one > 0)
    pulls = np.clip(errors, -1, 1) / np.float32(size)
    _scatter(order, batch, wide, pulls, slopes.rows, slopes.direct, gradient.touched)
    return float(np.abs(errors).mean() * SCALE)


@njit(cache=True, nogil=True, fastmath=True)
def _gather(order: Ints, batch: Batch, rows: Floats, direct: Floats, wide: Floats, alone: Floats) -> None:
    """Add up the rows of each board's features."""
    features, counts = batch.features, batch.counts
    for k in range(order.size):
        board = order[k]
        for place in range(counts[board]):
            row = features[board, place]
            alone[k] += direct[row]
            for i in range(WIDE):
                wide[k, i] += rows[row, i]


@njit(cache=True, nogil=True, fastmath=True)
def _scatter(
    order: Ints, batch: Batch, wide: Floats, alone: Floats, rows: Floats, direct: Floats, touched: NDArray[np.bool_]
) -> None:
    """Add each board's gradient to the rows of its features."""
    features, counts = batch.features, batch.counts
    for k in range(order.size):
        board = order[k]
        for place in range(counts[board]):
            row = features[board, place]
            touched[row] = True
            direct[row] += alone[k]
            for i in range(WIDE):
                rows[row, i] += wide[k, i]


@njit(cache=True, nogil=True, fastmath=True)
def _adam_rows(
    weights: Floats, slopes: Floats, means: Floats, squares: Floats, touched: NDArray[np.bool_], size: np.float32
) -> None:
    """One step of Adam on the rows that were touched, whose gradients are then used up."""
    one = np.float32(1)
    for row in range(touched.size):
        if not touched[row]:
            continue
        for i in range(weights.shape[1]):
            slope = slopes[row, i]
            slopes[row, i] = NOTHING
            mean = FAST * means[row, i] + (one - FAST) * slope
            square = SLOW * squares[row, i] + (one - SLOW) * slope * slope
            means[row, i], squares[row, i] = mean, square
            weights[row, i] -= size * mean / (np.sqrt(square) + LEAST)


@njit(cache=True, nogil=True, fastmath=True)
def blend(average: Floats, weights: Floats, share: np.float32) -> None:
    """Move an average towards the weights."""
    for i in range(average.size):
        average[i] += share * (weights[i] - average[i])
