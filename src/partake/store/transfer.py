"""Transfer: everything in a server's folder into an empty PostgreSQL, in one transaction, with the key.

Rows go as they are from SQLite to `COPY`, table by table in the order of the foreign keys. The folder is only read, and
kept by its lock meanwhile: whatever interrupts it, the PostgreSQL is empty and the folder as it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.exc import DBAPIError

from partake.rules.errors import PartakeError
from partake.rules.extras import load
from partake.store import schema
from partake.store.backup import finish_restore
from partake.store.copying import Progress, connect
from partake.store.database import open_database
from partake.store.folder import DATABASE, FolderLock
from partake.store.key import NAME, read_key
from partake.store.location import shown
from partake.store.postgresql import PURPOSE, reason_of
from partake.store.revision import revision_of

STEP = 2_000
"""Rows that are copied between two calls of the progress."""


class TransferError(PartakeError):
    """The games cannot be transferred; nothing has changed."""


def transfer(folder: Path, url: str, *, progress: Progress | None = None) -> Mapping[str, int]:
    """Copy the games, people and key of a folder, which no server may use, to a PostgreSQL; the rows of each table."""
    database = folder / DATABASE
    if not database.is_file() or revision_of(database) is None:
        raise TransferError("there are no games in {folder}: nothing to transfer", folder=folder)
    with FolderLock(folder, "transfer"):
        finish_restore(folder)
        open_database(database).dispose()  # brings it up to date
        key, engine = read_key(folder), open_database(url)
        try:
            with _explained(url), closing(connect(database)) as source, engine.begin() as target:
                source.execute("BEGIN")
                return _copy_all(source, target, url, key, progress or (lambda done, total: None))
        finally:
            engine.dispose()


@contextmanager
def _explained(url: str) -> Iterator[None]:
    psycopg: Any = load("psycopg", extra="postgresql", purpose=PURPOSE)
    try:
        yield
    except (DBAPIError, sqlite3.Error, psycopg.Error) as problem:
        raise TransferError(
            "the games cannot be transferred to {database}: {reason}", database=shown(url), reason=reason_of(problem)
        ) from None


def _copy_all(
    source: sqlite3.Connection, target: Connection, url: str, key: str, progress: Progress
) -> Mapping[str, int]:
    tables = schema.metadata.sorted_tables
    for table in tables:
        if _count(target, table):
            raise TransferError(
                "{database} is not empty: transfer to a database that no server has used", database=shown(url)
            )
    wanted = {table.name: int(source.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0]) for table in tables}
    done, total = 0, sum(wanted.values())
    for table in tables:
        for copied in _copy(source, target, table):
            progress(done + copied, total)
        done += wanted[table.name]
    for table in tables:
        found = _count(target, table)
        if found != wanted[table.name]:
            raise TransferError(
                "{found} of {wanted} rows of {table} have arrived, so nothing was kept",
                found=found,
                wanted=wanted[table.name],
                table=table.name,
            )
    target.execute(insert(schema.server_secrets).values(name=NAME, value=key))
    return wanted


def _copy(source: sqlite3.Connection, target: Connection, table: Table) -> Iterator[int]:
    """Copy the rows of a table; how many there are so far, from time to time.

    The text form of a value is the same in both: 1 is true, JSON is its text, and bytes are bytes.
    """
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    rows = source.execute(f'SELECT {columns} FROM "{table.name}"')
    driver: Any = target.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({columns}) FROM STDIN') as copy:
        for number, row in enumerate(rows):
            if number % STEP == 0:
                yield number
            copy.write_row(row)


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())
