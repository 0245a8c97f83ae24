"""`partake hint`: what to do now in a game that is not over."""

from __future__ import annotations

import argparse

from partake.cli.arguments import Parser, command_parser, located
from partake.cli.commands.review import read, show
from partake.cli.opponents import announce_bots
from partake.rules.errors import PartakeError
from partake.rules.messages import Message

SUMMARY = Message(
    """\
Say what to do now in a game that is not over: the best places with the score to
expect, and how likely every open line is to be completed. In Take Five: the best
looks and takes. Hexagon games need the extra fast."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "hint",
        SUMMARY,
        ["partake hint game.partake", "partake hint game.partake --seat 2", "partake hint game.partake --json"],
    )
    found.add_argument("file", metavar="RECORD", help="a record of a game that is not over; - is the standard input")
    found.add_argument("--seat", metavar="N", type=int, help="for this seat alone")
    found.add_argument("--json", action="store_true", help="print everything as JSON instead")
    return found


def run(args: argparse.Namespace) -> int:
    """Read the record, and print what to do now."""
    from partake.review import hint

    record = read(args)
    if record.outcome is None:
        announce_bots(["search"], record.setup.edition.family)
    try:
        show(hint(record, seat=args.seat), args)
    except PartakeError as problem:
        raise located(args.file, problem) from None
    return 0
