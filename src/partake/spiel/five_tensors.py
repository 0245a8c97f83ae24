"""Tensors of Take Five, made from a view and nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partake.engine.actions import Deed, GiveUp, Keep, Move, Return, Reveal
from partake.engine.five.board import PIECES, squares
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView
from partake.rules.edition import FiveEdition
from partake.spiel.model import Scope, Tensors

ENTRIES = 4
"""The most actions of a turn: two moves, keep or return, and a pawn to give up."""
_DEEDS = tuple(Deed)
_WAITS = (None, Wait.CHOICE, Wait.GIVE_UP)


class FiveTensors:
    """The parts of an observation. Rows of seats are egocentric: the observer's own first, then in the order of play.

    - `player`, `turn`, `phase`, `wait`: the observer, whose turn it is, the phase, and what is asked (a move, keep or
      return, a pawn to give up), one-hot
    - `turns`: the share of the round's turns that are over
    - `pieces`: for each piece its square, one-hot; `moved`: 1 for each that moved in this turn; `took`: 1 after a take
    - `pawns`: 1 for each square with a pawn; `public`: those whose value all have seen, one-hot by value
    - `looked`: for each seat the pawns it has looked at; `taken`: the square of the pawn to keep or return
    - `hands`: for each seat the number of pawns of each value; `out`: 1 for who is out of the round
    - `markers`: for each seat the share of the markers that win the game
    - `known`: private: the pawns whose value the observer has seen, one-hot by value
    - `history`: with perfect recall a row for each action of a player in this round, oldest first: the seat, piece,
      square, what was done there, the value as far as the observer has seen it, and whether it was keep or return
    """

    def __init__(self, edition: FiveEdition, seats: int) -> None:
        self.edition, self.seats = edition, seats
        self.squares = squares(edition.size)
        self._at = {name: i for i, name in enumerate(self.squares)}
        self._value = {value: i for i, value in enumerate(edition.values)}

    def shapes(self, scope: Scope) -> dict[str, tuple[int, ...]]:
        """The shape of each part."""
        seats, board, values, edition = self.seats, len(self.squares), len(self.edition.values), self.edition
        found: dict[str, tuple[int, ...]] = {"player": (seats,)}
        if scope.public:
            found |= {
                "turn": (seats,), "phase": (len(edition.phases),), "wait": (len(_WAITS),), "turns": (1,),
                "pieces": (len(PIECES), board), "moved": (len(PIECES),), "took": (1,),
                "pawns": (board,), "public": (board, values), "looked": (seats, board), "taken": (board,),
                "hands": (seats, values), "out": (seats,), "markers": (seats,),
            }  # fmt: skip
        if scope.private:
            found["known"] = (board, values)
        if scope.recall:
            width = seats + len(PIECES) + board + len(_DEEDS) + values + 2
            found["history"] = (edition.turn_limit * ENTRIES, width)
        return found

    def fill(self, view: FiveView, seat: int, scope: Scope, tensors: Tensors) -> None:
        """Write a view, a spectator's where there is nothing private, as this seat would see it."""
        tensors["player"][seat - 1] = 1
        if scope.public:
            self._fill_public(view, seat, tensors)
        if scope.private:
            for i, pawn in enumerate(view.pawns):
                if pawn and pawn.known is not None:
                    tensors["known"][i, self._value[pawn.known]] = 1
        if scope.recall:
            self._fill_history(view, seat, tensors["history"])

    def _fill_public(self, view: FiveView, seat: int, tensors: Tensors) -> None:
        order = [(seat - 1 + i) % self.seats + 1 for i in range(self.seats)]
        if view.turn:
            tensors["turn"][order.index(view.turn)] = 1
        tensors["phase"][self.edition.phases.index(view.phase)] = 1
        if view.wait in _WAITS:
            tensors["wait"][_WAITS.index(view.wait)] = 1
        tensors["turns"][0] = view.turns / self.edition.turn_limit
        for i, (piece, square) in enumerate(view.pieces):
            tensors["pieces"][i, self._at[square]] = 1
            tensors["moved"][i] = piece in view.moved
        tensors["took"][0] = view.took
        for i, pawn in enumerate(view.pawns):
            if pawn is None:
                continue
            tensors["pawns"][i] = 1
            if pawn.public and pawn.known is not None:
                tensors["public"][i, self._value[pawn.known]] = 1
            for other in pawn.seen:
                tensors["looked"][order.index(other), i] = 1
        if view.square:
            tensors["taken"][self._at[view.square]] = 1
        for i, other in enumerate(order):
            for value in view.hands[other - 1]:
                tensors["hands"][i, self._value[value]] += 1
            tensors["out"][i] = other in view.out
            tensors["markers"][i] = view.markers[other - 1] / self.edition.markers

    def _fill_history(self, view: FiveView, seat: int, rows: NDArray[np.float32]) -> None:
        pieces_at = self.seats
        squares_at = pieces_at + len(PIECES)
        deeds_at = squares_at + len(self.squares)
        values_at = deeds_at + len(_DEEDS)
        number = -1
        for actor, action in view.log:
            number += bool(actor)
            if number < 0:
                continue  # the layout
            row = rows[number]
            match action:
                case Reveal(value):
                    if value is not None:
                        row[values_at + self._value[value]] = 1
                    continue
                case Move(piece, square, deed):
                    row[[pieces_at + PIECES.index(piece), squares_at + self._at[square]]] = 1
                    row[deeds_at + _DEEDS.index(deed)] = 1
                case GiveUp(value, square):
                    row[[squares_at + self._at[square], values_at + self._value[value]]] = 1
                case Keep() | Return():
                    row[-1 if isinstance(action, Return) else -2] = 1
            row[(actor - seat) % self.seats] = 1
