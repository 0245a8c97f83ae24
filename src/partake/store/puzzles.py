"""Ratings in puzzles, the answers that count, and the finished games that people let become puzzles."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, insert, select, update

from partake.store import schema
from partake.store.practice_rows import AnswerRow, PuzzleRow, SolverRow
from partake.store.rows import Status, values_of
from partake.store.statements import is_added, lock, put
from partake.store.store import Store

Rated = Callable[[SolverRow | None, PuzzleRow | None], tuple[SolverRow, PuzzleRow, AnswerRow]]
"""What an answer makes of the ratings of a person and of a puzzle."""


class PuzzleStore:
    """Ratings and answers, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def solver(self, person: str) -> SolverRow | None:
        """A person's rating; None before their first answer or choice."""
        return await self._store.read(lambda connection: _solver(connection, person))

    async def puzzle(self, puzzle: str) -> PuzzleRow | None:
        """How people have done at a puzzle."""
        return await self._store.read(lambda connection: _puzzle(connection, puzzle))

    async def ratings(self) -> dict[str, float]:
        """The rating of each puzzle that somebody has answered."""
        query = select(schema.puzzles.c.puzzle, schema.puzzles.c.rating)
        return await self._store.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def answers(self, person: str) -> list[AnswerRow]:
        """All answers of a person that count, the oldest first."""
        query = select(schema.answers).where(schema.answers.c.person == person).order_by(schema.answers.c.at)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [AnswerRow(**row._mapping) for row in rows]

    async def answer(self, person: str, puzzle: str) -> AnswerRow | None:
        """The answer of a person to a puzzle that counts."""
        return await self._store.read(lambda connection: _answer(connection, person, puzzle))

    async def rate(self, person: str, puzzle: str, rated: Rated) -> AnswerRow:
        """Keep an answer and what it makes of both ratings, unless there is one already: then that one."""
        kept: list[AnswerRow] = []

        def job(connection: Connection) -> None:
            kept.clear()
            lock(connection, f"solver/{person}", f"puzzle/{puzzle}")
            there = _answer(connection, person, puzzle)
            if there is None:
                solver, known, there = rated(_solver(connection, person), _puzzle(connection, puzzle))
                put(connection, schema.solvers, values_of(solver))
                put(connection, schema.puzzles, values_of(known))
                connection.execute(insert(schema.answers).values(values_of(there)))
            kept.append(there)

        await self._store.write(job)
        return kept[-1]

    async def share(self, first: SolverRow) -> None:
        """Keep whether a person shares, and nothing else of what is known; `first` is for somebody who is new."""
        solvers = schema.solvers
        change = update(solvers).where(solvers.c.person == first.person).values(shares=first.shares)

        def job(connection: Connection) -> None:
            if not is_added(connection, solvers, values_of(first)):
                connection.execute(change)

        await self._store.write(job)


def shared_games(connection: Connection, edition: str) -> dict[str, set[str]]:
    """The finished tables of an edition at which somebody sits who shares, each with these people."""
    tables, sitters, solvers = schema.tables, schema.sitters, schema.solvers
    query = (
        select(tables.c.id, sitters.c.person)
        .join(sitters, sitters.c.table_id == tables.c.id)
        .join(solvers, solvers.c.person == sitters.c.person)
        .where(tables.c.status == Status.OVER, ~tables.c.paper, tables.c.edition == edition, solvers.c.shares)
        .order_by(tables.c.finished, tables.c.id)
    )
    found: dict[str, set[str]] = {}
    for table, person in connection.execute(query):
        found.setdefault(table, set()).add(person)
    return found


def _solver(connection: Connection, person: str) -> SolverRow | None:
    found = connection.execute(select(schema.solvers).where(schema.solvers.c.person == person)).first()
    return None if found is None else SolverRow(**found._mapping)


def _puzzle(connection: Connection, puzzle: str) -> PuzzleRow | None:
    found = connection.execute(select(schema.puzzles).where(schema.puzzles.c.puzzle == puzzle)).first()
    return None if found is None else PuzzleRow(**found._mapping)


def _answer(connection: Connection, person: str, puzzle: str) -> AnswerRow | None:
    answers = schema.answers
    query = select(answers).where(answers.c.person == person, answers.c.puzzle == puzzle)
    found = connection.execute(query).first()
    return None if found is None else AnswerRow(**found._mapping)
