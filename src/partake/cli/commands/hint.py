"""`partake hint`: what to do now in a game that is not over."""

from __future__ import annotations

import argparse
import json

from partake.cli.arguments import Parser, UsageError, command_parser, located, printable
from partake.cli.commands.review import read
from partake.cli.opponents import announce_bots
from partake.rules.errors import PartakeError

SUMMARY = """\
Say what to do now in a game that is not over: the best places with the score to
expect, and how likely every open line is to be completed. In Take Five: the best
looks and takes. Hexagon games need the extra fast."""


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
    """Read, weigh and tell."""
    from partake.review import hint, to_json

    record = read(args)
    if args.seat is not None and not 1 <= args.seat <= len(record.setup.seats):
        raise UsageError(f"there is no seat {args.seat} in this game: it has {len(record.setup.seats)}")
    if record.outcome is None:
        announce_bots(["search"], record.setup.edition.family)
    try:
        found = hint(record, seat=args.seat)
    except PartakeError as problem:
        raise located(args.file, problem) from None
    if args.json:
        print(json.dumps(to_json(found), ensure_ascii=False, indent=1))
        return 0
    from partake.cli.batch import has_signs
    from partake.cli.terminal.screen import Screen
    from partake.review.report import hint_report

    told = hint_report(found, width=Screen().size[0], signs=has_signs())
    print("\n".join(map(printable, told.splitlines())))
    return 0
