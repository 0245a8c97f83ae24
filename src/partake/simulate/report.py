"""A result as text: a table of numbers and a histogram."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from partake.engine.outcome import plain
from partake.simulate.experiment import Experiment
from partake.simulate.result import Result
from partake.simulate.statistics import QUANTILES, Statistics

ROWS = 20
"""The most rows of the histogram of one seat alone."""
ROWS_EACH = 12
"""The most rows of each histogram of several seats."""
BAR = 40
"""The width of the longest bar, in columns."""
EIGHTHS = " ▏▎▍▌▋▊▉█"
"""Bars of 0 to 8 eighths of a column."""


@dataclass(frozen=True)
class Bins:
    """Bins of a histogram: equal widths, a round number, from the lowest score on."""

    start: int
    width: int
    number: int

    @classmethod
    def of(cls, seats: Sequence[Statistics], *, most: int) -> Bins:
        """At most `most` bins that hold the scores of all seats."""
        least, top = math.floor(min(s.least for s in seats)), math.floor(max(s.most for s in seats))
        width = next(width for width in _round_numbers() if top // width - least // width < most)
        return cls(least // width * width, width, top // width - least // width + 1)

    @property
    def edges(self) -> list[int]:
        """The edges of the bins."""
        return [self.start + i * self.width for i in range(self.number + 1)]

    def counts(self, found: Statistics) -> list[int]:
        """The number of games in each bin."""
        counts = [0] * self.number
        for score, count in found.counts.items():
            counts[math.floor(score - self.start) // self.width] += count
        return counts

    def label(self, i: int) -> str:
        """The scores of a bin, in words."""
        low = self.start + i * self.width
        return f"{low}" if self.width == 1 else f"{low} to {low + self.width - 1}"


def report(result: Result, *, seconds: float, signs: bool = True) -> str:
    """The report of a result; `signs` allows characters beyond ASCII."""
    return "\n".join(_lines(result, seconds, signs))


def title(experiment: Experiment) -> str:
    """The game and its bots."""
    return f"{experiment.setup.edition.title}{options_text(experiment)}, {' against '.join(experiment.bots)}"


def options_text(experiment: Experiment) -> str:
    """The options that differ from their defaults, in brackets."""
    chosen = [
        f"{name}={experiment.setup.options.text(name)}"
        for name, default in experiment.setup.edition.offer.defaults({}).items()
        if experiment.setup.options.text(name) != default
    ]
    return f" ({' '.join(chosen)})" if chosen else ""


def interrupted(done: int, asked: int, unit: str) -> str:
    """The sentence about a run that was stopped early."""
    if not done:
        return f"Interrupted before the first of {asked:,} {unit} was finished."
    return f"Interrupted: these are {unit} 1 to {done:,} of {asked:,}."


def _lines(result: Result, seconds: float, signs: bool) -> Iterator[str]:
    experiment, seats = result.experiment, result.seats
    yield title(experiment)
    rate = result.games / max(seconds, 1e-6)
    yield f"{result.games:,} games in {seconds:.1f} s, {rounded(rate)} a second; seed {experiment.seed}"
    if not result.is_complete:
        yield interrupted(result.games, experiment.games, "games")
    if not result.games:
        return
    yield ""
    yield from _table(result)
    bins = Bins.of(seats, most=ROWS if len(seats) == 1 else ROWS_EACH)
    for seat, found in enumerate(seats, start=1):
        yield ""
        if len(seats) > 1:
            yield f"{seat} {experiment.bots[seat - 1]}"
        yield from _histogram(bins, found, signs)


def _table(result: Result) -> Iterator[str]:
    seats, bots = result.seats, result.experiment.bots
    rows: list[tuple[str, list[str]]] = []
    if len(seats) > 1:
        rows.append(("", [f"{seat} {bot}" for seat, bot in enumerate(bots, start=1)]))
    rows.append(("mean", [f"{s.mean:.3f}" for s in seats]))
    rows.append(("95 % from", ["-" if s.interval is None else f"{s.interval[0]:.3f}" for s in seats]))
    rows.append(("95 % to", ["-" if s.interval is None else f"{s.interval[1]:.3f}" for s in seats]))
    rows.append(("deviation", [f"{s.deviation:.3f}" for s in seats]))
    rows.append(("least", [number(s.least) for s in seats]))
    rows += [(f"{percent} % up to", [number(s.quantile(percent)) for s in seats]) for percent in QUANTILES]
    rows.append(("most", [number(s.most) for s in seats]))
    if len(seats) > 1:
        rows.append(("wins alone", [share(wins, result.games) for wins in result.wins]))
        rows.append(("wins shared", [share(wins, result.games) for wins in result.shared]))
    width = max(len(value) for _, values in rows for value in values) + 2
    for name, values in rows:
        yield f"{name:<12}" + "".join(f"{value:>{width}}" for value in values)


def _histogram(bins: Bins, found: Statistics, signs: bool) -> Iterator[str]:
    counts = bins.counts(found)
    labels = [bins.label(i) for i in range(bins.number)]
    width = max(map(len, labels))
    for label, count in zip(labels, counts, strict=True):
        bar = _bar(count / max(counts), signs)
        yield f"{label:>{width}}  {bar:<{BAR}} {share(count, found.games):>8}".rstrip()


def _bar(part: float, signs: bool) -> str:
    """A bar; any share above zero shows."""
    if not signs:
        return "#" * math.ceil(part * BAR)
    whole, eighths = divmod(math.ceil(part * BAR * 8), 8)
    return EIGHTHS[8] * whole + (EIGHTHS[eighths] if eighths else "")


def share(count: int, of: int) -> str:
    """A share in percent; a small one is not rounded to zero."""
    percent = 100 * count / of
    return f"{percent:.2f} %" if percent >= 0.005 or not count else "< 0.01 %"


def number(points: int | Fraction) -> str:
    """Points without trailing zeros."""
    return f"{plain(points):g}"


def rounded(rate: float) -> str:
    """A rate with two or three significant digits."""
    return f"{rate / 1e6:.1f} million" if rate >= 1e6 else f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"


def _round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, …"""
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10
