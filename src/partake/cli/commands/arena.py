"""`partake arena`: bots against each other on the same deals."""

from __future__ import annotations

import argparse

from partake.cli.arguments import Parser, UsageError, add_options, chosen_options, command_parser, find_edition
from partake.cli.batch import (
    add_batch_options,
    chosen_seed,
    has_signs,
    number_of_games,
    print_result,
    run_batch,
    whole_number,
    with_budgets,
)  # fmt: skip
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.simulate import Standings, make_contest
from partake.simulate.arena_report import arena_report
from partake.simulate.contest import MOST_BOTS

GAMES = 100
"""The default number of deals."""
SUMMARY = Message(
    """\
Let bots play the same deals and compare them: means, wins, and how far each is
ahead of each other, with 95 % confidence intervals. Where boards do not touch,
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
            "partake arena nexus greedy heuristic -o scrapyard=passed",
            "partake arena five greedy casual random --seats 2",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    found.add_argument("bots", metavar="BOT", nargs="+", help="who plays: NAME or NAME@THINK, like reader@200")
    add_options(found)
    found.add_argument(
        "--seats",
        metavar="K",
        help="how many sit at a table (default: one, or as many as there are bots where they meet)",
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
            wants_rows=bool(args.csv or args.parquet),
        )
    except PartakeError as problem:
        raise UsageError(problem) from None
    result = Standings(experiment)
    seconds = run_batch(args, experiment, result)
    return print_result(args, result, arena_report(result, seconds=seconds, signs=has_signs()))
