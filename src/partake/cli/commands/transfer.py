"""`partake transfer`: take the games of a folder along to a PostgreSQL."""

from __future__ import annotations

import argparse
from typing import Any

from partake.cli.arguments import Parser, UsageError, command_parser
from partake.cli.commands.backup import CopyProgress, add_folder, required_packages
from partake.rules.extras import load
from partake.rules.messages import Message, Plural, said
from partake.store.location import shown
from partake.web.settings import CONFIG, SettingError, flag, read_settings, variable

PURPOSE = Message("taking games along to PostgreSQL")
SUMMARY = Message(
    """\
Copy everything in a server's folder, its games, people and secret key, into an
empty PostgreSQL, in one transaction, and check it. The server must be stopped.
The folder stays as it is. Afterwards the server is started with the same
--database; everybody is known there as before."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "transfer",
        SUMMARY,
        [
            "PARTAKE_DATABASE=postgresql://partake:password@localhost/partake partake transfer",
            "partake transfer --config server.toml --folder /srv/partake",
        ],
    )
    found.add_argument(
        flag("database"),
        metavar="URL",
        help="the PostgreSQL (also: PARTAKE_DATABASE, which no list of processes shows)",
    )
    add_folder(found)
    return found


def run(args: argparse.Namespace) -> int:
    """Transfer the games, and say how many there are."""
    required_packages(PURPOSE)
    try:
        settings = read_settings({"folder": args.folder, "database": args.database, CONFIG: args.config}).settings
    except SettingError as problem:
        raise UsageError(problem) from None
    if not settings.database:
        raise UsageError(
            "say where to: --database postgresql://user:password@host/name, or the same in {variable}",
            variable=variable("database"),
        )
    with CopyProgress() as progress:
        store: Any = load("partake.store.transfer", extra="web", purpose=PURPOSE)
        rows = store.transfer(settings.folder, settings.database, progress=progress)
    done = Message(
        "Everything in {folder} is in {database} now, checked: {tables}, {people}. The folder is as it was.",
        folder=settings.folder,
        database=shown(settings.database),
        tables=Plural("{count} table", "{count} tables", count=rows["tables"]),
        people=Plural("{count} person", "{count} people", count=rows["people"]),
    )
    print(said(done))
    return 0
