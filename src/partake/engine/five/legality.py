"""Legality of Take Five, written once for each action, as in the hexagon family.

`legal` lists and `allows` asks about a single action; for moves, of which there are many, both read `_choices`, and
for everything else `allows` looks into the list. `why_not` only finds words for what was refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from partake.engine.actions import (
    DEALER,
    Action,
    Deal,
    Deed,
    GiveUp,
    Keep,
    Move,
    Piece,
    Return,
    Reveal,
)  # fmt: skip
from partake.engine.contract import Chances
from partake.engine.five.board import PIECES, corners, reachable, squares
from partake.engine.five.state import FiveState, Wait
from partake.rules.edition import FiveEdition
from partake.rules.messages import Message

_MOVED = {
    Piece.BLACK: Message("the black bishop has moved in this turn: move another piece"),
    Piece.WHITE: Message("the white bishop has moved in this turn: move another piece"),
    Piece.KNIGHT: Message("the knight has moved in this turn: move another piece"),
    Piece.ROOK: Message("the rook has moved in this turn: move another piece"),
}
"""Why a piece cannot move again."""
_UNREACHABLE = {
    Piece.BLACK: Message("the black bishop cannot move to {square}"),
    Piece.WHITE: Message("the white bishop cannot move to {square}"),
    Piece.KNIGHT: Message("the knight cannot move to {square}"),
    Piece.ROOK: Message("the rook cannot move to {square}"),
}
"""Why a piece cannot go where it was sent."""


class FiveLegality:
    """What each actor may do in a state of one table."""

    def __init__(self, edition: FiveEdition, seats: int, *, secret_looks: bool) -> None:
        self.edition, self.seats, self.secret_looks = edition, seats, secret_looks
        self.squares = squares(edition.size)
        self.index = {name: i for i, name in enumerate(self.squares)}
        self.bishops = tuple(self.index[edition.corners[name]] for name in ("black", "white"))
        self.free_corners = tuple(i for i in corners(edition.size) if i not in self.bishops)

    def legal(self, state: FiveState, actor: int) -> tuple[Action, ...]:
        """Every action that is allowed to an actor."""
        if actor not in to_act(state):
            return ()
        match state.wait:
            case Wait.DEAL:
                firsts = (0,) if state.turn else range(1, self.seats + 1)
                return tuple(Deal(self.squares[i], first) for first in firsts for i in self.free_corners)
            case Wait.LOOK | Wait.TAKE:
                return tuple(Reveal(value) for value in self._values(state))
            case Wait.CHOICE:
                return Keep(), Return()
            case Wait.GIVE_UP:
                cells = [self.squares[i] for i in _empty(state)]
                return tuple(GiveUp(value, cell) for value in sorted(set(state.hands[actor - 1])) for cell in cells)
        return tuple(
            Move(piece, self.squares[square], deed)
            for piece in PIECES
            for square, deed in sorted(self._choices(state, piece), key=lambda choice: choice[0])
        )

    def allows(self, state: FiveState, actor: int, action: Action) -> bool:
        """Whether an action is in the list, without listing every move."""
        if state.wait is not None or not isinstance(action, Move):
            return action in self.legal(state, actor)
        return (self.index.get(action.square, -1), action.deed) in self._choices(state, action.piece)

    def can_move(self, state: FiveState) -> bool:
        """Whether any piece can move in this turn (F9)."""
        return any(True for piece in PIECES for _ in self._choices(state, piece))

    def _choices(self, state: FiveState, piece: Piece) -> Iterator[tuple[int, Deed]]:
        """Where a piece may move in this turn, and what may be done there (F2, F3)."""
        if piece in state.moved:
            return
        for square in reachable(self.edition.size, piece, state.pieces[PIECES.index(piece)], state.pieces):
            if state.pawns[square] is None:
                yield square, Deed.MOVE
                continue
            yield square, Deed.LOOK
            if not state.took:
                yield square, Deed.TAKE

    def _values(self, state: FiveState) -> list[int | None]:
        """The values that the awaited pawn can have, as far as the log tells."""
        if state.wait is Wait.LOOK and self.secret_looks:
            return [None]
        pawn = state.pawns[state.square]
        if pawn is not None and pawn.value is not None:
            return [pawn.value]
        known = [pawn.value for pawn in state.pawns if pawn] + [value for hand in state.hands for value in hand]
        return [value for value in self.edition.values if known.count(value) < self.edition.copies]

    def why_not(self, state: FiveState, action: Action) -> Message:
        """The reason, in a sentence, why an action is refused."""
        match state.wait, action:
            case (Wait.DEAL, _):
                return Message("the pawns must be laid out first")
            case (Wait.LOOK | Wait.TAKE, _):
                return Message("the pawn cannot have that value")
            case (Wait.CHOICE, _):
                return Message("keep the pawn you took, or return it")
            case (Wait.GIVE_UP, _):
                return Message("give up one of your pawns on an empty square")
            case (_, Move()):
                return self._why_no_move(state, action)
        return Message("move a piece: there is nothing else to do now")

    def _why_no_move(self, state: FiveState, move: Move) -> Message:
        piece, square = move.piece, move.square
        if square not in self.index:
            return Message("there is no square {square}", square=square)
        if piece in state.moved:
            return _MOVED[piece]
        at = self.index[square]
        if at not in (choice for choice, _ in self._choices(state, piece)):
            return Message(_UNREACHABLE[piece].text, square=square)
        if state.pawns[at] is None:
            return Message("there is no pawn on {square}: write {piece}{square}", piece=piece, square=square)
        if move.deed is Deed.TAKE:
            return Message("you have taken a pawn in this turn: you can only look")
        return Message(
            "there is a pawn on {square}: look at it ({piece}?{square}) or take it ({piece}x{square})",
            piece=piece,
            square=square,
        )


def to_act(state: FiveState) -> tuple[int, ...]:
    """The seat whose turn it is, or the dealer who must lay out pawns or turn one up."""
    if state.over:
        return ()
    return (DEALER,) if state.wait in (Wait.DEAL, Wait.LOOK, Wait.TAKE) else (state.turn,)


def layout_chances(edition: FiveEdition, *, seats: int, is_first: bool) -> Chances:
    """The next layout: the knight on either free corner, and before the first round any player to begin it."""
    bishops, names = edition.corners.values(), squares(edition.size)
    free = [names[i] for i in corners(edition.size) if names[i] not in bishops]
    deals = [Deal(corner, first) for first in (range(1, seats + 1) if is_first else (0,)) for corner in free]
    return tuple((deal, Fraction(1, len(deals))) for deal in deals)


def pawn_chances(edition: FiveEdition, known: Iterable[int]) -> Chances:
    """The value of a pawn that is turned up for the first time, when these values of others are known.

    The layout is a uniform shuffle, so that each of the other pawns is as likely to lie there: hypergeometric.
    """
    seen = list(known)
    unknown = len(edition.values) * edition.copies - len(seen)
    left = ((value, edition.copies - seen.count(value)) for value in edition.values)
    return tuple((Reveal(value), Fraction(count, unknown)) for value, count in left if count)


def _empty(state: FiveState) -> list[int]:
    """The squares for a pawn that is given up: those without pawn and piece; if there are none, without pawn (F6)."""
    bare = [i for i, pawn in enumerate(state.pawns) if pawn is None]
    return [i for i in bare if i not in state.pieces] or bare
