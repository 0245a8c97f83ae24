"""Actions and verdicts of Take Five in words."""

from __future__ import annotations

from collections.abc import Iterator

from partake.engine.actions import Deed, GiveUp, Keep, Move, Piece, Return
from partake.engine.description import with_article
from partake.engine.notation import parse_action
from partake.review.five.model import FiveOption, Known
from partake.review.model import likely
from partake.rules.messages import Message, Sentence, said

_MOVES = {
    (Piece.BLACK, Deed.MOVE): Message("black bishop to {square}"),
    (Piece.BLACK, Deed.LOOK): Message("black bishop looks at {square}"),
    (Piece.BLACK, Deed.TAKE): Message("black bishop takes {square}"),
    (Piece.WHITE, Deed.MOVE): Message("white bishop to {square}"),
    (Piece.WHITE, Deed.LOOK): Message("white bishop looks at {square}"),
    (Piece.WHITE, Deed.TAKE): Message("white bishop takes {square}"),
    (Piece.KNIGHT, Deed.MOVE): Message("knight to {square}"),
    (Piece.KNIGHT, Deed.LOOK): Message("knight looks at {square}"),
    (Piece.KNIGHT, Deed.TAKE): Message("knight takes {square}"),
    (Piece.ROOK, Deed.MOVE): Message("rook to {square}"),
    (Piece.ROOK, Deed.LOOK): Message("rook looks at {square}"),
    (Piece.ROOK, Deed.TAKE): Message("rook takes {square}"),
}
"""A move by its piece and what is done where it arrives."""


def spoken(action: str) -> str:
    """An action in the reader's language."""
    return said(action_words(action))


def action_words(action: str) -> Message:
    """An action in words."""
    match parse_action(action):
        case Move(piece, square, deed):
            return Message(_MOVES[piece, deed].text, square=square)
        case GiveUp(value, square):
            return Message("give up the {value} on {square}", value=value, square=square)
        case Keep():
            return Message("keep the pawn")
        case Return():
            return Message("send the pawn back")
    return Message("{action}", action=action)


def verdict(played: FiveOption, best: FiveOption, known: Known) -> Sentence:
    """Why something else was better, or that nothing was."""
    chance = likely(played.chance)
    if played.action == best.action:
        return Sentence([Message("nothing promises more: {chance}", chance=chance), *_told(best, known)])
    better = Message(
        "{action} wins {best}, this {chance}",
        action=action_words(best.action),
        best=likely(best.chance),
        chance=chance,
    )
    return Sentence([better, *_told(best, known), *_left(played, known)])


def advice(best: FiveOption, known: Known) -> Sentence:
    """What to do now."""
    chance = likely(best.chance)
    first = Message("{action}: {chance} to win the round", action=action_words(best.action), chance=chance)
    return Sentence([first, *_told(best, known, is_now=True)])


def _told(option: FiveOption, known: Known, *, is_now: bool = False) -> Iterator[Message]:
    """What is or was known of the pawn that an action is about."""
    action, seen = parse_action(option.action), dict(known)
    if not isinstance(action, Move) or action.deed is Deed.MOVE:
        return
    square = action.square
    if square in seen:
        value = with_article(seen[square])
        yield (
            Message("{square} is known to be {value}", square=square, value=value)
            if is_now
            else Message("{square} was known to be {value}", square=square, value=value)
        )
    elif action.deed is Deed.TAKE:
        yield (
            Message("{square} is not known", square=square)
            if is_now
            else Message("{square} was not known", square=square)
        )


def _left(played: FiveOption, known: Known) -> Iterator[Message]:
    """That a look showed nothing new."""
    action, seen = parse_action(played.action), dict(known)
    if isinstance(action, Move) and action.deed is Deed.LOOK and action.square in seen:
        yield Message("{square} had been seen before", square=action.square)
