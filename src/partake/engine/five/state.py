"""The state of a game of Take Five; only the engine ever holds one."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from partake.engine.actions import Action


class Pawn(NamedTuple):
    """A pawn lying face down: its value once it has been turned, and who has seen it.

    The layout behind unturned pawns is no part of any state: the dealer says what a pawn is when it is turned.
    """

    value: int | None = None
    public: bool = False
    """Whether all seats saw it: it was taken and came back."""
    seen: tuple[int, ...] = ()
    """The seats that looked at it, in order."""


class Wait(StrEnum):
    """What the game waits for besides a move."""

    DEAL = "deal"
    LOOK = "look"
    TAKE = "take"
    CHOICE = "choice"
    GIVE_UP = "give up"


class Round(NamedTuple):
    """A round that was won: its phase, the winner, and all players' pawns at its end."""

    phase: str
    winner: int
    hands: tuple[tuple[int, ...], ...]


class Shown(NamedTuple):
    """A pawn that is turned up at this moment, for one seat or for all (seat 0)."""

    seat: int
    square: str
    value: int | None


class FiveState(NamedTuple):
    """The markers so far and the round on the board."""

    rounds: tuple[Round, ...] = ()
    deals: int = 0
    """How many times the pawns were laid out."""
    turn: int = 0
    """Whose turn it is; when a deal is awaited, who will begin (0 before the first)."""
    first: int = 0
    """Who began the round."""
    turns: int = 0
    """How many turns of this round are over."""
    pawns: tuple[Pawn | None, ...] = ()
    pieces: tuple[int, ...] = ()
    """The squares of the pieces, in the order of `PIECES`."""
    hands: tuple[tuple[int, ...], ...] = ()
    out: tuple[int, ...] = ()
    """The seats that are out of the round (phase 21)."""
    moved: tuple[str, ...] = ()
    """The pieces moved in this turn."""
    took: bool = False
    wait: Wait | None = Wait.DEAL
    square: int = 0
    """Where the awaited look, take or choice happens."""
    shown: Shown | None = None
    log: tuple[tuple[int, Action], ...] = ()
    """What happened in this round."""
    over: bool = False

    def __repr__(self) -> str:
        return f"<FiveState: round {len(self.rounds) + 1}, {self.turns} turns, {len(self.log)} actions>"
