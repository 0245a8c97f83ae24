"""`partake replay`: verify a record and show its game."""

from __future__ import annotations

import argparse

from partake.cli.arguments import Parser, UsageError, command_parser, known, located, read_input
from partake.engine.actions import DEALER, Reveal
from partake.engine.contract import View
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.rules.errors import PartakeError
from partake.rules.messages import Message, said
from partake.rules.names import shown_name

DRAWN = Message("Verified: the moves are legal, every draw comes from the seed, the result is right.")
"""What is said at the end of a game."""
CALLED = Message("Verified: the moves are legal, the result is right. The tiles were called from a real bag.")
"""The same of a game at a cardboard table, whose draws nothing proves."""
SUMMARY = Message("Verify a record (its moves, its draws, its result) and show the game move by move.")


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "replay",
        SUMMARY,
        [
            "partake replay game.partake",
            "partake replay game.partake --step --seat 2",
            "partake replay game.partake --json > game.json",
            "partake replay game.json --text > game.partake",
        ],
    )
    found.add_argument("file", metavar="FILE", help="a record in its text or its JSON form; - is the standard input")
    found.add_argument("--seat", metavar="N", type=int, help="see the game as this seat saw it")
    form = found.add_mutually_exclusive_group()
    form.add_argument(
        "--step", action="store_true", help=said(Message("one move at a time: Enter goes on, b back, q ends"))
    )
    form.add_argument("--json", action="store_true", help=said(Message("print the record in its JSON form instead")))
    form.add_argument("--text", action="store_true", help=said(Message("print the record in its text form instead")))
    return found


def run(args: argparse.Namespace) -> int:
    """Verify the record and show its game."""
    catalogue = known(args)
    source = read_input(args.file)
    try:
        record = read_record(source, catalogue)
    except PartakeError as problem:
        raise located(args.file, problem) from None
    if args.seat is not None and not 1 <= args.seat <= len(record.setup.seats):
        raise UsageError(
            "there is no seat {seat} in this game: it has {number_of_seats}",
            seat=args.seat,
            number_of_seats=len(record.setup.seats),
        )
    if args.json or args.text:
        from partake.engine.record.json import format_record_json
        from partake.engine.record.text import format_record

        print(format_record_json(record) if args.json else format_record(record), end="")
        return 0
    _Player(record, args.seat).run(is_interactive=args.step)
    return 0


class _Player:
    """Prints a record, at once or move by move."""

    def __init__(self, record: Record, seat: int | None) -> None:
        from partake.cli.terminal.screen import Screen
        from partake.engine.description import describe

        self.record, self.seat, self.screen = record, seat, Screen()
        self.views = list(record.views(seat))
        self.words = [said(describe(record.setup.names, actor, action)) for actor, action in record.moves]
        for i, (view, (_, action)) in enumerate(zip(self.views[1:], record.moves, strict=True)):
            if isinstance(action, Reveal) and _is_secret(view, i, record):
                self.words[i] = said(Message("Only the looker sees the pawn."))

    def run(self, *, is_interactive: bool) -> None:
        setup = self.record.setup
        self.screen.say(
            f"{said(Message(setup.edition.title))}: {', '.join(said(shown_name(name)) for name in setup.names)}"
        )
        if is_interactive:
            self._browse()
        else:
            self._print()
        self._end()

    def _print(self) -> None:
        for i, (actor, action) in enumerate(self.record.moves):
            self.screen.say(f"{i + 1:>4}  {self.words[i]}")
            is_drawn = actor in (DEALER, self.seat) if self.views[i].family == "hexagon" else True
            if is_drawn and not isinstance(action, Reveal):
                self.screen.say("\n" + self.screen.picture(self.views[i + 1]))

    def _browse(self) -> None:
        from partake.cli.terminal.screen import Leave
        from partake.cli.terminal.typed import initial, is_typed

        at, last = 0, len(self.words)
        question = Message(
            "Enter goes on, {back} goes back, {quit} ends > ", back=initial("before"), quit=initial("quit")
        )
        while True:
            self.screen.clear()
            self.screen.say(self.screen.picture(self.views[at]))
            told = self.words[at - 1] if at else Message("before the first move.")
            self.screen.say(said(Message("{at} of {last}: {told}", at=at, last=last, told=told)))
            try:
                answer = self.screen.ask(said(question)).lower()
            except Leave:
                return
            if is_typed("quit", answer) or (not answer and at == last):
                return
            if is_typed("before", answer):
                at = max(0, at - 1)
            elif answer.isascii() and answer.isdigit():
                at = min(last, int(answer[:6]))
            elif not answer:
                at += 1

    def _end(self) -> None:
        from partake.cli.terminal.explain import explain, verdict

        outcome = self.record.outcome
        if outcome is None:
            self.screen.say(said(Message("The game is not over. Its moves are legal.")))
            return
        self.screen.say(
            "\n" + explain(outcome.scores, unit=outcome.unit, games=self.record.setup.options.rounds) + "\n"
        )
        self.screen.say(self.screen.strong(verdict(outcome)))
        self.screen.say(said(CALLED if self.record.is_called else DRAWN))


def _is_secret(view: View, number: int, record: Record) -> bool:
    """Whether this move revealed a pawn to one player only, and not to the viewer."""
    from partake.engine.actions import Deed, Move

    looker, move = record.moves[number - 1]
    return isinstance(move, Move) and move.deed is Deed.LOOK and looker != view.seat
