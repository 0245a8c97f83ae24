"""The rules in force at a table: its rule book in whole sentences, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from partake.engine.contract import Setup
from partake.rulebook.book import Section, book_in_force
from partake.rules.messages import Message, message_of, said


def rules_text(setup: Setup) -> str:
    """The rules of this table, a paragraph for each part, with titles."""
    title = said(Message("The rules of this table: {title}", title=message_of(setup.edition.title)))
    parts = (part for section in book_in_force(setup).sections for part in _paragraphs(section))
    return "\n\n".join([title, *parts])


def _paragraphs(section: Section) -> Iterator[str]:
    if section.rules:
        yield _titled(section.title, [rule.text for rule in section.rules])
    for option in section.options:
        told = [*(rule.text for value in option.values for rule in value.rules), *(rule.text for rule in option.rules)]
        yield _titled(option.title, told)


def _titled(title: Message, sentences: list[Message]) -> str:
    return said(Message("{what}: {value}", what=title, value=" ".join(map(said, sentences))))
