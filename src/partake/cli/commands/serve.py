"""`partake serve`: play in the browser, alone, against bots, with friends anywhere."""

from __future__ import annotations

import argparse
import sys
from dataclasses import Field
from typing import Any

from partake.cli.arguments import Parser, UsageError, command_parser
from partake.cli.opponents import offer_bots
from partake.rules.extras import load
from partake.rules.languages import current, speaking
from partake.rules.messages import Listed, Message, message_of
from partake.store.location import shown
from partake.web.settings import (
    CONFIG,
    SettingError,
    declared,
    default_text,
    flag,
    metavar,
    read_settings,
    settings_file,
)

PURPOSE = Message("playing in the browser")
PACKAGES = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "jinja2", "orjson", "segno", "itsdangerous")
"""What the server needs besides Python, so that whatever is missing can be named."""
SUMMARY = Message(
    """\
Start the server and print the link to play in the browser: alone, against bots,
or with friends. Games are kept in one folder; nothing else is needed. Ctrl-C
stops it, and everything goes on where it was when it is started again.

Every setting can be given as a flag, as a variable of the environment
(PARTAKE_PORT for --port) or in a file; the first of these that has it counts."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "serve",
        SUMMARY,
        [
            "partake serve",
            "partake serve --port 8000 --folder /srv/partake",
            "partake serve --host 127.0.0.1 --link https://games.example.org",
            "partake serve --bot mine.py:MyBot",
            "partake serve --database postgresql://partake@localhost/games --processes 4",
            "partake serve --settings > server.toml",
            "partake serve --config server.toml",
        ],
    )
    found.add_argument("--settings", action="store_true", help="print every setting, as a file to edit, and stop")
    found.add_argument(flag(CONFIG), metavar="FILE", help="a TOML file with settings (also: PARTAKE_CONFIG)")
    found.add_argument(
        "--bot",
        metavar="FILE",
        action="append",
        default=[],
        help="offer a bot of your own, FILE.py:CLASS, by the name of its class; may be repeated",
    )
    for one in declared():
        if one.name != "data":  # which every command has
            found.add_argument(flag(one.name), metavar=metavar(one), help=setting_help(one))
    return found


def setting_help(one: Field[Any]) -> Message:
    """What the help of a command says of a setting."""
    meaning = message_of(one.metadata["meaning"])
    return Message("{meaning} (default: {default})", meaning=meaning, default=_default(one))


def _default(one: Field[Any]) -> object:
    """The default of a setting as its help has it: numbers with the reader's marks."""
    if one.metadata["shown"]:
        return message_of(one.metadata["shown"])
    return Message("{number:g}", number=one.default) if isinstance(one.default, float) else default_text(one)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        chosen = read_settings(vars(args))
    except SettingError as problem:
        raise UsageError(problem) from None
    if args.settings:
        print("\n".join(settings_file(chosen)))
        return 0
    if chosen.settings.processes > 1 and not chosen.settings.database:
        where = chosen.origins["processes"]
        raise UsageError("{where}: several processes need a PostgreSQL, which --database names", where=where)
    for package in PACKAGES:
        load(package, extra="web", purpose=PURPOSE)
    offer_bots(args.bot)
    server, settings = load("partake.web.server", extra="web", purpose=PURPOSE), chosen.settings
    serving = server if settings.processes == 1 else load("partake.web.processes", extra="web", purpose=PURPOSE)
    language = current()

    def announce(links: list[str]) -> None:
        if sys.stdout.isatty():
            print(server.square(links[0]))
        words = Message(
            "Play at {links}\nGames are kept in {folder}. Ctrl-C stops the server.",
            links=Listed(links, choice=True),
            folder=shown(settings.database) if settings.database else settings.folder,
        )
        print(words.said(language), flush=True)

    with speaking("en"):  # logs and whatever is stored; each request speaks the language of its reader
        serving.serve(settings, announce=announce)
    return 0
