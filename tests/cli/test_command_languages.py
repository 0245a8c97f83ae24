"""The command in other languages: how one is chosen, and that nothing is left in English."""

from __future__ import annotations

import gettext
import re
from typing import Any

import pytest

from partake.cli.commands.admin import ARGUMENTS, STATUSES
from partake.cli.commands.completion import FILES
from partake.cli.language import chosen_language
from partake.cli.main import COMMANDS
from partake.cli.terminal.typed import TYPED, initial, is_typed, word
from partake.rules import languages
from partake.rules.languages import NAMES, Language, speaking

GAP = re.compile(r"(\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}|%(?:\(\w+\))?[rs])")
"""A gap of a text of ours, or of argparse."""
TRANSLATED = re.compile(r"⟦[^⟦⟧]*⟧")
NOT_WORDS = (
    r"(?m)^ +(?:partake|echo|PARTAKE_WEIGHTS).*$",  # examples
    r"(?m)^ *\W*(?:usage: )?partake (?:.|\n(?= {4}))*",  # the usage, which goes on with a deep indent
    r"--?[a-z][\w-]*",  # options
    r"\bPARTAKE_\w+",
    r"\b[A-Z]+\b(?:=[A-Z]+)?",  # metavars, pieces
    r"\b[BNRW]?[?x]?[a-z]\d{1,2}\b",  # cells and moves
    r"\b[a-z]+=\w+",  # options of a game
    r"[\w./-]+\.partake",
    r"\b[0-9a-f]{16,}\b",  # the commitment
)
"""What is outside of sentences: examples, options, cells, tiles, files."""
SAME = {
    "partake",
    "Ann",
    "Bob",
    "Classic",
    "Take",
    "Five",
    "weights",
    "text",
    "json",
    "light",
    "dark",
    "auto",
    "no",
    "yes",
    "postgresql",
    "password",
    "localhost",
    *COMMANDS,
    *ARGUMENTS,
    *STATUSES,
    *FILES,
    *NAMES,
    *NAMES.values(),
}
"""Words that every language has: names, commands, codes."""


class Marking(Language):
    """A language that says everything in English within ⟦ ⟧, with the gaps outside: what is not said is bare."""

    def __init__(self) -> None:
        super().__init__("ro", gettext.NullTranslations())

    def text(self, english: str, context: str | None = None) -> str:
        if (context or "").startswith("typed."):
            return english
        return "⟦" + GAP.sub(r"⟧\1⟦", english) + "⟧"

    def plural(self, one: str, other: str, count: int, context: str | None = None) -> str:
        return self.text(one if count == 1 else other, context)


class Small(Language):
    """A language with a few texts."""

    def __init__(self, code: str, texts: dict[str, str]) -> None:
        super().__init__(code, gettext.NullTranslations())
        self._few = texts

    def text(self, english: str, context: str | None = None) -> str:
        return self._few.get(english if context is None else context, english)


@pytest.fixture
def marking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every language is the marking one."""
    spoken = Marking()
    monkeypatch.setattr(languages, "language", lambda code: spoken)


def bare(output: str) -> list[str]:
    """The words that were printed without being said in the language."""
    for pattern in NOT_WORDS:
        output = re.sub(pattern, "", output)
    while (less := TRANSLATED.sub(" ", output)) != output:
        output = less
    return [found for found in re.findall(r"[^\W\d_]{2,}", output) if found not in SAME]


def test_words_that_are_not_said_are_found() -> None:
    assert bare("⟦Free: ⟧a1-3⟦, or ⟧⟦scrap⟧ it") == ["it"]


@pytest.mark.parametrize(
    ("argv", "environment", "code", "rest"),
    [
        (["bots"], {}, "en", ["bots"]),
        (["--language", "fr", "bots"], {}, "fr", ["bots"]),
        (["bots", "--language=ro", "--json"], {"LANG": "de_DE.UTF-8"}, "ro", ["bots", "--json"]),
        (["bots", "--language", "de_AT"], {"PARTAKE_LANGUAGE": "fr"}, "de", ["bots"]),
        (["bots"], {"PARTAKE_LANGUAGE": "fr", "LANG": "de_DE.UTF-8"}, "fr", ["bots"]),
        (["bots"], {"LANG": "de_DE.UTF-8"}, "de", ["bots"]),
        (["bots"], {"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en", ["bots"]),
        (["bots"], {"LANG": "nl_NL.UTF-8"}, "en", ["bots"]),
        (["play", "--", "--language", "fr"], {}, "en", ["play", "--", "--language", "fr"]),
    ],
)
def test_the_language_is_chosen(argv: list[str], environment: dict[str, str], code: str, rest: list[str]) -> None:
    assert chosen_language(argv, environment) == (code, rest)


@pytest.mark.parametrize("argv", [["--language", "xx", "bots"], ["bots", "--language=xx"], ["bots", "--language"]])
def test_a_language_that_we_do_not_speak_is_refused(cli: Any, argv: list[str]) -> None:
    result = cli(*argv)
    assert (result.code, result.out) == (2, "")
    assert "is none of our languages; they are en (English), fr (Français), de (Deutsch), ro (Română)" in result.err


def test_a_variable_with_such_a_language_is_named(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARTAKE_LANGUAGE", "xx")
    result = cli("editions")
    assert result.code == 2
    assert result.err.startswith("partake: PARTAKE_LANGUAGE: 'xx' is none of our languages")


def test_the_language_ends_with_the_command(cli: Any) -> None:
    before = languages.current()
    cli("--language", "de", "--version")
    assert languages.current() is before


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_is_said_in_the_language(cli: Any, marking: None, command: str) -> None:
    result = cli(*([command] if command else []), "--help", "--language", "ro")
    assert result.code == 0
    assert bare(result.out) == []


def test_errors_of_the_command_line_are_said_in_the_language(cli: Any, marking: None) -> None:
    for argv in (["score"], ["solve", "classic", "--seat", "x"], ["completion", "basic"], ["bots", "--json", "--what"]):
        result = cli(*argv, "--language", "ro")
        assert result.code == 2
        assert [found for found in bare(result.err) if found not in ("basic", "int")] == []


@pytest.mark.parametrize(("edition", "names"), [("classic", ["Ann"]), ("five", ["Ann", "Bob"])])
def test_a_whole_game_is_said_in_the_language(
    cli: Any, keys: Any, marking: None, edition: str, names: list[str]
) -> None:
    typed = "help\nrules\nscore\nbag\nc99\nnothing\n" + keys(edition, names, "s")
    result = cli("play", edition, *names, "--seed", "s", "--language", "ro", typed=typed)
    assert result.code == 0
    echoed = {line.strip() for line in typed.splitlines()} | set(TYPED)
    assert [found for found in bare(result.out) if found not in echoed] == []


def test_programs_read_english(cli: Any, marking: None) -> None:
    for argv in (["editions", "--json"], ["bots", "--json"]):
        assert "⟦" not in cli(*argv, "--language", "ro").out


def test_a_message_within_a_message_is_said_in_the_language(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "the file {path} cannot be read: {reason}": "fișierul {path} nu poate fi citit: {reason}",
        "no such file or directory": "nu există fișierul sau dosarul",
    }
    monkeypatch.setattr(languages, "language", lambda code: Small(code, texts))
    result = cli("replay", "nothing.partake", "--language", "ro")
    assert result.code == 1
    assert result.err == "partake: Fișierul nothing.partake nu poate fi citit: nu există fișierul sau dosarul\n"


def test_typed_words_are_understood_in_english_and_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "language", lambda code: Small(code, {"typed.rules": "règles, r"}))
    with speaking("fr"):
        assert all(is_typed("rules", typed) for typed in ("rules", "règles", "REGLES", "r"))
        assert not is_typed("rules", "regeln")
        assert (word("rules"), initial("rules"), word("help")) == ("règles", "r", "help")


@pytest.mark.parametrize("code", NAMES)
def test_no_typed_word_means_two_things_or_a_move(code: str) -> None:
    with speaking(code):
        prompts = (
            ("back", "bag", "boards", "done", "help", "hint", "quit", "rules", "score", "scrap"),
            ("bag", "boards", "help", "hint", "keep", "quit", "return", "rules", "score"),
            ("look", "take", "quit"),
            ("before", "quit"),
            ("delete", "move", "quit"),
        )
        for keys_of_prompt in prompts:
            for key in keys_of_prompt:
                assert [other for other in keys_of_prompt if is_typed(other, word(key))] == [key]
                assert [other for other in keys_of_prompt if is_typed(other, initial(key))] == [key]
                assert not re.fullmatch(r"[a-z]\d.*", word(key))
