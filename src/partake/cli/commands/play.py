"""`partake play`: a game in the terminal, alone or several at one keyboard."""

from __future__ import annotations

import argparse
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partake.cli.arguments import (
    INTERRUPTED,
    Parser,
    UsageError,
    add_options,
    add_traceback,
    chosen_options,
    command_parser,
    find_edition,
    known,
    located,
    telling_traceback,
)  # fmt: skip
from partake.cli.opponents import bot_names, offer_bots, offered_files, opponents
from partake.cli.outputs import add_force, check_output
from partake.engine.chance import Seed
from partake.engine.record.files import load_record
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.errors import PartakeError, system_reason
from partake.rules.messages import Message, said

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen

SUMMARY = Message(
    """\
Play in the terminal, alone, several at one keyboard, or against bots. Type the
cell for the called tile, like c3; 'help' lists what else can be typed. A game
that you leave can be played on with --resume."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "play",
        SUMMARY,
        [
            "partake play classic",
            "partake play nexus Ann Bob -o scrapyard=passed -o rounds=2",
            "partake play orchid 'Ann & Bob' Cid --record evening.partake",
            "partake play five Ann Bob",
            Message("partake play classic Ann bot:casual     ('partake bots' lists levels and bots)"),
            Message("partake play classic Ann bot:mine.py:MyBot   (a bot of your own)"),
            Message("partake play classic --seed monday      (everybody who says monday gets the same tiles)"),
            Message("partake play --resume                   (a game that was left)"),
        ],
    )
    found.add_argument("edition", metavar="EDITION", nargs="?", help="the game, like classic")
    found.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="the players: Ann, a pair 'Ann & Bob', a bot bot:casual, one of your own bot:mine.py",
    )
    add_options(found)
    found.add_argument("--seed", metavar="TEXT", help="what decides the draws; without it nobody can know them")
    found.add_argument("--think", metavar="THINK", help="how hard bots may think: steps, like 200, or time, like 0.5s")
    found.add_argument("--record", metavar="FILE", help="where to save the game's record; the file must be new")
    add_force(found)
    found.add_argument(
        "--bot",
        metavar="FILE",
        action="append",
        default=[],
        help="a file with a bot of your own, like mine.py:MyBot, that plays in a game which is resumed",
    )
    add_traceback(found)
    found.add_argument("--open", action="store_true", help="an open table: as many players as like")
    found.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const="",
        help="go on with a game that was left: the one in FILE, else the only one, or one chosen from a list",
    )
    found.add_argument("--tidy", action="store_true", help="put games away that were left a month ago or earlier")
    return found


def run(args: argparse.Namespace) -> int:
    """Play a game to its end or until the player leaves, then save it."""
    from partake.cli.terminal.saves import kept_at
    from partake.cli.terminal.screen import Leave, Screen
    from partake.cli.terminal.session import session_of

    offer_bots(args.bot)
    screen = Screen()
    if args.tidy:
        return _tidied(args, screen)
    is_resumed = args.resume is not None
    if is_resumed:
        _only(
            args,
            Message("a game that is resumed has its edition, players, options and seed: give only --resume FILE"),
        )
        try:
            table = _resumed(args, screen)
        except Leave:
            return 0
    else:
        table = _new_table(args)
    path = Path(args.record) if args.record else None
    check_output(path, force=args.force)
    session = session_of(table, screen)
    code = 0
    try:
        with telling_traceback(args), _signals(signal.default_int_handler, "SIGTERM", "SIGHUP"):
            session.welcome(is_resumed=is_resumed)
            with screen.full():
                session.run()
            session.farewell()
    except Leave:
        pass
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        with _signals(signal.SIG_IGN, "SIGINT", "SIGTERM", "SIGHUP"):
            _save(table, path, kept_at(args.resume) if is_resumed else None, screen, force=args.force)
    return code


@contextmanager
def _signals(handler: Any, *names: str) -> Iterator[None]:
    """Handle these signals with `handler` within the context, as far as the platform has them."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = [signal.signal(number, handler) for number in numbers]
    try:
        yield
    finally:
        for number, old in zip(numbers, before, strict=True):
            signal.signal(number, old)


def _new_table(args: argparse.Namespace) -> Table:
    if args.edition is None:
        raise UsageError("name the game to play, like: partake play classic")
    edition = find_edition(args, args.edition)
    names = bot_names(args.names, args.think)
    setup = arrange(edition, chosen_options(args), seats=names or edition.seats[0], is_open=args.open)
    table = Table(setup, None if args.seed is None else Seed.of(args.seed))
    try:
        opponents(table)
    except PartakeError as problem:
        raise UsageError(problem) from None
    return table


def _tidied(args: argparse.Namespace, screen: Screen) -> int:
    from partake.cli.terminal.screen import Leave
    from partake.cli.terminal.unfinished import tidy

    _only(args, Message("--tidy begins no game: give it alone"))
    if args.resume is not None or args.record:
        raise UsageError("--tidy begins no game: give it alone")
    with suppress(Leave):
        tidy(screen, known(args))
    return 0


def _only(args: argparse.Namespace, problem: Message) -> None:
    """Refuse what belongs to a new game only."""
    if args.edition or args.option or args.seed is not None or args.open or args.think:
        raise UsageError(problem)


def _resumed(args: argparse.Namespace, screen: Screen) -> Table:
    """The game of the file that is named, or of the one that is chosen now."""
    if not args.resume:
        from partake.cli.terminal.unfinished import choose_game

        args.resume = str(choose_game(screen, known(args)))
    try:
        record = load_record(args.resume, known(args))
        if record.outcome is not None:
            raise PartakeError("this game is over; see it with: partake replay {path}", path=args.resume)
        return Table.resume(record)
    except PartakeError as problem:
        raise located(None if str(args.resume) in str(problem) else args.resume, problem) from None


def _save(table: Table, path: Path | None, kept: Path | None, screen: Screen, *, force: bool) -> None:
    """Write the record and, for an unfinished game, the private save; if one fails, the other is still written."""
    from partake.cli.terminal.saves import forget, save_privately

    if table.is_over:
        _save_record(table.record(), path, screen, force=force)
        forget(kept)
        return
    try:
        again = save_privately(table.private_save(), kept)
    finally:
        _save_record(table.record(), path, screen, force=force)
    files = [word for path in offered_files(table) for word in ("--bot", path)]
    go_on = Message("To go on with this game: partake play --resume {file}", file=shlex.join([str(again), *files]))
    screen.say(said(go_on))


def _save_record(record: Record, path: Path | None, screen: Screen, *, force: bool) -> None:
    """Write the record to its file, or else to the screen."""
    from partake.cli.terminal.saves import save_record

    try:
        saved = save_record(record, path, force=force)
    except OSError as problem:
        from partake.engine.record.text import format_record

        screen.say(format_record(record))
        raise PartakeError(
            "the record could not be saved, it is printed above: {problem}", problem=system_reason(problem)
        ) from None
    screen.say(said(Message("The record is in {file}.", file=saved)))
