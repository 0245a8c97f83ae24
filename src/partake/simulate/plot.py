"""Histograms of scores as PNG or SVG, with Matplotlib."""

from __future__ import annotations

from pathlib import Path

from partake.rules.extras import load
from partake.rules.messages import Message, Plural, said
from partake.simulate.files import cannot_write
from partake.simulate.report import Bins, title
from partake.simulate.result import Result

KINDS = (".png", ".svg")
"""The suffixes of picture files."""
BARS = 60
"""The most bins of a histogram."""


def check_plot(path: Path) -> None:
    """Check before the work that Matplotlib is installed and the file can be written."""
    load("matplotlib", extra="plot", purpose=Message("a picture"))
    is_new = not path.exists()
    try:
        path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as problem:
        raise cannot_write(path, problem) from None


def write_plot(path: Path, result: Result) -> None:
    """Draw a histogram for each seat, with its mean."""
    figures = load("matplotlib.figure", extra="plot", purpose=Message("a picture"))
    figure = figures.Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    bins = Bins.of(result.seats, most=BARS)
    for seat, (bot, found) in enumerate(zip(result.experiment.bots, result.seats, strict=True), start=1):
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
