"""The command `partake`: finds the verb, and turns every problem into one line and an exit code."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from partake.cli.arguments import Parser, UsageError, add_data, printable, reason
from partake.rules.errors import OptionError, PartakeError

FINE, WRONG_INPUT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
VERBS = {
    "arena": "let bots play the same deals and compare them",
    "bots": "list the bots and levels, or check one",
    "decks": "write the tiles of many games",
    "editions": "list the games, boards, tile sets and options",
    "hint": "say what to do now in a game that is not over",
    "play": "play in the terminal, alone or several at one keyboard",
    "records": "compute the highest possible scores, with boards that reach them",
    "replay": "verify a record and show its game move by move",
    "review": "say of every move of a finished game what it was worth",
    "score": "count boards and explain every point",
    "serve": "play in the browser: start the server",
    "show": "draw a board in the terminal or as SVG",
    "simulate": "play many games by bots and count them",
    "solve": "find the best possible board for the tiles that were drawn",
    "train": "learn the values that bots play by",
}


def run() -> None:
    """The entry point of the installed command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    raise SystemExit(main(sys.argv[1:]))


def main(argv: Sequence[str] | None = None) -> int:
    """Do what a command line asks and give its exit code; a problem is told in one line."""
    try:
        code = _dispatch(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # from --help and --version
        return int(end.code or FINE)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UsageError, OptionError) as problem:
        return _complain(str(problem), WRONG_USAGE)
    except PartakeError as problem:
        return _complain(str(problem), WRONG_INPUT)
    except BrokenPipeError:
        _close_output()
        return FINE
    except OSError as problem:
        _close_output()
        return _complain(f"the output cannot be written: {reason(problem)}", WRONG_INPUT)
    except Exception as problem:  # the last net: people are never shown a traceback
        return _complain(f"this is a mistake in Partake itself: {_whereabouts(problem)}", WRONG_INPUT)


def _dispatch(argv: Sequence[str]) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    if args.verb is None:
        parser.print_help()
        return FINE
    if args.verb not in VERBS:
        raise UsageError(f"there is no command {args.verb!r}; there are {', '.join(VERBS)}")
    verb = importlib.import_module(f"partake.cli.commands.{args.verb}")
    chosen = verb.parser().parse_intermixed_args(args.rest)
    chosen.data = [*args.data, *chosen.data]
    code: int = verb.run(chosen)
    return code


def _parser() -> Parser:
    from partake import __version__

    verbs = "\n".join(f"  {name:<10}{summary}" for name, summary in VERBS.items())
    parser = Parser(
        prog="partake",
        description="Take it Easy!, Take it to the Limit! and Take Five in the terminal.",
        epilog=f"commands:\n{verbs}\n\n'partake COMMAND --help' explains a command, with examples.\n\n"
        "exit codes: 0 all is well; 1 a board, record or file is wrong; 2 the command line is; 130 interrupted",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        usage="partake [-h] [--version] [-d FILE] COMMAND …",
    )
    parser.add_argument("--version", action="version", version=f"partake {__version__}")
    add_data(parser)
    parser.add_argument("verb", nargs="?", metavar="COMMAND", help="one of the commands below")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _whereabouts(problem: Exception) -> str:
    """What went wrong and where, for a report."""
    import traceback

    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__} in {Path(last.filename).name} line {last.lineno}: {problem}"


def _complain(sentence: str, code: int) -> int:
    with contextlib.suppress(OSError):
        print(f"partake: {printable(' '.join(sentence.split()))}", file=sys.stderr, flush=True)
    return code


def _close_output() -> None:
    """Send what is still unwritten nowhere, so that the interpreter does not complain at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
