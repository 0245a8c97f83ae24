"""The contract between rules and everything else.

A game is a value made before the first move; a state is a frozen value that only the engine ever holds. Players,
bots, pages and files are given views: what one seat may see. Chance is an actor like the others: the dealer, actor 0,
whose every action is checked and recorded, so that no state holds anything that has not happened yet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import index
from typing import ClassVar, Generic, TypeVar

from partake.engine.actions import Action
from partake.engine.chance import Seed
from partake.engine.notebook import Pictured
from partake.engine.outcome import Outcome
from partake.rules.edition import Edition
from partake.rules.errors import IllegalActionError, quoted
from partake.rules.options import Options, settled
from partake.rules.pickling import PickledByFields

Entry = tuple[int, Action]
"""An entry of a game's log: the actor and what they did."""
Log = Sequence[Entry]
Chances = tuple[tuple[Action, Fraction], ...]
"""What the dealer may do next, each action with its probability; empty when it is not the dealer's turn.

The probabilities are exact and add up to 1. They follow from the rules alone: nothing is read into what players chose.
Tiles that are called together are listed once, in the order of the set: the dealer calls them in either order, and it
makes no difference. `Game.legal` lists both.
"""
S = TypeVar("S")
V = TypeVar("V", bound="View", covariant=True)


@dataclass(frozen=True)
class Setup(PickledByFields):
    """What is agreed before a game: the edition, its options, and who sits where (two people may share a seat)."""

    edition: Edition
    options: Options
    seats: tuple[tuple[str, ...], ...]
    is_open: bool = False

    def __repr__(self) -> str:
        return f"<Setup {self.brief}; {settled(self.edition.offer, self.options) or 'no options'}>"

    @property
    def brief(self) -> str:
        """The edition and the players, in a few words."""
        people, more = ", ".join(self.names[:4]), len(self.names) - 4
        return f"{self.edition.name}: {people}{f' and {more} more' if more > 0 else ''}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each seat: a person's, or two people's."""
        return tuple(" & ".join(people) for people in self.seats)


@dataclass(frozen=True)
class View(Pictured, PickledByFields):
    """What one seat may see, or a spectator if `seat` is None; both families add their own fields."""

    setup: Setup
    seat: int | None
    to_act: tuple[int, ...]
    """The seats that must act; empty when it is the dealer's turn or the game is over."""
    legal: tuple[Action, ...]
    """What this seat may do now; more than nothing even for a seat that need not act, when it may take back."""
    outcome: Outcome | None
    """The result, when the game is over."""

    family: ClassVar[str]

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        if self.outcome is not None:
            waits = "over"
        else:
            waits = f"to act: {', '.join(map(str, self.to_act[:9]))}" if self.to_act else "to act: the dealer"
        return f"<{type(self).__name__} of {who}; {self.setup.brief}; {waits}>"

    @property
    def must_act(self) -> bool:
        """Whether the game waits for this seat."""
        return self.seat in self.to_act

    @property
    def chance_outcomes(self) -> Chances:
        """What the dealer may do next, with its probability for who knows no more than this seat.

        The value of a pawn that another player looks at is not shown to this seat: its outcome is `Reveal(None)`.
        """
        return ()

    @property
    def is_between_rounds(self) -> bool:
        """Whether a game of a match, or a round, has just ended and still lies there: the dealer begins the next."""
        return False


def seat_number(seat: int) -> int:
    """A seat as a plain number; refuses what is none. Numbers of other libraries are taken."""
    try:
        if not isinstance(seat, bool):
            return index(seat)
    except TypeError:
        pass
    raise IllegalActionError("a seat is a number, and this is {seat}", seat=quoted(seat))


class Game(ABC, Generic[S, V]):
    """The rules of one table, as pure functions of a state."""

    is_simultaneous: ClassVar[bool]
    """Whether all seats act at the same time, so that what they do stays hidden until the dealer's next action."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    @abstractmethod
    def start(self) -> S:
        """The state before anything has happened."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """Who must act now: the dealer alone, or one or more seats in any order; empty when the game is over."""

    @abstractmethod
    def legal(self, state: S, actor: int) -> tuple[Action, ...]:
        """All that `play` would accept from this actor now."""

    @abstractmethod
    def play(self, state: S, actor: int, action: Action) -> S:
        """The state after an action; raises IllegalActionError, saying why, when the rules do not allow it."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What a seat, or a spectator (None), may see: equal for all states that it cannot tell apart."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result with every point explained, once the game is over."""

    @abstractmethod
    def is_between_rounds(self, state: S) -> bool:
        """Whether a game of a match, or a round, has just ended and the dealer begins the next; as the views say."""

    @abstractmethod
    def deal(self, state: S, seed: Seed) -> Action:
        """What the dealer does now when the shuffle comes from this seed; only for a state that waits for it."""

    @abstractmethod
    def chance(self, state: S) -> Chances:
        """What the dealer may do now, with its probability given all that has happened, hidden or not."""

    @abstractmethod
    def visible(self, log: Log, seat: int | None) -> tuple[Entry, ...]:
        """The part of a log that a seat, or a spectator (None), may read while the game goes on.

        It holds all that the seat did itself, never tells more than its `view`, and never becomes shorter. What a seat
        may take back is no entry for others before the dealer's next action, even where their view shows it (a tile
        handed to the holder of a scrapyard).
        """

    def published(self, log: Log) -> tuple[Entry, ...]:
        """The part of a log that a published record holds while the game goes on: all of it when there is one seat."""
        return tuple(log) if len(self.setup.seats) == 1 else self.visible(log, None)

    def check_actor(self, actor: int) -> None:
        """Refuse an actor who is not at the table."""
        if not 0 <= actor <= len(self.setup.seats):
            raise IllegalActionError("there is no seat {seat} at this table", seat=actor)
