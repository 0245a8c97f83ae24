"""Many games by bots: played in chunks wherever there is room, counted exactly, the same for the same seed everywhere.

    from partake.simulate import simulate
    found = simulate("classic", ["greedy"], games=200, seed="monday")
    found.seats[0].mean, found.seats[0].interval

Any `concurrent.futures.Executor` plays the chunks; `alone`, `processes` and `cluster` make crews with one.
"""

from __future__ import annotations

from partake.simulate.crews import Crew, alone, cluster, processes
from partake.simulate.plan import Plan, make_plan
from partake.simulate.playing import Chunk
from partake.simulate.result import Result
from partake.simulate.running import chunks, simulate
from partake.simulate.statistics import Statistics

__all__ = [
    "Chunk", "Crew", "Plan", "Result", "Statistics", "alone", "chunks", "cluster", "make_plan", "processes", "simulate",
]  # fmt: skip
