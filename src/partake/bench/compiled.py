"""The compiled engine: random games from shuffle to score, batches of games in step, boards scored."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from partake.bench.model import Row, best_seconds, title
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.machine import cores
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
"""Edition and options of each row of play-outs."""
GAMES = 1_000_000
"""Games of each run."""
SIZES = (1, 10, 100, 1_000, 10_000, 100_000)
"""Games in a batch."""
FIRST = (
    "import partake; from partake.fast import random_scores; from partake.rules.variant import variant;"
    "random_scores(variant(partake.edition('nexus')), 1)"
)
"""What a fresh process does until its first result."""
FIRST_RUNS = 3
"""How many fresh processes the best is taken of."""


def hexagon(name: str, options: dict[str, str]) -> Variant:
    """A variant by name."""
    edition = catalogue().edition(name)
    if not isinstance(edition, HexagonEdition):
        raise TypeError("only hexagon boards are compiled")
    return variant(edition, options)


def games_rate(this: Variant, games: int) -> float:
    """Random games a second of processor time of one core."""
    from partake.fast import random_scores

    return games / best_seconds(lambda: random_scores(this, games, seed=1))


def all_cores_rate(games: int) -> float:
    """Random Classic games a second by the clock on the wall, a process on each core."""
    workers = cores()
    with ProcessPoolExecutor(workers) as pool:
        parts = [(index * games, games) for index in range(workers)]
        return workers * games / best_seconds(lambda: list(pool.map(_share, parts)), time.perf_counter)


def _share(task: tuple[int, int]) -> int:
    """One core's part of a run on all cores."""
    from partake.fast import random_scores

    first, games = task
    return int(random_scores(hexagon("classic", {}), games, seed=1, first=first).sum())


def first_result() -> float:
    """Processor seconds of a fresh process until its first result, kernels cached; by the wall where none are told."""
    clock = _children_seconds if hasattr(os, "fork") else time.perf_counter
    return best_seconds(lambda: subprocess.run([sys.executable, "-c", FIRST], check=True), clock, runs=FIRST_RUNS)


def _children_seconds() -> float:
    """Processor time of all processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def batch_rate(size: int, effort: float = 1.0) -> float:
    """Whole Classic games a second, all games of a batch in step; a run is short whatever the effort."""
    from partake.fast import Batch

    this = hexagon("classic", {})
    batch, order = Batch(this, size), list(range(this.draws))
    random.Random(1).shuffle(order)

    times = _times(size)

    def play() -> None:
        for _ in range(times):
            batch.restart(seed=1)
            for position in order:
                batch.draw()
                batch.place(position)
            batch.score()

    return times * size / best_seconds(play)


def scored_rate(size: int, effort: float = 1.0) -> float:
    """Full Classic boards scored a second; a run is short whatever the effort."""
    from partake.fast import Batch, score_boards

    this = hexagon("classic", {})
    batch = Batch(this, size)
    batch.restart(seed=1)
    for position in range(this.draws):
        batch.draw()
        batch.place(position)
    times = _times(size)

    def score() -> None:
        for _ in range(times):
            score_boards(this, batch.boards)

    return times * size / best_seconds(score)


def _times(size: int) -> int:
    """How often a short run is repeated within one, so that the clock does not measure itself."""
    return max(1, 1_000 // size)


def playout_rows() -> Sequence[Row]:
    """Random games a second of each variant on one core, of Classic on all, and the first result."""
    return [
        *(Row(title(*this), "games/s", partial(_playouts, *this)) for this in VARIANTS),
        Row("all cores", "games/s", lambda effort: all_cores_rate(_games(effort))),
        Row("first result", "s", lambda _: first_result()),
    ]


def batch_rows() -> Sequence[Row]:
    """Games in step and boards scored, by the size of a batch."""
    return [
        *(Row(f"Batch {size}", "games/s", partial(batch_rate, size)) for size in SIZES),
        *(Row(f"score_boards {size}", "boards/s", partial(scored_rate, size)) for size in SIZES),
    ]


def _playouts(name: str, options: dict[str, str], effort: float) -> float:
    return games_rate(hexagon(name, options), _games(effort))


def _games(effort: float) -> int:
    return max(1000, round(GAMES * effort))
