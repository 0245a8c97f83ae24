"""How much is left to gain at plain Classic: an estimate of what perfect play would average.

    python bench/limit.py [--minutes 12] [--games 60] [--write]

In each game of `search` one move is stopped at. Its close cells are played out one-ply on common tiles, without luck (a
control variate). The regret of a choice is what the best cell brings more than the chosen one. It is cross-validated:
one half of the playouts takes the cell, the other half values it, and the halves are swapped. A few playouts do not
always find the best cell, so this regret is a lower bound. The greatest mean of all playouts less that of the choice is
biased upwards instead. Mean regrets of each number of empty cells, added up, are points per game.

By the performance difference lemma the regret of one-ply play less that of `search`, at positions of `search`, is how
far `search` is ahead of one-ply play, which `bench/classic.py` measures directly: a check. The regret of `search` is
what one step of policy improvement would bring. One-ply play to `search` was such a step and left the share q of the
regret; if each further step leaves q again, all of them bring regret / (1 - q). Intervals are of a bootstrap over
positions, within each number of empty cells.
"""

from __future__ import annotations

import argparse
from datetime import date

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
    ONE_PLY,
    SEARCH,
    SEARCH_EXACT_CELLS,
    VALUE,
    choose,
    extrapolated_value,
)
from partake.learn.classic.board import CELLS, SIZE, TILES, Ints, put, states_at, unput
from partake.learn.classic.lookahead import Scratch, Values, one_ply_values, two_ply_value
from partake.learn.network.model import Network

POLICIES = ("one-ply", "value", "search")
"""The choices whose regret is measured, in the order of the columns of a position."""
FEWEST = SEARCH_EXACT_CELLS + 1
"""The fewest empty cells after a move that is analysed: from there on `search` solves the rest exactly."""
MOST = CELLS - 1
"""The most empty cells after a move that is analysed: the first move."""
CLOSE = 2.0
"""Cells this far behind the best extrapolated two-ply value are not played out."""
WIDEST = 4
"""The most cells that are played out, those that a policy has chosen not counted."""
LEAD = 0.3
"""Points by which a cell must be ahead in one half of the playouts to replace the choice: chance replaces it less."""
RESAMPLES = 2000
"""Resamples of the bootstrap."""
BANDS = ((15, MOST), (12, 14), (9, 11), (FEWEST, 8))
"""The empty cells that one row of the table is about."""


@njit(nogil=True)
def regrets(deck: Ints, left: int, seed: Word, games: int, net: Network, scratch: Scratch, out: Values) -> None:
    """out: the lower bound of each policy's regret at a move of a game of `search`, then the upper ones."""
    pos, work, tiles = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64), np.zeros(TILES, np.int64)
    tile = play_until(deck, left, net, scratch, pos)
    chosen = np.zeros(3, np.int64)
    chosen[0] = choose(pos, tile, ONE_PLY, net, scratch)[0]
    chosen[1] = choose(pos, tile, VALUE, net, scratch)[0]
    chosen[2] = choose(pos, tile, SEARCH, net, scratch)[0]
    one_ply, extrapolated = np.zeros(CELLS), np.full(CELLS, -1e9)
    one_ply_values(pos, tile, EXACT_CELLS, net, scratch, one_ply)
    near = np.argsort(-one_ply)[: min(SEARCH.candidates, left + 1)]
    for cell in near:
        second = two_ply_value(pos, tile, cell, SEARCH_EXACT_CELLS, net, scratch)
        extrapolated[cell] = extrapolated_value(left, one_ply[cell], second)
    is_played = np.zeros(CELLS, np.bool_)
    for cell in np.argsort(-extrapolated)[:WIDEST]:
        is_played[cell] = extrapolated[cell] > extrapolated.max() - CLOSE
    for policy in range(3):
        is_played[chosen[policy]] = True
    out[:] = 0.0
    if is_played.sum() < 2:
        return
    halves = np.full((2, CELLS), -1e9)
    for cell in range(CELLS):
        if is_played[cell]:
            states = states_at(pos, cell)
            halves[0, cell] = halves[1, cell] = put(pos, cell, tile)
            for game in range(games):
                halves[game % 2, cell] += play_out(pos, stream_start(seed, game), net, scratch, work, tiles) / (
                    games // 2
                )
            unput(pos, cell, states)
    both = (halves[0] + halves[1]) / 2
    for policy in range(3):
        mine = chosen[policy]
        for half in range(2):
            best = np.argmax(halves[half])
            if halves[half, best] > halves[half, mine] + LEAD:
                out[policy] += (halves[1 - half, best] - halves[1 - half, mine]) / 2
        out[3 + policy] = both.max() - both[mine]


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--games", type=int, default=60, help="playouts of each cell")
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    network = shipped_network()
    playouts = args.games // 2 * 2

    def analyse(deck: Ints, left: int, seed: np.uint64, scratch: Scratch) -> Row:
        row = np.zeros(1 + 2 * len(POLICIES))
        row[0] = left
        regrets(deck, left, seed, playouts, network, scratch, row[1:])
        return row

    found = at_positions(analyse, minutes=args.minutes, fewest=FEWEST, most=MOST)
    samples = _bootstrap(found)
    lower, upper = samples[:, :3], samples[:, 3:]
    rows = [_band(found, low, high) for low, high in BANDS]
    ahead = lower[:, 0] - lower[:, 2]
    text = "\n".join(
        [
            f"## What is left at Classic, {date.today()}",
            "",
            f"`python bench/limit.py --minutes {args.minutes:g} --games {args.games}` on {describe()}:",
            f"{len(found):,} moves of games of `search`, close cells played out {args.games} times one-ply without",
            "luck. Regret: what the best cell brings more than the chosen one, in points per game; between a lower",
            "bound (cell taken by one half of the playouts, valued by the other) and an upper one (greatest mean of",
            "all playouts). 95 % intervals by bootstrap over positions.",
            "",
            "| empty cells | positions | `one-ply` | `value` | `search` | `search`, at most |",
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
        write_section("limit", text)


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
