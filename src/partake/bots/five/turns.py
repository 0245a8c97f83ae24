"""The turns that a seat can choose from: a move, and the move that may follow it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
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


def turns(view: FiveView, late: Collection[int] = ()) -> list[Turn]:
    """Every turn that begins with a legal move; of two that come to the same, the one that takes first.

    Pawns on late squares are rather taken second: what the look shows may change the plan.
    """
    index = {name: at for at, name in enumerate(view.squares)}
    pieces = tuple(index[square] for _, square in view.pieces)
    moves = [action for action in view.legal if isinstance(action, Move)]
    moves.sort(key=lambda move: 1 if move.deed is not Deed.TAKE else 2 if index[move.square] in late else 0)
    found: dict[tuple[tuple[int, ...], int], Turn] = {}
    for move in moves:
        square, piece = index[move.square], PIECES.index(move.piece)
        there = (*pieces[:piece], square, *pieces[piece + 1 :])
        take = square if move.deed is Deed.TAKE else NOWHERE
        looks = (square,) if move.deed is Deed.LOOK else ()
        begun = Turn(move, there, take, looks)
        ends = _ends(view, begun, piece) if not view.moved else ()
        for turn in (*ends,) or (begun,):
            found.setdefault((turn.pieces, turn.take), turn)  # where the pieces stand says what was looked at
    return list(found.values())


def _ends(view: FiveView, begun: Turn, moved: int) -> Iterator[Turn]:
    """The ways to complete a turn with a second piece."""
    move, pieces, take, looks = begun
    for piece in range(len(PIECES)):
        if piece == moved:
            continue
        for square in members(reach(view.edition.size, pieces, piece)):
            there = (*pieces[:piece], square, *pieces[piece + 1 :])
            if view.pawns[square] is None or square == take:
                yield Turn(move, there, take, looks)
                continue
            yield Turn(move, there, take, (*looks, square))
            if take == NOWHERE:
                yield Turn(move, there, square, looks)
