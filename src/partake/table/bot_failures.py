"""Which bots of a table fail, why a stand-in plays for them, and when it plays on for good."""

from __future__ import annotations

from dataclasses import dataclass, replace

from partake.rules.messages import Message

FAILURES = 3
"""After this number of failures in a row the stand-in plays on for a bot."""
LOGGED = {
    "late": "did not answer in time",
    "ended": "ended all of a sudden",
    "memory": "needs more memory than it may have",
    "illegal": "wanted an illegal move",
    "failed": "failed",
}
"""What the log says of each kind of failure."""
STOOD_IN = {
    "late": Message("the bot {bot} did not answer in time: a stand-in plays for it"),
    "ended": Message("the bot {bot} ended all of a sudden: a stand-in plays for it"),
    "memory": Message("the bot {bot} needs more memory than it may have: a stand-in plays for it"),
    "illegal": Message("the bot {bot} wanted an illegal move: a stand-in plays for it"),
    "failed": Message("the bot {bot} failed: a stand-in plays for it"),
}
"""Why a stand-in plays, for each kind of failure."""
STANDS_IN = {
    "late": Message("the bot {bot} did not answer in time: a stand-in plays for it, to the end"),
    "ended": Message("the bot {bot} ended all of a sudden: a stand-in plays for it, to the end"),
    "memory": Message("the bot {bot} needs more memory than it may have: a stand-in plays for it, to the end"),
    "illegal": Message("the bot {bot} wanted an illegal move: a stand-in plays for it, to the end"),
    "failed": Message("the bot {bot} failed: a stand-in plays for it, to the end"),
}
"""The same when it plays on."""
UNUSABLE = {
    "late": Message("the bot {bot} cannot be used: it did not answer in time"),
    "ended": Message("the bot {bot} cannot be used: it ended all of a sudden"),
    "memory": Message("the bot {bot} cannot be used: it needs more memory than it may have"),
    "illegal": Message("the bot {bot} cannot be used: it wanted an illegal move"),
    "failed": Message("the bot {bot} cannot be used: it failed"),
}
"""Why a bot cannot be put at a table."""


@dataclass(frozen=True, slots=True)
class BotFailure:
    """What went wrong with a bot, as people are told: nothing of what it knew."""

    bot: str
    kind: str
    """`late`, `ended`, `memory`, `illegal` or `failed`."""
    lasting: bool = False
    """Whether the stand-in plays on."""

    @property
    def message(self) -> Message:
        """Why a stand-in plays, in a sentence."""
        return Message((STANDS_IN if self.lasting else STOOD_IN)[self.kind].text, bot=self.bot)

    @property
    def refusal(self) -> Message:
        """Why the bot cannot be used at all."""
        return Message(UNUSABLE[self.kind].text, bot=self.bot)


class BotFailures:
    """The failures of the bots at one table, by seat; kept in memory only."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}
        self.reasons: dict[int, BotFailure] = {}
        """Why a stand-in plays at a seat."""

    def note(self, seat: int, problem: BotFailure | None) -> bool:
        """Note why the stand-in acted for a bot, or that the bot acted itself; whether that is news."""
        before = self.reasons.get(seat)
        if problem:
            self._counts[seat] = self._counts.get(seat, 0) + 1
            self.reasons[seat] = replace(problem, lasting=self.is_lasting(seat))
        elif not self.is_lasting(seat):
            self._counts.pop(seat, None)
            self.reasons.pop(seat, None)
        return self.reasons.get(seat) != before

    def is_lasting(self, seat: int) -> bool:
        """Whether a bot has failed so often that the stand-in plays on."""
        return self._counts.get(seat, 0) >= FAILURES
