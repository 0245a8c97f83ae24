"""The languages that people are spoken to in: catalogues (gettext), how numbers are written, and which one to speak.

The catalogues are `data/languages/*.po`, compiled to `.mo` by `script/languages`; a sentence that a catalogue lacks is
said in English. The language of a request or a command is a context variable: whatever words something for a reader
calls `partake.rules.messages.said`, and only the edges choose (`speak`, `speaking`).
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files

NAMES: Mapping[str, str] = {"en": "English", "fr": "Français", "de": "Deutsch", "ro": "Română"}
"""Each language by its code, as its speakers call it."""
MARKS: Mapping[str, Mapping[int, int]] = {
    "en": {},
    "fr": str.maketrans(",.-", "\u202f,−"),
    "de": str.maketrans(",.-", ".,−"),
    "ro": str.maketrans(",.-", ".,−"),
}
"""How a language writes the marks of a number that Python writes with commas, a point and a hyphen."""
PLURALS: Mapping[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "fr": ("one", "other"),
    "de": ("one", "other"),
    "ro": ("one", "few", "other"),
}
"""The plural forms of a catalogue by their names in `Intl.PluralRules`, in the catalogue's order."""
EXAMPLES: Mapping[str, tuple[int, ...]] = {"en": (1, 2), "fr": (1, 2), "de": (1, 2), "ro": (1, 2, 20)}
"""A number for each plural form."""


class Language:
    """One language: its catalogue and its marks."""

    def __init__(self, code: str, texts: gettext.NullTranslations) -> None:
        self.code, self.name, self._texts = code, NAMES[code], texts

    def text(self, english: str, context: str | None = None) -> str:
        """A text of the catalogue."""
        if not english:  # the catalogue keeps its own header under the empty text
            return ""
        return self._texts.gettext(english) if context is None else self._texts.pgettext(context, english)

    def plural(self, one: str, other: str, count: int, context: str | None = None) -> str:
        """The text for a number of things."""
        if context is None:
            return self._texts.ngettext(one, other, count)
        return self._texts.npgettext(context, one, other, count)

    def plurals(self, one: str, other: str, context: str | None = None) -> dict[str, str]:
        """All forms of a text, by their names in `Intl.PluralRules`."""
        forms = zip(PLURALS[self.code], EXAMPLES[self.code], strict=True)
        return {name: self.plural(one, other, count, context) for name, count in forms}

    def marked(self, number: str) -> str:
        """A number as Python writes it, with the marks of this language."""
        return number.translate(MARKS[self.code])


ENGLISH = Language("en", gettext.NullTranslations())
"""What code, logs and records speak."""
_spoken: ContextVar[Language] = ContextVar("language", default=ENGLISH)


@cache
def language(code: str) -> Language:
    """The language of a code in `NAMES`."""
    if code == "en":
        return ENGLISH
    with (files("partake.data") / "languages" / f"{code}.mo").open("rb") as file:
        return Language(code, gettext.GNUTranslations(file))


def current() -> Language:
    """The language that is spoken in this context."""
    return _spoken.get()


def speak(code: str) -> None:
    """Speak a language from now on, in this context."""
    _spoken.set(language(code))


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for a while."""
    token = _spoken.set(language(code))
    try:
        yield
    finally:
        _spoken.reset(token)


def preferred(header: str, default: str = "en") -> str:
    """The first of our languages in an `Accept-Language` header, the most wanted first (RFC 9110, 12.5.4)."""
    wanted: list[tuple[float, str]] = []
    for part in header[:400].split(","):
        tag, _, quality = part.partition(";")
        code = tag.strip().partition("-")[0].lower()
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if code in NAMES and weight > 0:
            wanted.append((weight, code))
    return max(wanted, key=lambda found: found[0])[1] if wanted else default


def of_system(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the first set variable of the locale names; English if it is not ours."""
    for name in ("PARTAKE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            code = value.partition(".")[0].partition("_")[0].lower()
            return code if code in NAMES else "en"
    return "en"
