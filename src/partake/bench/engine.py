"""The readable engine: complete games with random moves, and how long its import takes."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from partake.bench.model import Row, title
from partake.engine.contract import Game
from partake.engine.setup import arrange, make_game
from partake.rules.catalogue import catalogue

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
"""Edition, options and seats of each row."""
SECONDS = 3.0
"""How long each row plays."""
IMPORTS = 15
"""How many imports the median is taken of."""


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


def import_milliseconds(repeats: int = IMPORTS) -> float:
    """The median time of `import partake` in a fresh process, beyond that of an empty one."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return 1000 * (time.perf_counter() - start)

    run("import partake")
    return statistics.median(run("import partake") - run("pass") for _ in range(repeats))


def rows() -> Sequence[Row]:
    """Games a second of each setup, and the import."""
    found = [Row(title(*setup), "games/s", partial(_rate, *setup)) for setup in SETUPS]
    return [*found, Row("import", "ms", lambda effort: import_milliseconds(max(3, round(IMPORTS * effort))))]


def _rate(name: str, options: dict[str, str], seats: int, effort: float) -> float:
    game = make_game(arrange(catalogue().edition(name), options, seats=seats))
    return games_per_second(game, SECONDS * effort)[0]
