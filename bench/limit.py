"""How much is left to gain on a board: an estimate of what perfect play would average.

    python bench/limit.py [--edition classic] [--minutes 12] [--games 60] [--write]

In each game of `search` one move is stopped at. Its close places are played out one-ply on common tiles, without luck
(a control variate). The regret of a choice is what the best place brings more than the chosen one. It is
cross-validated: one half of the playouts takes the place, the other half values it, and the halves are swapped. A few
playouts do not always find the best place, so this regret is a lower bound. The greatest mean of all playouts less that
of the choice is biased upwards instead. Mean regrets of each number of open places, added up, are points per game.

By the performance difference lemma the regret of one-ply play less that of `search`, at positions of `search`, is how
far `search` is ahead of one-ply play, which `bench/networks.py` measures directly: a check. The regret of `search` is
what one step of policy improvement would bring. One-ply play to `search` was such a step and left the share q of the
regret; if each further step leaves q again, all of them bring regret / (1 - q). Intervals are of a bootstrap over
positions, within each number of open places.
"""

from __future__ import annotations

import argparse
from datetime import date
from itertools import pairwise

import numpy as np
from numba import njit
from numpy.typing import NDArray

from machine import describe
from marked import write_section
from partake.fast.bits import Word
from partake.fast.shuffle import stream_start
from partake.fast.variant_arrays import VariantArrays
from partake.learn.encoding import MAX_POSITIONS, Ints
from partake.learn.network.batch_games import AFFORDABLE, choose
from partake.learn.network.inputs import GREATEST_WORTH
from partake.learn.network.lookahead import Buffers, Values, expected_best, new_scratch, one_ply_values
from partake.learn.network.model import Network
from partake.learn.position import POSITION_SIZE, put, unput
from partake.learn.search_budget import CANDIDATES, EXACT, EXTRAPOLATION, ILLEGAL
from position_playouts import Row, at_positions, network_of, play_out, play_until

POLICIES = ("one-ply", "value", "search")
"""The choices whose regret is measured, in the order of the columns of a position."""
FEWEST = EXACT - 1
"""The fewest open places after a move that is analysed: with fewer, one-ply values are exact."""
CLOSE = 1 / 30
"""Places this share of a line's most points behind the best extrapolated two-ply value are not played out."""
WIDEST = 4
"""The most places that are played out, those that a policy has chosen not counted."""
LEAD = 1 / 200
"""The share of a line's most points that a place must be ahead by in one half of the playouts to replace the choice."""
RESAMPLES = 2000
"""Resamples of the bootstrap."""
BANDS = 4
"""Parts of the game, a row of the table each."""


@njit(nogil=True)
def regrets(
    deck: Ints, left: int, seed: Word, games: int, geo: Ints, arrays: VariantArrays, net: Network, scale: float,
    scratch: Buffers, out: Values,
) -> None:  # fmt: skip
    """out: the lower bound of each policy's regret at a move of a game of `search`, then the upper ones."""
    state, work = np.zeros(POSITION_SIZE, np.int64), np.zeros(POSITION_SIZE, np.int64)
    tile = play_until(deck, left, geo, arrays, net, scale, scratch, state)
    chosen, worth = np.zeros(3, np.int64), float(geo[GREATEST_WORTH])
    for policy, candidates in enumerate((1, AFFORDABLE, CANDIDATES)):
        chosen[policy] = choose(state, geo, arrays, net, scale, tile, candidates, scratch)[0]
    one_ply, extrapolated = np.zeros(MAX_POSITIONS), np.full(MAX_POSITIONS, ILLEGAL)
    one_ply_values(state, geo, arrays, net, scale, tile, scratch, one_ply)
    for place in np.argsort(-one_ply)[:CANDIDATES]:
        if one_ply[place] > ILLEGAL:
            put(state, geo, int(place), tile, 1)
            second = expected_best(state, geo, arrays, net, scale, scratch)
            unput(state, geo, place, 1)
            extrapolated[place] = second + EXTRAPOLATION * (second - one_ply[place])
    is_played = np.zeros(MAX_POSITIONS, np.bool_)
    for place in np.argsort(-extrapolated)[:WIDEST]:
        is_played[place] = extrapolated[place] > extrapolated.max() - CLOSE * worth
    for policy in range(3):
        is_played[chosen[policy]] = True
    out[:] = 0.0
    if is_played.sum() < 2:
        return
    halves = np.full((2, MAX_POSITIONS), ILLEGAL)
    for index in np.flatnonzero(is_played):
        place = int(index)
        put(state, geo, place, tile, 1)
        halves[:, place] = 0.0
        for game in range(games):
            brought = play_out(state, stream_start(seed, game), geo, arrays, net, scale, scratch, work)
            halves[game % 2, place] += brought / (games // 2)
        unput(state, geo, place, 1)
    both = (halves[0] + halves[1]) / 2
    for policy in range(3):
        mine = chosen[policy]
        for half in range(2):
            best = np.argmax(halves[half])
            if halves[half, best] > halves[half, mine] + LEAD * worth:
                out[policy] += (halves[1 - half, best] - halves[1 - half, mine]) / 2
        out[3 + policy] = both.max() - both[mine]


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--games", type=int, default=60, help="playouts of each place")
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    made, inputs, network, scale = network_of(args.edition)
    playouts = args.games // 2 * 2

    def analyse(deck: Ints, left: int, seed: np.uint64, scratch: Buffers) -> Row:
        row = np.zeros(1 + 2 * len(POLICIES))
        row[0] = left
        regrets(deck, left, seed, playouts, inputs.geo, inputs.arrays, network, scale, scratch, row[1:])
        return row

    found = at_positions(made, analyse, lambda: new_scratch(inputs, network.width), minutes=args.minutes, fewest=FEWEST)
    samples = _bootstrap(found)
    lower, upper = samples[:, :3], samples[:, 3:]
    bounds = np.linspace(FEWEST, made.draws, BANDS + 1).astype(int)
    rows = [_band(found, low, high - 1) for low, high in reversed(list(pairwise(bounds)))]
    ahead = lower[:, 0] - lower[:, 2]
    text = "\n".join(
        [
            f"## What is left on {made.edition.name}, {date.today()}",
            "",
            f"`python bench/limit.py --edition {made.edition.name} --minutes {args.minutes:g} --games {args.games}` on",
            f"{describe()}: {len(found):,} moves of games of `search`, close places played out {args.games} times",
            "one-ply without luck. Regret: what the best place brings more than the chosen one, in points per game;",
            "between a lower bound (place taken by one half of the playouts, valued by the other) and an upper one",
            "(greatest mean of all playouts). 95 % intervals by bootstrap over positions.",
            "",
            "| open places | positions | `one-ply` | `value` | `search` | `search`, at most |",
            "|---|---:|---:|---:|---:|---:|",
            *rows,
            f"| all | {len(found)} | {' | '.join(_told(part) for part in (*lower.T, upper[:, 2]))} |",
            "",
            f"`search` is ahead of one-ply play by {_told(ahead)} by these positions. All further steps of policy",
            "improvement, if each leaves as large a share of the regret as the one from one-ply play to `search`:",
            f"{_told(_series(lower))} points by the lower bounds, {_told(_series(upper))} by the upper ones.",
        ]
    )
    print(f"\n\n{text}")
    if args.write:
        write_section(f"limit-{made.edition.name}", text, program="limit")


def _bootstrap(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """[resample, column] sums over a game of the mean regrets; the first row is of the positions themselves."""
    rng, sums = np.random.default_rng(0), np.zeros((1 + RESAMPLES, found.shape[1] - 1))
    for left in np.unique(found[:, 0]):
        rows = found[found[:, 0] == left, 1:]
        sums[0] += rows.mean(axis=0)
        sums[1:] += rows[rng.integers(len(rows), size=(RESAMPLES, len(rows)))].mean(axis=1)
    return sums


def _band(found: NDArray[np.float64], low: int, high: int) -> str:
    rows = found[(found[:, 0] >= low) & (found[:, 0] <= high)]
    if not len(rows):
        return f"| {low}-{high} | 0 | | | | |"
    samples = _bootstrap(rows)
    return f"| {low}-{high} | {len(rows)} | {' | '.join(_told(samples[:, i]) for i in (0, 1, 2, 5))} |"


def _series(regret: NDArray[np.float64]) -> NDArray[np.float64]:
    """The geometric series of what further steps bring: regret of `search` / (1 - q), q its share of one-ply play's."""
    share = np.clip(regret[:, 2] / np.maximum(regret[:, 0], 1e-9), 0.0, 0.9)
    return regret[:, 2] / (1 - share)


def _told(samples: NDArray[np.float64]) -> str:
    """The estimate, which is the first sample, with its 95 % interval."""
    low, high = np.quantile(samples[1:], (0.025, 0.975))
    return f"{samples[0]:.2f} ({low:.2f} to {high:.2f})"


if __name__ == "__main__":
    main()
