"""What an operator sees of a database: its people and its tables, the newest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from partake.store import schema
from partake.store.rows import Status


@dataclass(frozen=True, slots=True)
class PersonOverview:
    """A person, with how much there is of theirs."""

    id: str
    nickname: str
    created: float
    guardian: str | None
    """On whose device they play, if they have none of their own."""
    banned: float | None
    """Since when they may change nothing, if they were banned."""
    seats: int
    """The number of tables at which they sit or sat."""
    tokens: int


@dataclass(frozen=True, slots=True)
class TableOverview:
    """A table, without anything of its game."""

    id: str
    edition: str
    title: str
    status: Status
    created: float
    seats: int
    people: int
    """The number of people at its seats."""
    moves: int
    """The number of entries of its log."""
    paper: bool = False
    """Whether its game was kept at a cardboard table."""


def people_overview(
    connection: Connection, *, beginning: str = "", name: str = "", limit: int | None = None
) -> list[PersonOverview]:
    """The people whose id has this beginning and whose nickname has this in it, the newest first."""
    people, sitters, tokens = schema.people, schema.sitters, schema.tokens
    query: Select[Any] = select(
        people.c.id,
        people.c.nickname,
        people.c.created,
        people.c.guardian,
        people.c.banned,
        _count(select(func.count()).select_from(sitters).where(sitters.c.person == people.c.id)),
        _count(select(func.count()).select_from(tokens).where(tokens.c.person == people.c.id)),
    ).where(people.c.id.startswith(beginning, autoescape=True), people.c.nickname.icontains(name, autoescape=True))
    found = connection.execute(query.order_by(people.c.created.desc(), people.c.id).limit(limit))
    return [PersonOverview(*row) for row in found]


def tables_overview(
    connection: Connection, *, status: Status | None = None, limit: int | None = None
) -> list[TableOverview]:
    """The tables, all or those of a status, the newest first."""
    tables, seats, sitters, actions = schema.tables, schema.seats, schema.sitters, schema.actions
    counts = [
        _count(select(func.count()).select_from(part).where(part.c.table_id == tables.c.id))
        for part in (seats, sitters, actions)
    ]
    query: Select[Any] = select(
        tables.c.id, tables.c.edition, tables.c.title, tables.c.status, tables.c.created, *counts, tables.c.paper
    )
    if status is not None:
        query = query.where(tables.c.status == status)
    found = connection.execute(query.order_by(tables.c.created.desc(), tables.c.id).limit(limit))
    return [TableOverview(*row) for row in found]


def _count(query: Select[Any]) -> Any:
    return query.scalar_subquery()
