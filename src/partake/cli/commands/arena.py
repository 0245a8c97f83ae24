"""`partake arena`: bots against each other on the same deals."""

from __future__ import annotations

import argparse
from pathlib import Path

from partake.cli.arguments import Parser, UsageError, add_options, chosen_options, command_parser, find_edition
from partake.cli.batch import (
    add_batch_options,
    chosen_seed,
    has_signs,
    number_of_games,
    print_result,
    run_batch,
    wanted,
    whole_number,
    with_budgets,
)  # fmt: skip
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.simulate import Standings, make_contest
from partake.simulate.arena_report import arena_report
from partake.simulate.contest import MOST_BOTS
from partake.simulate.files import write_standings
from partake.simulate.plot import ratings_of

GAMES = 100
"""The default number of deals."""
SUMMARY = Message(
    """\
Let bots play the same deals and compare them: means, wins, ratings, and how far
each is ahead of each other, with 95 % confidence intervals. Where boards do not touch,
every bot plays every deal alone; where rules tie players together, and in Take
Five, the bots sit at tables, and each deal is played in every rotation of the
seats. Ctrl-C stops early and keeps what was done."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "arena",
        SUMMARY,
        [
            "partake arena classic heuristic greedy random --games 400",
            "partake arena classic skilled casual beginner --seed partake-classic-50000 --games 50000",
            "partake arena classic mine.py:MyBot casual --games 200 --anchor casual",
            "partake arena nexus greedy heuristic -o scrapyard=passed",
            "partake arena five greedy casual random --seats 2",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    found.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="who plays: a NAME, or FILE.py:CLASS for one of your own; "
        "each with @THINK, like reader@200 or mine.py:MyBot@0.1s",
    )
    add_options(found)
    found.add_argument(
        "--seats",
        metavar="K",
        help="how many sit at a table (default: one, or as many as there are bots where they meet)",
    )
    found.add_argument("--anchor", metavar="BOT", help="whose rating is 0 (default: the mean of all is)")
    found.add_argument(
        "--standings",
        metavar="FILE",
        type=Path,
        help="write means, ratings and all pairs to a CSV file, a row for a bot",
    )
    add_batch_options(found, games=GAMES, how_many=Message("how many deals (default: {games})", games=GAMES))
    return found


def run(args: argparse.Namespace) -> int:
    """Check everything, play, and report who is better."""
    edition = find_edition(args, args.edition)
    try:
        experiment = make_contest(
            edition,
            with_budgets(args.bots, args.think),
            chosen_options(args),
            seats=None if args.seats is None else whole_number(args.seats, "seats", MOST_BOTS),
            games=number_of_games(args),
            seed=chosen_seed(args),
            **wanted(args),
        )
        result = Standings(experiment, anchor=args.anchor)
    except PartakeError as problem:
        raise UsageError(problem) from None
    run_batch(args, result)
    if args.standings:
        write_standings(args.standings, result, ratings_of(result))
    return print_result(args, result, lambda: arena_report(result, signs=has_signs()))
