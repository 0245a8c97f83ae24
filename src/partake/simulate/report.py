"""A result as text: a table of numbers and a histogram."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from partake.engine.outcome import plain
from partake.rules.messages import Message, Plural, said
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
        return said(low if self.width == 1 else Message("{low} to {high}", low=low, high=low + self.width - 1))


def report(result: Result, *, signs: bool = True) -> str:
    """The report of a result; `signs` allows characters beyond ASCII."""
    return "\n".join(_lines(result, signs))


def title(experiment: Experiment) -> str:
    """The game and its bots."""
    bots: Message | str = experiment.bots[0]
    for other in experiment.bots[1:]:
        bots = Message("{bots} against {other}", bots=bots, other=other)
    return said(Message("{game}, {bots}", game=game_text(experiment), bots=bots))


def game_text(experiment: Experiment) -> str:
    """The game, with the options that differ from their defaults in brackets."""
    return f"{said(Message(experiment.setup.edition.title))}{options_text(experiment)}"


def options_text(experiment: Experiment) -> str:
    """The options that differ from their defaults, in brackets."""
    chosen = [
        f"{name}={experiment.setup.options.text(name)}"
        for name, default in experiment.setup.edition.offer.defaults({}).items()
        if experiment.setup.options.text(name) != default
    ]
    return f" ({' '.join(chosen)})" if chosen else ""


def _interrupted(done: int, asked: int) -> Message:
    """The sentence about a run that was stopped early."""
    if not done:
        return Message("Interrupted before the first of {asked:,} games was finished.", asked=asked)
    return Message("Interrupted: these are games 1 to {done:,} of {asked:,}.", done=done, asked=asked)


def _lines(result: Result, signs: bool) -> Iterator[str]:
    experiment, seats, seconds = result.experiment, result.seats, result.seconds
    yield title(experiment)
    rate = result.games / max(seconds, 1e-6)
    played = Plural(
        "{count:,} game in {seconds:.1f} s, {rate} a second; seed {seed}",
        "{count:,} games in {seconds:.1f} s, {rate} a second; seed {seed}",
        count=result.games,
        seconds=seconds,
        rate=rounded(rate),
        seed=experiment.seed,
    )
    yield said(played)
    if not result.is_complete:
        yield said(_interrupted(result.games, experiment.games))
    if not result.games:
        return
    yield ""
    yield from _table(result)
    if experiment.has_limits:
        yield ""
        yield from clock_lines(result)
    bins = Bins.of(seats, most=ROWS if len(seats) == 1 else ROWS_EACH)
    for seat, found in enumerate(seats, start=1):
        yield ""
        if len(seats) > 1:
            yield f"{seat} {experiment.bots[seat - 1]}"
        yield from _histogram(bins, found, signs)


def _table(result: Result) -> Iterator[str]:
    seats, bots = result.seats, result.experiment.bots
    rows: list[tuple[Message | str, list[str]]] = []
    if len(seats) > 1:
        rows.append(("", [f"{seat} {bot}" for seat, bot in enumerate(bots, start=1)]))
    rows.append((Message("mean"), [decimal(s.mean, 3) for s in seats]))
    rows.append((Message("95 % from"), ["-" if s.interval is None else decimal(s.interval[0], 3) for s in seats]))
    rows.append((Message("95 % to"), ["-" if s.interval is None else decimal(s.interval[1], 3) for s in seats]))
    rows.append((Message("deviation"), [decimal(s.deviation, 3) for s in seats]))
    rows.append((Message("least"), [number(s.least) for s in seats]))
    rows += [
        (Message("{percent} % up to", percent=percent), [number(s.quantile(percent)) for s in seats])
        for percent in QUANTILES
    ]
    rows.append((Message("most"), [number(s.most) for s in seats]))
    if len(seats) > 1:
        rows.append((Message("wins alone"), [share(wins, result.games) for wins in result.wins]))
        rows.append((Message("wins shared"), [share(wins, result.games) for wins in result.shared]))
    width = max(len(value) for _, values in rows for value in values) + 2
    names = max(12, *(len(said(name)) for name, _ in rows))
    for name, values in rows:
        yield f"{said(name):<{names}}" + "".join(f"{value:>{width}}" for value in values)


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
    if count and percent < 0.005:
        return said(Message("< {percent:.2f} %", percent=0.01))
    return said(Message("{percent:.2f} %", percent=percent))


def decimal(value: float, places: int) -> str:
    """A number with so many decimal places."""
    return said(Message("{value:.{places}f}", value=value, places=places))


def number(points: int | Fraction) -> str:
    """Points without trailing zeros."""
    return said(Message("{points:g}", points=plain(points)))


def rounded(rate: float) -> str:
    """A rate with two or three significant digits."""
    if rate >= 1e6:
        return said(Message("{millions:.1f} million", millions=rate / 1e6))
    return said(Message("{rate:,.0f}" if rate >= 10 else "{rate:.1f}", rate=rate))


def clock_lines(found: Result) -> Iterator[str]:
    """For each bot that has a time: its limit, its slowest move, and how many took longer."""
    yield said(Message("time for a move, the slowest, and moves beyond it"))
    rows = []
    for bot, clock in enumerate(found.clocks):
        if limit := found.experiment.limit_of(bot):
            late = Message("{late:,} of {moves:,}", late=clock.overruns, moves=clock.moves)
            rows.append((found.experiment.names[bot], _time(limit), _time(clock.slowest), said(late)))
    yield from aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [f"{word:>{width}}" for word, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([f"{row[0]:<{widths[0]}}", *cells]).rstrip()


def _time(seconds: float) -> str:
    if seconds < 1:
        return said(Message("{milliseconds:.0f} ms", milliseconds=1000 * seconds))
    return said(Message("{seconds:.2f} s", seconds=seconds))


def _round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, …"""
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10
