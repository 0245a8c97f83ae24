"""A running game: the one object that holds a state and a seed, and hands out views."""

from __future__ import annotations

from partake.engine.actions import DEALER, Action
from partake.engine.chance import Seed
from partake.engine.contract import Entry, Setup, View
from partake.engine.notation import parse_action
from partake.engine.outcome import Outcome
from partake.engine.record.model import CALLED, Record
from partake.engine.setup import make_game
from partake.rules.errors import IllegalActionError, PartakeError


class Table:
    """A game being played. Seats act with `play`, the dealer with `deal`; a seat is shown its `view` and no more."""

    def __init__(self, setup: Setup, seed: Seed | None = None) -> None:
        self.setup = setup
        self._seed = seed or Seed.new()
        self._is_called = False
        """Whether the draws came from a real bag, and not from the seed: then the game is over."""
        self._given = 0
        """The number of the first entries that were given, when the game is played on from a position."""
        self._game = make_game(setup)
        self._state = self._game.start()
        self._to_act: tuple[int, ...] | None = None  # asked several times for each move, so kept until the next
        self._log: list[tuple[int, Action]] = []

    @classmethod
    def resume(cls, record: Record) -> Table:
        """Go on where a private save, which shows its seed, left off; a finished game of called tiles needs none."""
        table = cls(record.setup, record.seed)
        table._is_called, table._given = record.is_called, record.given
        for actor, action in record.moves:
            table._do(actor, action)
        if record.seed is None and not (record.is_called and table.is_over):
            raise PartakeError("this record cannot be played on: only whoever dealt the game has its seed")
        return table

    def __repr__(self) -> str:
        names = ", ".join(self.setup.names)
        return f"<Table {self.setup.edition.name}: {names}; {len(self._log)} moves; commitment {self.commitment[:12]}…>"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must act; empty when it is the dealer's turn or the game is over."""
        if self._to_act is None:
            self._to_act = tuple(actor for actor in self._game.to_act(self._state) if actor != DEALER)
        return self._to_act

    @property
    def is_over(self) -> bool:
        """Whether the game, or the match, has ended."""
        return self._game.outcome(self._state) is not None

    @property
    def outcome(self) -> Outcome | None:
        """The result with every point explained, once the game is over."""
        return self._game.outcome(self._state)

    @property
    def is_between_rounds(self) -> bool:
        """Whether a game of a match, or a round, has just ended and the next has not begun."""
        return self._game.is_between_rounds(self._state)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, known from the start."""
        return CALLED if self._is_called else self._seed.commitment

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; a spectator's view without one."""
        view: View = self._game.view(self._state, seat)
        return view

    @property
    def is_simultaneous(self) -> bool:
        """Whether all seats act at the same time, hidden from each other until the dealer's next action."""
        return self._game.is_simultaneous

    def visible(self, seat: int | None = None, since: int = 0) -> tuple[Entry, ...]:
        """The log as a seat may read it now, as a spectator may without one; without its first `since` entries.

        Those must be entries that all may read: then what comes after them depends on no more than the last.
        """
        start = max(since - 1, 0)
        return self._game.visible(self._log[start:], seat)[since - start :]

    def play(self, seat: int, action: Action | str) -> None:
        """Do what a player at this seat does, given as an action or as its text: `9-7-8@c3`."""
        if seat == DEALER:
            raise IllegalActionError("seats are numbered from 1; use deal() for the dealer")
        self._do(seat, parse_action(action) if isinstance(action, str) else action)

    def deal(self) -> Action:
        """Let the dealer act: draw, lay out, turn up or close."""
        if self._game.to_act(self._state) != (DEALER,):
            raise IllegalActionError("the game is over" if self.is_over else "the game waits for its players")
        action = self._game.deal(self._state, self._seed)
        self._do(DEALER, action)
        return action

    def _do(self, actor: int, action: Action) -> None:
        self._state = self._game.play(self._state, actor, action)
        self._to_act = None
        self._log.append((actor, action))

    def record(self) -> Record:
        """What may be published now: everything with the seed at the end, before it only what all may know."""
        if self.is_over:
            return self.private_save()
        return Record(self.setup, self.commitment, self._game.published(self._log), given=self._given)

    def private_save(self) -> Record:
        """Everything, seed included, to go on later; not for players."""
        seed = None if self._is_called else self._seed
        return Record(self.setup, self.commitment, tuple(self._log), seed, self.outcome, self._given)
