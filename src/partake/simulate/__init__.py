"""Many games by bots: played in chunks wherever there is room, counted exactly, the same for the same seed everywhere.

    from partake.simulate import simulate
    found = simulate("classic", ["greedy"], games=200, seed="monday")
    found.seats[0].mean, found.seats[0].interval

`arena` lets bots play the same deals and compares them; `decks` lists the tiles of every game.

Any `concurrent.futures.Executor` plays the chunks; `alone`, `processes` and `cluster` make crews with one.
"""

from __future__ import annotations

from partake.simulate.arena import arena
from partake.simulate.contest import Contest, make_contest
from partake.simulate.decks import decks
from partake.simulate.executors import Crew, alone, cluster, processes
from partake.simulate.experiment import Experiment, make_experiment
from partake.simulate.result import Result
from partake.simulate.scheduler import chunks, simulate
from partake.simulate.standings import Standings
from partake.simulate.statistics import Statistics
from partake.simulate.worker import Chunk

__all__ = [
    "Chunk", "Contest", "Crew", "Experiment", "Result", "Standings", "Statistics", "alone", "arena", "chunks",
    "cluster", "decks", "make_contest", "make_experiment", "processes", "simulate",
]  # fmt: skip
