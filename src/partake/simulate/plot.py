"""Pictures of results as PNG or SVG, with Matplotlib: histograms of scores, and ratings with their intervals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from partake.engine.record.files import cannot_write
from partake.rules.extras import MissingExtraError, load
from partake.rules.messages import Message, Plural, said
from partake.simulate.ratings import Rating
from partake.simulate.report import Bins, title
from partake.simulate.result import Result
from partake.simulate.standings import Standings

RATED = Message("rating (Elo scale), with the range of its 95 % interval")
"""What a chart of ratings shows."""
BARS = 60
"""The most bins of a histogram."""


def write_plot(path: Path, result: Result) -> None:
    """Draw a histogram for each seat, with its mean; of a contest also the ratings, if they can be computed."""
    figures = load("matplotlib.figure", extra="plot", purpose=Message("a picture"))
    rated = ratings_of(result) if isinstance(result, Standings) else []
    heights = [4.5, 0.8 + 0.35 * len(rated)] if rated else [4.5]
    figure = figures.Figure(figsize=(8, sum(heights)), layout="constrained")
    axes, *below = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    for one in below:
        _plot_ratings(one, rated)
    bins = Bins.of(result.seats, most=BARS)
    for seat, (bot, found) in enumerate(zip(result.experiment.names, result.seats, strict=True), start=1):
        shares = [100 * count / found.games for count in bins.counts(found)]
        label = (
            Message("{bot}: mean {mean:.2f}", bot=bot, mean=found.mean)
            if len(result.experiment.bots) == 1
            else Message("{seat} {bot}: mean {mean:.2f}", seat=seat, bot=bot, mean=found.mean)
        )
        colour = f"C{(seat - 1) % 10}"
        axes.stairs(shares, bins.edges, fill=True, alpha=0.6 / len(result.experiment.bots) + 0.1, color=colour)
        axes.stairs(shares, bins.edges, color=colour, label=said(label))
        axes.axvline(found.mean, color=colour, linestyle="--", linewidth=1)
    played = title(result.experiment)
    axes.set_title(
        said(Plural("{title}: {count:,} game", "{title}: {count:,} games", count=result.games, title=played))
    )
    axes.set_xlabel(said(Message.keyed("column", "score", {})))
    axes.set_ylabel(said(Message("games (%)")))
    axes.legend()
    try:
        figure.savefig(path, format=path.suffix.lower()[1:], dpi=150)
    except OSError as problem:
        raise cannot_write(path, problem) from None


def standings_svg(found: Standings) -> str:
    """The ratings of a contest with their intervals, or the mean scores where there are none, as SVG of our own."""
    from partake.draw.svg.charts import ranges, standalone

    if rated := ratings_of(found):
        rows = [(one.bot, one.points, one.low, one.high) for one in rated]
        return standalone(ranges(rows, title=said(RATED)))
    means = [(found.contest.names[bot], found.seats[bot]) for bot in found.ranked]
    spans = [(name, seat.mean, *(seat.interval or (seat.mean, seat.mean))) for name, seat in means]
    return standalone(ranges(spans, title=said(Message("mean score, with the range of its 95 % interval"))))


def ratings_of(found: Standings) -> list[Rating]:
    """The ratings, the best first; none where the package for them is not installed."""
    try:
        return sorted(found.ratings, key=lambda rating: -rating.points)
    except MissingExtraError:
        return []


def _plot_ratings(axes: Any, rated: list[Rating]) -> None:
    """A dot with its interval for each bot, the best on top."""
    for place, one in enumerate(rated):
        axes.plot([one.low, one.high], [-place, -place], color="C0", linewidth=4, alpha=0.4, solid_capstyle="round")
        axes.plot(one.points, -place, "o", color="C0")
    axes.set_yticks([-place for place in range(len(rated))], [one.bot for one in rated])
    axes.set_ylim(0.5 - len(rated), 0.5)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(said(RATED))
