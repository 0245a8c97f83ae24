"""An action in words, for people of any language."""

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
    Piece,
    Place,
    Relocate,
    Return,
    Reveal,
    Scrap,
    TakeBack,
)  # fmt: skip
from partake.rules.messages import Listed, Message
from partake.rules.names import shown_name

_MOVES = {
    (Piece.BLACK, Deed.MOVE): Message("{who} moves the black bishop to {square}."),
    (Piece.BLACK, Deed.LOOK): Message("{who} moves the black bishop to {square} and looks."),
    (Piece.BLACK, Deed.TAKE): Message("{who} moves the black bishop to {square} and takes the pawn."),
    (Piece.WHITE, Deed.MOVE): Message("{who} moves the white bishop to {square}."),
    (Piece.WHITE, Deed.LOOK): Message("{who} moves the white bishop to {square} and looks."),
    (Piece.WHITE, Deed.TAKE): Message("{who} moves the white bishop to {square} and takes the pawn."),
    (Piece.KNIGHT, Deed.MOVE): Message("{who} moves the knight to {square}."),
    (Piece.KNIGHT, Deed.LOOK): Message("{who} moves the knight to {square} and looks."),
    (Piece.KNIGHT, Deed.TAKE): Message("{who} moves the knight to {square} and takes the pawn."),
    (Piece.ROOK, Deed.MOVE): Message("{who} moves the rook to {square}."),
    (Piece.ROOK, Deed.LOOK): Message("{who} moves the rook to {square} and looks."),
    (Piece.ROOK, Deed.TAKE): Message("{who} moves the rook to {square} and takes the pawn."),
}
"""A move of Take Five, by the piece and what is done where it arrives."""
_PIECES = {
    Piece.BLACK: Message("black bishop"),
    Piece.WHITE: Message("white bishop"),
    Piece.KNIGHT: Message("knight"),
    Piece.ROOK: Message("rook"),
}


def piece_name(piece: Piece) -> Message:
    """A piece of Take Five by itself, as a label has it."""
    return _PIECES[piece]


def with_article(number: int) -> Message:
    """A number after its indefinite article, as it is spoken: a 7, an 8."""
    if number in (8, 11, 18) or 80 <= number < 90:
        return Message("an {number}", number=number)
    return Message("a {number}", number=number)


def describe(names: Sequence[str], actor: int, action: Action) -> Message:
    """A sentence about an action at a table with these names."""
    who = "" if actor == DEALER else shown_name(names[actor - 1])
    match action:
        case Draw((tile,)):
            return Message("{tile} is called.", tile=tile)
        case Draw(tiles):
            return Message("{tiles} are called.", tiles=Listed(tiles))
        case Close():
            return Message("No more take-backs: this part is closed.")
        case Place(tile, cell, 0):
            return Message("{who} puts {tile} on {cell}.", who=who, tile=tile, cell=cell)
        case Place(tile, cell, owner):
            whose = shown_name(names[owner - 1])
            return Message("{who} puts {tile} on {cell} for {whose}.", who=who, tile=tile, cell=cell, whose=whose)
        case Scrap(tile):
            return Message("{who} scraps {tile}.", who=who, tile=tile)
        case Relocate(tile, cell):
            return Message("{who} moves {tile} from the reserve to {cell}.", who=who, tile=tile, cell=cell)
        case Done():
            return Message("{who} moves no more tiles.", who=who)
        case TakeBack():
            return Message("{who} takes the last move back.", who=who)
        case Deal(knight, 0):
            return Message("The pawns are laid out, the knight on {knight}.", knight=knight)
        case Deal(knight, first):
            name = shown_name(names[first - 1])
            return Message("The pawns are laid out, the knight on {knight}; {name} begins.", knight=knight, name=name)
        case Reveal(None):
            return Message("The pawn stays secret.")
        case Reveal(int(value)):
            return Message("The pawn is {value}.", value=with_article(value))
        case Move(piece, square, deed):
            return Message(_MOVES[piece, deed].text, who=who, square=square)
        case Keep():
            return Message("{who} keeps the pawn.", who=who)
        case Return():
            return Message("{who} sends the pawn back.", who=who)
        case GiveUp(value, square):
            number = with_article(value)
            return Message("{who} gives up {value}, face down on {square}.", who=who, value=number, square=square)
    raise AssertionError(f"{action} is no action")
