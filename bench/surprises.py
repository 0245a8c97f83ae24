"""How far two-ply corrections at a place persist in later plies, measured by playouts.

    python bench/surprises.py [--edition classic] [--minutes 10] [--games 200] [--write]

In each game of `search` one move is stopped at, and its two best places are played out one-ply, on the same tiles and
without luck (a control variate). `EXTRAPOLATION` and `correction_factor` of the search are regression slopes: how much
the difference between two places grows after two plies, per point that the second ply found more than the first, and
per point of the expected correction after the next tiles. The error of a difference is given as its variance, unbiased
by the variance of the playouts: the error by one half of them is multiplied by that by the other half.
"""

from __future__ import annotations

import argparse
from datetime import date
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from machine import describe
from marked import write_section
from partake.fast.bits import Word
from partake.fast.shuffle import stream_start
from partake.fast.variant_arrays import VariantArrays
from partake.learn.encoding import MAX_POSITIONS, Ints
from partake.learn.network.inputs import GREATEST_WORTH
from partake.learn.network.lookahead import (
    Buffers,
    Values,
    expected_best,
    expected_correction,
    new_scratch,
    one_ply_values,
)
from partake.learn.network.model import Network
from partake.learn.position import BAG_SIZE, OPEN, POSITION_SIZE, put, unput
from partake.learn.search_budget import CANDIDATES, EXACT, EXTRAPOLATION, ILLEGAL, affordable_tiles, correction_factor
from position_playouts import Row, at_positions, network_of, play_out, play_until

FEWEST = EXACT + 1
"""The fewest open places after a move that is analysed: with fewer, answers to the next tile are exact."""
CLOSE = 1 / 40
"""The share of a line's most points that two places that are compared may differ by after two plies."""
BANDS = 4
"""Parts of the game, a row of the table each."""


class Pairs(NamedTuple):
    """What is known of pairs of places: how many are left open, then differences between the two."""

    left: NDArray[np.float64]
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    expected_correction: NDArray[np.float64]
    half: NDArray[np.float64]
    other_half: NDArray[np.float64]


@njit(nogil=True)
def compare(
    deck: Ints, left: int, seed: Word, games: int, geo: Ints, arrays: VariantArrays, net: Network, scale: float,
    scratch: Buffers, out: Values,
) -> bool:  # fmt: skip
    """Play until a move leaves so many places open, and compare its two best; whether they are close."""
    state, work = np.zeros(POSITION_SIZE, np.int64), np.zeros(POSITION_SIZE, np.int64)
    tile = play_until(deck, left, geo, arrays, net, scale, scratch, state)
    one_ply, two_ply, extrapolated = np.zeros(MAX_POSITIONS), np.zeros(MAX_POSITIONS), np.full(MAX_POSITIONS, ILLEGAL)
    one_ply_values(state, geo, arrays, net, scale, tile, scratch, one_ply)
    for place in np.argsort(-one_ply)[:CANDIDATES]:
        if one_ply[place] > ILLEGAL:
            put(state, geo, place, tile, 1)
            two_ply[place] = expected_best(state, geo, arrays, net, scale, scratch)
            unput(state, geo, place, 1)
            extrapolated[place] = two_ply[place] + EXTRAPOLATION * (two_ply[place] - one_ply[place])
    order = np.argsort(-extrapolated)
    one, other = order[0], order[1]
    if extrapolated[other] <= ILLEGAL or abs(two_ply[one] - two_ply[other]) > CLOSE * geo[GREATEST_WORTH]:
        return False
    out[:] = 0.0
    out[0] = left
    for place, sign in ((one, 1.0), (other, -1.0)):
        out[1] += sign * one_ply[place]
        out[2] += sign * two_ply[place]
        put(state, geo, place, tile, 1)
        tiles = affordable_tiles(state[BAG_SIZE], state[OPEN])
        out[3] += sign * expected_correction(state, geo, arrays, net, scale, tiles, scratch)
        for game in range(games):
            brought = play_out(state, stream_start(seed, game), geo, arrays, net, scale, scratch, work)
            out[4 + game % 2] += sign * brought / (games // 2)
        unput(state, geo, place, 1)
    return True


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=200, help="playouts of each place")
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    made, inputs, network, scale = network_of(args.edition)
    playouts = args.games // 2 * 2

    def analyse(deck: Ints, left: int, seed: np.uint64, scratch: Buffers) -> Row | None:
        pair = np.zeros(len(Pairs._fields))
        is_close = compare(deck, left, seed, playouts, inputs.geo, inputs.arrays, network, scale, scratch, pair)
        return pair if is_close else None

    pairs = at_positions(made, analyse, lambda: new_scratch(inputs, network.width), minutes=args.minutes, fewest=FEWEST)
    bounds = np.linspace(FEWEST, made.draws, BANDS + 1).astype(int)
    rows = [
        _row(f"{low}-{high - 1}", pairs[(pairs[:, 0] >= low) & (pairs[:, 0] < high)], made.draws)
        for low, high in reversed(list(pairwise(bounds)))
    ]
    text = "\n".join(
        [
            f"## Plies of search on {made.edition.name}, {date.today()}",
            "",
            f"`python bench/surprises.py --edition {made.edition.name} --minutes {args.minutes:g}"
            f" --games {args.games}` on {describe()}: two places of one move, {len(pairs)} times, at most"
            f" {CLOSE * inputs.geo[GREATEST_WORTH]:g} points apart",
            f"after two plies, each played out {args.games} times one-ply without luck. Slopes of what comes later:",
            "per point that the second ply found more than the first, and per point of the expected correction; and",
            "the variance of the error of a difference between two places after each ply.",
            "",
            "| open places | pairs | extrapolation | correction | error after one ply | two | extrapolated | three |",
            "|---|---:|---:|---:|---:|---:|---:|---:|",
            *rows,
            _row("all", pairs, made.draws),
        ]
    )
    print(f"\n\n{text}")
    if args.write:
        write_section(f"surprises-{made.edition.name}", text, program="surprises")


def _row(name: str, pairs: NDArray[np.float64], draws: int) -> str:
    if not len(pairs):
        return f"| {name} | 0 | | | | | | |"
    known = Pairs(*pairs.T)
    out = (known.half + known.other_half) / 2
    extrapolated = known.second + EXTRAPOLATION * (known.second - known.first)
    factors = np.array([correction_factor(int(left), draws) for left in known.left])
    thirds = known.second + factors * known.expected_correction
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
