"""Charts of points: histograms with marks, and a value from game to game with its running mean and interval.

    bars([("100", 2), ("110", 5)], title=...)                          counts that are binned already
    histogram(scores, width=10, title=..., marks=[Mark(152, "you")])   bins values, and marks some
    course(scores, title=...)                                          each game, and the mean of the last ten
    ranges([("skilled", 52.0, 40.0, 64.0)], title=...)                 values with their intervals, a row for each name
    course(lost, title=..., levels=[Mark(1.2, "skilled")], band=[(0.9, 1.5), ...], ends=("2026-11-01", "2026-11-17"))

Every chart is one SVG with a title and a description that says its numbers. Its colours are variables of the page's
style sheet (theme `page`), so that it follows palette and dark mode; nothing in it is an inline style. In notebooks,
where there is no such page, bars have the theme `auto`. Texts are given in the reader's language. Put charts into an
element of class `charts` (`static/finished.css`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, floor, log10
from statistics import fmean
from typing import NamedTuple

from partake.draw.svg.canvas import PAGE, Block, Canvas, fitted, fitting_size, n, slug
from partake.rules.languages import current
from partake.rules.messages import SEMICOLON, Joined, Message, said

_WIDTH = 460.0
_HEIGHT = 220.0
_LEFT = 44.0
"""The margin left of the bars or points, for the labels of values; the others likewise."""
_BOTTOM = 30.0
_TOP = 44.0
_RIGHT = 84.0
"""The margin right of a chart that has levels, for their names."""
_ROW = 18.0
"""The height of the label of a mark."""
SPAN = 10
"""The number of games over which the running mean goes."""


class Mark(NamedTuple):
    """A value that a chart points out, and what it is called."""

    at: float
    label: str


Value = tuple[float, str]
"""A share of the height, and the label beside it."""


def bars(values: Sequence[tuple[str, int]], *, title: str, marks: Sequence[Mark] = (), theme: str = PAGE) -> str:
    """A bar for each label, as high as its count; a mark is at a number of bars from the left edge of the first."""
    canvas = Canvas(theme)
    top = _TOP + _ROW * len(marks)
    height = _HEIGHT + _ROW * len(marks)
    most = max((count for _, count in values), default=0) or 1
    pitch = (_WIDTH - _LEFT - 8) / max(1, len(values))
    every = -(-len(values) // 9) or 1
    body = _frame(canvas, title, [(0, "0"), (1, str(most))], top, height)
    for i, (label, count) in enumerate(values):
        x, high = _LEFT + i * pitch, count / most * (height - top - _BOTTOM)
        body += (
            f'<rect x="{n(x + pitch * 0.1)}" y="{n(height - _BOTTOM - high)}" width="{n(pitch * 0.8)}"'
            f' height="{n(high)}" rx="3" fill="{canvas.line("light blue")}"/>'
        )
        if i % every == 0:
            body += _label(canvas, x + pitch / 2, label, height)
    for i, mark in enumerate(marks):
        x = _LEFT + min(max(mark.at, 0), len(values)) * pitch
        body += _upright(canvas, x, _TOP + _ROW * i - 4, height - _BOTTOM, mark.label)
    counts = [Message("{what}: {value}", what=label, value=count) for label, count in values]
    told = said(Joined([*counts, *(mark.label for mark in marks)], SEMICOLON))
    return _finish(canvas, body, title, told, height)


def histogram(points: Sequence[float], *, width: float, title: str, marks: Sequence[Mark] = ()) -> str:
    """Values in bins of a width, empty ones between them too; marks are at values, and always within the chart."""
    counted = Counter(floor(value / width) for value in points)
    reached = [*counted, *(floor(mark.at / width) for mark in marks)]
    first, last = (min(reached), max(reached)) if reached else (0, -1)
    values = [(_number(i * width), counted[i]) for i in range(first, last + 1)]
    return bars(values, title=title, marks=[Mark(mark.at / width - first, mark.label) for mark in marks])


def ranges(rows: Sequence[tuple[str, float, float, float]], *, title: str) -> str:
    """A row for each name: its value as a dot on the line of its interval (name, value, low, high)."""
    canvas, left, pitch = Canvas(PAGE), 130.0, 28.0
    reached = [edge for _, *edges in rows for edge in edges]
    low, high = min(reached), max(reached)
    steps = _steps(low, high) if high > low else [low - 1, low, low + 1]
    low, high = min(low, steps[0]), max(high, steps[-1])
    height = _TOP + pitch * len(rows) + _BOTTOM

    def at(value: float) -> float:
        return left + (value - low) / (high - low) * (_WIDTH - left - 20)

    # bold letters are about a tenth wider
    body = canvas.text(0, 18, title, fitting_size(title, 16, 0.9 * _WIDTH), weight=700)
    for step in steps:
        body += f'<path d="M{n(at(step))} {n(_TOP - 8)}V{n(height - _BOTTOM)}" stroke="{canvas.paint("edge")}"/>'
        body += _label(canvas, at(step), _number(step), height)
    for i, (name, value, start, end) in enumerate(rows):
        y = _TOP + pitch * (i + 0.5)
        body += (
            canvas.text(left - 12, y + 5, fitted(name, 14, left - 12), 14, anchor="end")
            + f'<path d="M{n(at(start))} {n(y)}H{n(at(end))}" stroke="{canvas.line("light blue")}" stroke-width="6"'
            + ' stroke-linecap="round"/>'
            + f'<circle cx="{n(at(value))}" cy="{n(y)}" r="5" fill="{canvas.line("blue")}"/>'
        )
    told = [
        Message("{name}: {value}, {low} to {high}", name=name, value=_number(value), low=_number(a), high=_number(b))
        for name, value, a, b in rows
    ]
    return _finish(canvas, body, title, said(Joined(told, SEMICOLON)), height)


def standalone(chart: str) -> str:
    """A chart as a file of its own, or for a notebook: with its style sheet."""
    from partake.draw.svg.document import stylesheet  # which draws charts too

    opening, closing = chart.split(">", 1)
    return f"{opening}><style>{stylesheet()}</style>{closing}\n"


def running_means(values: Sequence[float], span: int = SPAN) -> list[float]:
    """For each value the mean of the last `span` up to it."""
    return [fmean(values[max(0, i + 1 - span) : i + 1]) for i in range(len(values))]


def course(
    values: Sequence[float],
    *,
    title: str,
    band: Sequence[tuple[float, float]] = (),
    levels: Sequence[Mark] = (),
    ends: tuple[str, str] | None = None,
    is_even: bool = False,
) -> str:
    """A point for each game in order, and the mean of the ten up to it as a line.

    A `band` (low and high for each of the latest games) is drawn behind them, `levels` as dashed lines across with
    their names, `ends` under the first and the last game instead of their numbers. With `is_even` the values are
    written at even steps instead of the lowest and the highest, which suits values with decimals.
    """
    canvas = Canvas(PAGE)
    reached = [*values, *(edge for pair in band for edge in pair), *(level.at for level in levels)]
    low, high = min(reached, default=0), max(reached, default=0)
    low, high = (low - 5, high + 5) if low == high else (low, high)
    steps = _steps(low, high) if is_even else [low, high]
    low, high = min(low, steps[0]), max(high, steps[-1])

    def height_of(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    right = _WIDTH - _RIGHT if levels else _WIDTH

    def at(i: int, value: float) -> tuple[float, float]:
        return _LEFT + 10 + i / max(1, len(values) - 1) * (right - _LEFT - 28), height_of(value)

    marks = [((step - low) / (high - low), _number(step)) for step in steps]
    body = _frame(canvas, title, marks, right=right)
    if band:
        known = list(enumerate(band, start=len(values) - len(band)))
        edges = [*(at(i, pair[1]) for i, pair in known), *(at(i, pair[0]) for i, pair in reversed(known))]
        body += f'<path d="M{_path(edges)}Z" fill="{canvas.line("light blue")}" fill-opacity=".25"/>'
    for i, value in enumerate(values):
        x, y = at(i, value)
        body += f'<circle cx="{n(x)}" cy="{n(y)}" r="3.5" fill="{canvas.line("blue")}"/>'
    means = [at(i, mean) for i, mean in enumerate(running_means(values))]
    body += (
        f'<path d="M{_path(means)}" fill="none" stroke="{canvas.paint("last")}" stroke-width="3"'
        ' stroke-linejoin="round"/>'
        if means
        else ""
    )
    body += _levels(canvas, [(height_of(level.at), level.label) for level in levels])
    first, last = ends or ("1", str(len(values)))
    if values:
        body += _label(canvas, at(0, low)[0], first, anchor="start" if ends else "middle")
    if len(values) > 1:
        body += _label(canvas, at(len(values) - 1, low)[0], last, anchor="end" if ends else "middle")
    told = [", ".join(map(_number, values)), *(level.label for level in levels)]
    return _finish(canvas, body, title, said(Joined(told, SEMICOLON)))


def _number(value: float) -> str:
    return current().marked(f"{value:.5g}").replace("-", "−")


def _steps(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest, three to six of them (1, 2, 5 times a power of ten)."""
    rough = (high - low) / 4
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [round(i * step, 10) for i in range(floor(low / step), ceil(high / step) + 1)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{n(x)} {n(y)}" for x, y in points)


def _levels(canvas: Canvas, levels: Sequence[tuple[float, str]]) -> str:
    """Dashed lines across, their names right of them, pushed up where they would overlap."""
    body, above, right = "", _HEIGHT, _WIDTH - _RIGHT
    for y, label in sorted(levels, reverse=True):
        above = min(y + 4, above - 15)
        body += (
            f'<path d="M{n(_LEFT)} {n(y)}H{n(right)}" stroke="{canvas.paint("muted")}" stroke-dasharray="5 4"/>'
            + canvas.text(right + 6, above, fitted(label, 13, _RIGHT), 13, fill=canvas.paint("muted"))
        )
    return body


def _upright(canvas: Canvas, x: float, top: float, bottom: float, label: str) -> str:
    """A line up at a value, its name at its upper end, on the side that has room."""
    side, anchor = (-6, "end") if x > (_LEFT + _WIDTH) / 2 else (6, "start")
    return (
        f'<path d="M{n(x)} {n(top - 8)}V{n(bottom)}" stroke="{canvas.paint("last")}" stroke-width="2.5"/>'
        + canvas.text(x + side, top + 4, fitted(label, 14, _WIDTH / 2), 14, weight=600, anchor=anchor)
    )


def _frame(
    canvas: Canvas,
    title: str,
    marks: Sequence[Value],
    top: float = _TOP,
    height: float = _HEIGHT,
    right: float = _WIDTH,
) -> str:
    body = canvas.text(0, 18, title, 16, weight=700)
    for share, text in marks:
        y = height - _BOTTOM - share * (height - top - _BOTTOM)
        body += f'<path d="M{n(_LEFT)} {n(y)}H{n(right)}" stroke="{canvas.paint("edge")}"/>'
        body += canvas.text(_LEFT - 8, y + 5, text, 14, fill=canvas.paint("muted"), anchor="end")
    return body


def _label(canvas: Canvas, x: float, text: str, height: float = _HEIGHT, anchor: str = "middle") -> str:
    return canvas.text(x, height - 8, text, 14, fill=canvas.paint("muted"), anchor=anchor)


def _finish(canvas: Canvas, body: str, title: str, told: str, height: float = _HEIGHT) -> str:
    block = Block(body, _WIDTH, height)
    return canvas.finish(block, title=title, description=told, size=None, prefix=None, kind=f"chart {slug(title)[:20]}")
