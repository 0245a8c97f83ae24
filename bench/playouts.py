"""How fast the compiled engine plays random games: beside the engine, beside C++, by size of board and of batch.

    python bench/playouts.py [--games 3000000]

Every number is the best of three runs; ratios are taken within one run. The C++ yardstick is compiled where there is a
compiler, and plays the same games: their scores must add up to the same sum.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path

import partake
from games import games_per_second
from machine import describe
from partake.engine.setup import arrange, make_game
from partake.fast import Batch, random_scores, score_boards
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant

VARIANTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("classic", {}),
    ("classic", {"rays": "each"}),
    ("classic", {"placement": "adjacent"}),
    ("classic", {"placement": "symbol"}),
    ("daffodil", {}),
    ("daffodil", {"stamens": "reserve", "rays": "each"}),
    ("nexus", {}),
    ("nexus", {"scrapyard": "none", "rays": "none"}),
    ("orchid", {}),
    ("orchid", {"symbols": "both"}),
)


def made(name: str, options: dict[str, str]) -> Variant:
    """A variant by name."""
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options)


def best(run: Callable[[], object]) -> float:
    """The shortest of three runs, in seconds."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def share(task: tuple[int, int]) -> int:
    """One core's part of a run on all cores."""
    first, games = task
    return int(random_scores(made("classic", {}), games, seed=1, first=first).sum())


def all_cores(games: int) -> tuple[float, float]:
    """How many times more games all cores play than one of them, and what they play in a second."""
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        list(pool.map(share, [(0, 1000)] * cores))
        one = best(lambda: list(pool.map(share, [(0, games)])))
        every = best(lambda: list(pool.map(share, [(i * games, games) for i in range(cores)])))
    return cores * one / every, cores * games / every


def cpp_seconds(games: int) -> tuple[float, int] | None:
    """Seconds and sum of scores of the C++ yardstick; None where there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "playout"
        source = Path(__file__).with_name("playout.cpp")
        subprocess.run([compiler, "-std=c++17", "-O3", "-march=native", "-o", program, source], check=True)
        runs = [
            subprocess.run([program, str(games), "1"], check=True, capture_output=True, text=True) for _ in range(3)
        ]
    words = [run.stdout.split() for run in runs]
    return min(float(seconds) for seconds, _ in words), int(words[0][1])


def first_call() -> float:
    """Seconds from the start of a fresh process to its first result, kernels cached."""
    code = (
        "import partake; from partake.fast import random_scores; from partake.rules.variant import variant;"
        "random_scores(variant(partake.edition('nexus')), 1)"
    )
    return best(lambda: subprocess.run([sys.executable, "-c", code], check=True))


def editions(games: int) -> None:
    """The table by edition."""
    print("| edition | options | positions | games/s, one core | ns per position | times the engine |")
    print("|---|---|---:|---:|---:|---:|")
    for name, options in VARIANTS:
        this = made(name, options)
        random_scores(this, 10)
        rate = games / best(lambda this=this: random_scores(this, games, seed=1))  # type: ignore[misc]
        engine, _ = games_per_second(make_game(arrange(this.edition, options)), 1.0)
        text = " ".join(f"{key}={value}" for key, value in options.items())
        size = len(this.positions)
        print(
            f"| {name} | {text} | {size} | {rate:,.0f} | {1e9 / rate / size:.1f} | {rate / engine:,.0f} |", flush=True
        )


def batches() -> None:
    """The table by size of batch: a whole Classic game in step, legal moves asked and random ones played."""
    print("\n| games in a batch | games/s in step (Batch) | boards/s scored (score_boards) |\n|---:|---:|---:|")
    this = made("classic", {})
    rng = random.Random(1)
    for size in (1, 10, 100, 1_000, 10_000, 100_000):
        batch = Batch(this, size)
        order = list(range(this.draws))
        rng.shuffle(order)

        def play(batch: Batch = batch, order: list[int] = order) -> None:
            batch.restart(seed=1)
            for position in order:
                batch.draw()
                batch.place(position)
            batch.score()

        play()
        in_step = size / best(play)
        scored = size / best(lambda batch=batch: score_boards(this, batch.boards))  # type: ignore[misc]
        print(f"| {size:,} | {in_step:,.0f} | {scored:,.0f} |", flush=True)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3_000_000, help="games in each run")
    games = parser.parse_args().games
    print(f"{date.today()}, {describe()}\n")
    editions(games)
    classic = made("classic", {})
    compiled = best(lambda: random_scores(classic, games, seed=1))
    total = int(random_scores(classic, games, seed=1).sum())
    yardstick = cpp_seconds(games)
    if yardstick is None:
        print("\nC++ yardstick: no compiler here.")
    else:
        seconds, their_total = yardstick
        assert their_total == total, "the yardstick plays other games"
        print(
            f"\nClassic against C++ (-O3 -march=native, the same games): ours {games / compiled:,.0f} games/s, "
            f"C++ {games / seconds:,.0f}; ratio {seconds / compiled:.2f}."
        )
    times, rate = all_cores(games)
    print(f"All {os.cpu_count()} cores: {rate:,.0f} Classic games/s, {times:.2f} times one of them.")
    print(f"First result in a fresh process: {first_call():.2f} s.")
    batches()


if __name__ == "__main__":
    main()
