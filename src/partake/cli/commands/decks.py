"""`partake decks`: the tiles of many games, to try bots of any kind on the same ones."""

from __future__ import annotations

import argparse
import hashlib

from partake.cli.arguments import (
    STDIN,
    Parser,
    UsageError,
    add_options,
    chosen_options,
    command_parser,
    find_hexagon,
)  # fmt: skip
from partake.cli.batch import whole_number
from partake.cli.outputs import add_force, check_output, write_output
from partake.rules.errors import PartakeError
from partake.rules.messages import Message, Plural, said
from partake.rules.variant import variant
from partake.simulate.deck_lists import PUBLISHED, lines, published_seed
from partake.simulate.experiment import check_seed

MOST_DECKS = 10_000_000
"""The largest number of decks that can be asked for."""
SUMMARY = Message(
    """\
Write the tiles of many games of a hexagon edition: a line for each game, its
tiles in the order in which they are drawn. They are the decks of 'partake arena'
and 'partake simulate' with the same seed, and of 'partake play' with SEED/NUMBER.
Without --seed and --games it is the published list of {published:,} decks.""",
    published=PUBLISHED,
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "decks",
        SUMMARY,
        ["partake decks classic --output decks.txt", "partake decks nexus --seed monday --games 100 -o scrapyard=none"],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    add_options(found)
    found.add_argument(
        "--games", metavar="N", default=str(PUBLISHED), help=Message("how many (default: {number})", number=PUBLISHED)
    )
    found.add_argument(
        "--seed",
        metavar="TEXT",
        help=Message("what decides them (default: partake-EDITION-{number})", number=PUBLISHED),
    )
    found.add_argument("--output", metavar="FILE", default=STDIN, help="where to write them (default: here)")
    add_force(found)
    return found


def run(args: argparse.Namespace) -> int:
    """Write the list; print the checksum of a file."""
    edition = find_hexagon(args, args.edition)
    found = variant(edition, chosen_options(args), seats=edition.seats[1])
    seed = published_seed(edition.name) if args.seed is None else args.seed
    try:
        check_seed(seed)
    except PartakeError as problem:
        raise UsageError(problem) from None
    check_output(args.output, force=args.force)
    games = whole_number(args.games, "games", MOST_DECKS)
    text = "".join(lines(found, seed, games))
    write_output(args.output, text, force=args.force)
    if args.output != STDIN:
        written = Plural(
            "{count:,} deck of the seed {seed} is in {output}; its SHA-256 is",
            "{count:,} decks of the seed {seed} are in {output}; their SHA-256 is",
            count=games,
            seed=seed,
            output=args.output,
        )
        print(said(written))
        print(hashlib.sha256(text.encode()).hexdigest())
    return 0
