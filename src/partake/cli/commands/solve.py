"""`partake solve`: the optimal board for the tiles of a game, with proof or bound."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from partake.cli.arguments import (
    STDIN,
    Parser,
    UsageError,
    add_options,
    chosen_options,
    command_parser,
    complain,
    find_hexagon,
    known,
    located,
    read_input,
)  # fmt: skip
from partake.engine.actions import DEALER, Draw
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Score
from partake.engine.reading import read_tile, understood
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.rules.errors import NotationError, PartakeError, printable
from partake.rules.messages import Message, said
from partake.rules.names import shown_name
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant
from partake.solve.pool import TilesError
from partake.solve.solution import Solution
from partake.solve.solver import solve
from partake.solve.subproblems import is_hard

SUMMARY = Message(
    """\
The best final board for tiles that were drawn, with proof that there is none
better, or with a bound. TILES are given in the order in which they were drawn,
here or on the standard input (-); a RECORD names its game itself. Of a game that
is not over, it is the best that could still become of a seat's board."""
)
PROGRESS_SECONDS = 1.0
"""The interval of progress lines, and the time before the first."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "solve",
        SUMMARY,
        [
            "partake solve game.partake",
            "partake decks nexus --games 1 | partake solve nexus - --seconds 60",
            "partake solve classic - -o rays=each --json < tiles.txt",
        ],
    )
    found.add_argument("words", metavar="EDITION TILES…|RECORD", nargs="+", help="a game and its tiles, or a record")
    add_options(found)
    found.add_argument("--seconds", metavar="S", help="stop after so long, with the best board so far and its bound")
    found.add_argument("--game", metavar="N", type=int, help="which game of a match (default: the last one)")
    found.add_argument("--seat", metavar="N", type=int, default=1, help="whose board, if the game is not over")
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


class _Problem(NamedTuple):
    """A problem for the solver: a variant and its tiles, and the scores that players made of them, if known."""

    variant: Variant
    tiles: tuple[Tile, ...]
    fixed: tuple[tuple[str, Tile], ...] = ()
    choose: bool = False
    made: tuple[Score, ...] = ()


def run(args: argparse.Namespace) -> int:
    """Solve the problem and print the solution."""
    seconds = asked_seconds(args.seconds)
    given = _problem(args)
    announce_compilation(given.variant)
    try:
        with ProgressLine() as watch:
            solution = solve(
                given.variant, given.tiles, fixed=given.fixed, choose=given.choose, seconds=seconds, progress=watch
            )
    except TilesError as problem:
        raise UsageError(problem) from None
    if args.json:
        print(json.dumps(solution.to_json(), ensure_ascii=False))
    else:
        _show(solution, given.made)
    return 0


def asked_seconds(text: str | None) -> float | None:
    """The value of `--seconds`."""
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise UsageError("--seconds must be a time in seconds, like 60, not {given!r}", given=text)
    return seconds


def _problem(args: argparse.Namespace) -> _Problem:
    first, *rest = args.words
    if first not in known(args).editions and not rest:
        if first == STDIN or Path(first).exists():
            return _of_record(args, first, read_input(first))
        raise UsageError("{first!r} is neither an edition nor a record: there is no such file", first=first)
    edition = find_hexagon(args, first)
    found = variant(edition, chosen_options(args), seats=2)
    if len(rest) == 1 and Path(rest[0]).is_file():
        return _of_record(args, rest[0], read_input(rest[0]), edition.name)
    words = read_input(STDIN).split() if rest == [STDIN] else rest
    if not words:
        raise UsageError(
            "give the {draws} tiles of {edition} in the order in which they were drawn",
            draws=found.draws,
            edition=edition.name,
        )
    try:
        tiles = tuple(read_tile(edition.tiles, word) for word in words)
    except NotationError as problem:
        raise UsageError(problem) from None
    for note in filter(None, map(understood, words, tiles)):
        complain(said(note))
    return _Problem(found, tiles)


def _of_record(args: argparse.Namespace, name: str, text: str, edition: str | None = None) -> _Problem:
    if args.option:
        raise UsageError("a record has its own options: leave out -o")
    try:
        record = read_record(text, known(args))
    except PartakeError as problem:
        raise located(name, problem) from None
    if edition not in (None, record.setup.edition.name):
        raise UsageError(
            "{name} is a record of {edition}, not of {asked}",
            name=name,
            edition=record.setup.edition.name,
            asked=edition,
        )
    if not 1 <= args.seat <= len(record.setup.seats):
        raise UsageError(
            "there is no seat {seat} in this game: it has {number_of_seats}",
            seat=args.seat,
            number_of_seats=len(record.setup.seats),
        )
    *_, view = record.views(args.seat)
    if not isinstance(view, HexagonView):
        raise UsageError("{edition} has no boards to fill: it is decided by rounds", edition=record.setup.edition.name)
    games = _games(record, view.variant.draws)
    number = len(games) if args.game is None else args.game
    if not 1 <= number <= len(games):
        raise UsageError(
            "there is no game {number} in this record: it has {number_of_games}",
            number=number,
            number_of_games=len(games),
        )
    if number <= len(view.finished):
        made = (
            tuple(score.of_round(number) for score in view.standings.scores)
            if view.rounds > 1
            else view.standings.scores
        )
        return _Problem(view.variant, games[number - 1], made=made)
    lying = tuple(view.sheet)
    waiting = tuple(tile for tile in view.drawn if tile not in dict(lying).values())
    is_drawn = view.draws_left == 0
    return _Problem(view.variant, (*waiting, *(() if is_drawn else view.bag)), lying, choose=not is_drawn)


def _games(record: Record, draws: int) -> list[tuple[Tile, ...]]:
    """The tiles of each game, in the order in which they were drawn."""
    calls = [action.tiles for actor, action in record.moves if actor == DEALER and isinstance(action, Draw)]
    drawn = [tile for tiles in calls for tile in tiles]
    return [tuple(drawn[i : i + draws]) for i in range(0, max(1, len(drawn)), draws)]


def _show(solution: Solution, made: Sequence[Score]) -> None:
    from partake.cli.terminal.explain import explain
    from partake.cli.terminal.screen import Screen

    screen = Screen()
    screen.say(screen.picture(solution.sheet))
    screen.say(explain([solution.explained]) + "\n")
    screen.say(screen.strong(said(verdict(solution))))
    for score in made:
        screen.say(
            said(Message("{name} made {points}", name=printable(said(shown_name(score.name))), points=score.total))
        )


def verdict(solution: Solution) -> Message:
    """Whether the solution is proven optimal, or its bound, in words."""
    if solution.proven:
        return Message("best possible: {score}, proven", score=solution.score)
    return Message(
        "best found: {score}; no board has more than {bound} (gap {gap:.1f} %)",
        score=solution.score,
        bound=solution.bound,
        gap=100 * solution.gap,
    )


def announce_compilation(found: Variant) -> None:
    """Say on the standard error that the solver is compiled first, where it is."""
    if is_hard(found):
        with contextlib.suppress(ImportError, PartakeError):  # without the extra nothing is compiled
            from partake.fast.cache import is_ready

            if not is_ready("fast", "solve"):
                complain(Message("getting the solver ready, once on this machine: about half a minute"))


class ProgressLine:
    """Shows on the standard error how far a search is, once it takes longer than `PROGRESS_SECONDS`."""

    def __init__(self) -> None:
        self._start = self._told = time.monotonic()
        self._is_tty, self._line = sys.stderr.isatty(), ""

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._line and self._is_tty:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def __call__(self, score: int, bound: int) -> None:
        """Show the best score and the bound, at most once a second."""
        now = time.monotonic()
        if now - self._start < PROGRESS_SECONDS or now - self._told < PROGRESS_SECONDS:
            return
        gap = 100 * (bound - score) / max(1, abs(score))
        line = said(
            Message(
                "{seconds:.0f} s: best {score}, bound {bound}, gap {gap:.1f} %",
                seconds=now - self._start,
                score=score,
                bound=bound,
                gap=gap,
            )
        )
        self._told, self._line = now, line
        print(
            f"\r{line}\033[K" if self._is_tty else line, end="" if self._is_tty else "\n", file=sys.stderr, flush=True
        )
