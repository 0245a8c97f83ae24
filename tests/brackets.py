"""A language of our own that puts every text of the catalogue in brackets: whatever stands outside of them was never
offered to a translator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest

from partake.rules import languages
from partake.rules.languages import Language
from partake.web import companion
from partake.web.pages import call, common, home, preview, rules, settings, tournament_views

KEPT = (
    common._script_words, home.edition_emblem, preview._welcome, preview._empty, companion._companion,
    call.called_words, settings._preview, rules._example, rules._pictures, rules._tiles, rules._judged,
)  # fmt: skip
"""What the server makes once for each language."""
SAME = re.compile(
    r"Ann|Bob|Cleo|English|Français|Deutsch|Română|Partake|https?://\S+|/tables/\S+"
    r"|\b[a-z]\d+\b|\b\d+(?:-\d+)+\b|\b(?:heuristic|greedy|SVG)\b"
)
"""Names, languages, addresses, cells, tiles, bots and formats, which are the same in all languages."""


class Bracketed(Language):
    """A language that shows which texts come from the catalogue."""

    def __init__(self) -> None:
        super().__init__("fr", NullTranslations())

    def text(self, english: str, context: str | None = None) -> str:
        """The English text in brackets."""
        return f"⟦{english}⟧" if english else ""

    def plural(self, one: str, other: str, count: int, context: str | None = None) -> str:
        """The English text for a number, in brackets."""
        return f"⟦{one if count == 1 else other}⟧"


def outside(text: str) -> str:
    """The letters of a text that stand outside of all brackets and belong to no known name."""
    while (less := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = less
    return text if re.search(r"[^\W\d_]{2,}", SAME.sub("", text)) else ""


@contextmanager
def french_in_brackets() -> Iterator[None]:
    """French, replaced by the language in brackets."""
    real, ours = languages.language, Bracketed()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "language", lambda code: ours if code == "fr" else real(code))
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Drop what was made in French, or in brackets."""
    for function in KEPT:
        function.cache_clear()
    tournament_views._standings.clear()
