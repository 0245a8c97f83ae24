"""Lines of text that fit a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from partake.draw.text.canvas import columns

ESCAPE = "\033"
"""What begins a colour; pictures have them, and are drawn to fit already."""

WIDEST = 100
"""The columns that a text for reading takes at most."""


def fitted(lines: Iterable[str], width: int) -> list[str]:
    """The lines, those that are too wide for the terminal wrapped at their words, with their indentation."""
    found: list[str] = []
    for line in lines:
        if ESCAPE in line or columns(line) <= width:
            found.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip()))
        hanging = indent if len(indent) < width // 2 else ""
        found += textwrap.wrap(line, max(20, width), subsequent_indent=hanging) or [""]
    return found


def glossary(rows: Iterable[tuple[str, str]], width: int) -> str:
    """Words and what they mean, in two columns; what is too long goes on below itself."""
    found: list[str] = []
    for word, meaning in rows:
        start = f"  {word}{' ' * max(0, 12 - columns(word))}  "
        room = max(20, min(width, WIDEST) - columns(start))
        first, *rest = textwrap.wrap(meaning, room) or [""]
        found += [start + first, *(" " * columns(start) + line for line in rest)]
    return "\n".join(found)
