"""Learning curves: when a learner is evaluated, by the number of games alone; as CSV, and as a picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from partake.learn.weights import replacing
from partake.rules.extras import load
from partake.rules.messages import Message, said

FIRST_EVALUATION = 1000
"""Games before the first evaluation."""
DECADE = (10, 15, 20, 30, 50, 70)
"""Tenths of the evaluations in each power of ten: 1,000, 1,500, 2,000, 3,000, 5,000, 7,000, 10,000, …"""


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a learning curve; the field names are the columns of the CSV file."""

    games: int
    mean: float
    """The mean score of the evaluation's games, always the same deals."""
    margin: float
    """Half the width of its 95 % confidence interval."""
    seconds: float
    """Learning time until then, evaluations and compiling aside: the only column that two equal trainings differ in."""


def next_evaluation(games: int, batch: int) -> int:
    """The first evaluation after a number of games, in whole batches."""
    scale = FIRST_EVALUATION
    while True:
        for tenths in DECADE:
            found = -(-scale * tenths // (10 * batch)) * batch
            if found > games:
                return found
        scale *= 10


def is_scheduled(games: int, batch: int) -> bool:
    """Whether an evaluation comes after this number of games, and not only because a run ended there."""
    return games > 0 and next_evaluation(games - 1, batch) == games


def curve_csv(curve: Sequence[Point]) -> str:
    """A curve as CSV, with a line of names."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Point))
    writer.writerows(astuple(point) for point in curve)
    return out.getvalue()


def write_curve_plot(path: Path, title: str, curve: Sequence[Point]) -> None:
    """Draw a curve with its confidence band, games on a logarithmic scale, as PNG or SVG."""
    figures = load("matplotlib.figure", extra="plot", purpose=Message("a picture"))
    figure = figures.Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    games, means = [point.games for point in curve], [point.mean for point in curve]
    low, high = ([point.mean + sign * point.margin for point in curve] for sign in (-1, 1))
    axes.fill_between(games, low, high, alpha=0.25, color="C0", label=said(Message("95 % confidence interval")))
    axes.plot(games, means, color="C0", marker="o", markersize=3, label=said(Message("mean score")))
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_title(title)
    axes.set_xlabel(said(Message("games trained")))
    axes.set_ylabel(said(Message("mean score")))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    with replacing(path) as file:
        figure.savefig(file, format=path.suffix.lower()[1:], dpi=150)
