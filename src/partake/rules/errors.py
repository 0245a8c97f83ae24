"""Errors that a user can cause; each says in plain words what is wrong."""

import re


def cut(text: str) -> str:
    """The beginning of a text that is long for a sentence."""
    return text if len(text) <= 40 else text[:37] + "…"


def quoted(text: str) -> str:
    """A user's text within a sentence, shortened if it is long."""
    return repr(cut(text))


_PLAIN_WORD = re.compile(r"[a-z](?=[a-z]*(?:[\s,;!?']|$))")
"""The first letter of a text that begins with a plain word: no cell, tile or file, and no name before a colon."""


def capitalised(words: str) -> str:
    """A sentence as people are shown it: with a capital, unless it begins with a name that has a form of its own.

    Messages within the program begin with a small letter, as is usual in Python: they may follow the name of a file
    or the number of a line. Whatever shows one to a person (page, answer, terminal) calls this once, at the edge.
    """
    return _PLAIN_WORD.sub(lambda first: first[0].upper(), words, count=1) if _PLAIN_WORD.match(words) else words


class PartakeError(ValueError):
    """The root of all errors a person can cause; its text is one clear sentence."""


class DataError(PartakeError):
    """A board, tile set or edition file does not add up; names the file and the field."""

    def __init__(self, source: str, field: str, reason: str) -> None:
        super().__init__(f"{source}: {field}: {reason}" if field else f"{source}: {reason}")
        self.source, self.field, self.reason = source, field, reason


class OptionError(PartakeError):
    """An option or a combination of options that the rules do not allow."""


class NotationError(PartakeError):
    """Text that is not a tile, an action or a board."""


class IllegalActionError(PartakeError):
    """An action that the rules do not allow now."""


class RecordError(PartakeError):
    """A record that cannot be read or does not verify; says where."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where, self.reason = where, reason
