"""What all verbs share: their parsers, options, files and the errors of usage."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from partake.engine.record.files import read_text
from partake.rules.catalogue import Catalogue, catalogue, files_from_environment
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import PartakeError

STDIN = "-"


class UsageError(PartakeError):
    """The command was put wrongly; nothing is wrong with any file."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one plain line."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        raise UsageError(f"{message}; {self.prog} --help explains")


def verb_parser(name: str, summary: str, examples: Sequence[str]) -> Parser:
    """The parser of a verb, with its examples, and the option that every verb has."""
    shown = "examples:\n" + "\n".join(f"  {example}" for example in examples)
    parser = Parser(
        prog=f"partake {name}",
        description=summary,
        epilog=shown,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_data(parser)
    return parser


def add_data(parser: argparse.ArgumentParser) -> None:
    """The option for the user's own data files."""
    parser.add_argument(
        "-d",
        "--data",
        metavar="FILE",
        action="append",
        default=[],
        help="a TOML file of your own with a board, a tile set or an edition; may be repeated (also: PARTAKE_DATA)",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The option for the options of a game."""
    parser.add_argument(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, like rays=each; may be repeated ('partake editions' lists them)",
    )


def known(args: argparse.Namespace) -> Catalogue:
    """Everything that can be played, the user's own files included."""
    return catalogue(*files_from_environment(), *args.data)


def find_edition(args: argparse.Namespace, name: str) -> Edition:
    """The edition of this name."""
    found = known(args)
    if name not in found.editions:
        raise UsageError(f"there is no edition {name!r}; there are {', '.join(found.editions)}")
    return found.editions[name]


def find_hexagon(args: argparse.Namespace, name: str) -> HexagonEdition:
    """The hexagon edition of this name."""
    found = find_edition(args, name)
    if not isinstance(found, HexagonEdition):
        raise UsageError(f"{name} has no boards to fill: it is decided by rounds")
    return found


def chosen_options(args: argparse.Namespace) -> dict[str, str]:
    """The options given with -o."""
    found: dict[str, str] = {}
    for word in args.option:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise UsageError(f"{word!r} is not an option: write NAME=VALUE, like -o rays=each")
        if name in found:
            raise UsageError(f"the option {name} is given twice")
        found[name] = value
    return found


def read_input(name: str | None) -> str:
    """The text of a file, or of the standard input for `-` or nothing."""
    if name not in (None, STDIN):
        return read_text(Path(str(name)))
    raw = getattr(sys.stdin, "buffer", None)
    try:
        return sys.stdin.read() if raw is None else raw.read().decode("utf-8")
    except UnicodeDecodeError:
        raise PartakeError("the standard input is not text in UTF-8") from None
    except OSError as problem:
        raise PartakeError(f"the standard input cannot be read: {reason(problem)}") from None


def write_output(name: str, text: str) -> None:
    """Write a file, or the standard output for `-`."""
    if name == STDIN:
        sys.stdout.write(text)
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise PartakeError(f"{name} cannot be written: {reason(problem)}") from None


def located(name: str | None, problem: PartakeError) -> PartakeError:
    """The same problem, with the file it is in."""
    return problem if name in (None, STDIN) else PartakeError(f"{name}: {problem}")


def reason(problem: OSError) -> str:
    """Why the system refused, in words."""
    return (problem.strerror or "unknown reason").lower()


def printable(text: str) -> str:
    """A text without anything that could steer a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)
