"""The accumulated result of a contest: statistics and wins of bots, and the differences of each pair."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

from partake.rules.extras import MissingExtraError
from partake.simulate.contest import Contest
from partake.simulate.contest_worker import BLOCKS, ContestChunk
from partake.simulate.experiment import seed_number
from partake.simulate.ratings import Rating, anchor_index, rate
from partake.simulate.result import Result
from partake.simulate.statistics import NORMAL, Statistics
from partake.simulate.worker import Chunk


class Standings(Result):
    """Accumulates the deals of a contest; statistics are of bots, over all their tables."""

    def __init__(self, experiment: Contest, *, anchor: str | None = None) -> None:
        """`anchor` names the bot whose rating is 0; without one the mean of all is."""
        super().__init__(experiment)
        anchor_index(experiment.names, anchor)
        self.contest, self.anchor = experiment, anchor
        self._rated: tuple[int, tuple[Rating, ...]] = 0, ()
        self._differences: list[Counter[int | Fraction]] = [Counter() for _ in experiment.pairs]
        self._duels: Counter[tuple[int, int, int]] = Counter()

    def __str__(self) -> str:
        from partake.simulate.arena_report import arena_report  # which knows standings

        return arena_report(self)

    def _repr_svg_(self) -> str:
        """For notebooks: the ratings with their intervals."""
        from partake.simulate.plot import standings_svg  # drawings are loaded when something is drawn

        return standings_svg(self) if self.games else super()._repr_svg_()

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk."""
        if not isinstance(chunk, ContestChunk):
            raise TypeError("standings take the chunks of a contest")
        super().add(chunk)
        for counter, found in zip(self._differences, chunk.differences, strict=True):
            counter.update(found)
        self._duels.update(chunk.duels)

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """The Bradley-Terry rating of each bot, by the duels of each pair on the same deals (extra: ratings)."""
        if len(self.contest.names) < 2 or not self.games:
            return ()
        if self._rated[0] != self.games:
            seed = seed_number(f"{self.contest.seed}/ratings")
            self._rated = self.games, rate(self.contest.names, self._duels, seed=seed, anchor=self.anchor)
        return self._rated[1]

    def score(self, one: int, other: int) -> float:
        """The share of the duels of two bots that the first won, draws counting half."""
        won, lost = (sum(self._duels[block, *pair] for block in range(BLOCKS)) for pair in ((one, other), (other, one)))
        return won / (won + lost)

    def ahead(self, one: int, other: int) -> float:
        """The mean points by which the first of two bots is ahead of the other."""
        return self.differences[one, other].mean if one < other else -self.differences[other, one].mean

    @property
    def trials(self) -> int:
        """The number of wins that were possible for each bot: one a table, or one a deal where bots sit alone."""
        return self.games * (1 if self.contest.seats == 1 else self.contest.tables_each)

    @property
    def differences(self) -> dict[tuple[int, int], Statistics]:
        """Paired differences: for each pair of bots the statistics of the first's lead on the same deals."""
        return {
            pair: Statistics(dict(counts)) for pair, counts in zip(self.contest.pairs, self._differences, strict=True)
        }

    @property
    def ranked(self) -> list[int]:
        """The indices of the bots, the best first: by wins where they sit together, else by mean."""
        seats = self.seats
        if self.contest.seats == 1:
            return sorted(range(len(seats)), key=lambda bot: -seats[bot].mean)
        return sorted(range(len(seats)), key=lambda bot: (-self.wins[bot], -self.shared[bot], -seats[bot].mean))

    def win_interval(self, bot: int) -> tuple[float, float]:
        """The 95 % interval of the share of tables that a bot wins alone."""
        return wilson(self.wins[bot], self.trials)

    def to_json(self) -> dict[str, Any]:
        """The standings as plain data; the same for the same seed on every executor."""
        bots = range(len(self.contest.bots))
        if not self.games:
            return {**self.progress(), "results": [self.row(bot) for bot in bots], "pairs": [], "ranked": []}
        wins = [{"trials": self.trials, "win_interval": list(self.win_interval(bot))} for bot in bots]
        pairs = [
            {
                "bots": [one + 1, other + 1],
                "names": [self.contest.names[one], self.contest.names[other]],
                "mean": ahead.mean,
                "interval": ahead.interval and list(ahead.interval),
                "score": self.score(one, other),
            }
            for (one, other), ahead in self.differences.items()
        ]
        try:
            rated = {"anchor": self.anchor, "ratings": [rating.to_json() for rating in self.ratings]}
        except MissingExtraError:
            rated = {"anchor": self.anchor, "ratings": None}
        return {
            **self.progress(),
            **rated,
            "results": [{"number": bot + 1, **self.row(bot), **wins[bot]} for bot in bots],
            "pairs": pairs,
            "ranked": [bot + 1 for bot in self.ranked],
        }


def wilson(wins: int, of: int) -> tuple[float, float]:
    """Wilson score interval (95 %) of a proportion; sound for few games and for proportions near 0 and 1."""
    share, square = wins / of, NORMAL * NORMAL
    middle = share + square / (2 * of)
    spread = NORMAL * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    low, high = (middle - spread) / (1 + square / of), (middle + spread) / (1 + square / of)
    return (0.0 if wins == 0 else low), (1.0 if wins == of else high)
