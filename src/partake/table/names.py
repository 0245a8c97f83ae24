"""The names of people: in one normal form, visible, and none that could be taken for a bot or the dealer.

A name that pretends is found by its skeleton, as Unicode's report on confusable characters (UTS 39) calls it: case,
accents, spaces and compatible forms do not count, and letters of other scripts that look like Latin ones are those.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from partake.bots.discovery import registries
from partake.engine.setup import check_seat
from partake.rules.errors import OptionError, quoted

PAIR = " & "
"""What stands between the names of two who share a seat."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159\U00016fe4")
"""Printable by the letter of Unicode, and yet nothing is seen of them."""
MOST_MARKS = 4
"""The most accents on one letter; more of them would be drawn over other people's lines."""
BOT, DEALER = "bot", "dealer"
"""The words that are not for people."""
_LOOKALIKES = {
    "a": "ɑαаꭺᎪꓮᴀ4",
    "b": "ЬьƄвβᏏ\u13f4\u13fcꓐʙ𐊂",
    "c": "сϲᴄᏟꓚ",
    "d": "ԁᏧᎠꓓᴅ",
    "e": "еєεҽᎬꓰᴇ3",
    "g": "ɡց",
    "h": "һհнᎻꓧʜ",
    "i": "іιɩıᎥ",
    "k": "кκᏦꓗᴋ",
    "l": "ӏⅼǀ1|ᏞꓡʟΙІ",
    "m": "мᎷꓟᴍ",
    "n": "пոɴꓠ",
    "o": "оοօσ0ᴏꓳ",
    "p": "рρᏢꓑᴘ",
    "r": "гᎡꓣʀ",
    "s": "ѕꜱᏚꓢ",
    "t": "тτᎢꓔᴛ",
    "u": "υսᴜꓴ",
    "v": "νѵᴠꓦ",
    "w": "ԝᴡꓪ",
    "x": "хꓫ",
    "y": "уγʏꓬ",
}
"""Characters that look like each Latin letter; digits as people write them for letters."""


def _table() -> dict[int, str]:
    found = {ord(other): letter for letter, others in _LOOKALIKES.items() for other in others}
    for first in (0x1F150, 0x1F170, 0x1F1E6):  # letters in black circles, in black squares, and those of flags
        found |= {first + n: chr(ord("a") + n) for n in range(26)}
    return found


_LATIN = _table()


def person_name(name: str) -> str:
    """The name of one person as it is kept; refused with a sentence when people could not be told by it."""
    found = unicodedata.normalize("NFC", name)
    check_seat([found])
    if not is_visible(found):
        raise OptionError("a name needs letters or signs that can be seen: choose another one")
    if _pretends(found):
        raise OptionError("{name} could be taken for a bot or the dealer: choose another name", name=quoted(found))
    return found


def seat_name(name: str) -> str:
    """The name of a seat as it is kept, of one person or of two who share it."""
    names = name.split(PAIR)
    check_seat(names)
    return PAIR.join(person_name(one) for one in names)


def is_visible(text: str) -> bool:
    """Whether a text has something to see, no character of which nothing is seen, and no heap of accents."""
    marks, is_seen = 0, False
    for before, sign in zip(" " + text, text, strict=False):
        is_mark = unicodedata.category(sign).startswith("M")
        marks = marks + 1 if is_mark else 0
        is_selector = "\ufe00" <= sign <= "\ufe0f"
        if sign in BLANK or marks > MOST_MARKS or "\U000e0100" <= sign <= "\U000e01ef":
            return False
        if is_selector and not (unicodedata.category(before) == "So" or before in "0123456789#*"):
            return False  # it chooses between two forms of a sign, and is nothing by itself
        is_seen = is_seen or not (is_mark or sign.isspace())
    return is_seen


def _pretends(name: str) -> bool:
    plain = unicodedata.normalize("NFKC", name)
    for one in (plain, re.sub(r"[\W\d_]+$", "", plain)):  # with and without a number, as the second bot of a kind has
        words = re.findall(r"\w+", _skeleton(one).replace("_", " "))
        whole = "".join(words)
        if BOT in words or whole.removeprefix("the") == DEALER or whole in _bot_names():
            return True
    return False


def _skeleton(text: str) -> str:
    """A text by its looks, in small Latin letters where it looks like those."""
    latin = text.translate(_LATIN).casefold().translate(_LATIN)
    return "".join(
        sign for sign in unicodedata.normalize("NFKD", latin) if not unicodedata.category(sign).startswith("M")
    )


@cache
def _bot_names() -> frozenset[str]:
    """The skeletons of what the server calls its bots, and of how they are written: `Casual bot`, `bot:casual`."""
    names = {re.sub(r"\W|_", "", name) for registry in registries() for name in registry}
    return frozenset({BOT} | {name + BOT for name in names} | {BOT + name for name in names})
