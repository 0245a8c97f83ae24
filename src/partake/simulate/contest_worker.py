"""What a worker runs for a contest: consecutive deals, each at all of its tables."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from partake.engine.outcome import whole
from partake.engine.record.model import Record
from partake.simulate.contest import Contest
from partake.simulate.experiment import Experiment
from partake.simulate.worker import Chunk, Clock, Points, overrun_columns, play_table

BLOCKS = 1000
"""The most groups of deals, by their numbers, over which ratings are bootstrapped; fewer deals are a group each."""


@dataclass(frozen=True)
class ContestChunk(Chunk):
    """The results of consecutive deals; counts, wins and columns are of bots, not of seats."""

    differences: tuple[Mapping[Points, int], ...] = ()
    """For each pair of bots the histogram of their score differences, averaged over the tables of a deal they share."""
    duels: Mapping[tuple[int, int, int], int] = field(default_factory=dict)
    """How often, in a block of deals, bot i beat bot j, (block, i, j); a draw counts one for each, a win two."""


def play_contest_chunk(experiment: Experiment, first: int, games: int) -> Chunk:
    """Play deals `first` to `first + games - 1` of a contest."""
    if not isinstance(experiment, Contest):
        raise TypeError("a contest chunk belongs to a contest")
    start, bots = time.perf_counter(), range(len(experiment.bots))
    counts: list[Counter[Points]] = [Counter() for _ in bots]
    differences: list[Counter[Points]] = [Counter() for _ in experiment.pairs]
    alone, shared, duels = Counter[int](), Counter[int](), Counter[tuple[int, int, int]]()
    columns: list[list[Points]] = [[] for _ in bots]
    clocks: list[list[Clock]] = [[] for _ in bots]
    records: list[Record] = []
    for game in range(first, first + games):
        played = [play_table(experiment, table, game) for table in experiment.tables]
        records += [one.record for one in played if one.record is not None]
        scores = [
            dict(zip(table, one.outcome.totals, strict=True))
            for table, one in zip(experiment.tables, played, strict=True)
        ]
        for won in _winners(experiment, scores):
            (alone if len(won) == 1 else shared).update(won)
        for bot in bots:
            own = [table[bot] for table in scores if bot in table]
            counts[bot].update(own)
            columns[bot].append(_average(own))
            seats = zip(experiment.tables, played, strict=True)
            clocks[bot].append(sum((one.clocks[table.index(bot)] for table, one in seats if bot in table), Clock()))
        for counter, (one, other) in zip(differences, experiment.pairs, strict=True):
            ahead = _differences(experiment, scores, one, other)
            counter[_average(ahead)] += 1
            block = (game - 1) % BLOCKS
            for points in ahead:
                duels[block, one, other] += 2 * (points > 0) + (points == 0)
                duels[block, other, one] += 2 * (points < 0) + (points == 0)
    return ContestChunk(
        first,
        games,
        counts=tuple(counts),
        wins=tuple(alone[bot] for bot in bots),
        shared=tuple(shared[bot] for bot in bots),
        seconds=time.perf_counter() - start,
        columns=tuple(map(tuple, columns)) if experiment.wants_rows else (),
        clocks=tuple(sum(of_bot, Clock()) for of_bot in clocks),
        overruns=overrun_columns(experiment, clocks),
        records=tuple(records),
        differences=tuple(differences),
        duels=dict(duels),
    )


def _winners(experiment: Contest, scores: Sequence[Mapping[int, Points]]) -> list[list[int]]:
    """The winners of each table; bots that sit alone are compared over the deal."""
    compared = [{bot: points for table in scores for bot, points in table.items()}] if experiment.seats == 1 else scores
    return [[bot for bot, points in table.items() if points == max(table.values())] for table in compared]


def _differences(experiment: Contest, scores: Sequence[Mapping[int, Points]], one: int, other: int) -> list[Points]:
    """The score of one bot minus that of another, at each table where both sit."""
    if experiment.seats == 1:
        return [scores[one][one] - scores[other][other]]
    return [table[one] - table[other] for table in scores if one in table and other in table]


def _average(points: Sequence[Points]) -> Points:
    return points[0] if len(points) == 1 else whole(Fraction(sum(points)) / len(points))
