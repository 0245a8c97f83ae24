"""How fast the readable engine is: complete games with random moves, and the import. Prints a table.

python bench/games.py [--seconds 3]
"""

from __future__ import annotations

import argparse
from datetime import date

from machine import describe
from partake.bench.engine import SECONDS, SETUPS, games_per_second, import_milliseconds
from partake.engine.setup import arrange, make_game
from partake.rules.catalogue import catalogue

__all__ = ["games_per_second"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to run each line")
    seconds = parser.parse_args().seconds
    print(f"{date.today()}, one core of {describe()}\n")
    print("| edition | options | seats | games/s | actions/s |\n|---|---|---:|---:|---:|")
    for name, options, seats in SETUPS:
        game = make_game(arrange(catalogue().edition(name), options, seats=seats))
        games, actions = games_per_second(game, seconds)
        text = " ".join(f"{key}={value}" for key, value in options.items())
        print(f"| {name} | {text} | {seats} | {games:,.0f} | {actions:,.0f} |", flush=True)
    print(f"\n`import partake`: {import_milliseconds():.0f} ms")


if __name__ == "__main__":
    main()
