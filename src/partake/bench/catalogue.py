"""The benchmarks of the package, by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence

from partake.bench.model import Benchmark, Row
from partake.rules.messages import Message


def _later(module: str, function: str) -> Callable[[], Sequence[Row]]:
    """Rows whose module is imported only when they are wanted: it may be heavy, or need an extra."""

    def rows() -> Sequence[Row]:
        found: Sequence[Row] = getattr(importlib.import_module(f"partake.bench.{module}"), function)()
        return found

    return rows


BENCHMARKS = {
    found.name: found
    for found in (
        Benchmark(
            "engine", Message("complete games of the readable engine, and its import"), 0.8, "games",
            _later("engine", "rows"),
        ),
        Benchmark(
            "tables", Message("copies, undos, plays and views of tables, and games in files"), 0.8, "tables",
            _later("tables", "rows"),
        ),
        Benchmark(
            "playouts", Message("random games of the compiled engine, from shuffle to score"), 0.7, "playouts",
            _later("compiled", "playout_rows"),
        ),
        Benchmark(
            "batches", Message("games played in step, and boards scored, by the size of a batch"), 0.3, "playouts",
            _later("compiled", "batch_rows"),
        ),
        Benchmark(
            "environments", Message("steps of the learning environments, single and in vectors"), 0.8, "environments",
            _later("environments", "rows"),
        ),
        Benchmark(
            "solve", Message("seconds until the best board of a draw is proven"), 10, "solve",
            _later("solver", "rows"),
        ),
        Benchmark(
            "classic", Message("mean and milliseconds per move of the learned bots, on the published decks"), 40,
            "classic", _later("strength", "classic_rows"),
        ),
        Benchmark(
            "bots", Message("mean scores of all bots in all variants, on the same deals"), 60, "bots",
            _later("strength", "bot_rows"),
        ),
        Benchmark(
            "levels", Message("mean scores of the five levels, on the same deals"), 40, "bots --levels",
            _later("strength", "level_rows"),
        ),
    )
}  # fmt: skip
"""What can be measured wherever the package is installed."""
