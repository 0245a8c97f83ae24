"""How well the bots play: the mean score of each on every hexagon edition and variant, with its 95 % interval.

    python bench/bots.py [--games 400] [--seed table] [--bot random --bot greedy --bot heuristic]

All bots play the same games. Prints a table as it goes; rules that compare players are played by two of the same bot.
"""

from __future__ import annotations

import argparse
import os
from datetime import date

import partake
from partake.engine.setup import arrange
from partake.simulate import processes, simulate

VARIANTS: tuple[tuple[str, dict[str, str | int]], ...] = (
    ("classic", {}),
    ("classic", {"placement": "adjacent"}),
    ("classic", {"placement": "symbol"}),
    ("classic", {"draw": 2}),
    ("classic", {"rays": "each"}),
    ("classic", {"rays": "best"}),
    ("daffodil", {"stamens": "open"}),
    ("daffodil", {"stamens": "first"}),
    ("daffodil", {"stamens": "last"}),
    ("daffodil", {"stamens": "reserve"}),
    ("nexus", {"scrapyard": "threshold"}),
    ("nexus", {"scrapyard": "lowest"}),
    ("nexus", {"scrapyard": "passed"}),
    ("nexus", {"scrapyard": "none"}),
    ("orchid", {"symbols": "sun"}),
    ("orchid", {"symbols": "moon"}),
    ("orchid", {"symbols": "both"}),
)
TIED = {"best", "lowest", "passed"}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games of each number")
    parser.add_argument("--seed", default="table")
    parser.add_argument("--bot", action="append", help="may be repeated")
    args = parser.parse_args()
    names = args.bot or ["random", "greedy", "heuristic"]
    cores = os.cpu_count() or 1
    print(f"{date.today()}, {args.games} games of each number, seed {args.seed}\n")
    print("| edition | options | " + " | ".join(names) + " |\n|---|---|" + "---:|" * len(names))
    with processes(cores) as crew:
        for edition, options in VARIANTS:
            seats = 2 if TIED & {str(value) for value in options.values()} else 1
            cells = []
            for name in names:
                setup = arrange(partake.edition(edition), options, seats=seats)
                found = simulate(
                    setup,
                    [name] * seats,
                    games=args.games,
                    seed=args.seed,
                    executor=crew.executor,
                    workers=crew.workers,
                )
                low, high = found.seats[0].interval or (0.0, 0.0)
                cells.append(f"{(low + high) / 2:.1f} ± {(high - low) / 2:.1f}")
            text = " ".join(f"{key}={value}" for key, value in options.items())
            print(f"| {edition} | {text} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
