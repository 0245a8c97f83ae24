"""`partake daily`: check the keys of daily deals, and games that were played on them, without asking any server."""

from __future__ import annotations

import argparse

from partake.cli.arguments import Parser, command_parser, known, located, read_input
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.rules.errors import PartakeError
from partake.rules.messages import Message, said
from partake.rules.options import resolve_options
from partake.table.calendar import DEALS, CalendarError, DayKey, dealt

LONGEST = 150 * 366
"""The most days between two keys that are looked at: more than a calendar has."""
SUMMARY = Message(
    """\
Check that daily deals were fixed beforehand. The page of every past day shows its
key and the fingerprint of the calendar, which was known before the first day. A
key proves all earlier ones, the fingerprint among them; nobody can make one that
does, except from the calendar's secret.

  partake daily check EARLIER KEY         does KEY prove EARLIER, which is a key
                                          of an earlier day or the fingerprint?
  partake daily check EARLIER KEY FILE    and was the game in FILE dealt by KEY?

A key is written as its date, a colon and 64 hexadecimal digits."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "daily",
        SUMMARY,
        [
            "partake daily check 2026-11-16:5b… 2026-11-20:c1…",
            "partake daily check 2026-11-16:5b… 2026-11-20:c1… game.partake",
        ],
    )
    found.add_argument("action", metavar="ACTION", choices=("check",), help="check")
    found.add_argument("earlier", metavar="EARLIER", help="the fingerprint, or the key of an earlier day")
    found.add_argument("key", metavar="KEY", help="the key of a day")
    found.add_argument(
        "file", metavar="FILE", nargs="?", help="the record of a game of that day; - is the standard input"
    )
    return found


def run(args: argparse.Namespace) -> int:
    """Check a key, and perhaps a record, and say what is proven."""
    earlier, key = DayKey.of(args.earlier), DayKey.of(args.key)
    days = (key.day - earlier.day).days
    if not 0 <= days <= LONGEST:
        raise CalendarError("the key must be of a later day than the one that it proves, within a century")
    if not key.follows(earlier):
        raise CalendarError(
            "the key of {day} does not lead to that of {earlier}: one of them is not of this calendar",
            day=key.day.isoformat(),
            earlier=earlier.day.isoformat(),
        )
    proven = Message(
        "Proven: the key of {day} leads to that of {earlier}, and so do all days between them.",
        day=key.day.isoformat(),
        earlier=earlier.day.isoformat(),
    )
    print(said(proven))
    if args.file is not None:
        try:
            record = read_record(read_input(args.file), known(args))
            deal = _deal_of(record, key)
        except PartakeError as problem:
            raise located(args.file, problem) from None
        told = Message("Proven: this game was dealt by the key of {day} ({deal}).", day=key.day.isoformat(), deal=deal)
        print(said(told))
    return 0


def _deal_of(record: Record, key: DayKey) -> str:
    """Which deal of the key's day a record was played on."""
    if record.seed is None:
        raise CalendarError("this record shows no seed: it is no finished game, or one from a real bag")
    which = next((deal for deal in DEALS if key.seed(deal) == record.seed), None)
    if which is None:
        raise CalendarError("the seed of this game does not follow from the key of {day}", day=key.day.isoformat())
    edition, played = record.setup.edition, dealt(key.day, which)
    options = resolve_options(edition.name, edition.offer, played.options, seats=len(record.setup.seats))
    if edition.name != played.edition or record.setup.options != options:
        raise CalendarError("this game has the tiles of the day, but was played by other rules")
    return which
