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
from partake.rules.messages import Listed, Message, Plural
from partake.rules.names import PAIR, shown_name

_MOVES = {
    (Piece.BLACK, Deed.MOVE): Plural(
        "{who} moves the black bishop to {square}.", "{who} move the black bishop to {square}.", count=1
    ),
    (Piece.BLACK, Deed.LOOK): Plural(
        "{who} moves the black bishop to {square} and looks.",
        "{who} move the black bishop to {square} and look.",
        count=1,
    ),
    (Piece.BLACK, Deed.TAKE): Plural(
        "{who} moves the black bishop to {square} and takes the pawn.",
        "{who} move the black bishop to {square} and take the pawn.",
        count=1,
    ),
    (Piece.WHITE, Deed.MOVE): Plural(
        "{who} moves the white bishop to {square}.", "{who} move the white bishop to {square}.", count=1
    ),
    (Piece.WHITE, Deed.LOOK): Plural(
        "{who} moves the white bishop to {square} and looks.",
        "{who} move the white bishop to {square} and look.",
        count=1,
    ),
    (Piece.WHITE, Deed.TAKE): Plural(
        "{who} moves the white bishop to {square} and takes the pawn.",
        "{who} move the white bishop to {square} and take the pawn.",
        count=1,
    ),
    (Piece.KNIGHT, Deed.MOVE): Plural(
        "{who} moves the knight to {square}.", "{who} move the knight to {square}.", count=1
    ),
    (Piece.KNIGHT, Deed.LOOK): Plural(
        "{who} moves the knight to {square} and looks.", "{who} move the knight to {square} and look.", count=1
    ),
    (Piece.KNIGHT, Deed.TAKE): Plural(
        "{who} moves the knight to {square} and takes the pawn.",
        "{who} move the knight to {square} and take the pawn.",
        count=1,
    ),
    (Piece.ROOK, Deed.MOVE): Plural("{who} moves the rook to {square}.", "{who} move the rook to {square}.", count=1),
    (Piece.ROOK, Deed.LOOK): Plural(
        "{who} moves the rook to {square} and looks.", "{who} move the rook to {square} and look.", count=1
    ),
    (Piece.ROOK, Deed.TAKE): Plural(
        "{who} moves the rook to {square} and takes the pawn.",
        "{who} move the rook to {square} and take the pawn.",
        count=1,
    ),
}
"""A move of Take Five, by the piece and what is done where it arrives; of one person or of a pair."""
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
    name = "" if actor == DEALER else names[actor - 1]
    who, people = shown_name(name), 2 if PAIR in name else 1
    match action:
        case Draw((tile,)):
            return Message("{tile} is called.", tile=tile)
        case Draw(tiles):
            return Message("{tiles} are called.", tiles=Listed(tiles))
        case Close():
            return Message("No more take-backs: this part is closed.")
        case Place(tile, cell, 0):
            return Plural(
                "{who} puts {tile} on {cell}.",
                "{who} put {tile} on {cell}.",
                count=people,
                who=who,
                tile=tile,
                cell=cell,
            )
        case Place(tile, cell, owner):
            whose = shown_name(names[owner - 1])
            return Plural(
                "{who} puts {tile} on {cell} for {whose}.",
                "{who} put {tile} on {cell} for {whose}.",
                count=people,
                who=who,
                tile=tile,
                cell=cell,
                whose=whose,
            )
        case Scrap(tile):
            return Plural("{who} scraps {tile}.", "{who} scrap {tile}.", count=people, who=who, tile=tile)
        case Relocate(tile, cell):
            return Plural(
                "{who} moves {tile} from the reserve to {cell}.",
                "{who} move {tile} from the reserve to {cell}.",
                count=people,
                who=who,
                tile=tile,
                cell=cell,
            )
        case Done():
            return Plural("{who} moves no more tiles.", "{who} move no more tiles.", count=people, who=who)
        case TakeBack():
            return Plural("{who} takes the last move back.", "{who} take the last move back.", count=people, who=who)
        case Deal(knight, 0):
            return Message("The pawns are laid out, the knight on {knight}.", knight=knight)
        case Deal(knight, first):
            begins = shown_name(names[first - 1])
            return Message("The pawns are laid out, the knight on {knight}; {name} begins.", knight=knight, name=begins)
        case Reveal(None):
            return Message("The pawn stays secret.")
        case Reveal(int(value)):
            return Message("The pawn is {value}.", value=with_article(value))
        case Move(piece, square, deed):
            return _MOVES[piece, deed].filled(count=people, who=who, square=square)
        case Keep():
            return Plural("{who} keeps the pawn.", "{who} keep the pawn.", count=people, who=who)
        case Return():
            return Plural("{who} sends the pawn back.", "{who} send the pawn back.", count=people, who=who)
        case GiveUp(value, square):
            number = with_article(value)
            return Plural(
                "{who} gives up {value}, face down on {square}.",
                "{who} give up {value}, face down on {square}.",
                count=people,
                who=who,
                value=number,
                square=square,
            )
    raise AssertionError(f"{action} is no action")
