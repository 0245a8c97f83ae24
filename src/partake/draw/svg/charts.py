"""Small charts of a player's games: a histogram of points, and the points from the first game to the latest."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from partake.draw.svg.canvas import PAGE, Block, Canvas, n, slug
from partake.rules.messages import SEMICOLON, Joined, Message, said

_WIDTH = 460.0
_HEIGHT = 220.0
_LEFT = 44.0
"""The margin left of the bars or points, for the labels of values; the others likewise."""
_BOTTOM = 30.0
_TOP = 44.0


def bars(values: Sequence[tuple[str, int]], *, title: str) -> str:
    """A bar for each label, as high as its count."""
    canvas = Canvas(PAGE)
    most = max((count for _, count in values), default=0) or 1
    pitch = (_WIDTH - _LEFT - 8) / max(1, len(values))
    every = -(-len(values) // 9) or 1
    body = _frame(canvas, title, [(0, "0"), (1, str(most))])
    for i, (label, count) in enumerate(values):
        x, high = _LEFT + i * pitch, count / most * (_HEIGHT - _TOP - _BOTTOM)
        body += (
            f'<rect x="{n(x + pitch * 0.1)}" y="{n(_HEIGHT - _BOTTOM - high)}" width="{n(pitch * 0.8)}"'
            f' height="{n(high)}" rx="3" fill="{canvas.line("light blue")}"/>'
        )
        if i % every == 0:
            body += _label(canvas, x + pitch / 2, label)
    told = said(Joined((Message("{what}: {value}", what=label, value=count) for label, count in values), SEMICOLON))
    return _finish(canvas, body, title, told)


def course(values: Sequence[float], *, title: str) -> str:
    """A point for each game in order, and the mean of the ten up to it as a line."""
    canvas = Canvas(PAGE)
    low, high = min(values, default=0), max(values, default=0)
    low, high = (low - 5, high + 5) if low == high else (low, high)

    def at(i: int, value: float) -> tuple[float, float]:
        x = _LEFT + 10 + i / max(1, len(values) - 1) * (_WIDTH - _LEFT - 28)
        return x, _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    body = _frame(canvas, title, [(0, f"{low:g}"), (1, f"{high:g}")])
    for i, value in enumerate(values):
        x, y = at(i, value)
        body += f'<circle cx="{n(x)}" cy="{n(y)}" r="3.5" fill="{canvas.line("blue")}"/>'
    means = [at(i, fmean(values[max(0, i - 9) : i + 1])) for i in range(len(values))]
    path = "L".join(f"{n(x)} {n(y)}" for x, y in means)
    body += (
        f'<path d="M{path}" fill="none" stroke="{canvas.paint("last")}" stroke-width="3" stroke-linejoin="round"/>'
        if means
        else ""
    )
    body += _label(canvas, at(0, low)[0], "1") if values else ""
    body += _label(canvas, at(len(values) - 1, low)[0], str(len(values))) if len(values) > 1 else ""
    return _finish(canvas, body, title, ", ".join(f"{value:g}" for value in values))


def _frame(canvas: Canvas, title: str, marks: Sequence[tuple[float, str]]) -> str:
    body = canvas.text(0, 18, title, 16, weight=700)
    for share, text in marks:
        y = _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)
        body += f'<path d="M{n(_LEFT)} {n(y)}H{n(_WIDTH)}" stroke="{canvas.paint("edge")}"/>'
        body += canvas.text(_LEFT - 8, y + 5, text, 14, fill=canvas.paint("muted"), anchor="end")
    return body


def _label(canvas: Canvas, x: float, text: str) -> str:
    return canvas.text(x, _HEIGHT - 8, text, 14, fill=canvas.paint("muted"), anchor="middle")


def _finish(canvas: Canvas, body: str, title: str, told: str) -> str:
    block = Block(body, _WIDTH, _HEIGHT)
    return canvas.finish(block, title=title, description=told, size=None, prefix=None, kind=f"chart {slug(title)[:20]}")
