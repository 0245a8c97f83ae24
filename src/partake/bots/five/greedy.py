"""The greedy evaluation of an action of Take Five: take useful pawns, look at unknown ones."""

from __future__ import annotations

from partake.engine.actions import Action, Deed, GiveUp, Keep, Move
from partake.engine.five.phases import Verdict, judge
from partake.engine.five.view import FiveView

WINS = 1000.0
"""The value of an action that wins the round."""
TAKES = 100.0
"""The value of a useful pawn, to which its own value is added."""
LOOKS = 2.0
"""The value of a look at an unknown pawn."""
MOVES = 1.0
"""The value of a move to an empty square."""
WASTES = -1.0
"""The value of a pawn that is unknown or of no use."""


def wish(view: FiveView, action: Action) -> float:
    """How much a greedy player wants an action: to win, then a useful pawn, then a look at an unknown one."""
    match action:
        case Move(square=square, deed=Deed.TAKE):
            known = _known(view, square)
            return WASTES if known is None else usefulness(view, known)
        case Move(square=square, deed=Deed.LOOK):
            return LOOKS if _known(view, square) is None else 0.0
        case Move():
            return MOVES
        case Keep():
            return TAKES
        case GiveUp(value=value):
            return -float(value) if view.phase == "score" else 0.0
    return 0.0


def usefulness(view: FiveView, value: int) -> float:
    """What taking a pawn of this value would bring."""
    seat = view.seat or 1
    match judge(view.phase, view.edition, view.hands, seat, value):
        case Verdict.WINS:
            return WINS
        case Verdict.OUT:
            return -WINS
        case Verdict.BACK:
            return WASTES
    if view.phase == "21" and not _can_finish(view, value):
        return WASTES
    return TAKES + value


def _can_finish(view: FiveView, value: int) -> bool:
    """Whether the rest to the target can still be made with the pawns that the hand can still hold."""
    hand = (*view.hands[(view.seat or 1) - 1], value)
    rest, free = view.edition.target - sum(hand), view.edition.hand - len(hand)
    return any(
        count * view.edition.values[0] <= rest <= count * view.edition.values[-1] for count in range(1, free + 1)
    )


def _known(view: FiveView, square: str) -> int | None:
    pawn = view.pawns[view.squares.index(square)]
    return pawn.known if pawn else None
