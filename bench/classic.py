"""How well the learned bots play plain Classic, on the published list of decks.

    python bench/classic.py [--games 50000] [--candidates 1 4 8] [--write]

One candidate is the bot `value`; with more, `search` takes a second look at so many cells. Games are played compiled,
as the tests show the bots to play them. Differences are paired: the same decks for all. Without luck means: less what
each tile that came promised more than all that could have come, which is nothing on average; it has the same mean as
the scores and says it far more exactly.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from datetime import date

import numpy as np
from numpy.typing import NDArray

from marked import machine, write_section
from partake.learn.classic.board import CLASSIC, DRAWS
from partake.learn.classic.files import load_network
from partake.learn.classic.player import network_file
from partake.learn.classic.playing import scores, weighed
from partake.simulate.decks import PUBLISHED, decks, published_seed

TIMED = 1000
"""How many games the time of a move is measured on."""


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=PUBLISHED, help="the first so many decks of the list")
    parser.add_argument("--candidates", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    path = network_file()
    if path is None:
        raise SystemExit("there is no network for Classic")
    network, seed = load_network(path), published_seed("classic")
    games: NDArray[np.int8] = decks(CLASSIC, seed, args.games)
    for candidates in args.candidates:
        scores(network, games[:2], candidates=candidates)  # compiling is not what is measured
        weighed(network, games[:2], candidates=candidates)
    rows, first = [], None
    for candidates in args.candidates:
        start = time.process_time()
        scores(network, games[:TIMED], candidates=candidates)
        spent = (time.process_time() - start) / (len(games[:TIMED]) * DRAWS)
        found, luck = weighed(network, games, candidates=candidates)
        fair = found - luck
        first = fair if first is None else first
        name = "`value`" if candidates == 1 else f"`search@{candidates}`"
        ahead = _mean(fair - first) if fair is not first else ""
        spread = f"{found.std():.1f}, {fair.std():.1f}"
        rows.append(f"| {name} | {_mean(found)} | {_mean(fair)} | {spread} | {ahead} | {1000 * spent:.3f} |")
        print(rows[-1], flush=True)
    text = "\n".join(
        [
            f"## Classic, {date.today()}",
            "",
            f"`python bench/classic.py --games {args.games}` on {machine()}: the first {args.games:,} decks of the",
            f"published list (`{seed}`), means with 95 % intervals, milliseconds of one core per move",
            f"(first {TIMED:,} decks). Without luck: less what each tile that came promised more than all that could",
            "have come, which is nothing on average and takes most of the chance out of the mean; deviations are",
            "given with luck and without.",
            "",
            "| bot | mean | without luck | deviations | ahead of the first, without luck | ms |",
            "|---|---:|---:|---:|---:|---:|",
            *rows,
        ]
    )
    print(f"\n{text}")
    if args.write:
        write_section("classic", text)


def _mean(values: NDArray[np.int64] | NDArray[np.float64]) -> str:
    return f"{values.mean():.2f} ± {1.96 * values.std() / math.sqrt(len(values)):.2f}"


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()
