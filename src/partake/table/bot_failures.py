"""Which bots of a table fail, why a stand-in plays for them, and when it plays on for good."""

from __future__ import annotations

FAILURES = 3
"""After this number of failures in a row the stand-in plays on for a bot."""


class BotFailures:
    """The failures of the bots at one table, by seat; kept in memory only."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}
        self.reasons: dict[int, str] = {}
        """Why a stand-in plays at a seat, in a sentence."""

    def note(self, seat: int, problem: str) -> bool:
        """Note why the stand-in acted for a bot, or that the bot acted itself; whether that is news."""
        before = self.reasons.get(seat, "")
        if problem:
            self._counts[seat] = self._counts.get(seat, 0) + 1
            lasting = ", to the end" if self.is_lasting(seat) else ""
            self.reasons[seat] = f"{problem}{lasting}"
        elif not self.is_lasting(seat):
            self._counts.pop(seat, None)
            self.reasons.pop(seat, None)
        return self.reasons.get(seat, "") != before

    def is_lasting(self, seat: int) -> bool:
        """Whether a bot has failed so often that the stand-in plays on."""
        return self._counts.get(seat, 0) >= FAILURES
