"""Appending to the logs of many tables in one write: each takes place whole, or not at all.

The primary key of the log, the table and the number of the entry, decides between writers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from partake.rules.errors import PartakeError
from partake.store.rows import ActionRow
from partake.store.seat_rows import ENTRY

_INSERT = f"""INSERT INTO actions (table_id, {", ".join(f'"{name}"' for name in ENTRY)})
VALUES (?{", ?" * len(ENTRY)})"""


class StaleError(PartakeError):
    """Another process has changed the table meanwhile: what is known of it here is not the newest."""


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of one table's log."""

    table: str
    rows: Sequence[ActionRow]
    version: int = 0
    """The version of the table to which they were applied (optimistic concurrency); 0 where there is one process."""
    due: float | None = None
    """When something must happen at the table by itself, in Unix time."""


@dataclass(frozen=True, slots=True)
class AppendJob:
    """A job of the writer: many appends, and for each the problem that stopped it, or None."""

    appends: Sequence[Append]

    def __call__(self, connection: Connection) -> list[Exception | None]:
        """Append all of it in one statement; where one of them spoils that, each by itself."""
        try:
            with connection.begin_nested():
                _insert(connection, self.appends)
        except IntegrityError as problem:
            if len(self.appends) == 1:
                return [problem]
            return [found for one in self.appends for found in AppendJob([one])(connection)]
        return [None] * len(self.appends)


def _insert(connection: Connection, appends: Sequence[Append]) -> None:
    """Add rows by the driver's own `executemany`, which costs a fraction of a statement that SQLAlchemy builds."""
    rows = [
        (one.table, row.number, row.actor, row.action, row.at, row.key, row.after)
        for one in appends
        for row in one.rows
    ]
    connection.exec_driver_sql(_INSERT, rows)
