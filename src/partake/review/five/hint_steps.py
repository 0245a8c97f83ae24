"""The three steps of a hint for Take Five: the piece, the square, and whether to look or to take."""

from __future__ import annotations

from partake.engine.actions import GiveUp, Move, Piece
from partake.engine.contract import View
from partake.engine.description import with_article
from partake.engine.five.view import FiveView
from partake.engine.notation import parse_action
from partake.review.five.description import action_words
from partake.review.five.evaluator import chances, known_to
from partake.review.five.model import FiveOption
from partake.review.model import HintStep, likely
from partake.rules.messages import Message, Sentence

BOARD = 0
"""The seat of cells on the one board."""
_PIECES = {
    Piece.BLACK: Message("Look at the black bishop."),
    Piece.WHITE: Message("Look at the white bishop."),
    Piece.KNIGHT: Message("Look at the knight."),
    Piece.ROOK: Message("Look at the rook."),
}


def hint_steps(view: View) -> tuple[HintStep, ...]:
    """What to do now for the player on turn."""
    if not isinstance(view, FiveView):
        raise TypeError("this is no game of Take Five")
    options = chances(view)
    match parse_action(options[0].action):
        case Move(piece, square):
            return (
                HintStep(BOARD, (dict(view.pieces)[piece],), _PIECES[piece]),
                HintStep(BOARD, (square,), _square(square, dict(known_to(view)))),
                HintStep(BOARD, (square,), _move(options)),
            )
        case GiveUp(value, square):
            return (
                HintStep(BOARD, (), Message("Look at your pawns: which one do you need least?")),
                HintStep(BOARD, (), Message("It is about the {value}.", value=value)),
                HintStep(BOARD, (square,), _move(options)),
            )
    taken = (view.square,) if view.square else ()
    return (
        HintStep(BOARD, taken, Message("Look at the pawn that you have just taken.")),
        HintStep(BOARD, taken, Message("It is about what it makes of the pawns that you have.")),
        HintStep(BOARD, taken, _move(options)),
    )


def _square(square: str, known: dict[str, int]) -> Sentence:
    where = Message("it goes to {square}", square=square)
    if square not in known:
        return Sentence([where])
    value = with_article(known[square])
    return Sentence([where, Message("{square} is known to be {value}", square=square, value=value)])


def _move(options: tuple[FiveOption, ...]) -> Sentence:
    best, *others = options
    first = Message("{action}: {chance} to win the round", action=action_words(best.action), chance=likely(best.chance))
    if not others:
        return Sentence([first])
    second = Message(
        "the next is {action} with {chance}",
        action=action_words(others[0].action),
        chance=likely(others[0].chance),
    )
    return Sentence([first, second])
