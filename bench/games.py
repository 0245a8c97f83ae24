"""How fast the readable engine is: complete games with random moves, and the import. Prints a table.

python bench/games.py [--seconds 3]
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from datetime import date
from typing import Any

import partake
from machine import describe
from partake.engine.contract import Game
from partake.engine.setup import arrange, make_game

SETUPS: tuple[tuple[str, dict[str, str], int], ...] = (
    ("classic", {}, 1),
    ("classic", {"placement": "symbol", "rays": "each"}, 1),
    ("classic", {"rays": "best"}, 4),
    ("daffodil", {}, 1),
    ("daffodil", {"stamens": "reserve"}, 1),
    ("nexus", {}, 1),
    ("nexus", {"scrapyard": "passed"}, 4),
    ("orchid", {}, 1),
    ("five", {}, 2),
)


def playout(game: Game[Any, Any], rng: random.Random) -> int:
    """Play one game with random legal moves, dealer included; how many actions it took."""
    state, actions = game.start(), 0
    while actors := game.to_act(state):
        actor = actors[0]
        legal = game.legal(state, actor)
        state = game.play(state, actor, legal[int(rng.random() * len(legal))])
        actions += 1
    return actions


def games_per_second(game: Game[Any, Any], seconds: float) -> tuple[float, float]:
    """Games and actions per second of processor time, over so many seconds."""
    rng, games, actions = random.Random(1), 0, 0
    playout(game, rng)
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        actions += playout(game, rng)
        games += 1
    return games / elapsed, actions / elapsed


def import_milliseconds(repeats: int = 15) -> float:
    """The median time of `import partake` in a fresh process, beyond that of an empty one."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return 1000 * (time.perf_counter() - start)

    run("import partake")
    return statistics.median(run("import partake") - run("pass") for _ in range(repeats))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to run each line")
    seconds = parser.parse_args().seconds
    print(f"{date.today()}, one core of {describe()}\n")
    print("| edition | options | seats | games/s | actions/s |\n|---|---|---:|---:|---:|")
    for name, options, seats in SETUPS:
        game = make_game(arrange(partake.edition(name), options, seats=seats))
        games, actions = games_per_second(game, seconds)
        text = " ".join(f"{key}={value}" for key, value in options.items())
        print(f"| {name} | {text} | {seats} | {games:,.0f} | {actions:,.0f} |", flush=True)
    print(f"\n`import partake`: {import_milliseconds():.0f} ms")


if __name__ == "__main__":
    main()
