"""The turns that a seat can choose from: a move, and the move that may follow it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from partake.bots.five.mobility import members, reach
from partake.engine.actions import Deed, Move
from partake.engine.five.board import PIECES
from partake.engine.five.view import FiveView

NOWHERE = -1
"""The square of a take that does not happen."""


class Turn(NamedTuple):
    """What is done now and where that may lead by the end of the turn."""

    action: Move
    pieces: tuple[int, ...]
    take: int = NOWHERE
    """The square whose pawn is taken."""
    looks: tuple[int, ...] = ()
    """The squares whose pawns are looked at."""

    @property
    def key(self) -> tuple[tuple[int, ...], int, frozenset[int]]:
        """The same for turns that come to the same in another order."""
        return self.pieces, self.take, frozenset(self.looks)


def turns(view: FiveView) -> list[Turn]:
    """Every turn that begins with a legal move; of two that come to the same, the one that takes first."""
    index = {name: at for at, name in enumerate(view.squares)}
    pieces = tuple(index[square] for _, square in view.pieces)
    moves = sorted(
        (action for action in view.legal if isinstance(action, Move)), key=lambda move: move.deed is not Deed.TAKE
    )
    found: dict[object, Turn] = {}
    for move in moves:
        square, piece = index[move.square], PIECES.index(move.piece)
        there = (*pieces[:piece], square, *pieces[piece + 1 :])
        begun = Turn(
            move,
            there,
            square if move.deed is Deed.TAKE else NOWHERE,
            (square,) if move.deed is Deed.LOOK else (),
        )
        ends = _ends(view, begun, piece) if not view.moved else ()
        for turn in (*ends,) or (begun,):
            found.setdefault(turn.key, turn)
    return list(found.values())


def _ends(view: FiveView, begun: Turn, moved: int) -> Iterator[Turn]:
    """The ways to complete a turn with a second piece."""
    for piece in range(len(PIECES)):
        if piece == moved:
            continue
        for square in members(reach(view.edition.size, begun.pieces, piece)):
            there = (*begun.pieces[:piece], square, *begun.pieces[piece + 1 :])
            if view.pawns[square] is None or square == begun.take:
                yield begun._replace(pieces=there)
                continue
            yield begun._replace(pieces=there, looks=(*begun.looks, square))
            if begun.take == NOWHERE:
                yield begun._replace(pieces=there, take=square)
