"""Terminal input and output, with a plain transcript where there is no terminal."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from partake.cli.terminal.typed import initial
from partake.cli.terminal.wrapping import fitted
from partake.draw.text import picture, text
from partake.draw.text.canvas import TextCanvas, columns
from partake.draw.text.style import Paint, put_tile, tile_columns
from partake.rules.messages import Message, said
from partake.rules.tiles import Tile, TileSet

NARROWEST = 40
"""The fewest columns that pictures are drawn for."""


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
        self._words: Sequence[str] = ()
        self._readline = _line_editing(self._complete) if self.is_tty else None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        found = shutil.get_terminal_size((80, 24))
        return found.columns, found.lines

    def picture(self, value: object, *, others: bool = True) -> str:
        """A view or a sheet, drawn for this terminal's columns in as many rows as it needs."""
        width = max(NARROWEST, self.size[0])
        return text(value, colour=self.colour, width=width, rich=self._rich, ascii=self._ascii, others=others)

    def fitting(self, value: object, rows: int) -> tuple[str, tuple[int, int]]:
        """A view in the largest drawing for this terminal's columns and so many rows, and the size that it has."""
        drawn = picture(value, Paint(self._rich, self._ascii), width=max(NARROWEST, self.size[0]), height=max(1, rows))
        return drawn.render(colour=self.colour), (drawn.width, drawn.height)

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

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Use the terminal's second screen, which keeps nothing to scroll back to: a player's page may hold secrets."""
        if not self.can_move:
            yield
            return
        print("\033[?1049h", end="", flush=True)
        try:
            yield
        finally:
            print("\033[?1049l", end="", flush=True)

    def read_out(self, words: str, *, below: tuple[Message, Message]) -> None:
        """Show a longer text: on pages of its own in a terminal, until Enter, else as part of the transcript.

        `below` asks at the end of the last page, and at the end of each page before it.
        """
        if not self.can_move:
            self.say(words)
            return
        lines = fitted(words.splitlines(), self.size[0])
        rows = max(4, self.size[1] - 1)
        for start in range(0, len(lines), rows):
            self.clear()
            self.say("\n".join(lines[start : start + rows]))
            is_last = start + rows >= len(lines)
            if self.ask(said(below[0]) if is_last else said(Message(below[1].text, quit=initial("quit")))):
                return

    def ask(self, prompt: str, words: Sequence[str] = (), redraw: Callable[[], None] | None = None) -> str:
        """Read a line after a prompt: the Tab key completes these words, `redraw` draws anew what stands above it."""
        self._words = words
        try:
            with self._resizing(prompt, redraw):
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
                rows = -(-(columns(prompt) + 1) // max(1, self.size[0]))
                print("\033[1A\033[2K" * rows, end="", flush=True)

    @contextlib.contextmanager
    def _resizing(self, prompt: str, redraw: Callable[[], None] | None) -> Iterator[None]:
        """Within the context the page is drawn anew when the terminal's size changes, and what was typed stays."""
        if redraw is None or not self.can_move or not hasattr(signal, "SIGWINCH"):
            yield
            return

        def draw_anew(*_: object) -> None:
            redraw()
            typed = self._readline.get_line_buffer() if self._readline else ""
            print(prompt + typed, end="", flush=True)

        before = signal.signal(signal.SIGWINCH, draw_anew)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)

    def _complete(self, typed: str, number: int) -> str | None:
        """The n-th word that begins with what was typed, for the Tab key."""
        found = [word for word in self._words if word.lower().startswith(typed.lower())]
        return found[number] if number < len(found) else None


def _line_editing(complete: Callable[[str, int], str | None]) -> Any:
    """The readline library where there is one: editing, the Tab key, and no history, which would tell others' moves."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    return readline


def _writes_signs(encoding: str | None) -> bool:
    try:
        "☼☾◆◇✿░■─│┌·".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
