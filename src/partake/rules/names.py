"""Names that the program gives to players who have none of their own, recognised and said in any language."""

from __future__ import annotations

import re

from partake.rules.messages import Message

PAIR = " & "
"""What stands between the names of two people at one seat."""
BEST_BOARD = Message("Best board")
"""The name of a board that was searched for, not played."""
_BOTS = {
    "Beginner": (Message("Beginner bot"), Message("Beginner bot {number}")),
    "Casual": (Message("Casual bot"), Message("Casual bot {number}")),
    "Skilled": (Message("Skilled bot"), Message("Skilled bot {number}")),
    "Expert": (Message("Expert bot"), Message("Expert bot {number}")),
    "Master": (Message("Master bot"), Message("Master bot {number}")),
    "Random": (Message("Random bot"), Message("Random bot {number}")),
}
"""The names of the levels' bots and of the random one: the only one of its kind at a table, and one of several."""
_BOT = re.compile(r"(\w+) bot(?: ([1-9]\d{0,3}))?", re.ASCII)
_PLAYER = re.compile(r"Player ([1-9]\d{0,3})", re.ASCII)


def shown_name(name: str) -> Message:
    """A player's name for people: as it was given, but "Player 2" and "Casual bot" in the reader's language."""
    if PAIR in name:
        one, other = name.split(PAIR, 1)
        return Message("{one} & {other}", one=shown_name(one), other=shown_name(other))
    if found := _PLAYER.fullmatch(name):
        return Message("Player {number}", number=int(found[1]))
    if name == str(BEST_BOARD):
        return BEST_BOARD
    if (found := _BOT.fullmatch(name)) and found[1] in _BOTS:
        alone, numbered = _BOTS[found[1]]
        return Message(numbered.text, number=int(found[2])) if found[2] else alone
    return Message("{name}", name=name)


def special_cells(kind: str) -> Message:
    """The cells of a kind that a board marks, as a sentence names them."""
    known = {"stamen": Message("stamen cells"), "orchid": Message("orchid cells")}
    return known.get(kind) or Message("{kind} cells", kind=kind)
