"""An action in words."""

from __future__ import annotations

from collections.abc import Sequence

from partake.engine.actions import (
    DEALER,
    Action,
    Close,
    Deal,
    Deed,
    Done,
    Draw,
    GiveUp,
    Keep,
    Move,
    Place,
    Relocate,
    Return,
    Reveal,
    Scrap,
    TakeBack,
)  # fmt: skip


def with_article(number: int) -> str:
    """A number after its indefinite article, as it is spoken: a 7, an 8."""
    spoken_with_vowel = number in (8, 11, 18) or 80 <= number < 90
    return f"{'an' if spoken_with_vowel else 'a'} {number}"


def describe(names: Sequence[str], actor: int, action: Action) -> str:
    """A sentence about an action at a table with these names."""
    who = "" if actor == DEALER else names[actor - 1]
    match action:
        case Draw(tiles):
            return f"{' and '.join(map(str, tiles))} {'is' if len(tiles) == 1 else 'are'} called."
        case Close():
            return "No more take-backs: this part is closed."
        case Place(tile, cell, owner):
            return f"{who} puts {tile} on {cell}{f' for {names[owner - 1]}' if owner else ''}."
        case Scrap(tile):
            return f"{who} scraps {tile}."
        case Relocate(tile, cell):
            return f"{who} moves {tile} from the reserve to {cell}."
        case Done():
            return f"{who} moves no more tiles."
        case TakeBack():
            return f"{who} takes the last move back."
        case Deal(knight, first):
            begins = f"; {names[first - 1]} begins" if first else ""
            return f"The pawns are laid out, the knight on {knight}{begins}."
        case Reveal(value):
            return "The pawn stays secret." if value is None else f"The pawn is {with_article(value)}."
        case Move(piece, square, deed):
            ends = {Deed.MOVE: "", Deed.LOOK: " and looks", Deed.TAKE: " and takes the pawn"}
            return f"{who} moves the {piece.title} to {square}{ends[deed]}."
        case Keep():
            return f"{who} keeps the pawn."
        case Return():
            return f"{who} sends the pawn back."
        case GiveUp(value, square):
            return f"{who} gives up {with_article(value)}, face down on {square}."
