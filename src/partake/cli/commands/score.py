"""`partake score`: count boards and explain every point."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partake.cli.arguments import (
    STDIN,
    Parser,
    add_options,
    chosen_options,
    command_parser,
    find_hexagon,
    known,
    located,
    read_input,
)  # fmt: skip
from partake.engine.hexagon.sheet_text import Boards, Evening, read_boards, read_evening
from partake.engine.outcome import Outcome, plain
from partake.rules.errors import NotationError, capitalised, printable
from partake.rules.messages import Joined, Message, Plural, said
from partake.rules.names import shown_name
from partake.rules.variant import variant

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen

SUMMARY = Message("Count one or more boards and explain every point.")
BOARDS = Message(
    """\
A board is text: a line 'cell tile' for each tile, like 'c3 9-7-8', in any
order. Columns are letters from the left, rows numbers from the top; s1, s2, …
are the scrapyard, x1, x2, … the reserve. The numbers of a tile may stand in any
order: 2-9-4 is read as 9-2-4. A line 'player NAME' begins the board of another
player; # begins a comment. Boards that cannot be of one draw are named."""
)
EVENINGS = Message(
    """\
A file may name its own game and hold a whole evening, as the scorekeeper of the
pages saves it: 'edition nexus' and 'option scrapyard=lowest' first, then before
the boards of each game 'game 1', 'game 2', … and, where the calls are known,
as many tiles as were called: 'called 9-7-8 1-2-3 …'. Then EDITION may be left
out, and the standings after all games are shown."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "score",
        Message("{summary}\n\n{boards}\n\n{evenings}", summary=SUMMARY, boards=BOARDS, evenings=EVENINGS),
        [
            "partake score classic board.txt",
            "echo 'c3 9-7-8' | partake score classic",
            "partake score nexus table.txt -o scrapyard=lowest --json",
            "partake score evening.boards.txt",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic; not needed where the file names it")
    found.add_argument("file", metavar="FILE", nargs="?", help="the boards; - or nothing is the standard input")
    add_options(found)
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def boards_of(args: argparse.Namespace) -> Boards:
    """The boards of the input, which are of one game, checked against the edition and its options."""
    edition, options = find_hexagon(args, args.edition), chosen_options(args)
    variant(edition, options, seats=max(2, edition.seats[0]))  # a wrong option is refused before the input is read
    source = read_input(args.file)
    try:
        boards = read_boards(edition, options, source)
    except NotationError as problem:
        raise located(args.file, problem) from None
    return boards


def evening_of(args: argparse.Namespace) -> Evening:
    """All games of the input, by the edition and options of the command line or of the input itself."""
    options = chosen_options(args)
    if args.file is None and _is_file(args):
        args.edition, args.file = None, args.edition
    edition = None if args.edition is None else find_hexagon(args, args.edition)
    if edition is not None:
        variant(edition, options, seats=max(2, edition.seats[0]))  # a wrong option is refused before the input is read
    source = read_input(args.file)
    try:
        return read_evening(known(args).editions, source, edition=edition, given=options)
    except NotationError as problem:
        raise located(args.file, problem) from None


def _is_file(args: argparse.Namespace) -> bool:
    """Whether the one word of the command line is a file that names its edition, and not an edition."""
    word = args.edition
    return word not in known(args).editions and (word == STDIN or "." in word or Path(word).exists())


def run(args: argparse.Namespace) -> int:
    """Count the boards and explain every point."""
    evening = evening_of(args)
    if args.json:
        found = _to_json(evening) if evening.has_numbers else _game_to_json(evening.games[0])
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return 0
    from partake.cli.terminal.screen import Screen

    screen = Screen()
    for game in evening.games:
        if evening.has_numbers:
            screen.say(screen.strong(capitalised(said(Message("game {number}", number=game.number)))) + "\n")
        _show(screen, game)
    if len(evening.games) > 1:
        _show_standings(screen, evening)
    return 0


def _show(screen: Screen, game: Boards) -> None:
    """A game's boards, every point, who won, and what is to be checked."""
    from partake.cli.terminal.explain import explain, verdict

    scores = game.scores
    for sheet, score in zip(game.sheets, scores, strict=True):
        screen.say(screen.picture(sheet))
        screen.say(explain([score]) + "\n")
    if len(scores) > 1:
        screen.say(screen.strong(verdict(Outcome(scores))))
    for note in game.notes:
        screen.say(f"{capitalised(printable(said(note)))}.")


def _show_standings(screen: Screen, evening: Evening) -> None:
    """What everybody has after all games, the first one first, with the points of each game."""
    from partake.cli.terminal.explain import row, verdict

    outcome = evening.standings
    screen.say("\n" + screen.strong(said(Plural("After one game", "After {count} games", count=len(evening.games)))))
    for seat in outcome.standings:
        score = outcome.scores[seat - 1]
        name = Message(
            "{name} ({points})",
            name=shown_name(score.name),
            points=Joined((points for points in _by_game(evening, score.name)), " + "),
        )
        screen.say(row(f"  {printable(said(name))}", said(score.total)))
    if len(outcome.scores) > 1:
        screen.say(screen.strong(verdict(outcome)))


def _by_game(evening: Evening, name: str) -> list[Any]:
    """A player's points of each game; a dash where they did not play."""
    found = [{score.name: score.total for score in game.scores} for game in evening.games]
    return [points.get(name, "–") for points in found]


def _game_to_json(game: Boards) -> dict[str, Any]:
    return {"players": [score.to_json() for score in game.scores], "notes": [str(note) for note in game.notes]}


def _to_json(evening: Evening) -> dict[str, Any]:
    """An evening as plain data: each game as one alone, and the standings, the first one first."""
    outcome = evening.standings
    return {
        "edition": evening.edition.name,
        "options": dict(evening.options),
        "games": [
            {
                "game": game.number,
                "called": None if game.called is None else [str(tile) for tile in game.called],
                **_game_to_json(game),
            }
            for game in evening.games
        ],
        "standings": [
            {
                "name": outcome.scores[seat - 1].name,
                "total": plain(outcome.totals[seat - 1]),
                "won": outcome.is_won and seat in outcome.winners,
            }
            for seat in outcome.standings
        ],
    }
