"""Statements that SQLite and PostgreSQL write differently, and locks that only several writers need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, Connection, Table, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite

_LOCK = select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("name"), 0, type_=BigInteger)))


def insert_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add the rows whose keys are not there yet (`ON CONFLICT DO NOTHING`)."""
    connection.execute(_insert(connection, table).on_conflict_do_nothing(), list(rows))


def is_added(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Add a row if its key is not there yet; whether it was not. Of several processes, one is told so."""
    keys = table.primary_key.columns
    added = _insert(connection, table).values(dict(row)).on_conflict_do_nothing().returning(*keys)
    return connection.execute(added).first() is not None


def put(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Add a row, or change the one that has its key (`ON CONFLICT DO UPDATE`)."""
    keys = [column.name for column in table.primary_key.columns]
    changed = {name: value for name, value in values.items() if name not in keys}
    insert = _insert(connection, table).values(dict(values))
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed))


def lock(connection: Connection, *names: str) -> None:
    """Let no other process do what these names stand for until the transaction ends; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        for name in sorted(names):
            connection.execute(_LOCK, {"name": name})


def _insert(connection: Connection, table: Table) -> Any:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
