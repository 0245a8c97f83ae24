"""How a picture is laid out in a terminal, and rows of words that must fit it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from partake.draw.text.canvas import BOLD, PLAIN, TextCanvas, columns
from partake.draw.text.style import Paint


class Layout(NamedTuple):
    """Colours and signs, the columns there are, and whether the picture must be compact."""

    paint: Paint
    width: int
    is_compact: bool = False


def in_a_row(parts: Sequence[str], layout: Layout, *, first: str = BOLD) -> TextCanvas:
    """Parts with dots between, the first in a style of its own, in as many rows as they need."""
    canvas, x, y = TextCanvas(), 0, 0
    for number, part in enumerate(parts):
        if number and x + 3 + columns(part) <= layout.width:
            x = canvas.put(x, y, f" {layout.paint.glyphs.dot} ")
        elif number:
            x, y = 0, y + 1
        x = canvas.put(x, y, part, PLAIN if number else first)
    return canvas
