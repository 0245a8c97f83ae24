"""`partake serve`: play in the browser, alone, against bots, with friends anywhere."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from partake.cli.arguments import Parser, UsageError, command_parser
from partake.rules.catalogue import files_from_environment
from partake.rules.extras import load

PORT, MOST_PORT, MOST_WORKERS = 8765, 65535, 64
PURPOSE = "playing in the browser"
PACKAGES = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "jinja2", "orjson", "segno", "itsdangerous")
"""What the server needs besides Python, so that whatever is missing can be named."""
SUMMARY = """\
Start the server and print the link to play in the browser: alone, against bots,
or with friends. Games are kept in one folder; nothing else is needed. Ctrl-C
stops it, and everything goes on where it was when it is started again."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "serve",
        SUMMARY,
        [
            "partake serve",
            "partake serve --port 8000 --folder /srv/partake",
            "partake serve --host 127.0.0.1 --link https://games.example.org",
        ],
    )
    found.add_argument("--host", metavar="ADDRESS", default="0.0.0.0", help="where to listen (default: everywhere)")
    found.add_argument("--port", metavar="N", help=f"the port (default: {PORT}, or the next that is free)")
    folder = "where games are kept (default: PARTAKE_FOLDER, or .partake in your home)"
    found.add_argument("--folder", metavar="PATH", help=folder)
    found.add_argument("--link", metavar="URL", default="", help="the address people see, behind a proxy")
    found.add_argument("--workers", metavar="N", default="1", help="how many processes think for bots (default: 1)")
    return found


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    port = PORT if args.port is None else _number(args.port, "port", MOST_PORT)
    workers = _number(args.workers, "workers", MOST_WORKERS)
    if args.link and not args.link.startswith(("http://", "https://")):
        raise UsageError("--link must begin with http:// or https://")
    for package in PACKAGES:
        load(package, extra="web", purpose=PURPOSE)
    settings = load("partake.web.settings", extra="web", purpose=PURPOSE)
    serving = load("partake.web.server", extra="web", purpose=PURPOSE)
    chosen = settings.Settings(
        folder=Path(args.folder) if args.folder else settings.default_folder(),
        link=args.link.rstrip("/"),
        workers=workers,
        files=(*files_from_environment(), *args.data),
    )

    def announce(links: list[str]) -> None:
        if sys.stdout.isatty():
            print(serving.square(links[0]))
        print(f"Play at {' or '.join(links)}\nGames are kept in {chosen.folder}. Ctrl-C stops the server.", flush=True)

    serving.serve(chosen, host=args.host, port=port, is_fixed=args.port is not None, announce=announce)
    return 0


def _number(text: str, what: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= most):
        raise UsageError(f"--{what} must be a whole number up to {most}, not {text!r}")
    return int(text)
