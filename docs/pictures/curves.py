#!/usr/bin/env python3
"""Draw the learning curves of the networks that the package brings anew: `python docs/pictures/curves.py`."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from partake.learn.registry import PACKAGED

HERE = Path(__file__).parent
COLUMNS = 4
WIDTH, HEIGHT, GAP = 212, 118, 24
"""A panel, and the room between two."""
HEAD, FOOT, MARGIN = 30, 20, 24
SHADES = {"classic": "#3d6d9c", "daffodil": "#b5872b", "nexus": "#4f8a4b", "orchid": "#5b55a8"}
STYLE = """
.ground{fill:#f7f4ec}.panel{fill:#fffdf7;stroke:#e2dccd}text{fill:#1d2129;font-size:11px;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
.head{font-size:13px;font-weight:700}.small{fill:#5f6470;font-size:11px;font-weight:400}.end{text-anchor:end}
@media (prefers-color-scheme:dark){.ground{fill:#12151c}.panel{fill:#1a1f29;stroke:#333a48}
text{fill:#eef0f4}.small{fill:#a3a9b6}}
"""


class Measured(NamedTuple):
    """A point of a curve: games learned from, the mean of the test games, half its 95 % interval."""

    games: float
    mean: float
    margin: float


def read(path: Path) -> list[Measured]:
    """The curve of a file beside weights."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Measured(*(float(row[name]) for name in Measured._fields)) for row in csv.DictReader(file)]


def draw() -> str:
    """A panel for each network, as one picture for light and dark."""
    found = {path.stem.removeprefix("network-"): read(path) for path in sorted(PACKAGED.glob("network-*.csv"))}
    curves = {name: points for name, points in found.items() if len(points) > 1}  # one was distilled, not trained
    rows, each = math.ceil(len(curves) / COLUMNS), HEAD + HEIGHT + FOOT + GAP
    width, height = 2 * MARGIN + COLUMNS * (WIDTH + GAP) - GAP, 2 * MARGIN + rows * each - GAP
    parts = [f'<rect class="ground" width="{width}" height="{height}" rx="16"/>']
    for number, (name, curve) in enumerate(curves.items()):
        row, column = divmod(number, COLUMNS)
        parts.append(_panel(MARGIN + column * (WIDTH + GAP), MARGIN + row * each, name, curve))
    told = "; ".join(f"{name}: {curve[0].mean:.0f} to {curve[-1].mean:.0f}" for name, curve in curves.items())
    words = f"<title>Learning curves of the shipped networks</title><desc>{escape(told)}</desc>"
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    drawn = f"{words}<style>{STYLE}</style>{''.join(parts)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{drawn}</svg>\n'


def _panel(x: float, y: float, name: str, curve: Sequence[Measured]) -> str:
    """Means with their intervals over the games of learning, on a logarithmic scale."""
    top, edition = y + HEAD, name.split("-")[0]
    low, high = min(point.mean - point.margin for point in curve), max(point.mean + point.margin for point in curve)
    first, last = math.log(curve[0].games), math.log(curve[-1].games)

    def at(games: float, mean: float) -> str:
        across = (math.log(games) - first) / max(last - first, 1e-9)
        return (
            f"{x + 8 + across * (WIDTH - 16):.1f},{top + 8 + (high - mean) / max(high - low, 1e-9) * (HEIGHT - 16):.1f}"
        )

    line = " ".join(at(point.games, point.mean) for point in curve)
    upper = [at(point.games, point.mean + point.margin) for point in curve]
    lower = [at(point.games, point.mean - point.margin) for point in reversed(curve)]
    options = " ".join(name.split("-")[1:])
    shade, end = SHADES.get(edition, "#5f6470"), curve[-1]
    return (
        f'<text class="head" x="{x}" y="{y + 20}">{escape(edition.capitalize())}'
        f'<tspan class="small"> {escape(options)}</tspan></text>'
        f'<rect class="panel" x="{x}" y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
        f'<polygon points="{" ".join(upper + lower)}" fill="{shade}" opacity="0.22"/>'
        f'<polyline points="{line}" fill="none" stroke="{shade}" stroke-width="2"/>'
        f'<text class="small" x="{x}" y="{top + HEIGHT + 15}">{curve[0].mean:.0f} after {curve[0].games:,.0f}</text>'
        f'<text class="end" x="{x + WIDTH}" y="{top + HEIGHT + 15}">{end.mean:.0f} after {end.games:,.0f}</text>'
    )


if __name__ == "__main__":
    (HERE / "curves.svg").write_text(draw(), encoding="utf-8")
