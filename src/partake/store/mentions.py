"""Where the database mentions a person, and rewriting those tables in bulk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Text, and_, bindparam, cast, delete, or_, select, update

from partake.store import schema
from partake.store.rows import SeatRow, TableRow
from partake.store.seat_rows import insert_seats, read_seats

Change = Callable[[TableRow, tuple[SeatRow, ...]], tuple[tuple[SeatRow, ...], dict[str, Any]]]
"""The seats and some values of a table after a change."""
CHUNK = 500
"""The most ids of one statement."""


def mentioning(connection: Connection, person: str) -> list[str]:
    """The tables that mention a person: at a seat, as the host, as asked or removed."""
    tables, sitters = schema.tables, schema.sitters
    written = (cast(column, Text).contains(f'"{person}"') for column in (tables.c.removed, tables.c.invited))
    found = connection.execute(select(tables.c.id).where(or_(tables.c.host == person, *written))).scalars()
    seated = connection.execute(select(sitters.c.table_id).where(sitters.c.person == person)).scalars()
    return list(dict.fromkeys((*found, *seated)))


def titles_by(connection: Connection, person: str) -> set[str]:
    """The titles of the tables that a person hosts, or may have hosted before they left."""
    tables, sitters = schema.tables, schema.sitters
    hosted = select(tables.c.title).where(tables.c.host == person)
    left = select(tables.c.title).join(sitters, sitters.c.table_id == tables.c.id)
    left = left.where(sitters.c.person == person, sitters.c.left)
    return {*connection.execute(hosted).scalars(), *connection.execute(left).scalars()}


def with_titles_of(connection: Connection, person: str, titles: Collection[str]) -> list[str]:
    """The tables that have one of these titles from a table of the person: rematches and challenges, breadth first."""
    tables, found = schema.tables, dict[str, None]()
    next_ones = mentioning(connection, person) if titles else []
    while next_ones:
        reached: list[str] = []
        for chunk in _chunks(next_ones):
            again = select(tables.c.rematch).where(tables.c.id.in_(chunk), tables.c.rematch.is_not(None))
            linked = or_(tables.c.challenge.in_(chunk), tables.c.id.in_(again))
            query = select(tables.c.id, tables.c.title).where(linked)
            reached += [row.id for row in connection.execute(query) if row.title in titles and row.id not in found]
        found |= dict.fromkeys(reached)
        next_ones = reached
    return list(found)


def rewrite(connection: Connection, ids: Sequence[str], person: str, change: Change) -> None:
    """Change tables and their seats by a function, and drop the keys of a person's requests, in a few statements."""
    tables, changed, gone = schema.tables, list[dict[str, Any]](), list[dict[str, Any]]()
    drop_keys(connection, ids, person)
    rows = connection.execute(select(tables).where(tables.c.id.in_(ids))).all()
    seats_of, added = read_seats(connection, schema.seats.c.table_id.in_(ids)), list[tuple[str, list[SeatRow]]]()
    for found in rows:
        before = tuple(seats_of.get(found.id, ()))
        after, values = change(TableRow(**found._mapping), before)
        changed.append({"of_table": found.id, **{f"new_{name}": value for name, value in values.items()}})
        new = [seat for seat in after if seat not in before]
        numbers = {seat.seat for seat in new} | {seat.seat for seat in before[len(after) :]}
        gone += [{"of_table": found.id, "of_seat": number} for number in numbers]
        added.append((found.id, new))
    if changed:
        values = {name.removeprefix("new_"): bindparam(name) for name in changed[0] if name != "of_table"}
        connection.execute(update(tables).where(tables.c.id == bindparam("of_table")).values(values), changed)
    for part in (schema.sitters, schema.seats):
        if gone:
            here = and_(part.c.table_id == bindparam("of_table"), part.c.seat == bindparam("of_seat"))
            connection.execute(delete(part).where(here), gone)
    insert_seats(connection, added)


def drop_keys(connection: Connection, ids: Sequence[str], person: str) -> None:
    """Drop the idempotency keys of a person's requests at some tables."""
    sitters, actions = schema.sitters, schema.actions
    query = select(sitters.c.table_id, sitters.c.seat).where(sitters.c.person == person, sitters.c.table_id.in_(ids))
    seats = [{"of_table": row.table_id, "of_seat": row.seat} for row in connection.execute(query)]
    if seats:
        here = (actions.c.table_id == bindparam("of_table")) & (actions.c.actor == bindparam("of_seat"))
        connection.execute(update(actions).where(here, actions.c.key.is_not(None)).values(key=None), seats)


def _chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[first : first + CHUNK] for first in range(0, len(ids), CHUNK))
