"""`partake restore`: put the games of a backup into a server's folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from partake.cli.arguments import Parser, command_parser
from partake.cli.commands.backup import PURPOSE, CopyProgress, add_folder, chosen_folder
from partake.rules.extras import load
from partake.rules.messages import Message, said

SUMMARY = Message(
    """\
Put the games, people and secret key of a backup into a server's folder, after
checking it. The server must be stopped. What is in the folder now is kept beside
it, as a backup that can be restored in turn. A backup of an older version is
brought up to date when the server starts."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "restore",
        SUMMARY,
        ["partake restore games.backup", "partake restore --folder /srv/partake /backups/partake-2026-11-01"],
    )
    found.add_argument("file", metavar="FILE", help="the backup")
    add_folder(found)
    return found


def run(args: argparse.Namespace) -> int:
    """Restore the backup, and say where the games are that were there before."""
    folder = chosen_folder(args)
    with CopyProgress() as progress:
        store: Any = load("partake.store.backup", extra="web", purpose=PURPOSE)
        aside = store.restore(Path(args.file), folder, progress=progress)
    print(said(Message("The games of {file} are in {folder}: start the server.", file=args.file, folder=folder)))
    if aside is not None:
        print(said(Message("What was there before is kept in {aside}.", aside=aside)))
    return 0
