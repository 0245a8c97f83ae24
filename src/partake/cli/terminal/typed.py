"""Words that people type: understood in English always, and in the language that is spoken.

The catalogue has each entry with the context `typed.KEY`; several words with the same meaning are separated by commas,
and the first of them is the one that help and prompts show.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from partake.rules.messages import Message, said

TYPED: Mapping[str, str] = {
    "back": "back, undo",
    "bag": "bag",
    "before": "b, back",
    "boards": "boards",
    "delete": "d, delete",
    "done": "done",
    "help": "help, h",
    "hint": "hint",
    "keep": "keep, k",
    "look": "look, l",
    "move": "m, move",
    "quit": "quit, exit, q",
    "return": "return, r",
    "rules": "rules",
    "score": "score",
    "scrap": "s",
    "take": "take, t",
    "yes": "y, yes",
}
"""What can be typed, by what it does, in English."""


def word(key: str) -> str:
    """The word that people are told to type."""
    return _forms(said(Message.keyed(f"typed.{key}", TYPED[key], {})))[0]


def initial(key: str) -> str:
    """The shortest word that does it, where a prompt has little room."""
    return min(_forms(said(Message.keyed(f"typed.{key}", TYPED[key], {}))), key=len)


def is_typed(key: str, typed: str) -> bool:
    """Whether what somebody typed is a word for this, in English or in the language that is spoken."""
    known = [*_forms(TYPED[key]), *_forms(said(Message.keyed(f"typed.{key}", TYPED[key], {})))]
    return _plain(typed) in map(_plain, known)


def _forms(words: str) -> list[str]:
    return [form.strip() for form in words.split(",")]


def _plain(text: str) -> str:
    """A word without capitals and accents: keyboards differ."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
