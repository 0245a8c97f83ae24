"""`partake puzzles`: solve some in the terminal, make them from games, or prove a file of them again."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from partake.cli.arguments import (
    INTERRUPTED,
    STDIN,
    Parser,
    UsageError,
    add_options,
    chosen_options,
    command_parser,
    complain,
    find_edition,
    known,
    located,
    read_input,
)
from partake.cli.batch import whole_number
from partake.cli.interruption import Stop
from partake.cli.outputs import add_force, check_output, write_output
from partake.cli.terminal.screen import Screen
from partake.cli.terminal.typed import is_typed, word
from partake.engine.record.files import load_record
from partake.puzzles.explanation import explained
from partake.puzzles.files import format_puzzles, parse_puzzles, shipped
from partake.puzzles.model import MOVE, PLACE, PROVEN, THEMES, Puzzle
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.extras import load
from partake.rules.messages import Message, Plural, said
from partake.store.location import Location, is_url

MAKING = Message("making puzzles")
COUNT = 20
"""The number of puzzles that are made, unless another is asked for."""
MOST = 10_000
"""The most puzzles that can be asked for."""
STOPPING = Message("Stopping after this puzzle; Ctrl-C again stops at once")
SUMMARY = Message(
    """\
Solve puzzles from real games: one answer is clearly best. Without anything, or
with 'play EDITION', some are asked in the terminal; 'make EDITION' makes new
ones from games of bots, or of people who allow it; 'check FILE' proves each
puzzle of a file again, which takes longer than making it."""
)
ACTIONS = ("play", "make", "check")


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "puzzles",
        SUMMARY,
        [
            "partake puzzles",
            "partake puzzles play nexus --theme scrapyard",
            "partake puzzles make orchid --count 50 --seed monday --output orchid.txt",
            "partake puzzles make classic --from-games /srv/partake --output ours.txt",
            "partake puzzles check orchid.txt",
        ],
    )
    found.add_argument("action", metavar="ACTION", nargs="?", default="play", help="play, make or check; default: play")
    found.add_argument(
        "subject", metavar="EDITION|FILE", nargs="?", help="the game, like classic (for check: the file of puzzles)"
    )
    add_options(found)
    count = Message("how many puzzles to make (default: {count})", count=COUNT)
    found.add_argument("--count", metavar="N", default=str(COUNT), help=count)
    found.add_argument("--seed", metavar="TEXT", default="1", help="the same seed makes the same puzzles (default: 1)")
    found.add_argument("--output", metavar="FILE", default=STDIN, help="the file to write; - is the standard output")
    add_force(found)
    found.add_argument("--theme", metavar="NAME", help="play: only puzzles of this theme, like finish")
    source = found.add_mutually_exclusive_group()
    games = said(Message("make: from finished games in a server's folder, of people who allow it, without names"))
    source.add_argument("--from-games", metavar="FOLDER", help=games)
    records = said(Message("make: from these records, without names"))
    source.add_argument("--records", metavar="FILE", nargs="+", help=records)
    return found


def run(args: argparse.Namespace) -> int:
    """Do what is asked for."""
    if args.action not in ACTIONS:
        raise UsageError(
            "there is no action {action!r}; there are {known}", action=args.action, known=", ".join(ACTIONS)
        )
    if args.action == "play":
        return _play(args)
    if args.subject is None:
        raise UsageError("{action} needs one more word: the edition, or the file", action=args.action)
    return _make(args) if args.action == "make" else _check(args)


def _make(args: argparse.Namespace) -> int:
    edition = find_edition(args, args.subject)
    count = whole_number(args.count, "count", MOST)
    options = chosen_options(args)
    made: list[Puzzle] = []
    check_output(args.output, force=args.force)
    load("numba", extra="fast", purpose=MAKING)
    from partake.puzzles.making import make

    sources = _sources(args, edition)
    with Stop(STOPPING) as stop, _Bar(count) as bar:
        for puzzle in make(edition, count=count, seed=args.seed, options=options, sources=sources):
            made.append(puzzle)
            bar(len(made))
            if stop():
                break
    write_output(args.output, format_puzzles(edition, made), force=args.force)
    if len(made) < count:
        complain(Plural("only {count} puzzle was found", "only {count} puzzles were found", count=len(made)))
    return INTERRUPTED if stop() else 0


def _sources(args: argparse.Namespace, edition: Edition) -> Iterable[Any] | None:
    """The games that puzzles are made from; None for those of bots."""
    if args.records:
        return _records(args, edition)
    if not args.from_games:
        return None
    store: Any = load("partake.store.shared_games", extra="web", purpose=MAKING)
    found: Iterable[Any] = store.shared_records(_location(args.from_games), known(args), edition)
    return found


def _location(text: str) -> Location:
    """A server's folder, or the URL of its PostgreSQL."""
    return text if is_url(text) else Path(text)


def _records(args: argparse.Namespace, edition: Edition) -> Iterator[tuple[Any, int]]:
    for name in args.records:
        try:
            record = load_record(Path(name), known(args))
        except PartakeError as problem:
            raise located(name, problem) from None
        if record.setup.edition == edition:
            for seat in range(1, len(record.setup.seats) + 1):
                yield record, seat


def _check(args: argparse.Namespace) -> int:
    """Prove every puzzle of a file again, and say which do not hold."""
    load("numba", extra="fast", purpose=Message("proving puzzles"))
    from partake.puzzles.checking import problem_of

    try:
        puzzles = parse_puzzles(read_input(args.subject), known(args))
    except PartakeError as problem:
        raise located(args.subject, problem) from None
    wrong, proven = 0, sum(puzzle.proof == PROVEN for puzzle in puzzles)
    with _Bar(len(puzzles)) as bar:
        for number, puzzle in enumerate(puzzles, start=1):
            fault = problem_of(puzzle)
            if fault:
                wrong += 1
                complain(Message("puzzle {puzzle}: {problem}", puzzle=puzzle.id, problem=fault))
            bar(number)
    print(
        said(
            Message(
                "{right} of {count} puzzles hold: {proven} proven again, {searched} searched again and played on.",
                right=len(puzzles) - wrong,
                count=len(puzzles),
                proven=proven,
                searched=len(puzzles) - proven,
            )
        )
    )
    return 1 if wrong else 0


def _play(args: argparse.Namespace) -> int:
    """Ask puzzles until somebody has enough."""
    name = args.subject or "classic"
    edition = find_edition(args, name)
    if not isinstance(edition, HexagonEdition):
        raise UsageError("puzzles of {name} are asked in the browser: partake serve", name=name)
    if args.theme and args.theme not in THEMES:
        raise UsageError("there is no theme {theme!r}; there are {known}", theme=args.theme, known=", ".join(THEMES))
    puzzles = [one for one in shipped(edition) if not args.theme or args.theme in one.themes]
    if not puzzles:
        raise UsageError("there are no such puzzles of {name}", name=name)
    random.Random().shuffle(puzzles)
    screen, right, asked = Screen(), 0, 0
    print(said(Message("Type a cell, or {quit} to leave.", quit=word("quit"))))
    for puzzle in puzzles:
        answer = _asked(screen, puzzle)
        if answer is None:
            break
        asked += 1
        right += answer == puzzle.solution
        print(said(_told(puzzle, answer)))
    print(said(Message("{right} of {asked} found.", right=right, asked=asked)))
    return 0


def _asked(screen: Screen, puzzle: Puzzle) -> str | None:
    """The answer to a puzzle; None when that was enough."""
    print()
    print(screen.picture(puzzle.view))
    if puzzle.kind == PLACE:
        question = Message("Where does {tile} go?", tile=puzzle.subject)
    else:
        question = Message("Which tiles move from the reserve? Write like 9-7-8>c2 1-2-3>e2, or none.")
    while True:
        print(said(question), end=" ", flush=True)
        line = sys.stdin.readline()
        if not line or is_typed("quit", line.strip()):
            return None
        try:
            return puzzle.normal(line.strip())
        except PartakeError as problem:
            complain(problem)


def _told(puzzle: Puzzle, answer: str) -> Message:
    why = explained(puzzle, answer)[1] if puzzle.kind != MOVE else ""
    if answer == puzzle.solution:
        return Message("Right! It is {margin:.1f} points ahead of the second. {why}", margin=puzzle.margin, why=why)
    lost = puzzle.values[0][1] - dict(puzzle.values)[answer]
    return Message(
        "The best is {best}: {lost:.1f} points more than {answer}. {why}",
        best=puzzle.solution,
        lost=lost,
        answer=answer,
        why=why,
    )


class _Bar:
    """How many puzzles are done, on one line of a terminal; nothing where there is none."""

    def __init__(self, total: int) -> None:
        self._total, self._is_shown, self._begun = total, sys.stderr.isatty(), time.monotonic()

    def __enter__(self) -> _Bar:
        self(0)
        return self

    def __call__(self, done: int) -> None:
        """So many are done."""
        if self._is_shown:
            filled = 30 * done // max(1, self._total)
            bar = "#" * filled + "-" * (30 - filled)
            seconds = time.monotonic() - self._begun
            words = Message(
                "[{bar}] {done} of {total}, {seconds:.0f} s", bar=bar, done=done, total=self._total, seconds=seconds
            )
            print(f"\r{said(words)}\033[K", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
