"""How far two-ply corrections at a cell of Classic persist in later plies, measured by playouts.

    python bench/surprises.py [--minutes 10] [--games 200] [--write]

In each game of `search` one move is stopped at, and its two best cells are played out one-ply, on the same tiles and
without luck (a control variate). `EXTRAPOLATION` and `correction_factor` of the search are regression slopes: how much
the difference between two cells grows after two plies, per point that the second ply found more than the first, and per
point of the expected correction after the next tiles. The error of a difference is given as its variance, unbiased by
the variance of the playouts: the error by one half of them is multiplied by that by the other half.
"""

from __future__ import annotations

import argparse
from datetime import date
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from classic_playouts import Row, at_positions, play_out, play_until
from machine import describe
from marked import write_section
from partake.bench.strength import shipped_network
from partake.fast.bits import Word
from partake.fast.shuffle import stream_start
from partake.learn.classic.batch_games import (
    EXACT_CELLS,
    SEARCH_EXACT_CELLS,
    correction_factor,
    extrapolated_value,
)
from partake.learn.classic.board import (
    CELLS,
    OPEN_CELLS,
    SIZE,
    TILES,
    Ints,
    Position,
    put,
    states_at,
    unput,
)
from partake.learn.classic.lookahead import (
    Scratch,
    Values,
    expected_correction,
    one_ply_values,
    two_ply_value,
)
from partake.learn.network.model import Network
from partake.learn.search_budget import EXTRAPOLATION

CANDIDATES = 8
"""Cells that are searched by two plies."""
FEWEST = 7
"""The fewest empty cells after a move that is analysed."""
MOST = 17
"""The most empty cells after a move that is analysed."""
CLOSE = 1.5
"""The most points between the two-ply values of two cells that are compared."""
BANDS = ((15, 17), (13, 14), (10, 12), (7, 9))
"""The empty cells that one row of the table is about."""


class Pairs(NamedTuple):
    """What is known of pairs of cells: how many cells are left empty, then differences between the two."""

    left: NDArray[np.float64]
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    expected_correction: NDArray[np.float64]
    half: NDArray[np.float64]
    other_half: NDArray[np.float64]


@njit(nogil=True)
def two_best(pos: Position, tile: int, net: Network, scratch: Scratch, two_ply: Values) -> tuple[int, int]:
    """The two best cells after two looks."""
    one_ply, extrapolated, left = scratch.values[0], scratch.values[4], pos[OPEN_CELLS] - 1
    one_ply_values(pos, tile, EXACT_CELLS, net, scratch, one_ply)
    extrapolated[:] = -1e9
    for cell in np.argsort(-one_ply)[: min(CANDIDATES, left + 1)]:
        two_ply[cell] = two_ply_value(pos, tile, cell, SEARCH_EXACT_CELLS, net, scratch)
        extrapolated[cell] = extrapolated_value(left, one_ply[cell], two_ply[cell])
    order = np.argsort(-extrapolated)
    return order[0], order[1]


@njit(nogil=True)
def compare(deck: Ints, left: int, seed: Word, games: int, net: Network, scratch: Scratch, out: Values) -> bool:
    """Play until a move leaves so many cells empty, and compare its two best cells; whether they are close."""
    pos, work, tiles, two_ply = (
        np.zeros(SIZE, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(TILES, np.int64),
        np.zeros(CELLS),
    )
    tile = play_until(deck, left, net, scratch, pos)
    one, other = two_best(pos, tile, net, scratch, two_ply)
    if abs(two_ply[one] - two_ply[other]) > CLOSE:
        return False
    out[:] = 0.0
    out[0] = left
    one_ply = scratch.values[0].copy()
    for cell, sign in ((one, 1.0), (other, -1.0)):
        out[1] += sign * one_ply[cell]
        out[2] += sign * two_ply[cell]
        out[3] += sign * expected_correction(pos, tile, cell, SEARCH_EXACT_CELLS, net, scratch)
        states = states_at(pos, cell)
        points = put(pos, cell, tile)
        for game in range(games):
            out[4 + game % 2] += (
                sign * (points + play_out(pos, stream_start(seed, game), net, scratch, work, tiles)) / (games // 2)
            )
        unput(pos, cell, states)
    return True


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=200, help="play-outs of each cell")
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    network = shipped_network()
    playouts = args.games // 2 * 2

    def analyse(deck: Ints, left: int, seed: np.uint64, scratch: Scratch) -> Row | None:
        pair = np.zeros(len(Pairs._fields))
        return pair if compare(deck, left, seed, playouts, network, scratch, pair) else None

    pairs = at_positions(analyse, minutes=args.minutes, fewest=FEWEST, most=MOST)
    rows = [_row(f"{low}-{high}", pairs[(pairs[:, 0] >= low) & (pairs[:, 0] <= high)]) for low, high in BANDS]
    text = "\n".join(
        [
            f"## Plies of search at Classic, {date.today()}",
            "",
            f"`python bench/surprises.py --minutes {args.minutes:g} --games {args.games}` on {describe()}:",
            f"two cells of one move, {len(pairs)} times, at most {CLOSE} points apart after two plies, each played out",
            f"{args.games} times one-ply without luck. Slopes of what comes later: per point that the second ply",
            "found more than the first, and per point of the expected correction; and the variance of the error of a",
            "difference between two cells after each ply.",
            "",
            "| empty cells | pairs | extrapolation | correction | error after one ply | two | extrapolated | three |",
            "|---|---:|---:|---:|---:|---:|---:|---:|",
            *rows,
            _row("all", pairs),
        ]
    )
    print(f"\n\n{text}")
    if args.write:
        write_section("surprises", text)


def _row(name: str, pairs: NDArray[np.float64]) -> str:
    if not len(pairs):
        return f"| {name} | 0 | | | | | | |"
    known = Pairs(*pairs.T)
    out = (known.half + known.other_half) / 2
    extrapolated = known.second + EXTRAPOLATION * (known.second - known.first)
    thirds = known.second + np.array([correction_factor(int(left)) for left in known.left]) * known.expected_correction
    wrong = (
        _mean((known.half - looked) * (known.other_half - looked))
        for looked in (known.first, known.second, extrapolated, thirds)
    )
    slopes = (
        _slope(known.second - known.first, out - known.second),
        _slope(known.expected_correction, out - known.second),
    )
    return f"| {name} | {len(pairs)} | {' | '.join((*slopes, *wrong))} |"


def _slope(x: NDArray[np.float64], y: NDArray[np.float64]) -> str:
    """How many times x is in y, with its 95 % interval."""
    slope = float(x @ y / (x @ x))
    error = float(np.sqrt(((y - slope * x) ** 2 * x**2).sum()) / (x @ x))
    return f"{slope:.2f} ± {1.96 * error:.2f}"


def _mean(values: NDArray[np.float64]) -> str:
    return f"{values.mean():.2f} ± {1.96 * values.std() / len(values) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
