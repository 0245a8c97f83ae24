"""`partake review`: a finished game, move by move."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from partake.cli.arguments import (
    Parser,
    UsageError,
    command_parser,
    known,
    located,
    read_input,
)
from partake.cli.opponents import announce_bots
from partake.cli.outputs import add_force, check_output, write_output
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.rules.errors import PartakeError, printable
from partake.rules.extras import install_command
from partake.rules.messages import Message, said

if TYPE_CHECKING:
    from partake.review.five.model import FiveHint, FiveReview
    from partake.review.hexagon.model import Hint, Review

SUMMARY = Message(
    """\
Say of every move of a finished game what it was worth: the score to expect after
it and after every other, what it gave away, a grade and the reason. Then what was
luck and what was skill, the best board that the tiles allowed, and what the bot
makes of the same draws. In Take Five: the chance to win the round, and what
everybody could have known. Needs the extra fast for hexagon games."""
)
DECISIONS = Message("{done} of {total} decisions")
"""How far a review is."""
DONE = Message("{done} of {total} decisions; now the bot's own game and the best possible board ...")
"""How far a review is when every decision is judged."""
LONGEST = 3600.0
"""The longest time limit for the best board, in seconds."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "review",
        SUMMARY,
        [
            "partake review game.partake",
            "partake review game.partake --html review.html",
            "partake review game.partake --seat 2 --seconds 60",
            "partake review game.partake --json > review.json",
        ],
    )
    found.add_argument("file", metavar="RECORD", help="a finished record; - is the standard input")
    found.add_argument("--seat", metavar="N", type=int, help="tell only this seat's moves")
    found.add_argument(
        "--seconds", metavar="S", help="how long to look for the best board of a game (10); 0: not at all"
    )
    form = found.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=said(Message("print everything as JSON instead")))
    html = said(Message("write a page with the boards; - is the standard output"))
    form.add_argument("--html", metavar="FILE", help=html)
    add_force(found)
    return found


def run(args: argparse.Namespace) -> int:
    """Read the record, review it, and print or write what was found."""
    from partake.review import review
    from partake.review.api import SECONDS

    record = read(args)
    if args.html:
        _need_web()
        check_output(args.html, force=args.force)
    seconds = SECONDS if args.seconds is None else _seconds(args.seconds)
    if record.outcome is not None:
        announce_bots(["search"], record.setup.edition.family)
    try:
        with _ProgressBar() as progress:
            found = review(record, seconds=seconds, progress=progress)
    except PartakeError as problem:
        raise located(args.file, problem) from None
    if args.html:
        from partake.web.pages.review_file import review_file

        write_output(args.html, review_file(found, record, seat=args.seat), force=args.force)
    else:
        show(found, args)
    return 0


def read(args: argparse.Namespace) -> Record:
    """The record that a command line names; a seat that it does not have is refused."""
    source = read_input(args.file)
    try:
        record = read_record(source, known(args))
    except PartakeError as problem:
        raise located(args.file, problem) from None
    if args.seat is not None and not 1 <= args.seat <= len(record.setup.seats):
        raise UsageError(
            "there is no seat {seat} in this game: it has {number_of_seats}",
            seat=args.seat,
            number_of_seats=len(record.setup.seats),
        )
    return record


def show(found: Review | FiveReview | Hint | FiveHint, args: argparse.Namespace) -> None:
    """Print a review or a hint, as a table or as JSON."""
    if args.json:
        from partake.review import to_json

        print(json.dumps(to_json(found), ensure_ascii=False, indent=1))
        return
    from partake.cli.batch import has_signs
    from partake.cli.terminal.screen import Screen
    from partake.review.report import report

    told = report(found, width=Screen().size[0], signs=has_signs(), seat=args.seat)
    print("\n".join(map(printable, told.splitlines())))


def _need_web() -> None:
    """Refuse to write a page without its templates before the work begins."""
    try:
        import partake.web.pages.review_file  # noqa: F401
    except ImportError:
        raise UsageError(
            "--html needs the extra web: {install_command}", install_command=install_command("web")
        ) from None


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= LONGEST:
        raise UsageError("--seconds must be a number from 0 to {longest:g}, not {given!r}", longest=LONGEST, given=text)
    return found


class _ProgressBar:
    """The progress of a review, on one line of a terminal; nothing where there is none."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def __enter__(self) -> _ProgressBar:
        return self

    def __call__(self, done: int, total: int) -> None:
        if self._is_shown:
            words = DONE if done == total else DECISIONS
            print(f"\r{said(Message(words.text, done=done, total=total))}\033[K", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
