"""Terminal input and output, with a plain transcript where there is no terminal."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Sequence

from partake.draw.text import text
from partake.draw.text.canvas import TextCanvas
from partake.draw.text.style import Paint, put_tile, tile_columns
from partake.rules.tiles import Tile, TileSet


class Leave(Exception):  # noqa: N818 - leaving is no error
    """The player at the keyboard leaves the game."""


class Screen:
    """Writes and draws on the standard output and asks on the standard input."""

    def __init__(self) -> None:
        out = sys.stdout
        is_dumb = os.environ.get("TERM") == "dumb"
        self.is_tty = out.isatty() and sys.stdin.isatty()
        self.can_move = self.is_tty and not is_dumb
        self.colour = out.isatty() and not is_dumb and not os.environ.get("NO_COLOR")
        self._rich = os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
        self._ascii = not _writes_signs(out.encoding)
        if self.is_tty:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - editing the line while typing

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        found = shutil.get_terminal_size((80, 24))
        return found.columns, found.lines

    def picture(self, value: object, *, others: bool = True) -> str:
        """A view or a sheet, drawn for this terminal."""
        width = max(40, self.size[0])
        return text(value, colour=self.colour, width=width, rich=self._rich, ascii=self._ascii, others=others)

    def tiles(self, tiles: Sequence[Tile], of: TileSet) -> str:
        """Tiles in rows, each a word."""
        canvas, paint = TextCanvas(), Paint(self._rich, self._ascii)
        pitch = tile_columns(of) + 2
        a_row = max(1, min(9, (self.size[0] - 2) // pitch))
        for i, tile in enumerate(tiles):
            put_tile(canvas, 2 + pitch * (i % a_row), i // a_row, tile, of, paint)
        return canvas.render(colour=self.colour)

    def say(self, words: str = "") -> None:
        """Write a line."""
        print(words)

    def strong(self, words: str) -> str:
        """Words in bold, where the terminal can."""
        return f"\033[1m{words}\033[0m" if self.colour else words

    def clear(self) -> None:
        """Begin a new page: clear the screen of a terminal, else print an empty line."""
        print("\033[H\033[2J" if self.can_move else "", end="" if self.can_move else "\n", flush=True)

    def ask(self, prompt: str) -> str:
        """Read a line after a prompt."""
        try:
            line = input(prompt)
        except EOFError:
            print()
            raise Leave from None
        except KeyboardInterrupt:
            print()
            raise
        if not self.is_tty:
            print(line)  # a transcript shows what was typed
        return line.strip()

    def ask_secretly(self, prompt: str) -> None:
        """Show a secret in a prompt, wait for Enter, and erase it."""
        try:
            self.ask(prompt)
        finally:
            if self.can_move:
                rows = -(-(len(prompt) + 1) // max(1, self.size[0]))
                print("\033[1A\033[2K" * rows, end="", flush=True)


def _writes_signs(encoding: str | None) -> bool:
    try:
        "☼☾◆◇✿░■─│┌·".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
