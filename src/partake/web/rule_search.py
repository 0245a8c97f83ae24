"""Search in the rules of all games: every word must occur in a rule or in the titles above it; case and accents do not
matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from partake.rulebook.book import Book, whole_book
from partake.rules.edition import Edition
from partake.rules.messages import said
from partake.web.text.pages import value_name
from partake.web.text.phrases import titled

LONGEST = 80
"""The most characters of a question that are looked at."""


@dataclass(frozen=True)
class FoundRule:
    """A rule that was found, once for all games that have it."""

    id: str
    text: Markup
    games: tuple[tuple[str, str], ...]
    """The name and the title of each game that has it."""


def words_of(question: str) -> tuple[str, ...]:
    """The words of a question, folded."""
    return tuple(folded(question[:LONGEST]).split())


def folded(text: str) -> str:
    """A text in small letters without accents; each letter stays one letter, so that positions do not change."""
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[0] for letter in text)


def found_rules(editions: Iterable[Edition], words: Sequence[str]) -> list[FoundRule]:
    """The rules of these games that have all words, in the reader's language; those of several games once."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for edition in editions if words else ():
        titles = _titles(whole_book(edition))
        for place, rule in whole_book(edition).rules:
            text = said(rule.text)
            read = folded(f"{rule.id} {titled(edition)} {titles[place]} {text}")
            if rule.id and all(word in read for word in words):
                found.setdefault((rule.id, text), []).append((edition.name, titled(edition)))
    return [FoundRule(rule, marked(text, words), tuple(games)) for (rule, text), games in found.items()]


def _titles(book: Book) -> dict[str, str]:
    """What stands above the rules of each place: the titles of sections and options, the names of values."""
    found: dict[str, str] = {}
    for section in book.sections:
        found[section.id] = said(section.title)
        for part in section.options:
            found[part.option] = said(part.title)
            found |= {
                value.anchor: f"{said(part.title)} {value_name(value.option, value.value)}" for value in part.values
            }
    return found


def marked(text: str, words: Sequence[str]) -> Markup:
    """A text in which the words are marked."""
    known, parts, end = folded(text), list[Markup](), 0
    spans = sorted(match.span() for word in words for match in re.finditer(re.escape(word), known))
    for start, stop in spans:
        if start >= end:
            parts += [escape(text[end:start]), Markup("<mark>{}</mark>").format(text[start:stop])]
            end = stop
    return Markup("").join([*parts, escape(text[end:])])
