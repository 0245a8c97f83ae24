"""`partake worker`: think for the bots of servers that share a PostgreSQL, on any machine."""

from __future__ import annotations

import argparse
from dataclasses import fields

from partake.cli.arguments import Parser, UsageError, command_parser
from partake.cli.commands.serve import setting_help
from partake.cli.opponents import offer_bots
from partake.rules.extras import load
from partake.rules.languages import current, speaking
from partake.rules.messages import Message
from partake.store.location import shown
from partake.table.limits import Limits
from partake.web.settings import CONFIG, SettingError, declared, flag, metavar, read_settings

PURPOSE = Message("working for a server")
PACKAGES = ("sqlalchemy", "alembic", "orjson", "psycopg", "procrastinate")
"""What a worker needs besides Python, so that whatever is missing can be named."""
SUMMARY = Message(
    """\
Think for the bots of servers that keep their games in a PostgreSQL, and review
their games: on the same machine or another one, as many of them as wanted. One
is there with 'partake serve --processes N'. Ctrl-C stops it; what it was at is
done by others.

The settings are those of the server, which can share one file with it."""
)
SHARED = ("database", "workers", "log")
"""The settings of a server that its workers have too, besides the limits of bots and reviews."""
LIMITS = ("bot_seconds", "bot_patience", "bot_memory", "review_seconds", "review_moves")
"""Those limits."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "worker",
        SUMMARY,
        [
            "partake worker --database postgresql://partake@db.example.org/games --workers 4",
            "partake worker --config server.toml",
        ],
    )
    found.add_argument(flag(CONFIG), metavar="FILE", help="a TOML file with settings (also: PARTAKE_CONFIG)")
    found.add_argument(
        "--bot",
        metavar="FILE",
        action="append",
        default=[],
        help="offer a bot of your own, FILE.py:CLASS, by the name of its class; may be repeated",
    )
    for one in declared():
        if one.name in SHARED + LIMITS:
            found.add_argument(flag(one.name), metavar=metavar(one), help=setting_help(one))
    return found


def run(args: argparse.Namespace) -> int:
    """Work until interrupted."""
    try:
        settings = read_settings(vars(args)).settings
    except SettingError as problem:
        raise UsageError(problem) from None
    if not settings.database:
        raise UsageError("a worker needs the PostgreSQL of its servers: name it with --database")
    for package in PACKAGES:
        load(package, extra="postgresql", purpose=PURPOSE)
    offer_bots(args.bot)
    log_lines = load("partake.web.log_lines", extra="web", purpose=PURPOSE)
    job_worker = load("partake.table.job_worker", extra="postgresql", purpose=PURPOSE)
    language, limits = current(), Limits(**{one.name: getattr(settings, one.name) for one in fields(Limits)})

    def announce() -> None:
        words = Message("Working for {database}. Ctrl-C stops the worker.", database=shown(settings.database))
        print(words.said(language), flush=True)

    log_lines.log_to_stderr(settings.log)
    with speaking("en"):
        job_worker.run_worker(settings.database, limits, settings.data, started=announce)
    return 0
