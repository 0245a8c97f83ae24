"""What a seat may know of hidden pawns."""

from __future__ import annotations

from collections.abc import Sequence

from partake.engine.actions import Action, Deed, Move, Reveal
from partake.engine.five.state import Pawn
from partake.engine.five.view import PawnView


def pawn_view(pawn: Pawn | None, seat: int | None) -> PawnView | None:
    """A pawn as one seat, or a spectator, knows it."""
    if pawn is None:
        return None
    return PawnView(pawn.value if pawn.public or seat in pawn.seen else None, pawn.public, pawn.seen)


def redacted(log: Sequence[tuple[int, Action]], seat: int | None) -> tuple[tuple[int, Action], ...]:
    """A log without the values of looks, but for the looks of one seat."""
    found: list[tuple[int, Action]] = []
    for actor, action in log:
        if isinstance(action, Reveal) and found:
            looker, move = found[-1]
            if isinstance(move, Move) and move.deed is Deed.LOOK and looker != seat:
                action = Reveal(None)
        found.append((actor, action))
    return tuple(found)
