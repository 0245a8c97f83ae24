"""A running game: the one object that holds a state and a seed, and hands out views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from partake.engine.actions import DEALER, Action
from partake.engine.chance import Seed
from partake.engine.contract import Chances, Entry, Setup, View, seat_number
from partake.engine.notation import parse_action
from partake.engine.notebook import Pictured
from partake.engine.outcome import Outcome
from partake.engine.record.files import save_record
from partake.engine.record.model import CALLED, Record
from partake.engine.setup import make_game
from partake.rules.errors import IllegalActionError, PartakeError, quoted

if TYPE_CHECKING:
    from pathlib import Path


class Savepoint(NamedTuple):
    """A moment of a game at its table (`Table.savepoint`)."""

    state: Any
    length: int
    given: int


class Table(Pictured):
    """A game being played. Seats act with `play`, the dealer with `deal`; a seat is shown its `view` and no more.

    Tables are equal when they are of the same setup and seed and the same has happened at them. States are frozen, so
    that a copy shares them: `copy` and `undo` take a microsecond, as a tree search needs them.
    """

    __hash__ = None  # type: ignore[assignment] # a table changes

    def __init__(self, setup: Setup, seed: Seed | None = None) -> None:
        if not isinstance(setup, Setup) or not isinstance(seed, Seed | None):
            raise PartakeError("a table is made of a setup and a seed: use partake.start")
        self.setup = setup
        self._seed = seed or Seed.new()
        self._is_called = False
        """Whether the draws came from a real bag, and not from the seed: then the game is over."""
        self._given: list[int] = []
        """The numbers of entries that are not what the seed gives; a record names the last of them (`Record.given`)."""
        self._game = make_game(setup)
        self._state = self._game.start()
        self._to_act: tuple[int, ...] | None = None  # asked several times for each move, so kept until the next
        self._log: list[Entry] = []
        self._past: list[Any] | None = None
        """The states before the last entries, of which `undo` takes one back; None until they are first needed."""

    @classmethod
    def resume(cls, record: Record) -> Table:
        """Go on where a private save, which shows its seed, left off; a finished game of called tiles needs none."""
        if not isinstance(record, Record):
            raise PartakeError("a table is resumed from a record, not from {given}", given=quoted(record))
        seedless = PartakeError("this record cannot be played on: only whoever dealt the game has its seed")
        if record.seed is None and not record.is_called:
            raise seedless
        table = cls(record.setup, record.seed)
        table._is_called, table._given = record.is_called, list(range(1, record.given + 1))
        for actor, action in record.moves:
            table._do(actor, action)
        if record.seed is None and not table.is_over:
            raise seedless
        return table

    def __repr__(self) -> str:
        return f"<Table {self.setup.brief}; {len(self._log)} moves; commitment {self.commitment[:12]}…>"

    @property
    def pictured(self) -> View:
        """What `print` and notebooks show: what all may see; of a table with a single seat what that seat sees."""
        return self.view(1 if len(self.setup.seats) == 1 else None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._facts() == other._facts()

    def _facts(self) -> tuple[object, ...]:
        return self.setup, None if self._is_called else self._seed, self._given_entries, self._log

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_game": None, "_past": None}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        self._game = make_game(self.setup)

    def copy(self) -> Table:
        """A table of its own at the same moment of the same game, with the same seed: what is played there is not
        played here."""
        found: Table = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        found._given, found._log = self._given.copy(), self._log.copy()
        found._past = self._past.copy() if self._past is not None else []
        return found

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.copy()

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
        view: View = self._game.view(self._state, None if seat is None else seat_number(seat))
        return view

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do now, as its view has it; cheaper, if nothing else of the view is needed."""
        actor = seat_number(seat)
        self._game.check_actor(actor)
        return self._game.legal(self._state, actor)

    def chance_outcomes(self) -> Chances:
        """What the dealer may do next, each action with its probability given all that has happened at this table.

        That is what who deals knows, looks at hidden pawns included; what a seat knows is in its view
        (`View.chance_outcomes`). Each action can be given to `deal`.
        """
        return self._game.chance(self._state)

    @property
    def is_simultaneous(self) -> bool:
        """Whether all seats act at the same time, hidden from each other until the dealer's next action."""
        return self._game.is_simultaneous

    @property
    def log(self) -> tuple[Entry, ...]:
        """All that has happened, hidden or not: who did what, the dealer being actor 0."""
        return tuple(self._log)

    def visible(self, seat: int | None = None, since: int = 0) -> tuple[Entry, ...]:
        """The log as a seat may read it now, as a spectator may without one; without its first `since` entries.

        Those must be entries that all may read: then what comes after them depends on no more than the last.
        """
        if not isinstance(since, int) or since < 0:
            raise PartakeError("since is a number of entries, not {given}", given=quoted(since))
        start = max(since - 1, 0)
        return self._game.visible(self._log[start:], None if seat is None else seat_number(seat))[since - start :]

    def play(self, seat: int, action: Action | str) -> None:
        """Do what a player at this seat does, given as an action or as its text: `9-7-8@c3`."""
        actor = seat_number(seat)
        if actor == DEALER:
            raise IllegalActionError("seats are numbered from 1; use deal() for the dealer")
        self._do(actor, _read(action))

    def deal(self, action: Action | str | None = None) -> Action:
        """Let the dealer act: draw, lay out, turn up or close. By the seed, or with an action as that action says.

        What the seed did not give is marked: the record says that the game up to there was given (`Record.given`), and
        the seed decides what is left from there on.
        """
        if self._game.to_act(self._state) != (DEALER,):
            raise IllegalActionError("the game is over" if self.is_over else "the game waits for its players")
        found = self._game.deal(self._state, self._seed)
        if action is not None and (chosen := _read(action)) != found:
            self._do(DEALER, chosen)
            self._given.append(len(self._log))
            return chosen
        self._do(DEALER, found)
        return found

    def undo(self) -> Entry:
        """Take back the latest entry of the log, a player's or the dealer's, and say what it was.

        This is for who looks at a game from outside, as in a search: players take back with the action `back`. After a
        draw is undone, `deal` draws the same again.
        """
        if not self._log:
            raise IllegalActionError("there is nothing to undo: nothing has happened yet")
        if not self._past:
            self._past = self._replayed()
        entry, self._state, self._to_act = self._log.pop(), self._past.pop(), None
        if self._is_called:  # what comes now is drawn by the table's own seed
            self._is_called, self._given = False, list(range(1, len(self._log) + 1))
        while self._given and self._given[-1] > len(self._log):
            self._given.pop()
        return entry

    def savepoint(self) -> Savepoint:
        """This moment of the game, to which `roll_back` can return; it costs nothing, and no history is kept for it."""
        return Savepoint(self._state, len(self._log), len(self._given))

    def roll_back(self, mark: Savepoint) -> None:
        """Return to a moment of this very table: all entries of the log since then are gone."""
        if self._past is not None:
            del self._past[max(0, len(self._past) - (len(self._log) - mark.length)) :]
        del self._log[mark.length :], self._given[mark.given :]
        self._state, self._to_act = mark.state, None

    def _replayed(self) -> list[Any]:
        """The state before each entry of the log."""
        state, found = self._game.start(), []
        for actor, action in self._log:
            found.append(state)
            state = self._game.play(state, actor, action)
        return found

    def _do(self, actor: int, action: Action) -> None:
        state = self._game.play(self._state, actor, action)
        if self._past is not None:
            self._past.append(self._state)
        self._state, self._to_act = state, None
        self._log.append((actor, action))

    def record(self) -> Record:
        """What may be published now: everything with the seed at the end, before it only what all may know."""
        if self.is_over:
            return self.private_save()
        return Record(self.setup, self.commitment, self._game.published(self._log), given=self._given_entries)

    def private_save(self) -> Record:
        """Everything, seed included, to go on later; not for players."""
        seed = None if self._is_called else self._seed
        return Record(self.setup, self.commitment, tuple(self._log), seed, self.outcome, self._given_entries)

    @property
    def _given_entries(self) -> int:
        return self._given[-1] if self._given else 0

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Save the game as it stands, to go on with it later: `Table.resume(partake.load(path))`.

        While the game goes on the file holds its seed and all that is hidden, so that it is not for players; they get
        `record().save(path)`. When it is over both are the same. JSON if the name ends in `.json`, text otherwise.
        """
        save_record(self.private_save(), path, force=force)


def _read(action: Action | str) -> Action:
    return parse_action(action) if isinstance(action, str) else action
