"""The language of a command: what `--language` or `PARTAKE_LANGUAGE` says, else the system's locale, else English."""

from __future__ import annotations

import argparse
import gettext
import os
import re
from collections.abc import Mapping, Sequence

from partake.rules.errors import PartakeError
from partake.rules.languages import NAMES, current, of_system
from partake.rules.messages import Message, Plural

FLAG = "--language"
"""The option that chooses a language, anywhere on the command line."""
VARIABLE = "PARTAKE_LANGUAGE"
"""The variable of the environment that chooses a language."""
HELP = Message("the language to speak: {codes} (also: {variable})", codes=", ".join(NAMES), variable=VARIABLE)
"""The help of the option."""
ARGPARSE = (
    Message("usage: "),
    Message("positional arguments"),
    Message("options"),
    Message("show this help message and exit"),
    Message("argument %(argument_name)s: %(message)s"),
    Message("unrecognized arguments: %s"),
    Message("not allowed with argument %s"),
    Message("ignored explicit argument %r"),
    Message("the following arguments are required: %s"),
    Message("one of the arguments %s is required"),
    Message("expected one argument"),
    Message("expected at most one argument"),
    Message("expected at least one argument"),
    Message("ambiguous option: %(option)s could match %(matches)s"),
    Message("invalid %(type)s value: %(value)r"),
    Message("invalid choice: %(value)r (choose from %(choices)s)"),
    Plural("expected %s argument", "expected %s arguments", count=2),
)
"""What argparse itself says to people who use our commands; it asks gettext for these texts."""


class LanguageError(PartakeError):
    """A language that we do not speak."""


def chosen_language(argv: Sequence[str], environment: Mapping[str, str] = os.environ) -> tuple[str, list[str]]:
    """The code of the language for a command line, and the command line without its `--language`."""
    rest, given, words = [], None, iter(argv)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word == FLAG:
            given = next(words, "")
        elif word.startswith(f"{FLAG}="):
            given = word.partition("=")[2]
        else:
            rest.append(word)
    if given is not None:
        return _code(given, FLAG), rest
    if environment.get(VARIABLE):
        return _code(environment[VARIABLE], VARIABLE), rest
    return of_system(environment), rest


def _code(given: str, where: str) -> str:
    """The code of a language that was asked for, with or without its country."""
    code = re.split(r"[-_.@]", given)[0].lower()
    if code not in NAMES:
        languages = ", ".join(f"{code} ({name})" for code, name in NAMES.items())
        raise LanguageError(
            "{where}: {given!r} is none of our languages; they are {languages}",
            where=where,
            given=given,
            languages=languages,
        )
    return code


def _text(english: str) -> str:
    found = current().text(english)
    return gettext.gettext(english) if found == english else found


def _plural(one: str, other: str, count: int) -> str:
    found = current().plural(one, other, count)
    return gettext.ngettext(one, other, count) if found in (one, other) else found


def route_argparse() -> None:
    """Let argparse take its own words from our catalogues, in the language that is spoken when it needs them."""
    argparse._ = _text  # type: ignore[attr-defined]
    argparse.ngettext = _plural  # type: ignore[attr-defined]
