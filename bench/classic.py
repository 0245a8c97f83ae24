"""How well the learned bots play plain Classic, on the published list of decks.

    python bench/classic.py [--bots value search@8] [--games 50000 10000] [--write]

`value` takes the second looks that it can afford; `search@8` takes one at eight cells, and a third at the closest;
`one-ply` is the network alone, as it plays in training.
Games are played compiled, as the tests show the bots to play them. Differences are paired: the same decks for all.
Without luck means: less what each tile that came promised more than all that could have come, which is nothing on
average; it has the same mean as the scores and says it far more exactly.
"""

from __future__ import annotations

import argparse
import math
import os
from datetime import date

import numpy as np
from numpy.typing import NDArray

from machine import describe
from marked import write_section
from partake.bench.strength import TIMED, candidates_of, classic_decks, seconds_per_move, shipped_network
from partake.learn.network.batch_games import scores_and_luck
from partake.simulate.deck_lists import PUBLISHED, published_seed

PART = 500
"""Games after which the mean so far is printed."""


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", nargs="+", default=["value", "search@8"])
    parser.add_argument(
        "--games", type=int, nargs="+", default=[PUBLISHED], help="the first so many decks of the list, for each bot"
    )
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    seed, rows, first = published_seed("classic"), [], None
    for place, bot in enumerate(args.bots):
        games = classic_decks(args.games[min(place, len(args.games) - 1)])
        spent = seconds_per_move(games[:TIMED], candidates_of(bot))
        found, luck = _played(games, candidates_of(bot))
        fair = found - luck
        first = fair if first is None else first
        common = min(len(fair), len(first))
        ahead = _mean(fair[:common] - first[:common]) if fair is not first else ""
        spread = f"{found.std():.1f}, {fair.std():.1f}"
        rows.append(
            f"| `{bot}` | {len(games):,} | {_mean(found)} | {_mean(fair)} | {spread} | {ahead} | {1000 * spent:.3f} |"
        )
        print(f"\r{rows[-1]}", flush=True)
    text = "\n".join(
        [
            f"## Classic, {date.today()}",
            "",
            f"`python bench/classic.py --bots {' '.join(args.bots)}"
            f" --games {' '.join(map(str, args.games))}` on {describe()}: the first decks",
            f"of the published list (`{seed}`), means with 95 % intervals, milliseconds of one core per move",
            f"(first {TIMED:,} decks). Without luck: less what each tile that came promised more than all that could",
            "have come, which is nothing on average and takes most of the chance out of the mean; deviations are",
            "given with luck and without.",
            "",
            "| bot | decks | mean | without luck | deviations | ahead of the first, without luck | ms |",
            "|---|---:|---:|---:|---:|---:|---:|",
            *rows,
        ]
    )
    print(f"\n{text}")
    if args.write:
        write_section("classic", text)


def _played(games: NDArray[np.int8], candidates: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The scores of all games and the luck in them, with the mean so far told on the way."""
    inputs, network, scale = shipped_network()
    found, luck = np.zeros(len(games)), np.zeros(len(games))
    for start in range(0, len(games), PART):
        part = slice(start, start + PART)
        found[part], luck[part] = scores_and_luck(inputs, network, scale, games[part], candidates=candidates)
        done = len(found[: part.stop])
        print(f"\r{done:,} of {len(games):,} decks, without luck {_mean((found - luck)[:done])} ", end="", flush=True)
    return found, luck


def _mean(values: NDArray[np.float64]) -> str:
    return f"{values.mean():.2f} ± {1.96 * values.std() / math.sqrt(len(values)):.2f}"


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()
