"""`partake show`: draw a board in the terminal or as SVG."""

from __future__ import annotations

import argparse

from partake.cli.arguments import (
    Parser,
    UsageError,
    add_options,
    chosen_options,
    command_parser,
    complain,
    find_edition,
)  # fmt: skip
from partake.cli.commands.score import BOARDS, boards_of
from partake.cli.outputs import add_force, write_output
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import capitalised, printable
from partake.rules.messages import Message, said

SUMMARY = Message("Draw an empty board, or the boards of a file, in the terminal or as SVG.")


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "show",
        Message("{summary}\n\n{boards}", summary=SUMMARY, boards=BOARDS),
        [
            "partake show daffodil",
            "partake show classic board.txt --svg board.svg",
            "partake show five --svg - --theme dark > five.svg",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    found.add_argument("file", metavar="FILE", nargs="?", help="the board; - is the standard input; nothing: empty")
    add_options(found)
    found.add_argument("--svg", metavar="OUT", help="write SVG to this file; - is the standard output")
    found.add_argument("--theme", choices=("light", "dark", "auto"), default="auto", help="the colours of the SVG")
    add_force(found)
    return found


def run(args: argparse.Namespace) -> int:
    """Draw the boards."""
    edition = find_edition(args, args.edition)
    notes: tuple[Message, ...] = ()
    if args.file is None:
        values = _empty(args, edition)
    else:
        boards = boards_of(args)
        values, notes = list(boards.sheets), boards.notes
    if args.svg is None:
        from partake.cli.terminal.screen import Screen

        screen = Screen()
        for value in values:
            screen.say(screen.picture(value))
        for note in notes:
            screen.say(f"{capitalised(printable(said(note)))}.")
        return 0
    if len(values) > 1:
        raise UsageError(
            "an SVG shows one board, and there are {boards}: give them one by one",
            boards=len(values),
        )
    from partake.draw.svg import svg

    for note in notes:
        complain(said(note))
    write_output(args.svg, svg(values[0], theme=args.theme).rstrip("\n") + "\n", force=args.force)
    return 0


def _empty(args: argparse.Namespace, edition: Edition) -> list[object]:
    """The board before the first tile; in Take Five the pawns as dealt."""
    options = chosen_options(args)
    if isinstance(edition, HexagonEdition):
        from partake.engine.hexagon.sheet import Sheet
        from partake.rules.variant import variant

        return [Sheet.of(variant(edition, options, seats=2), {})]
    from partake.engine.chance import Seed
    from partake.engine.setup import arrange
    from partake.engine.table import Table

    table = Table(arrange(edition, options, seats=edition.seats[0]), Seed.of("the layout of a picture"))
    table.deal()
    return [table.view()]
