"""Encoding of Take Five: the observation of a seat and all actions as integers."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from partake.engine.actions import Action, Deed, GiveUp, Keep, Move, Return
from partake.engine.five.board import PIECES, squares
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView, PawnView
from partake.rules.edition import FiveEdition

REWARDS = ("game", "round")
"""The values of the argument `reward`."""
DEEDS = tuple(Deed)
"""What a move does on its square, in the order of action numbers."""
WAITS = (None, Wait.CHOICE, Wait.GIVE_UP)
"""What the acting seat is asked for: a move, keep or return, a pawn to give up."""


class FiveLayout:
    """The encoding of Take Five for a number of seats.

    Fields of seats are egocentric: the observer's own row first, then the others in the order of play.
    Every number is a category or a count; `fields` says where each begins and ends.
    """

    def __init__(self, edition: FiveEdition, seats: int) -> None:
        self.edition, self.seats = edition, seats
        self.squares = squares(edition.size)
        self.actions = self._all_actions()
        self.numbers: dict[Action, int] = {action: i for i, action in enumerate(self.actions)}

    def _all_actions(self) -> tuple[Action, ...]:
        moves = [Move(piece, square, deed) for piece in PIECES for square in self.squares for deed in DEEDS]
        gifts = [GiveUp(value, square) for value in self.edition.values for square in self.squares]
        return (*moves, Keep(), Return(), *gifts)

    @cached_property
    def _shape(self) -> dict[str, tuple[int, int]]:
        """The length of each field and the highest value of its numbers."""
        board, edition, seats = len(self.squares), self.edition, self.seats
        return {
            "pawns": (board, len(edition.values) + 1),
            "public": (board, 1),
            "looked": (seats * board, 1),
            "pieces": (len(PIECES), board),
            "moved": (len(PIECES), 1),
            "took": (1, 1),
            "wait": (1, len(WAITS) - 1),
            "taken": (1, board),
            "phase": (1, len(edition.phases) - 1),
            "turn": (1, seats - 1),
            "turns": (1, edition.turn_limit),
            "hands": (seats * len(edition.values), edition.hand),
            "out": (seats, 1),
            "markers": (seats, edition.markers),
        }

    @cached_property
    def fields(self) -> dict[str, slice]:
        """The slice of each field in an observation."""
        found, at = {}, 0
        for name, (count, _) in self._shape.items():
            found[name] = slice(at, at + count)
            at += count
        return found

    def space(self) -> Box:
        """The space of observations."""
        high = np.repeat([most for _, most in self._shape.values()], [count for count, _ in self._shape.values()])
        return Box(np.zeros(len(high), np.int16), high.astype(np.int16), dtype=np.int16)

    def observe(self, view: FiveView) -> NDArray[np.int16]:
        """The observation of a view; it depends on nothing else."""
        edition, seat = self.edition, view.seat or 1
        order = [(seat - 1 + i) % self.seats + 1 for i in range(self.seats)]
        pawns = view.pawns
        at = {name: i for i, name in enumerate(self.squares, start=1)}
        found: dict[str, list[int]] = {
            "pawns": [self._pawn(pawn) for pawn in pawns],
            "public": [int(pawn is not None and pawn.public) for pawn in pawns],
            "looked": [int(pawn is not None and other in pawn.seen) for other in order for pawn in pawns],
            "pieces": [at[square] for _, square in view.pieces],
            "moved": [int(piece in view.moved) for piece in PIECES],
            "took": [int(view.took)],
            "wait": [WAITS.index(view.wait) if view.wait in WAITS else 0],
            "taken": [at[view.square] if view.square else 0],
            "phase": [edition.phases.index(view.phase)],
            "turn": [order.index(view.turn)],
            "turns": [view.turns],
            "hands": [view.hands[other - 1].count(value) for other in order for value in edition.values],
            "out": [int(other in view.out) for other in order],
            "markers": [view.markers[other - 1] for other in order],
        }
        return np.array([number for name in self._shape for number in found[name]], np.int16)

    def _pawn(self, pawn: PawnView | None) -> int:
        """0 for no pawn, the index of its value from 1 on, or one more than the last for an unknown value."""
        if pawn is None:
            return 0
        values = self.edition.values
        return len(values) + 1 if pawn.known is None else values.index(pawn.known) + 1

    def mask(self, view: FiveView) -> NDArray[np.int8]:
        """The action mask: 1 for each legal action."""
        found = np.zeros(len(self.actions), np.int8)
        found[[self.numbers[action] for action in view.legal]] = 1
        return found
