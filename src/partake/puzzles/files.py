"""Files of puzzles: text with a head and a line for each puzzle, its fields divided by tabs.

partake puzzles 1
edition classic
rules 0f3a…        the digest of the edition's rules: other rules, other puzzles
proof  rating  themes  found  options  seat/seats  question  values  moves
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files as package_files

from partake.puzzles.model import LEVEL_NAMES, PROVEN, SEARCHED, THEMES, Puzzle
from partake.rules.catalogue import Catalogue, catalogue
from partake.rules.edition import Edition
from partake.rules.errors import PartakeError
from partake.rules.messages import Message

HEAD = "partake puzzles 1"
"""The first line: the format and its version."""
EMPTY = "-"
"""A field without anything in it."""
_QUESTION = re.compile(r"place [0-9*-]+|reserve|where [1-9]\d*|what [a-z]\d+", re.ASCII)
_FIELDS = 9


def format_puzzles(edition: Edition, puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles of one edition."""
    return "\n".join([HEAD, f"edition {edition.name}", f"rules {edition.digest}", *map(_line, puzzles), ""])


def parse_puzzles(text: str, known: Catalogue) -> list[Puzzle]:
    """The puzzles of a file, each field checked; positions are checked when they are looked at."""
    head, *lines = text.splitlines() or [""]
    if head != HEAD or len(lines) < 2:
        raise PartakeError("this is no file of puzzles: it must begin with {head!r}", head=HEAD)
    name, rules = (line.partition(" ")[2] for line in lines[:2])
    edition = known.edition(name)
    if rules != edition.digest:
        raise PartakeError(
            "these puzzles were made by other boards, tiles or points than this {edition}", edition=edition.name
        )
    return list(_read(edition, lines[2:]))


def shipped(edition: Edition) -> tuple[Puzzle, ...]:
    """The puzzles that come with the package; none for an edition of somebody's own, or after its rules changed."""
    return _shipped(edition.name, edition.digest)


@lru_cache(maxsize=16)
def _shipped(name: str, digest: str) -> tuple[Puzzle, ...]:
    path = package_files("partake") / "data" / "puzzles" / f"{name}.txt"
    ours = catalogue().editions.get(name)
    if ours is None or ours.digest != digest or not path.is_file():
        return ()
    return tuple(parse_puzzles(path.read_text("utf-8"), catalogue()))


def _line(puzzle: Puzzle) -> str:
    return "\t".join(
        (
            puzzle.proof,
            str(puzzle.rating),
            ",".join(puzzle.themes),
            ",".join(map(str, puzzle.found)),
            ",".join(f"{name}={value}" for name, value in sorted(puzzle.options.items())) or EMPTY,
            f"{puzzle.seat}/{puzzle.seats}",
            puzzle.question,
            " ".join(f"{key}={value:.10g}" for key, value in puzzle.values),
            " ".join(puzzle.moves) or EMPTY,
        )
    )


def _read(edition: Edition, lines: list[str]) -> Iterator[Puzzle]:
    for number, line in enumerate(lines, start=4):
        try:
            yield _puzzle(edition, line)
        except (ValueError, PartakeError) as problem:
            words = problem if isinstance(problem, PartakeError) else Message("a field cannot be read")
            raise PartakeError("line {number}: {problem}", number=number, problem=words) from None


def _puzzle(edition: Edition, line: str) -> Puzzle:
    fields = line.split("\t")
    if len(fields) != _FIELDS:
        raise PartakeError("a puzzle has {wanted} fields, not {given}", wanted=_FIELDS, given=len(fields))
    proof, rating, themes, found, options, seat, question, values, moves = fields
    if proof not in (PROVEN, SEARCHED) or not set(themes.split(",")) <= set(THEMES):
        raise PartakeError("there is no such proof or theme")
    if not _QUESTION.fullmatch(question):
        raise PartakeError("the question cannot be read")
    pairs = [pair.rsplit("=", 1) for pair in values.split(" ")]
    shares = tuple(map(int, found.split(",")))
    if len(shares) != len(LEVEL_NAMES):
        raise PartakeError("there must be a share for each level of bots")
    own, _, seats = seat.partition("/")
    return Puzzle(
        edition=edition,
        options=dict(_pair(pair) for pair in options.split(",")) if options != EMPTY else {},
        moves=tuple(moves.split(" ")) if moves != EMPTY else (),
        question=question,
        proof=proof,
        themes=tuple(themes.split(",")),
        values=tuple((key, float(value)) for key, value in pairs),
        found=shares,
        rating=int(rating),
        seats=int(seats),
        seat=int(own),
    )


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
