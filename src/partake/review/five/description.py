"""Actions and verdicts of Take Five in words."""

from __future__ import annotations

from partake.engine.actions import Deed, GiveUp, Keep, Move, Return
from partake.engine.description import with_article
from partake.engine.notation import parse_action
from partake.review.five.model import FiveOption, Known
from partake.review.model import percent

DEEDS = {Deed.MOVE: "to", Deed.LOOK: "looks at", Deed.TAKE: "takes"}
"""The words between a piece and its square."""


def spoken(action: str) -> str:
    """An action in words."""
    match parse_action(action):
        case Move(piece, square, deed):
            return f"{piece.title} {DEEDS[deed]} {square}"
        case GiveUp(value, square):
            return f"give up the {value} on {square}"
        case Keep():
            return "keep the pawn"
        case Return():
            return "send the pawn back"
    return action


def verdict(played: FiveOption, best: FiveOption, known: Known) -> str:
    """Why something else was better, or that nothing was."""
    if played.action == best.action:
        return f"Nothing promises more: {percent(played.chance)}{_told(best, known)}."
    better = f"{spoken(best.action)} wins {percent(best.chance)}, this {percent(played.chance)}"
    return f"{better[0].upper()}{better[1:]}{_told(best, known)}{_left(played, known)}."


def advice(best: FiveOption, known: Known) -> str:
    """What to do now."""
    said = spoken(best.action)
    return f"{said[0].upper()}{said[1:]}: {percent(best.chance)} to win the round{_told(best, known, 'is')}."


def _told(option: FiveOption, known: Known, was: str = "was") -> str:
    """What is or was known of the pawn that an action is about."""
    action, seen = parse_action(option.action), dict(known)
    if not isinstance(action, Move) or action.deed is Deed.MOVE:
        return ""
    if action.square in seen:
        return f"; {action.square} {was} known to be {with_article(seen[action.square])}"
    return f"; {action.square} {was} not known" if action.deed is Deed.TAKE else ""


def _left(played: FiveOption, known: Known) -> str:
    """That a look showed nothing new."""
    action, seen = parse_action(played.action), dict(known)
    is_idle = isinstance(action, Move) and action.deed is Deed.LOOK and action.square in seen
    return f"; {action.square} had been seen before" if is_idle and isinstance(action, Move) else ""
