"""What all subcommands share: parsers, common options, input and output, usage errors, exit codes."""

from __future__ import annotations

import argparse
import contextlib
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from partake.cli.language import ARGPARSE, FLAG, HELP, route_argparse
from partake.engine.record.files import read_text
from partake.rules import diagnostics
from partake.rules.catalogue import Catalogue, catalogue, files_from_environment
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import PartakeError, capitalised, printable, system_reason
from partake.rules.languages import ENGLISH, current
from partake.rules.messages import Message, message_of, said

WIDTH = 80
"""The columns of a description."""
STDIN = "-"
"""The file name that stands for the standard input or output."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells report SIGINT."""


class UsageError(PartakeError):
    """The command line is wrong; no file is."""


route_argparse()


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` that speaks the language of the command, and whose errors are one plain line."""

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument; its `help` is an English text or a message."""
        about = settings.get("help")
        if about is not None and about != argparse.SUPPRESS:
            settings["help"] = said(message_of(about)).replace("%", "%%")
        return super().add_argument(*names, **settings)

    def format_usage(self) -> str:
        """The usage; without its own `usage` argparse cuts "usage: " off it, by the length of the English word."""
        text = super().format_usage()
        return text if self.usage else "usage: " + text.removeprefix(said(ARGPARSE[0]))

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        raise UsageError("{message}; {prog} --help explains", message=message, prog=self.prog)


def command_parser(name: str, summary: Message, examples: Sequence[str | Message]) -> Parser:
    """The parser of a subcommand, with its examples and the options that all commands have."""
    shown = said(Message("examples:")) + "\n" + "\n".join(f"  {said(example)}" for example in examples)
    parser = Parser(
        prog=f"partake {name}",
        description=described(summary),
        epilog=shown,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_data(parser)
    add_language(parser)
    return parser


def described(summary: Message) -> str:
    """What a command does; a translation is wrapped here, paragraph by paragraph, save those that are tables."""
    text = said(summary)
    if current() is ENGLISH:
        return text
    return "\n\n".join(part if "\n  " in part else textwrap.fill(part, WIDTH) for part in text.split("\n\n"))


def add_language(parser: argparse.ArgumentParser) -> None:
    """Show the option `--language`, which `main` takes off a command line before any parser sees it."""
    parser.add_argument(FLAG, metavar="CODE", help=said(HELP))


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the option `--data`: TOML files of the user's own."""
    parser.add_argument(
        "-d",
        "--data",
        metavar="FILE",
        action="append",
        default=[],
        help="a TOML file of your own with a board, a tile set or an edition; may be repeated (also: PARTAKE_DATA)",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the option `--option`: options of a game."""
    parser.add_argument(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, like rays=each; may be repeated ('partake editions' lists them)",
    )


def known(args: argparse.Namespace) -> Catalogue:
    """The catalogue of editions, with those of the user's own files."""
    return catalogue(*files_from_environment(), *args.data)


def find_edition(args: argparse.Namespace, name: str) -> Edition:
    """The edition of this name."""
    found = known(args)
    if name not in found.editions:
        raise UsageError(
            "there is no edition {name!r}; there are {editions}", name=name, editions=", ".join(found.editions)
        )
    return found.editions[name]


def find_hexagon(args: argparse.Namespace, name: str) -> HexagonEdition:
    """The hexagon edition of this name."""
    found = find_edition(args, name)
    if not isinstance(found, HexagonEdition):
        raise UsageError("{name} has no boards to fill: it is decided by rounds", name=name)
    return found


def chosen_options(args: argparse.Namespace) -> dict[str, str]:
    """The options given with -o."""
    found: dict[str, str] = {}
    for word in args.option:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise UsageError("{word!r} is not an option: write NAME=VALUE, like -o rays=each", word=word)
        if name in found:
            raise UsageError("the option {name} is given twice", name=name)
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
        raise PartakeError("the standard input cannot be read: {problem}", problem=system_reason(problem)) from None


def add_traceback(parser: argparse.ArgumentParser) -> None:
    """Add the option `--traceback` of commands that run bots of others."""
    parser.add_argument(
        "--traceback", action="store_true", help="show every line that led to the error of a bot, on the standard error"
    )


@contextlib.contextmanager
def telling_traceback(args: argparse.Namespace) -> Iterator[None]:
    """With `--traceback` write the frames of an error to the standard error, those of a worker process too."""
    try:
        yield
    except PartakeError as problem:
        if args.traceback:
            print("\n".join(diagnostics.described(problem)), file=sys.stderr, flush=True)
        raise


def complain(words: object) -> None:
    """One line on the standard error: a text, a message or an error."""
    with contextlib.suppress(OSError):
        print(f"partake: {capitalised(printable(' '.join(said(words).split())))}", file=sys.stderr, flush=True)


def located(name: str | None, problem: PartakeError) -> PartakeError:
    """The same problem, prefixed with the file it is in."""
    return problem if name in (None, STDIN) else PartakeError("{name}: {problem}", name=name, problem=problem)
