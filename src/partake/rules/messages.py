"""Sentences for people: a text with named gaps, and what fills them, until somebody says it in a language.

`str()` of a message is English, as code, logs and records are. `said` is what a reader gets: the same sentence from the
catalogue of the language that is spoken in this context (`partake.rules.languages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from string import Formatter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from partake.rules.languages import Language


class Message:
    """A sentence with named gaps: `Message("line {number}: {problem}", number=3, problem=another)`.

    Values may be messages, errors and lists of these (`Listed`); they are said in the same language. A text without
    values is taken as it stands. The texts are found by `script/languages`, so they are literals, never f-strings.
    """

    __slots__ = ("context", "other", "text", "values")

    def __init__(self, text: str, /, **values: object) -> None:
        self.text, self.values = text, values
        self.other: str | None = None
        """The English text when the value `count` is not one."""
        self.context: str | None = None
        """What tells apart messages with the same English text."""

    @classmethod
    def keyed(cls, context: str, text: str | tuple[str, str], values: Mapping[str, object]) -> Message:
        """An entry of a table of texts; a pair of texts is for one and for another `count`."""
        found = Message(text if isinstance(text, str) else text[0], **values)
        found.context, found.other = context, None if isinstance(text, str) else text[1]
        return found

    def filled(self, **values: object) -> Message:
        """The same sentence with these values."""
        found = Message(self.text, **values)
        found.other, found.context = self.other, self.context
        return found

    def said(self, language: Language) -> str:
        """The sentence in a language."""
        if self.other is None:
            text = language.text(self.text, self.context)
        else:
            text = language.plural(self.text, self.other, _count(self.values), self.context)
        return _Filling(language).vformat(text, (), self.values) if self.values else text

    def __str__(self) -> str:
        text = self.text if self.other is None or _count(self.values) == 1 else self.other
        return text.format_map(self.values) if self.values else text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.text, self.other, self.context))

    def _parts(self) -> tuple[object, ...]:
        return self.text, self.other, self.context, self.values


class Plural(Message):
    """A sentence about a number of things: `Plural("one tile", "{count} tiles", count=5)`."""

    __slots__ = ()

    def __init__(self, one: str, other: str, /, *, count: int, **values: object) -> None:
        super().__init__(one, count=count, **values)
        self.other = other

    def __reduce__(self) -> tuple[Any, ...]:
        return _plural, (self.text, self.other, self.values)


def _plural(one: str, other: str, values: dict[str, Any]) -> Plural:
    return Plural(one, other, **values)


class Listed:
    """Several things in a sentence: "Ann, Bob and Cleo", or with `choice` "Ann, Bob or Cleo"."""

    __slots__ = ("choice", "things")

    def __init__(self, things: Iterable[object], *, choice: bool = False) -> None:
        self.things, self.choice = tuple(things), choice

    def said(self, language: Language) -> str:
        """The list in a language."""
        texts = [str(spoken(thing, language)) for thing in self.things]
        if len(texts) < 2:
            return "".join(texts)
        both = Message("{some} or {last}") if self.choice else Message("{some} and {last}")
        return language.text(both.text).format(some=", ".join(texts[:-1]), last=texts[-1])

    def __str__(self) -> str:
        from partake.rules.languages import ENGLISH

        return self.said(ENGLISH)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Listed) and (self.things, self.choice) == (other.things, other.choice)

    def __hash__(self) -> int:
        return hash((self.things, self.choice))


SEMICOLON = Message.keyed("mark", "; ", {})
"""What stands between clauses; French has a space before it."""


class Joined(Listed):
    """Several things with a mark between them: "Ann 120, Bob 95"."""

    __slots__ = ("mark",)

    def __init__(self, things: Iterable[object], mark: str | Message = ", ") -> None:
        super().__init__(things)
        self.mark = mark

    def said(self, language: Language) -> str:
        """The things in a language."""
        return str(spoken(self.mark, language)).join(str(spoken(thing, language)) for thing in self.things)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joined) and (self.things, self.mark) == (other.things, other.mark)

    def __hash__(self) -> int:
        return hash((self.things, self.mark))


class Sentence(Joined):
    """Clauses that make one sentence: with semicolons between them, a capital and a full stop."""

    __slots__ = ()

    def __init__(self, clauses: Iterable[object]) -> None:
        super().__init__(clauses, SEMICOLON)

    def said(self, language: Language) -> str:
        """The sentence in a language."""
        text = super().said(language)
        return f"{text[:1].upper()}{text[1:]}."


def spoken(thing: object, language: Language) -> object:
    """A value as it stands in a sentence of a language; numbers stay numbers, for the gap may say how to write them."""
    found = getattr(thing, "message", thing)
    return found.said(language) if isinstance(found, Message | Listed) else found


def said(thing: object) -> str:
    """A message, an error or anything else in the language that is spoken in this context."""
    from partake.rules.languages import current

    language = current()
    return _Filling(language).format_field(spoken(thing, language), "")


def message_of(thing: object) -> Message:
    """What an error or anything else says, as a message."""
    found = getattr(thing, "message", thing)
    return found if isinstance(found, Message) else Message(str(found))


class _Filling(Formatter):
    """Fills gaps: messages in their language, numbers with its marks."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return super().convert_field(spoken(value, self._language), conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(super().format_field(value, format_spec))
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return self._language.marked(text) if is_number else text


def _count(values: Mapping[str, object]) -> int:
    count = values["count"]
    return count if isinstance(count, int) else ceil(abs(float(str(count))))
