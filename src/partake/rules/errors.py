"""Errors that a user can cause; each says in plain words what is wrong, in any language."""

from __future__ import annotations

import errno
import re
from typing import Any

from partake.rules.messages import Message, message_of


def cut(text: str) -> str:
    """The beginning of a text that is long for a sentence."""
    return text if len(text) <= 40 else text[:37] + "…"


def quoted(given: object) -> str:
    """What a user gave, within a sentence: a text in quotation marks, anything else as Python writes it, shortened."""
    return repr(cut(given)) if isinstance(given, str) else cut(repr(given))


_SYSTEM = {
    errno.ENOENT: Message("no such file or directory"),
    errno.EACCES: Message("permission denied"),
    errno.EPERM: Message("operation not permitted"),
    errno.EISDIR: Message("is a directory"),
    errno.ENOTDIR: Message("not a directory"),
    errno.EEXIST: Message("file exists"),
    errno.ENOSPC: Message("no space left on device"),
    errno.EROFS: Message("read-only file system"),
    errno.ENAMETOOLONG: Message("file name too long"),
    errno.EADDRINUSE: Message("address already in use"),
    errno.EADDRNOTAVAIL: Message("cannot assign requested address"),
}


def system_reason(problem: OSError) -> Message:
    """Why the system refused something, as it says it itself; the usual reasons in any language."""
    told = (problem.strerror or "").lower()
    known = _SYSTEM.get(problem.errno or 0)
    if known is not None and str(known) == told:
        return known
    return Message("{told}", told=told) if told else Message("unknown reason")


NO_BREAK = "\u00a0\u202f"
"""Spaces that keep words together, as French has them; Python does not count them among what can be printed."""


def printable(text: str) -> str:
    """A text without characters that steer a terminal."""
    return "".join(char if char.isprintable() or char in NO_BREAK else "?" for char in text)


_SMALL = "a-zà-öø-ÿăâîșț"
_PLAIN_WORD = re.compile(rf"[{_SMALL}](?=[{_SMALL}]*(?:[\s,;!?'’]|$))")
"""The first letter of a text that begins with a plain word: no cell, tile or file, and no name before a colon."""


def capitalised(words: str) -> str:
    """A sentence as people are shown it: with a capital, unless it begins with a name that has a form of its own.

    Messages within the program begin with a small letter, as is usual in Python: they may follow the name of a file
    or the number of a line. Whatever shows one to a person (page, answer, terminal) calls this once, at the edge.
    """
    return _PLAIN_WORD.sub(lambda first: first[0].upper(), words, count=1) if _PLAIN_WORD.match(words) else words


class PartakeError(ValueError):
    """The root of all errors a person can cause; its text is one clear sentence.

    `PartakeError("there is no {what}", what="board")`: `str()` is English, and `partake.rules.messages.said` what the
    reader gets.
    """

    def __init__(self, text: str | Message | PartakeError, /, **values: object) -> None:
        self.message = Message(text, **values) if isinstance(text, str) else message_of(text)
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[PartakeError], args: tuple[object, ...], found: dict[str, object]) -> PartakeError:
    """An error as it was in another process."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(found)
    return error


class DataError(PartakeError):
    """A board, tile set or edition file does not add up; names the file and the field."""

    def __init__(self, source: str, field: str, reason: str | Message | PartakeError, /, **values: object) -> None:
        found = Message(reason, **values) if isinstance(reason, str) else message_of(reason)
        where = f"{source}: {field}" if field else source
        super().__init__("{where}: {reason}", where=where, reason=found)
        self.source, self.field, self.reason = source, field, str(found)


class OptionError(PartakeError):
    """An option or a combination of options that the rules do not allow."""


class NotationError(PartakeError):
    """Text that is not a tile, an action or a board."""


class IllegalActionError(PartakeError):
    """An action that the rules do not allow now."""


class RecordError(PartakeError):
    """A record that cannot be read or does not verify; says where."""

    def __init__(self, where: str | Message, reason: str | Message | PartakeError, /, **values: object) -> None:
        found = Message(reason, **values) if isinstance(reason, str) else message_of(reason)
        super().__init__("{where}: {reason}", where=where, reason=found)
        self.where, self.reason = str(where), str(found)
