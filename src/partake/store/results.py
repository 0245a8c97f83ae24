"""Results of people's finished games, the summaries of their reviews, and what leaderboards add up from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, func, or_, select, tuple_, update

from partake.store import schema
from partake.store.practice_rows import ResultRow
from partake.store.rows import Status, values_of
from partake.store.statements import insert_missing
from partake.store.store import Store

results, people, tables, sitters = schema.results, schema.people, schema.tables, schema.sitters


@dataclass(frozen=True, slots=True)
class Best:
    """The best result of a person on one leaderboard."""

    person: str
    nickname: str
    score: float
    games: int


@dataclass(frozen=True, slots=True)
class Added:
    """What the latest reviewed games of a person add up to."""

    person: str
    nickname: str
    sums: Mapping[str, float | None]
    """The fields of `partake.review.strength.Sums`."""


class ResultStore:
    """The results in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, rows: Sequence[ResultRow]) -> None:
        """Keep the results of a table, for those who still sit there; what is kept already stays as it is."""

        def job(connection: Connection) -> None:
            here = sitters.c.table_id.in_({row.table_id for row in rows})
            rows_here = connection.execute(select(sitters.c.table_id, sitters.c.person).where(here))
            sitting = {(row.table_id, row.person) for row in rows_here}
            values = [values_of(row) for row in rows if (row.table_id, row.person) in sitting]
            if values:
                insert_missing(connection, results, values)

        await self._store.write(job)

    async def reviewed(self, table: str, at: float, found: Iterable[Mapping[str, Any]]) -> None:
        """Keep what a review found: for each seat and game its numbers."""
        changes = [{f"new_{name}": value for name, value in one.items()} for one in found]
        mine = results.c.table_id == table
        seat = (results.c.seat == bindparam("new_seat")) & (results.c.game == bindparam("new_game"))
        names = ("moves", "lost", "luck", "grave", "phases", "causes")
        values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
        change = update(results).where(mine & seat).values(reviewed=at, **values)
        if changes:
            await self._store.write(lambda connection: connection.execute(change, changes))

    async def of_person(self, person: str, limit: int) -> list[ResultRow]:
        """The latest results of a person, the oldest of them first."""
        latest = select(results).where(results.c.person == person)
        latest = latest.order_by(results.c.finished.desc(), results.c.game.desc()).limit(limit)

        def read(connection: Connection) -> list[ResultRow]:
            return [ResultRow(**row._mapping) for row in connection.execute(latest)][::-1]

        return await self._store.read(read)

    async def has(self, table: str) -> bool:
        """Whether the results of a table are kept."""
        query = select(results.c.game).where(results.c.table_id == table).limit(1)
        return await self._store.read(lambda connection: connection.execute(query).first() is not None)

    async def missing(self, limit: int, without: Collection[str] = ()) -> list[str]:
        """Tables that are over, at which a person sat, and whose results are not kept; the latest first."""
        over = (tables.c.status == Status.OVER) & exists().where(sitters.c.table_id == tables.c.id)
        wanted = over & ~exists().where(results.c.table_id == tables.c.id) & tables.c.id.not_in(without)
        query = select(tables.c.id).where(wanted).order_by(tables.c.finished.desc()).limit(limit)
        return await self._store.read(lambda connection: list(connection.execute(query).scalars()))

    async def unreviewed(self, without: Collection[str] = ()) -> tuple[str, tuple[int, ...]] | None:
        """The table that was finished last and has seats that a review would say something new about; those seats."""
        due = results.c.reviewed.is_(None) & (results.c.apart == "") & results.c.table_id.not_in(without)
        latest = select(results.c.table_id).where(due).order_by(results.c.finished.desc()).limit(1)

        def read(connection: Connection) -> tuple[str, tuple[int, ...]] | None:
            table = connection.execute(latest).scalar()
            if table is None:
                return None
            here = select(results.c.seat).where(due & (results.c.table_id == table)).distinct().order_by(results.c.seat)
            return table, tuple(connection.execute(here).scalars())

        return await self._store.read(read)

    async def boards(self, person: str | None) -> list[tuple[str, str]]:
        """Every edition with the rules by which somebody who may be shown has played it; most games first."""
        query = select(results.c.edition, results.c.rules).join(people, people.c.id == results.c.person)
        query = query.where(_shown(person)).group_by(results.c.edition, results.c.rules)
        query = query.order_by(func.count().desc())
        return await self._store.read(
            lambda connection: [(row.edition, row.rules) for row in connection.execute(query)]
        )

    async def bests(
        self, edition: str, rules: str, person: str | None, between: tuple[float, float] | None = None
    ) -> list[Best]:
        """The best results of those who want to be seen, and of one person; within a time if it is given."""
        query = select(people.c.id, people.c.nickname, func.max(results.c.score), func.count())
        query = query.join(people, people.c.id == results.c.person).where(_of(edition, rules) & _shown(person))
        if between is not None:
            query = query.where(results.c.finished >= between[0], results.c.finished < between[1])
        query = query.group_by(people.c.id)
        return await self._store.read(lambda connection: [Best(*row) for row in connection.execute(query)])

    async def sums(self, edition: str, rules: str, person: str | None, recent: int) -> list[Added]:
        """What the latest reviewed games add up to, for those who want to be seen and one person."""
        age = func.row_number().over(partition_by=results.c.person, order_by=results.c.finished.desc())
        latest = (
            select(results, people.c.nickname, age.label("age"))
            .join(people, people.c.id == results.c.person)
            .where(_of(edition, rules) & _shown(person) & (results.c.moves > 0) & results.c.lost.is_not(None))
            .subquery()
        )
        moves, lost, adjusted = latest.c.moves, latest.c.lost, latest.c.score - latest.c.luck
        query = (
            select(
                latest.c.person, latest.c.nickname, func.count().label("games"), func.sum(moves).label("moves"),
                func.sum(lost).label("lost"), func.sum(moves * moves).label("moves_moves"),
                func.sum(moves * lost).label("moves_lost"), func.sum(lost * lost).label("lost_lost"),
                func.sum(adjusted).label("adjusted"), func.sum(adjusted * adjusted).label("adjusted_adjusted"),
            )
            .where(latest.c.age <= recent)
            .group_by(latest.c.person, latest.c.nickname)
        )  # fmt: skip

        def read(connection: Connection) -> list[Added]:
            rows = [dict(row._mapping) for row in connection.execute(query)]
            return [Added(row.pop("person"), row.pop("nickname"), row) for row in rows]

        return await self._store.read(read)


def _of(edition: str, rules: str) -> ColumnElement[bool]:
    return tuple_(results.c.edition, results.c.rules) == tuple_(edition, rules)


def _shown(person: str | None) -> ColumnElement[bool]:
    """Results that count, of people who want to be seen, play on a device of their own and are not banned; and those
    of the one who asks, which only they are told."""
    public = people.c.public & people.c.banned.is_(None) & people.c.guardian.is_(None)
    return (results.c.apart == "") & ~results.c.known & or_(public, people.c.id == (person or ""))
