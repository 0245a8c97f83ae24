"""What came out of a contest."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

from partake.simulate.contest import Contest
from partake.simulate.contest_worker import Heats
from partake.simulate.result import Result
from partake.simulate.statistics import NORMAL, Statistics
from partake.simulate.worker import Chunk


class Standings(Result):
    """The deals of a contest that have been counted so far; statistics are of bots, over all their tables."""

    def __init__(self, experiment: Contest) -> None:
        super().__init__(experiment)
        self.contest = experiment
        self._differences: list[Counter[int | Fraction]] = [Counter() for _ in experiment.pairs]

    def add(self, chunk: Chunk) -> None:
        """Count the next deals."""
        if not isinstance(chunk, Heats):
            raise TypeError("standings count heats")
        super().add(chunk)
        for counter, found in zip(self._differences, chunk.differences, strict=True):
            counter.update(found)

    @property
    def trials(self) -> int:
        """How many times each bot could have won: once a table, or once a deal where all sit alone."""
        return self.games * (1 if self.contest.seats == 1 else self.contest.tables_each)

    @property
    def differences(self) -> dict[tuple[int, int], Statistics]:
        """For every two bots, by place, how far the first is ahead on the same deals."""
        return {
            pair: Statistics(dict(counts)) for pair, counts in zip(self.contest.pairs, self._differences, strict=True)
        }

    @property
    def ranked(self) -> list[int]:
        """The places of the bots, the best first: by wins where they sit together, else by mean."""
        seats = self.seats
        if self.contest.seats == 1:
            return sorted(range(len(seats)), key=lambda bot: -seats[bot].mean)
        return sorted(range(len(seats)), key=lambda bot: (-self.wins[bot], -self.shared[bot], -seats[bot].mean))

    def win_interval(self, bot: int) -> tuple[float, float]:
        """The 95 % interval of the share of tables that a bot wins alone."""
        return wilson(self.wins[bot], self.trials)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data; the same for the same seed, whoever played."""
        bots = range(len(self.contest.bots))
        if not self.games:
            return {**self.progress(), "results": [self.row(bot) for bot in bots], "pairs": [], "ranked": []}
        wins = [{"trials": self.trials, "win_interval": list(self.win_interval(bot))} for bot in bots]
        pairs = [
            {"bots": [one + 1, other + 1], "mean": ahead.mean, "interval": ahead.interval and list(ahead.interval)}
            for (one, other), ahead in self.differences.items()
        ]
        return {
            **self.progress(),
            "results": [{"number": bot + 1, **self.row(bot), **wins[bot]} for bot in bots],
            "pairs": pairs,
            "ranked": [bot + 1 for bot in self.ranked],
        }


def wilson(wins: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score method; sound for few games and for shares near 0 and 1."""
    share, square = wins / of, NORMAL * NORMAL
    middle = share + square / (2 * of)
    spread = NORMAL * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    low, high = (middle - spread) / (1 + square / of), (middle + spread) / (1 + square / of)
    return (0.0 if wins == 0 else low), (1.0 if wins == of else high)
