"""`partake backup`: everything a server keeps as one file, also while it runs."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from partake.cli.arguments import Parser, UsageError, command_parser
from partake.rules.extras import load
from partake.rules.messages import Message, said
from partake.store.location import shown
from partake.web.settings import CONFIG, SettingError, flag, read_settings

PURPOSE = Message("a backup of a server")
PACKAGES = ("sqlalchemy", "alembic")
"""What this needs besides Python, so that whatever is missing can be named."""
SUMMARY = Message(
    """\
Copy everything a server keeps, its games, people and secret key, into one file.
The server may be running, with games in progress: every move that was answered
before is in the copy. 'partake restore' brings it back. Keep the file as safe as
the server's folder: it is readable by its owner alone."""
)
QUIET = 1.0
"""Seconds for which nothing is told."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "backup",
        SUMMARY,
        [
            "partake backup games.backup",
            "partake backup --folder /srv/partake /backups/partake-$(date +%F)",
            "partake backup --force games.backup",
        ],
    )
    found.add_argument("file", metavar="FILE", help="the file to write")
    found.add_argument("--force", action="store_true", help="overwrite a file that is there")
    add_folder(found)
    return found


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where a server keeps its games, as `partake serve` has them."""
    parser.add_argument("--folder", metavar="PATH", help="where games are kept (default: .partake in your home)")
    parser.add_argument(flag(CONFIG), metavar="FILE", help="the server's TOML file with settings")


def chosen_folder(args: argparse.Namespace) -> Path:
    """The folder that a command line, the environment or the settings file names."""
    required_packages(PURPOSE)
    try:
        settings = read_settings({"folder": args.folder, CONFIG: args.config}).settings
    except SettingError as problem:
        raise UsageError(problem) from None
    if settings.database:
        raise UsageError(
            "the games are in {database} and not in a folder: pg_dump copies them, and pg_restore brings them back",
            database=shown(settings.database),
        )
    return settings.folder


def required_packages(purpose: Message) -> None:
    """See that what this needs is installed."""
    for package in PACKAGES:
        load(package, extra="web", purpose=purpose)


def run(args: argparse.Namespace) -> int:
    """Write the backup, and say so."""
    folder, file = chosen_folder(args), Path(args.file)
    with CopyProgress() as progress:
        store: Any = load("partake.store.backup", extra="web", purpose=PURPOSE)
        store.back_up(folder, file, force=args.force, progress=progress)
    size = file.stat().st_size / 1e6
    print(
        said(
            Message("{file} has everything in {folder} ({size:,.1f} MB), checked.", file=file, folder=folder, size=size)
        )
    )
    return 0


class CopyProgress:
    """How much of a database is copied, on one line of a terminal, from the first second on; nothing elsewhere."""

    def __init__(self) -> None:
        self._is_terminal, self._begun, self._is_shown = sys.stderr.isatty(), time.monotonic(), False

    def __enter__(self) -> CopyProgress:
        return self

    def __call__(self, done: int, total: int) -> None:
        """So many of all pages are copied."""
        if self._is_terminal and time.monotonic() - self._begun > QUIET:
            self._is_shown = True
            words = (
                Message("{percent} % copied; now it is checked ...") if done == total else Message("{percent} % copied")
            )
            shown = said(Message(words.text, percent=100 * done // max(total, 1)))
            print(f"\r{shown}\033[K", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
