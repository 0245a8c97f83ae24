"""`partake score`: count boards and explain every point."""

from __future__ import annotations

import argparse
import json

from partake.cli.arguments import (
    Parser,
    add_options,
    chosen_options,
    command_parser,
    find_hexagon,
    located,
    read_input,
)  # fmt: skip
from partake.engine.hexagon.sheet_text import Boards, read_boards
from partake.rules.errors import NotationError, capitalised, printable
from partake.rules.messages import Message, said
from partake.rules.variant import variant

SUMMARY = Message("Count one or more boards and explain every point.")
BOARDS = Message(
    """\
A board is text: a line 'cell tile' for each tile, like 'c3 9-7-8', in any
order. Columns are letters from the left, rows numbers from the top; s1, s2, …
are the scrapyard, x1, x2, … the reserve. The numbers of a tile may stand in any
order: 2-9-4 is read as 9-2-4. A line 'player NAME' begins the board of another
player; # begins a comment. Boards that cannot be of one draw are named."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "score",
        Message("{summary}\n\n{boards}", summary=SUMMARY, boards=BOARDS),
        [
            "partake score classic board.txt",
            "echo 'c3 9-7-8' | partake score classic",
            "partake score nexus table.txt -o scrapyard=lowest --json",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    found.add_argument("file", metavar="FILE", nargs="?", help="the boards; - or nothing is the standard input")
    add_options(found)
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def boards_of(args: argparse.Namespace) -> Boards:
    """The boards of the input, checked against the edition and its options."""
    edition, options = find_hexagon(args, args.edition), chosen_options(args)
    variant(edition, options, seats=max(2, edition.seats[0]))  # a wrong option is refused before the input is read
    source = read_input(args.file)
    try:
        boards = read_boards(edition, options, source)
    except NotationError as problem:
        raise located(args.file, problem) from None
    return boards


def run(args: argparse.Namespace) -> int:
    """Count the boards and explain every point."""
    boards = boards_of(args)
    sheets, scores = boards.sheets, boards.scores
    if args.json:
        found = {"players": [score.to_json() for score in scores], "notes": [str(note) for note in boards.notes]}
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return 0
    from partake.cli.terminal.explain import explain, verdict
    from partake.cli.terminal.screen import Screen
    from partake.engine.outcome import Outcome

    screen = Screen()
    for sheet, score in zip(sheets, scores, strict=True):
        screen.say(screen.picture(sheet))
        screen.say(explain([score]) + "\n")
    if len(scores) > 1:
        screen.say(screen.strong(verdict(Outcome(scores))))
    for note in boards.notes:
        screen.say(f"{capitalised(printable(said(note)))}.")
    return 0
