"""Stepping through a recorded game: the view after any number of its entries, from checkpoints that are kept."""

from __future__ import annotations

from threading import Lock

from partake.engine.contract import View
from partake.engine.record.model import Record
from partake.engine.setup import make_game

SPACING = 64
"""The entries between two checkpoints: whoever steps back plays no more of them again."""


class Replay:
    """A game that is played again as far as somebody looks; safe to use from several threads."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._game = make_game(record.setup)
        self._checkpoints = [self._game.start()]
        """The state after each multiple of `SPACING` entries, as far as the game was played again."""
        self._latest = 0, self._checkpoints[0]
        """Where the last look ended, and the state there: the next look is often one step further."""
        self._lock = Lock()
        self.played = 0
        """The number of entries that were played again so far."""

    def distance(self, number: int) -> int:
        """The number of entries that must be played to see the game after this number of them."""
        return number - self._nearest(number)[0]

    def view(self, number: int, seat: int | None = None) -> View:
        """What a seat, or a spectator, sees after this number of entries."""
        with self._lock:
            at, state = self._nearest(number)
            for actor, action in self.record.moves[at:number]:
                state = self._game.play(state, actor, action)
                at += 1
                if at == SPACING * len(self._checkpoints):
                    self._checkpoints.append(state)
                self.played += 1
            self._latest = at, state
            view: View = self._game.view(state, seat)
            return view

    def _nearest(self, number: int) -> tuple[int, object]:
        """The kept state that is nearest before this number of entries, and after how many it is."""
        mark = min(number // SPACING, len(self._checkpoints) - 1)
        kept, latest = (SPACING * mark, self._checkpoints[mark]), self._latest
        return latest if kept[0] <= latest[0] <= number else kept
