"""Progress bar of a simulation on the terminal; nothing where there is none."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from partake.rules.extras import MissingExtraError, load
from partake.rules.messages import Message, Plural, said

if TYPE_CHECKING:
    from partake.simulate.worker import Chunk

GAMES = Message("games")
"""What a bar counts."""


class Progress:
    """Shows the number of games on the standard error: as a bar of tqdm where it is installed, else as a plain line."""

    def __init__(self, games: int) -> None:
        self._games, self._done, self._start, self._shown = games, 0, time.monotonic(), 0.0
        self._bar: Any = None
        self._is_shown = sys.stderr.isatty()
        if self._is_shown:
            try:
                tqdm = load("tqdm", extra="progress", purpose=Message("a progress bar"))
                self._bar = tqdm.tqdm(
                    total=games, unit=f" {said(GAMES)}", unit_scale=True, leave=False, file=sys.stderr
                )
            except MissingExtraError:
                self._bar = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def write(self, chunk: Chunk) -> None:
        """Add the games of a chunk, as files do."""
        self.add(chunk.games)

    def add(self, games: int) -> None:
        """Add finished games."""
        self._done += games
        if self._bar is not None:
            self._bar.update(games)
        elif self._is_shown:
            self._line()

    def _line(self) -> None:
        now = time.monotonic()
        if now - self._shown < 0.2:
            return
        self._shown = now
        rate = self._done / max(now - self._start, 1e-6)
        left = (self._games - self._done) / rate
        words = Plural(
            "{percent} %, {count:,} game, {rate:,.0f} a second, {left:.0f} s left",
            "{percent} %, {count:,} games, {rate:,.0f} a second, {left:.0f} s left",
            count=self._done,
            percent=100 * self._done // self._games,
            rate=rate,
            left=left,
        )
        print(f"\r{said(words)}\033[K", end="", file=sys.stderr, flush=True)
