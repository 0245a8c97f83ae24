"""How well a reader plays: how far it looks, and what it keeps in mind of the pawns that it saw."""

from __future__ import annotations

from dataclasses import dataclass

from partake.engine.actions import Deed, GiveUp, Move, Reveal
from partake.engine.five.view import FiveView


@dataclass(frozen=True, slots=True)
class Skill:
    """One level of play; weaker ones forget and look less far, none makes mistakes on purpose."""

    memory: int | None
    """How many face-down pawns it can keep in mind, the latest ones it saw; None for all of them."""
    playouts: int
    """How many times it tries an action out in a sampled world; 0 if it relies on its judgement."""
    reply: bool
    """Whether it thinks of what the others can reach from where it leaves the pieces."""
    infers: bool
    """Whether it infers the value of a pawn from the players who saw it and left it."""


SKILLS = (
    Skill(2, 0, reply=False, infers=False),
    Skill(4, 0, reply=False, infers=False),
    Skill(8, 0, reply=True, infers=False),
    Skill(None, 0, reply=True, infers=True),
    Skill(None, 24, reply=True, infers=True),
)
"""The five levels, weakest first."""

STRONG = SKILLS[3]
"""What a reader plays like when it is not told."""


def remembered(view: FiveView, memory: int | None) -> dict[int, int]:
    """The value of every square kept in mind: all that were seen, or the latest of them."""
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
