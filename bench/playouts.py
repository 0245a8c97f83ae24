"""How fast the compiled engine plays random games: beside the engine, beside C++, by size of board and of batch.

    python bench/playouts.py [--games 1000000] [--repeats 9]

Rates are games per second of processor time of one core, which other programs disturb little: the best of the repeats,
and their median. Compiling and loading kernels is not in them; it has a table of its own. Ratios are taken within one
run, in which the programs take turns. The C++ programs are compiled where there is a compiler, and play the same games:
their scores must add up to the same sum.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import NamedTuple

import partake
from games import games_per_second
from machine import cores, describe, load
from partake.bench.compiled import VARIANTS
from partake.engine.setup import arrange, make_game
from partake.fast import Batch, random_scores, score_boards
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant


def made(name: str, options: dict[str, str]) -> Variant:
    """A variant by name."""
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options)


class Rate(NamedTuple):
    """Things per second over some repeats."""

    best: float
    median: float


def rate(things: int, seconds: list[float]) -> Rate:
    """The best and the median rate."""
    return Rate(things / min(seconds), things / statistics.median(seconds))


def timed(run: Callable[[], object], repeats: int, clock: Callable[[], float] = time.process_time) -> list[float]:
    """Seconds of each repeat, after one that does not count: it compiles or loads what is needed."""
    run()
    times = []
    for _ in range(repeats):
        start = clock()
        run()
        times.append(clock() - start)
    return times


def share(task: tuple[int, int]) -> int:
    """One core's part of a run on all cores."""
    first, games = task
    return int(random_scores(made("classic", {}), games, seed=1, first=first).sum())


def all_cores(games: int, repeats: int) -> None:
    """How many times more games all cores play than one of them, by the clock on the wall."""
    with ProcessPoolExecutor(cores()) as pool:
        list(pool.map(share, [(0, 1000)] * cores()))
        alone = timed(lambda: list(pool.map(share, [(0, games)])), repeats, time.perf_counter)
        tasks = [(i * games, games) for i in range(cores())]
        together = rate(cores() * games, timed(lambda: list(pool.map(share, tasks)), repeats, time.perf_counter))
    times = together.best / (games / min(alone))
    print(f"All {cores()} cores: {together.best:,.0f} Classic games/s, {times:.2f} times one of them.")


def compiled(source: str, folder: Path) -> Path | None:
    """A C++ program of this folder, compiled; None where there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = folder / source.removesuffix(".cpp")
    path = Path(__file__).with_name(source)
    subprocess.run([compiler, "-std=c++17", "-O3", "-march=native", "-o", program, path], check=True)
    return program


def beside_cpp(games: int, repeats: int) -> None:
    """The table against C++, the programs by turns."""
    classic = made("classic", {})
    total = int(random_scores(classic, games, seed=1).sum())
    with tempfile.TemporaryDirectory() as folder:
        programs = {source: compiled(source, Path(folder)) for source in ("playout.cpp", "playout_lockstep.cpp")}
        ours, theirs = list[float](), {source: list[float]() for source in programs}
        for _ in range(repeats):
            ours += timed(lambda: random_scores(classic, games, seed=1), 1)
            for source, program in programs.items():
                if program is None:
                    print("\nC++: no compiler here.")
                    return
                run = subprocess.run([program, str(games), "1"], check=True, capture_output=True, text=True)
                seconds, their_total = run.stdout.split()
                assert int(their_total) == total, "C++ plays other games"
                theirs[source].append(float(seconds))
    mine = rate(games, ours)
    print(f"\nClassic beside C++ (-O3 -march=native, the same games), {describe()}:\n")
    print("| program | games/s, best | median | partake.fast is faster, best | median |\n|---|---:|---:|---:|---:|")
    print(f"| partake.fast | {mine.best:,.0f} | {mine.median:,.0f} |  |  |")
    for source, seconds_each in theirs.items():
        its = rate(games, seconds_each)
        ratios = f"{mine.best / its.best:.2f} | {mine.median / its.median:.2f}"
        print(f"| {source} | {its.best:,.0f} | {its.median:,.0f} | {ratios} |", flush=True)
    print()


def first_call() -> tuple[float, float]:
    """Seconds from the start of a fresh process to its first result, kernels and bytecode cached: processor, wall."""
    code = (
        "import partake; from partake.fast import random_scores; from partake.rules.variant import variant;"
        "random_scores(variant(partake.edition('nexus')), 1)"
    )
    with tempfile.TemporaryDirectory() as folder:

        def run() -> object:
            return subprocess.run([sys.executable, "-c", code], env=with_bytecode(folder), check=True)

        return min(timed(run, 5, children_seconds)), min(timed(run, 5, time.perf_counter))


def with_bytecode(folder: str) -> dict[str, str]:
    """The environment of a process that keeps bytecode in this folder."""
    return {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}


def children_seconds() -> float:
    """Processor time of all processes that we started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


KERNELS = {
    "random games, lockstep (Classic)": "random_scores(variant(partake.edition('classic')), 1)",
    "random games, any variant (Nexus)": "random_scores(variant(partake.edition('nexus')), 1)",
    "`score_boards`": "score_boards(variant(partake.edition('classic')), [[-1] * 19])",
    "`Batch`": "b = Batch(variant(partake.edition('classic')), 1); b.draw(); b.place(0); b.score()",
}
"""The first call of each family of kernels."""


def compiling() -> None:
    """The table of first calls: with an empty folder of compiled code, and with that of the call before."""
    print(f"\nProcessor seconds of a first call, {describe()}:\n")
    print("| kernels | compiled | loaded |\n|---|---:|---:|")
    with tempfile.TemporaryDirectory() as bytecode:
        for name, call in KERNELS.items():
            code = (
                "import time, partake; from partake.fast import Batch, random_scores, score_boards;"
                f"from partake.rules.variant import variant; began = time.process_time(); {call};"
                "print(time.process_time() - began)"
            )

            def seconds(cache: str, code: str = code) -> float:
                environment = {**with_bytecode(bytecode), "NUMBA_CACHE_DIR": cache}
                command = [sys.executable, "-c", code]
                return float(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)

            # The first of three only writes bytecode.
            with tempfile.TemporaryDirectory() as other, tempfile.TemporaryDirectory() as cache:
                _, compiled_in, loaded_in = seconds(other), seconds(cache), seconds(cache)
            print(f"| {name} | {compiled_in:.1f} | {loaded_in:.2f} |", flush=True)


def editions(games: int, repeats: int) -> None:
    """The table by edition."""
    print("| edition | options | positions | games/s, one core | median | ns per position | times the engine |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for name, options in VARIANTS:
        this = made(name, options)
        found = rate(games, timed(lambda this=this: random_scores(this, games, seed=1), repeats))  # type: ignore[misc]
        engine, _ = games_per_second(make_game(arrange(this.edition, options)), 1.0)
        text = " ".join(f"{key}={value}" for key, value in options.items())
        size = len(this.positions)
        rates = f"{found.best:,.0f} | {found.median:,.0f} | {1e9 / found.best / size:.1f} | {found.best / engine:,.0f}"
        print(f"| {name} | {text} | {size} | {rates} |", flush=True)


def batches(repeats: int) -> None:
    """The table by size of batch: a whole Classic game in step, legal moves asked and random ones played."""
    print(f"\nMany games in step, {describe()}:\n")
    print("| games in a batch | games/s in step (Batch) | boards/s scored (score_boards) |\n|---:|---:|---:|")
    this = made("classic", {})
    rng = random.Random(1)
    for size in (1, 10, 100, 1_000, 10_000, 100_000):
        batch = Batch(this, size)
        order = list(range(this.draws))
        rng.shuffle(order)
        # Short runs are repeated within one, so that the clock does not measure itself.
        times = max(1, 1_000 // size)

        def play(batch: Batch = batch, order: list[int] = order, times: int = times) -> None:
            for _ in range(times):
                batch.restart(seed=1)
                for position in order:
                    batch.draw()
                    batch.place(position)
                batch.score()

        def score(batch: Batch = batch, times: int = times) -> None:
            for _ in range(times):
                score_boards(this, batch.boards)

        in_step, scored = rate(times * size, timed(play, repeats)), rate(times * size, timed(score, repeats))
        print(f"| {size:,} | {in_step.best:,.0f} | {scored.best:,.0f} |", flush=True)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000, help="games in each run")
    parser.add_argument("--repeats", type=int, default=9, help="runs of each kind")
    args = parser.parse_args()
    print(f"{date.today()}, {describe()}; a load of {load()} before we began\n")
    editions(args.games, args.repeats)
    beside_cpp(args.games, args.repeats)
    all_cores(args.games, args.repeats)
    processor, wall = first_call()
    print(f"First result in a fresh process, kernels cached: {processor:.2f} s of a processor, {wall:.2f} s in all.")
    compiling()
    batches(args.repeats)


if __name__ == "__main__":
    main()
