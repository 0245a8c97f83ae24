"""Appending to the logs of many tables in one write: each takes place whole, or not at all.

The primary key of the log, the table and the number of the entry, decides between writers. Where several processes
write, the version of each table is checked and raised in the same statement (optimistic concurrency), because seats and
status are not in the log; and the other processes are told of it when it is committed (`NOTIFY`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, select, text, update
from sqlalchemy.exc import IntegrityError

from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.store import schema
from partake.store.bus import CHANNEL, MOVES, TABLES, message, note, notes
from partake.store.rows import ActionRow

MOST_AT_ONCE = 250
"""The most tables of one statement."""
LONGEST_NOTE = 7_000
"""The most bytes of entries in one message, which PostgreSQL holds to 8,000."""
STALE = Message("the table has changed in the meantime: look again")
"""What is said when somebody else was faster again and again."""
_SQLITE = 'INSERT INTO actions (table_id, "number", actor, action, at, "key", "after") VALUES (?, ?, ?, ?, ?, ?, ?)'
_POSTGRESQL = """
WITH wanted AS MATERIALIZED (
  SELECT * FROM unnest(%(tables)s::text[], %(versions)s::int[], %(dues)s::float8[], %(notes)s::text[], %(parts)s::int[])
  AS w(id, version, due, note, part)
), held AS MATERIALIZED ( -- in one order everywhere, so that no two processes wait for each other
  SELECT heads.table_id, wanted.due FROM heads JOIN wanted ON heads.table_id = wanted.id
  WHERE heads.version = wanted.version ORDER BY heads.table_id FOR UPDATE OF heads
), raised AS (
  UPDATE heads SET version = heads.version + 1, due = held.due FROM held WHERE heads.table_id = held.table_id
  RETURNING heads.table_id
), added AS (
  INSERT INTO actions (table_id, "number", actor, action, at, "key", "after")
  SELECT entry.* FROM unnest(
    %(ids)s::text[], %(numbers)s::int[], %(actors)s::int[], %(actions)s::text[], %(times)s::float8[], %(keys)s::text[],
    %(afters)s::int[]
  ) AS entry(id, "number", actor, action, at, "key", "after") JOIN raised ON raised.table_id = entry.id
), told AS MATERIALIZED (
  SELECT pg_notify(%(channel)s, %(head)s || string_agg(wanted.note, ',') || ']') AS sent
  FROM raised JOIN wanted ON wanted.id = raised.table_id GROUP BY wanted.part
)
SELECT array_agg(table_id), (SELECT count(*) FROM told) FROM raised"""


class StaleError(PartakeError):
    """Another process has changed the table meanwhile: what is known of it here is not the newest."""


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of one table's log."""

    table: str
    rows: Sequence[ActionRow]
    version: int = 0
    """The version of the table to which they were applied; of no consequence where one process writes."""
    due: float | None = None
    """When something must happen at the table by itself, in Unix time."""


@dataclass(frozen=True, slots=True)
class AppendJob:
    """A job of the writer: many appends, and for each the problem that stopped it, or None."""

    appends: Sequence[Append]
    sender: str = ""
    """The process that writes, as the others know it."""

    def __call__(self, connection: Connection) -> list[Exception | None]:
        """Append all of it in one statement, which one of them may spoil for all; then they are tried `one_by_one`."""
        found: list[Exception | None] = []
        for first in range(0, len(self.appends), MOST_AT_ONCE):
            found += self._append(connection, self.appends[first : first + MOST_AT_ONCE])
        return found

    def one_by_one(self, connection: Connection) -> list[Exception | None]:
        """Append each by itself."""
        found: list[Exception | None] = []
        for one in self.appends:
            try:
                with connection.begin_nested():
                    found += self._append(connection, [one])
            except IntegrityError as problem:
                found.append(problem)
        return found

    def _append(self, connection: Connection, appends: Sequence[Append]) -> Iterator[Exception | None]:
        if connection.dialect.name == "sqlite":
            return _insert(connection, appends)
        return _insert_current(connection, appends, self.sender)


def _insert(connection: Connection, appends: Sequence[Append]) -> Iterator[None]:
    """Add rows by the driver's own `executemany`, which costs a fraction of a statement that SQLAlchemy builds."""
    connection.exec_driver_sql(_SQLITE, list(_rows(appends)))
    return (None for _ in appends)


def _insert_current(connection: Connection, appends: Sequence[Append], sender: str) -> Iterator[Exception | None]:
    """Add the rows of all tables whose version is still the one that was read."""
    columns = zip(*_rows(appends), strict=True)
    names = ("ids", "numbers", "actors", "actions", "times", "keys", "afters")
    parameters: dict[str, Any] = {name: list(column) for name, column in zip(names, columns, strict=False)}
    for name in names[len(parameters) :]:
        parameters[name] = []
    parameters |= {
        "tables": [one.table for one in appends],
        "versions": [one.version for one in appends],
        "dues": [one.due for one in appends],
        "channel": CHANNEL, "head": message(sender, MOVES)[:-1] + ",",
    }  # fmt: skip
    parameters["notes"], parameters["parts"] = _notes(appends)
    row = connection.exec_driver_sql(_POSTGRESQL, parameters).first()
    raised = set(row[0] or ()) if row else set()
    return (None if one.table in raised else StaleError(STALE) for one in appends)


def _notes(appends: Sequence[Append]) -> tuple[list[str], list[int]]:
    """What the other processes are told of each table, and in which message, so that none is too long.

    A table's part is its id, its version, and the new entries, by which a process that has the table in memory follows
    without reading anything; none where they are too many, or belong between others.
    """
    notes, parts, part, size = list[str](), list[int](), 0, 0
    for one in appends:
        rows = [(row.number, row.actor, row.action, row.at, row.key) for row in one.rows]
        is_tail = not any(row.after for row in one.rows)
        note = orjson.dumps([one.table, one.version + 1, rows if is_tail else None])
        if len(note) > LONGEST_NOTE:
            note = orjson.dumps([one.table, one.version + 1, None])
        if size + len(note) > LONGEST_NOTE:
            part, size = part + 1, 0
        size += len(note) + 1
        notes.append(note.decode())
        parts.append(part)
    return notes, parts


def _rows(appends: Sequence[Append]) -> Iterator[tuple[Any, ...]]:
    return (
        (one.table, row.number, row.actor, row.action, row.at, row.key, row.after)
        for one in appends
        for row in one.rows
    )


def raise_version(connection: Connection, table: str, version: int | None, sender: str) -> None:
    """Let a table have the next version, of which the other processes are told; refused if `version` is an old one."""
    heads = schema.heads
    is_current = (
        heads.c.table_id == table if version is None else (heads.c.table_id == table) & (heads.c.version == version)
    )
    raised = connection.execute(update(heads).where(is_current).values(version=heads.c.version + 1))
    if version is not None and not raised.rowcount:
        raise StaleError(STALE)
    if connection.dialect.name != "sqlite":
        note(connection, sender, TABLES, table)


def raise_versions(connection: Connection, tables: Sequence[str], sender: str) -> None:
    """The same for many tables, whatever their versions, in three statements; locked in the order of appends."""
    heads = schema.heads
    here = heads.c.table_id.in_(tables)
    connection.execute(select(heads.c.table_id).where(here).order_by(heads.c.table_id).with_for_update())
    connection.execute(update(heads).where(here).values(version=heads.c.version + 1))
    notes(connection, sender, TABLES, tables)


def set_due(connection: Connection, table: str, due: float | None) -> None:
    """Let something be due at a table by itself."""
    connection.execute(update(schema.heads).where(schema.heads.c.table_id == table).values(due=due))


_DUE = text("""
UPDATE heads SET due = :later WHERE table_id IN (
  SELECT table_id FROM heads WHERE due < :now ORDER BY due LIMIT :most FOR UPDATE SKIP LOCKED
) RETURNING table_id""")


def take_due(connection: Connection, now: float, later: float, most: int) -> list[str]:
    """Tables at which something was due, each for one process: they are due again `later`, if nothing happens there."""
    return list(connection.execute(_DUE, {"now": now, "later": later, "most": most}).scalars())
