"""A sheet of characters to draw on: text in styles, pasted side by side, printed with or without colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from partake.rules.errors import printable

PLAIN = ""
"""The style of ordinary text. A style is the parameter of an ANSI escape sequence (SGR)."""
BOLD = "1"
"""The style of headings."""
DIM = "2"
"""The style of what matters little."""
MARK = "1;36"
"""The style of marks: bold cyan, readable on light and dark terminals."""


class Glyphs(NamedTuple):
    """The signs of a picture."""

    sun: str = "☼"
    moon: str = "☾"
    gold: str = "◆"
    silver: str = "◇"
    stamen: str = "✿"
    dark: str = "░"
    pawn: str = "■"
    across: str = "─"
    down: str = "│"
    corners: tuple[str, str, str] = ("┌┬┐", "├┼┤", "└┴┘")
    dot: str = "·"


ASCII = Glyphs("o", ")", "G", "S", "@", ":", "#", "-", "|", ("+++", "+++", "+++"), "-")
"""Signs for a terminal that has no others."""


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


@dataclass
class TextCanvas:
    """Characters by row and column; what is not drawn is blank."""

    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """The columns it takes."""
        return max((x + 1 for _, x in self.cells), default=0)

    @property
    def height(self) -> int:
        """The rows it takes."""
        return max((y + 1 for y, _ in self.cells), default=0)

    def put(self, x: int, y: int, text: str, style: str = PLAIN) -> int:
        """Write a text and give the column after it; a wide character takes two, and nothing steers the terminal."""
        for char in printable(text):
            wide = columns(char)
            if not wide:
                before, look = self.cells.get((y, x - 1), ("", style))
                self.cells[y, x - 1] = before + char, look
                continue
            self.cells[y, x] = char, style
            if wide == 2:
                self.cells[y, x + 1] = "", style
            x += wide
        return x

    def paste(self, x: int, y: int, other: TextCanvas) -> None:
        """Copy another canvas onto this one."""
        for (row, column), found in other.cells.items():
            self.cells[y + row, x + column] = found

    def render(self, *, colour: bool) -> str:
        """The text of all rows, each without blanks at its end."""
        return "\n".join(self._row(y, colour) for y in range(self.height))

    def _row(self, y: int, colour: bool) -> str:
        last = max((x for row, x in self.cells if row == y and self.cells[row, x] != (" ", PLAIN)), default=-1)
        row = [self.cells.get((y, x), (" ", PLAIN)) for x in range(last + 1)]
        if not colour:
            return "".join(char for char, _ in row).rstrip()
        return "".join(_styled(row))


def _styled(row: list[tuple[str, str]]) -> Iterator[str]:
    for style, run in groupby(row, key=lambda cell: cell[1]):
        text = "".join(char for char, _ in run)
        yield f"\033[{style}m{text}\033[0m" if style else text
