"""What a seat keeps in mind of the pawns that it saw and that lie face down now."""

from __future__ import annotations

from partake.engine.actions import Deed, GiveUp, Move, Reveal
from partake.engine.five.view import FiveView


def remembered(view: FiveView, memory: int | None) -> dict[int, int]:
    """The value of every square kept in mind: all that were seen, or the latest so many of them."""
    known = {at: pawn.known for at, pawn in enumerate(view.pawns) if pawn and pawn.known is not None}
    if memory is None or len(known) <= memory:
        return known
    latest = dict.fromkeys(square for square in reversed(_sightings(view)) if square in known)
    return {square: known[square] for square in list(latest)[:memory]}


def _sightings(view: FiveView) -> list[int]:
    """The squares whose pawn this seat saw in the round, in the order in which it saw them."""
    index = {name: at for at, name in enumerate(view.squares)}
    found: list[int] = []
    square, is_open = 0, False
    for actor, action in view.log:
        match action:
            case Move():
                square, is_open = index[action.square], action.deed is Deed.TAKE or actor == view.seat
            case Reveal() if is_open:
                found.append(square)
            case GiveUp():
                found.append(index[action.square])
    return found
