"""The one text form of every action, read and written here and nowhere else.

+9-7-8        the dealer draws; two at a time +9-7-8+1-2-3
close         the dealer ends a phase
9-7-8@c3      place a tile; on the scrapyard 9-7-8@s2, in the reserve 9-7-8@x1
9-7-8@s       hand a tile to the holder of one's scrapyard
9-7-8@s4/2    as the holder, place it on the scrapyard of seat 2
9-7-8>c2      move a tile from the reserve
done, back    move no more; take back

deal:Na6/2    the dealer lays out the pawns, knight on a6, seat 2 begins
Nd4 N?d4 Nxd4 the knight moves to an empty square, looks, takes (B W N R)
=7, =?        the dealer turns up a seven; a value that is secret
keep, return  the pawn just taken
7>d4          give up a seven, face down on d4
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

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
    Written,
)  # fmt: skip
from partake.rules.errors import NotationError, quoted
from partake.rules.tiles import Tile

KEPT = 8192
"""How many texts and actions are kept: a game has few different ones, and they come again and again."""
_TILE = r"(?:[1-9]\d{0,2}|\*)-(?:[1-9]\d{0,2}|\*)-(?:[1-9]\d{0,2}|\*)"
_WORDS: dict[str, Action] = {"close": Close(), "done": Done(), "back": TakeBack(), "keep": Keep(), "return": Return()}
_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Action]], ...] = tuple(
    (re.compile(pattern, re.ASCII), make)
    for pattern, make in (
        (rf"((?:\+{_TILE}){{1,2}})", lambda text: Draw(tuple(Tile.parse(part) for part in text[1:].split("+")))),
        (rf"({_TILE})@s", lambda tile: Scrap(Tile.parse(tile))),
        (
            rf"({_TILE})@([a-z]\d{{1,2}})(?:/([1-9]\d{{0,8}}))?",
            lambda tile, cell, owner: Place(Tile.parse(tile), cell, int(owner or 0)),
        ),
        (rf"({_TILE})>([a-z]\d{{1,2}})", lambda tile, cell: Relocate(Tile.parse(tile), cell)),
        (r"deal:N([a-z]\d{1,2})(?:/([1-9]))?", lambda knight, first: Deal(knight, int(first or 0))),
        (r"=([1-9]\d?|\?)", lambda value: Reveal(None if value == "?" else int(value))),
        (r"([BWNR])([?x]?)([a-z]\d{1,2})", lambda piece, deed, square: Move(Piece(piece), square, Deed(deed))),
        (r"([1-9]\d?)>([a-z]\d{1,2})", lambda value, square: GiveUp(int(value), square)),
    )
)


def format_action(action: Action) -> str:
    """The text form of an action, made once for each: a server writes all that is legal with every call."""
    if not isinstance(action, Written):
        raise NotationError("{given} is not an action", given=quoted(action))
    try:
        return action.text
    except AttributeError:
        object.__setattr__(action, "text", _format(action))
        return action.text


def parse_action(text: str) -> Action:
    """Read an action's text form."""
    if not isinstance(text, str):
        raise NotationError("{given} is not an action", given=quoted(text))
    return _parse(text)


def _format(action: Action) -> str:
    match action:
        case Draw(tiles):
            return "".join(f"+{tile}" for tile in tiles)
        case Place(tile, cell, owner):
            return f"{tile}@{cell}/{owner}" if owner else f"{tile}@{cell}"
        case Scrap(tile):
            return f"{tile}@s"
        case Relocate(tile, cell):
            return f"{tile}>{cell}"
        case Deal(knight, first):
            return f"deal:N{knight}/{first}" if first else f"deal:N{knight}"
        case Reveal(value):
            return "=?" if value is None else f"={value}"
        case Move(piece, square, deed):
            return f"{piece}{deed}{square}"
        case GiveUp(value, square):
            return f"{value}>{square}"
    return next(word for word, plain in _WORDS.items() if plain == action)


@lru_cache(maxsize=KEPT)
def _parse(text: str) -> Action:
    if text in _WORDS:
        return _WORDS[text]
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(text):
            return make(*found.groups())
    raise NotationError("{given} is not an action", given=quoted(text))


def format_move(actor: int, action: Action) -> str:
    """An action with who did it, as one word of a record: `2:9-7-8@c3`; the dealer's stand alone."""
    return format_action(action) if actor == DEALER else f"{actor}:{format_action(action)}"


def parse_move(text: str) -> tuple[int, Action]:
    """Read who did what."""
    seat, colon, rest = text.partition(":")
    if colon and seat.isascii() and seat.isdigit() and not seat.startswith("0") and len(seat) <= 9:
        return int(seat), parse_action(rest)
    return DEALER, parse_action(text)
