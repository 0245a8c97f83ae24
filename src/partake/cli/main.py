"""Entry point of the command `partake`: dispatches to a subcommand; every problem is one line and an exit code."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from partake.cli.arguments import INTERRUPTED, Parser, UsageError, add_data, add_language, complain
from partake.cli.installation import MIXED, has_foreign_files, is_mixed
from partake.cli.language import LanguageError, chosen_language
from partake.rules.errors import OptionError, PartakeError, system_reason
from partake.rules.languages import of_system, speaking
from partake.rules.messages import Message, said

FINE = 0
"""The exit code when all is well."""
WRONG_INPUT = 1
"""The exit code when a board, record or file is wrong."""
WRONG_USAGE = 2
"""The exit code when the command line is wrong."""
COMMANDS = {
    "admin": Message("see and decide about the people and tables of a server"),
    "arena": Message("let bots play the same deals and compare them"),
    "backup": Message("copy the games of a server, also while it runs, into one file"),
    "bench": Message("measure speed and strength here, beside the published results"),
    "bots": Message("list the bots and levels, or check one"),
    "completion": Message("print the script that completes this command in a shell"),
    "daily": Message("check the keys of daily deals, and games played on them"),
    "decks": Message("write the tiles of many games"),
    "editions": Message("list the games, boards, tile sets and options"),
    "hint": Message("say what to do now in a game that is not over"),
    "play": Message("play in the terminal, alone or several at one keyboard"),
    "puzzles": Message("solve puzzles from real games, make them, or prove them again"),
    "records": Message("compute the highest possible scores, with boards that reach them"),
    "replay": Message("verify a record and show its game move by move"),
    "restore": Message("put the games of a backup into a server's folder"),
    "review": Message("say of every move of a finished game what it was worth"),
    "score": Message("count boards and explain every point"),
    "serve": Message("play in the browser: start the server"),
    "show": Message("draw a board in the terminal or as SVG"),
    "simulate": Message("play many games by bots and count them"),
    "solve": Message("find the best possible board for the tiles that were drawn"),
    "train": Message("learn the values that bots play by"),
    "transfer": Message("take the games of a server along to PostgreSQL"),
    "worker": Message("think for the bots of servers that share a PostgreSQL"),
}
"""The subcommands, each a module of `partake.cli.commands`, with its summary."""
DESCRIPTION = Message("Take it Easy!, Take it to the Limit! and Take Five in the terminal.")
"""What the command is."""
EXIT_CODES = Message(
    "exit codes: 0 all is well; 1 a board, record or file is wrong; 2 the command line is; 130 interrupted"
)
"""What the exit codes mean."""


def run() -> None:
    """Run as the installed console script."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    raise SystemExit(main(sys.argv[1:]))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; an error is one line on the standard error."""
    try:
        language, rest = chosen_language(sys.argv[1:] if argv is None else argv)
    except LanguageError as problem:
        with speaking(of_system()):
            return _complain(problem, WRONG_USAGE)
    with speaking(language):
        return _run(rest)


def _run(argv: Sequence[str]) -> int:
    try:
        code = _dispatch(argv)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # from --help
        return int(end.code or FINE)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UsageError, OptionError) as problem:
        return _complain(problem, WRONG_USAGE)
    except PartakeError as problem:
        return _complain(problem, WRONG_INPUT)
    except BrokenPipeError:
        _close_output()
        return FINE
    except OSError as problem:
        _close_output()
        return _complain(Message("the output cannot be written: {reason}", reason=system_reason(problem)), WRONG_INPUT)
    except Exception as problem:  # last resort: users never see a traceback
        mistake = Message("this is a mistake in Partake itself: {location}", location=_location(problem))
        return _complain(MIXED if is_mixed() else mistake, WRONG_INPUT)


def _dispatch(argv: Sequence[str]) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    if args.version:
        return _print_version()
    if has_foreign_files():
        _complain(MIXED, FINE)
    if args.command is None:
        parser.print_help()
        return FINE
    if args.command not in COMMANDS:
        raise UsageError(
            "there is no command {command!r}; there are {commands}", command=args.command, commands=", ".join(COMMANDS)
        )
    command = importlib.import_module(f"partake.cli.commands.{args.command}")
    chosen = command.parser().parse_intermixed_args(args.rest)
    chosen.data = [*args.data, *chosen.data]
    code: int = command.run(chosen)
    return code


def _print_version() -> int:
    from partake import __version__

    print(f"partake {__version__}")
    return _complain(MIXED, FINE) if is_mixed() else FINE


def _parser() -> Parser:
    listed = "\n".join(
        textwrap.fill(said(summary), 80, initial_indent=f"  {name:<12}", subsequent_indent=" " * 14)
        for name, summary in COMMANDS.items()
    )
    below = Message(
        "commands:\n{listed}\n\n'partake COMMAND --help' explains a command, with examples.\n\n{exit_codes}",
        listed=listed,
        exit_codes=EXIT_CODES,
    )
    parser = Parser(
        prog="partake",
        description=said(DESCRIPTION),
        epilog=said(below),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        usage="partake [-h] [--version] [-d FILE] [--language CODE] COMMAND …",
    )
    parser.add_argument("--version", action="store_true", help="show program's version number and exit")
    add_data(parser)
    add_language(parser)
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="one of the commands below")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _location(problem: Exception) -> str:
    """The exception and where it was raised, for a bug report."""
    import traceback

    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__} in {Path(last.filename).name} line {last.lineno}: {problem}"


def _complain(sentence: object, code: int) -> int:
    complain(sentence)
    return code


def _close_output() -> None:
    """Redirect unwritten output to the null device, so that the interpreter's final flush does not fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
