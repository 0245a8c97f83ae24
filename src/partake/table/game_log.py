"""The books about a game's log: how long it is, what everybody knows of it, and the number that each seat is told.

Where all seats act at the same time, the entries since the dealer's last are hidden from the others. A number counts
only what its seat knows, so that nobody can tell from it whether, or how often, another has acted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from partake.engine.actions import DEALER, Action
from partake.engine.notation import format_action
from partake.store.rows import ActionRow
from partake.table.views import Audience


@dataclass(slots=True)
class Progress:
    """New entries of a game's log that are told together: actions of seats, and then perhaps of the dealer."""

    since: int
    """The number of entries that everybody knew before."""
    rows: list[ActionRow] = field(default_factory=list)
    stood_in: int | None = None
    """The seat whose clock had run out, if the stand-in bot acted for it."""

    def count(self, seat: Audience) -> int:
        """The number of entries of a seat."""
        return sum(row.actor == seat for row in self.rows)

    @property
    def has_dealt(self) -> bool:
        """Whether the dealer has acted."""
        return self.rows[-1].actor == DEALER


class LogMark(NamedTuple):
    """A moment of a log (`GameLog.mark`)."""

    length: int
    known: int
    late: int
    dealt: int
    last_actor: int
    own: dict[int, int]
    answers: int


class GameLog:
    """Counts the entries of one log; the entries themselves are the store's."""

    def __init__(self) -> None:
        self._length = 0
        self.known = 0
        """The number of entries that everybody knows."""
        self.late = 0
        """The number of those that a bot did in place of players who came late; nobody's number counts them."""
        self.dealt: list[int] = []
        """The numbers of the dealer's entries."""
        self.last_actor = DEALER
        """Who did the last entry."""
        self.answers: dict[tuple[int, str], int] = {}
        """The number that was answered to each seat's idempotency key."""
        self._own: dict[int, int] = {}
        """The number of entries after those that each seat knows because they are its own."""

    def mark(self) -> LogMark:
        """This moment, to which `roll_back` can return."""
        return LogMark(
            self._length, self.known, self.late, len(self.dealt), self.last_actor, self._own.copy(), len(self.answers)
        )

    def roll_back(self, mark: LogMark) -> None:
        """Count nothing that came since a moment of this very log."""
        self._length, self.known, self.late, dealt, self.last_actor, own, answers = mark
        self._own = own.copy()
        del self.dealt[dealt:]
        while len(self.answers) > answers:
            self.answers.popitem()

    @property
    def length(self) -> int:
        """The number of entries."""
        return self._length

    def own(self, seat: int) -> int:
        """The number of entries of a seat since the dealer acted, where all seats act at the same time."""
        return self._own.get(seat, 0)

    def number(self, seat: Audience) -> int:
        """Where the game is for a seat: it counts what the seat knows of the log, so it tells nothing hidden."""
        return self.known - self.late + self._own.get(seat or DEALER, 0)

    def entry(self, actor: int, action: Action, now: float, key: str | None = None) -> ActionRow:
        """The next entry of the log, not yet noted."""
        return ActionRow(self._length + 1, actor, format_action(action), now, key)

    def note(self, entry: ActionRow, *, is_simultaneous: bool) -> None:
        """Count an entry; in a simultaneous game that of a seat is known to it alone until the dealer acts."""
        self._length += 1
        self.late += entry.after is not None
        self.last_actor = entry.actor
        if entry.actor == DEALER:
            self.dealt.append(entry.number)
        if entry.actor == DEALER or not is_simultaneous:
            self.known, self._own = self._length, {}
        else:
            self._own[entry.actor] = self._own.get(entry.actor, 0) + 1
        if entry.key is not None:
            self.answers[entry.actor, entry.key] = self.number(entry.actor)

    def answer_late(self, seat: int, missed: Sequence[Sequence[Action]], now: float) -> list[ActionRow]:
        """Count and give the entries by which a seat that came late answers the dealer's, one by one; all know them."""
        answers = ((after, done) for after, answer in zip(self.dealt, missed, strict=False) for done in answer)
        entries = [
            ActionRow(number, seat, format_action(done), now, after=after)
            for number, (after, done) in enumerate(answers, start=self._length + 1)
        ]
        self._length += len(entries)
        self.known += len(entries)
        self.late += len(entries)
        return entries
