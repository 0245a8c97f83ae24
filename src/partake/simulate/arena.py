"""Bots against each other on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition
from partake.simulate.contest import make_contest
from partake.simulate.scheduler import played
from partake.simulate.standings import Standings


def arena(
    edition: Edition | str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: str = "1",
    seats: int | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    chunk: int | None = None,
    data: Sequence[str | Path] = (),
    **options: str | int | bool,
) -> Standings:
    """Let bots play deals 1 to `games` of a seed, alone or at tables of `seats`, and compare them.

    The result is the same whoever plays: this process, or the `workers` of an executor, in chunks of any size.
    """
    found = catalogue(*data).edition(edition) if isinstance(edition, str) else edition
    experiment = make_contest(found, bots, options, seats=seats, games=games, seed=seed)
    return played(Standings(experiment), executor, workers, chunk)
