"""Monte Carlo simulation: many games by bots on any executor, reproducible from a seed, counted exactly.

    from partake.simulate import simulate
    found = simulate("classic", ["greedy"], games=200, seed="monday")
    found.seats[0].mean, found.seats[0].interval

`arena` compares bots on the same deals; `decks` gives the tiles of each game.

Any `concurrent.futures.Executor` plays the chunks; `alone`, `processes` and `cluster` are context managers of a
`WorkerPool` with one.
"""

from __future__ import annotations

from partake.simulate.contest import Contest, make_contest
from partake.simulate.dask_cluster import cluster
from partake.simulate.deck_lists import decks
from partake.simulate.executors import WorkerPool, alone, processes
from partake.simulate.experiment import Experiment, make_experiment
from partake.simulate.result import Result
from partake.simulate.scheduler import arena, chunks, simulate
from partake.simulate.standings import Standings
from partake.simulate.statistics import Statistics
from partake.simulate.worker import Chunk

__all__ = [
    "Chunk", "Contest", "Experiment", "Result", "Standings", "Statistics", "WorkerPool", "alone", "arena", "chunks",
    "cluster", "decks", "make_contest", "make_experiment", "processes", "simulate",
]  # fmt: skip
