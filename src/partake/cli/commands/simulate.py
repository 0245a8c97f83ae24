"""`partake simulate`: many games by bots, counted, drawn and written to files."""

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
    wanted,
    with_budgets,
)
from partake.engine.setup import arrange
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.simulate import Result, make_experiment
from partake.simulate.report import report

GAMES = 1000
"""The default number of games."""
SUMMARY = Message(
    """\
Play many games by bots and count them: mean with its 95 % confidence interval,
deviation, quantiles, a histogram. The same seed gives the same games whoever
plays them. Ctrl-C stops early and keeps what was done."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "simulate",
        SUMMARY,
        [
            "partake simulate classic --games 1000000 --seed monday",
            "partake simulate nexus --bot greedy --bot random -o scrapyard=lowest --csv games.csv",
            "partake simulate classic --bot mine.py:MyBot --games 100 --records games.partake",
            "partake simulate orchid --bot greedy --plot orchid.svg",
            "partake simulate five --bot greedy --bot greedy --bot random --cluster tcp://192.168.1.5:8786",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    add_options(found)
    found.add_argument(
        "--bot",
        metavar="NAME",
        action="append",
        default=[],
        help="one for each seat: a name like greedy, or one of your own, FILE.py:CLASS; each with @THINK, like "
        "greedy@200 (default: random; 'partake bots' lists the names)",
    )
    add_batch_options(found, games=GAMES, how_many=Message("how many games (default: {games})", games=GAMES))
    return found


def run(args: argparse.Namespace) -> int:
    """Check everything, play, and report what was played."""
    edition = find_edition(args, args.edition)
    try:
        bots = with_budgets(args.bot or ["random"] * edition.seats[0], args.think)
        setup = arrange(edition, chosen_options(args), seats=len(bots))
        experiment = make_experiment(setup, bots, games=number_of_games(args), seed=chosen_seed(args), **wanted(args))
    except PartakeError as problem:
        raise UsageError(problem) from None
    result = Result(experiment)
    run_batch(args, result)
    return print_result(args, result, lambda: report(result, signs=has_signs()))
