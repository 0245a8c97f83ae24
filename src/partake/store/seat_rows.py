"""New tables in the database; seats, a row for each, and one for each person who sits there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select

from partake.store import schema
from partake.store.appending import STALE, StaleError
from partake.store.rows import ActionRow, SeatRow, Status, TableRow, values_of
from partake.store.statements import lock

ENTRY = tuple(field.name for field in fields(ActionRow))
"""The columns of an entry of a log, besides its table."""


def insert_table(
    connection: Connection, table: TableRow, seed: bytes, seats: Sequence[SeatRow], entries: Sequence[ActionRow] = ()
) -> None:
    """Add a table with its seed, its version, its seats and its log so far."""
    connection.execute(insert(schema.tables).values(values_of(table)))
    connection.execute(insert(schema.secrets).values(table_id=table.id, seed=seed))
    connection.execute(insert(schema.heads).values(table_id=table.id))
    insert_seats(connection, [(table.id, seats)])
    if entries:
        connection.execute(insert(schema.actions), entry_rows(table.id, entries))


def entry_rows(table: str, entries: Sequence[ActionRow]) -> list[dict[str, Any]]:
    """Entries of a log as rows."""
    return [{"table_id": table, **{name: getattr(entry, name) for name in ENTRY}} for entry in entries]


def insert_seats(connection: Connection, tables: Iterable[tuple[str, Iterable[SeatRow]]]) -> None:
    """Add seats to some tables, with the people who sit there."""
    rows, sitters = list[dict[str, Any]](), list[dict[str, Any]]()
    for table, seat in ((table, seat) for table, seats in tables for seat in seats):
        rows.append({"table_id": table, **values_of(seat)})
        for name in schema.SITTERS:
            del rows[-1][name]
        sitters += [
            {"table_id": table, "seat": seat.seat, "person": person, "place": place, "left": person in seat.away}
            for place, person in enumerate(seat.people)
        ]
    for part, values in ((schema.seats, rows), (schema.sitters, sitters)):
        if values:
            connection.execute(insert(part), values)


def read_seats(connection: Connection, wanted: ColumnElement[bool]) -> dict[str, list[SeatRow]]:
    """The seats of each table that has some of these, in order."""
    seats, sitters = schema.seats, schema.sitters
    here = (sitters.c.table_id == seats.c.table_id) & (sitters.c.seat == seats.c.seat)
    sat = select(seats.c.table_id, seats.c.seat, sitters.c.person, sitters.c.left).join(sitters, here).where(wanted)
    people: dict[tuple[str, int], list[Any]] = {}
    for row in connection.execute(sat.order_by(sitters.c.place)):
        people.setdefault((row.table_id, row.seat), []).append(row)
    found: dict[str, list[SeatRow]] = defaultdict(list)
    for row in connection.execute(select(seats).where(wanted).order_by(seats.c.seat)):
        values = dict(row._mapping)
        table, sitting = values.pop("table_id"), people.get((row.table_id, row.seat), [])
        values["rounds"] = None if row.rounds is None else tuple(row.rounds)
        values["hints"] = tuple(row.hints)
        values["people"] = tuple(sitter.person for sitter in sitting)
        values["away"] = tuple(sitter.person for sitter in sitting if sitter.left)
        found[table].append(SeatRow(**values))
    return found


def check_sent(connection: Connection, table: TableRow, instead: str | None) -> None:
    """Refuse a game that its sender has sent before by the same request, unless it takes the place of that one.

    It is checked where it is stored, because a repeat may come to another process at the same moment.
    """
    if table.sent is None:
        return
    lock(connection, f"sent/{table.host}")
    tables = schema.tables
    mine = (tables.c.host == table.host) & (tables.c.sent == table.sent) & (tables.c.status == Status.OVER)
    known = connection.execute(select(tables.c.id).where(mine)).scalars().first()
    if known not in (None, instead):
        raise StaleError(STALE)
