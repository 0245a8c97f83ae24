"""Puzzles for people: which comes next, whether an answer is right, and the ratings that follow (Glicko-2)."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from partake.engine.record.files import read_text
from partake.puzzles.files import parse_puzzles, shipped
from partake.puzzles.model import THEMES, Puzzle
from partake.puzzles.rating import Rating, answered, rounded
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError
from partake.store.practice_rows import AnswerRow, PuzzleRow, SolverRow
from partake.store.puzzles import PuzzleStore
from partake.store.store import Store
from partake.table.model import MissingError, Person
from partake.table.presence import Now

NEAR = 8
"""The next puzzle is one of this many whose rating is nearest to the person's."""
FOLDER = "puzzles"
"""The folder, in the server's own, whose files hold puzzles of the operator's making."""


@dataclass(frozen=True, slots=True)
class Solved:
    """An answer that was checked."""

    puzzle: Puzzle
    answer: str
    is_right: bool
    counted: AnswerRow | None
    """What it made of the person's rating; None where nobody is rated."""
    is_first: bool
    """Whether this answer is the one that counts."""
    people: PuzzleRow | None
    """How people have done at it."""


@dataclass(frozen=True, slots=True)
class SolverStanding:
    """A person's rating, streak and answers."""

    rating: Rating
    streak: int
    longest: int
    shares: bool
    answers: Sequence[AnswerRow]

    @property
    def solved(self) -> int:
        """The number of right answers."""
        return sum(row.right for row in self.answers)


class Puzzles:
    """All puzzles that this server has, and what people make of them."""

    def __init__(self, store: Store, catalogue: Catalogue, folder: Path | None = None, now: Now = time.time) -> None:
        self._store, self._catalogue, self._folder, self._now = PuzzleStore(store), catalogue, folder, now
        self._all: dict[str, Puzzle] | None = None

    @property
    def all(self) -> Mapping[str, Puzzle]:
        """Every puzzle by its id; read when it is first asked for."""
        if self._all is None:
            found = [puzzle for edition in self._catalogue.editions.values() for puzzle in shipped(edition)]
            for path in sorted((self._folder / FOLDER).glob("*.txt")) if self._folder else ():
                found += _of_operator(path, self._catalogue)
            self._all = {puzzle.id: puzzle for puzzle in found}
        return self._all

    def find(self, puzzle: str) -> Puzzle:
        """The puzzle of an id."""
        if puzzle not in self.all:
            raise MissingError("there is no such puzzle here")
        return self.all[puzzle]

    def themes(self, edition: str = "") -> tuple[str, ...]:
        """The themes that there are puzzles of."""
        there = {theme for one in self.all.values() if edition in ("", one.edition.name) for theme in one.themes}
        return tuple(theme for theme in THEMES if theme in there)

    async def next(self, person: Person | None, edition: str = "", theme: str = "") -> Puzzle | None:
        """A puzzle that suits a person's rating and has no counted answer of theirs; None when all are answered."""
        standing = await self.standing(person)
        done = {row.puzzle for row in standing.answers}
        level = standing.rating.value
        ratings = await self._store.ratings()
        found = [
            puzzle
            for puzzle in self.all.values()
            if edition in ("", puzzle.edition.name) and (not theme or theme in puzzle.themes) and puzzle.id not in done
        ]
        found.sort(key=lambda puzzle: abs(ratings.get(puzzle.id, puzzle.rating) - level))
        return secrets.choice(found[:NEAR]) if found else None

    async def answer(self, person: Person | None, puzzle: str, given: str) -> Solved:
        """Check an answer; the first of a person to a puzzle counts, and both ratings follow it."""
        found = self.find(puzzle)
        answer = found.normal(given)
        is_right = answer == found.solution
        if person is None:
            return Solved(found, answer, is_right, None, False, await self._store.puzzle(puzzle))
        is_first = await self._store.answer(person.id, puzzle) is None

        def rated(solver: SolverRow | None, known: PuzzleRow | None) -> tuple[SolverRow, PuzzleRow, AnswerRow]:
            return _rated(person, found, answer, solver, known, self._now())

        counted = await self._store.rate(person.id, puzzle, rated)
        return Solved(found, answer, is_right, counted, is_first, await self._store.puzzle(puzzle))

    async def answered(self, person: Person, puzzle: str) -> Solved | None:
        """The answer of a person to a puzzle that counts, if there is one."""
        found, row = self.find(puzzle), await self._store.answer(person.id, puzzle)
        if row is None:
            return None
        return Solved(found, row.answer, row.right, row, True, await self._store.puzzle(puzzle))

    async def standing(self, person: Person | None) -> SolverStanding:
        """A person's rating and history."""
        row = await self._store.solver(person.id) if person else None
        answers = await self._store.answers(person.id) if person else []
        if row is None:
            return SolverStanding(Rating(), 0, 0, False, answers)
        return SolverStanding(_rating(row), row.streak, row.longest, row.shares, answers)

    async def share(self, person: Person, *, shares: bool) -> None:
        """Let positions of a person's games become puzzles, or no longer."""
        first = Rating()
        await self._store.share(SolverRow(person.id, first.value, first.deviation, first.volatility, shares=shares))


def _of_operator(path: Path, catalogue: Catalogue) -> list[Puzzle]:
    """The puzzles of a file in the server's folder; a problem names the file."""
    try:
        return parse_puzzles(read_text(path), catalogue)
    except PartakeError as problem:
        raise PartakeError("{name}: {problem}", name=path.name, problem=problem) from None


def check_choice(catalogue: Catalogue, edition: str = "", theme: str = "") -> None:
    """Refuse an edition or a theme that there is not."""
    if edition and edition not in catalogue.editions:
        raise PartakeError("there is no edition {name!r}", name=edition[:40])
    if theme and theme not in THEMES:
        raise PartakeError("there is no theme {name!r}", name=theme[:40])


def _rating(row: SolverRow | PuzzleRow) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _rated(
    person: Person, puzzle: Puzzle, answer: str, solver: SolverRow | None, known: PuzzleRow | None, at: float
) -> tuple[SolverRow, PuzzleRow, AnswerRow]:
    is_right = answer == puzzle.solution
    before = _rating(solver) if solver else Rating()
    own, other = map(rounded, answered(before, _rating(known) if known else puzzle.first_rating, is_right=is_right))
    streak = (solver.streak if solver else 0) + 1 if is_right else 0
    longest, shares = (solver.longest, solver.shares) if solver else (0, False)
    return (
        SolverRow(person.id, own.value, own.deviation, own.volatility, streak, max(longest, streak), shares),
        PuzzleRow(
            puzzle.id, other.value, other.deviation, other.volatility,
            (known.answers if known else 0) + 1, (known.solved if known else 0) + is_right,
        ),
        AnswerRow(
            person.id, puzzle.id, puzzle.edition.name, at, answer, is_right, own.value,
            round(own.value - before.value, 2),
        ),
    )  # fmt: skip
