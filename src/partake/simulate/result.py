"""The accumulated result of an experiment."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from partake.rules.messages import Message, said
from partake.simulate.experiment import Experiment
from partake.simulate.statistics import Statistics
from partake.simulate.worker import Chunk, Clock

BINS = 24
"""About how many bars a chart of scores has."""


class Result:
    """Accumulates chunks in order: counts, wins and statistics of games 1 to `games`."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.games = 0
        seats = len(experiment.bots)
        self._counts: list[Counter[int | Fraction]] = [Counter() for _ in range(seats)]
        self.wins = [0] * seats
        """The number of games that each seat won alone."""
        self.shared = [0] * seats
        """The number of games that each seat won with others."""
        self.clocks = [Clock()] * seats
        """The moves of each bot against its limit."""
        self.seconds = 0.0
        """The time that the games took, without compiling and loading."""

    def __str__(self) -> str:
        from partake.simulate.report import report  # which knows results

        return report(self)

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk."""
        if chunk.first != self.games + 1:
            raise ValueError(f"game {self.games + 1} comes next, not {chunk.first}")
        self.games += chunk.games
        for seat, counts in enumerate(chunk.counts):
            self._counts[seat].update(counts)
            self.wins[seat] += chunk.wins[seat]
            self.shared[seat] += chunk.shared[seat]
        for seat, clock in enumerate(chunk.clocks):
            self.clocks[seat] += clock

    @property
    def is_complete(self) -> bool:
        """Whether all games of the experiment were played."""
        return self.games == self.experiment.games

    @property
    def seats(self) -> tuple[Statistics, ...]:
        """The statistics of each seat."""
        return tuple(Statistics(dict(counts)) for counts in self._counts)

    def __repr__(self) -> str:
        means = (f"{bot} {found.mean:.2f}" for bot, found in zip(self.experiment.names, self.seats, strict=True))
        told = ", ".join(means) if self.games else "nothing played"
        return f"<{type(self).__name__} of {self.games} games: {told if len(told) < 300 else told[:300] + '…'}>"

    def _repr_svg_(self) -> str:
        """For notebooks: how often each score occurred, or with several bots how many games each won."""
        from partake.draw.svg.charts import bars  # drawings are loaded only when something is drawn

        if len(self.wins) > 1:
            won = [wins + shared for wins, shared in zip(self.wins, self.shared, strict=True)]
            title = said(Message("Games won, alone or with others"))
            return bars(list(zip(self.experiment.names, won, strict=True)), title=title, theme="auto")
        scores = self._counts[0]
        width = max(1, int(max(scores) - min(scores)) // BINS) if scores else 1
        binned = Counter[int]()
        for score, games in scores.items():
            binned[int(score // width)] += games
        values = [(str(at * width), binned[at]) for at in range(min(binned), max(binned) + 1)] if binned else []
        return bars(values, title=said(Message("Games by points: {bot}", bot=self.experiment.bots[0])), theme="auto")

    def to_json(self) -> dict[str, Any]:
        """The result as plain data; the same for the same seed on every executor."""
        seats = [{"seat": i + 1, **self.row(i)} for i in range(len(self.experiment.bots))]
        return {**self.progress(), "seats": seats}

    def progress(self) -> dict[str, Any]:
        """The experiment and the number of its games that are done."""
        facts = {"asked": self.experiment.games, "games": self.games, "complete": self.is_complete}
        return {**self.experiment.facts(), **facts}

    def row(self, i: int) -> dict[str, Any]:
        """The result of one bot."""
        found: dict[str, Any] = {"bot": self.experiment.names[i], "wins": self.wins[i], "shared": self.shared[i]}
        if limit := self.experiment.limit_of(i):
            clock = self.clocks[i]
            found["time"] = {"limit": limit, "moves": clock.moves, "overruns": clock.overruns, "slowest": clock.slowest}
        return found | (self.seats[i].to_json() if self.games else {})
