"""Opening a database: created and brought up to date by its migrations, with the settings it needs.

SQLite is here; `partake.store.postgresql` is its counterpart.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from partake.rules.diagnostics import note
from partake.rules.errors import PartakeError, system_reason
from partake.store.copying import PARTIAL, copy_database
from partake.store.folder import create_privately, tighten
from partake.store.location import Location
from partake.store.postgresql import open_postgresql
from partake.store.revision import DatabaseError, known_revisions, migrations, revision_of
from partake.store.scrubbing import scrub_when_opened

PRAGMAS = (
    "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", "busy_timeout=5000",
    "wal_autocheckpoint=8000",
)  # fmt: skip
"""Write-ahead log: readers never wait for the writer; a commit is on the disk; foreign keys are checked; what is
deleted is overwritten; a checkpoint, for which commits wait, comes every 32 MB."""
BEGIN = "partake_begin"
"""The execution option of a connection that says how its transactions begin: `IMMEDIATE`, `EXCLUSIVE`."""
BEFORE = ".before-"
"""What stands between the name of a database and the revision before whose upgrade it was copied."""

log = logging.getLogger("partake.store")


class StoreError(PartakeError):
    """The database did not answer or did not take it; nothing has happened."""


def open_database(where: Location) -> Engine:
    """The database in a file or of a URL, with all migrations applied."""
    return open_sqlite(where) if isinstance(where, Path) else open_postgresql(where)


def open_sqlite(path: Path) -> Engine:
    """The database in a file, with all migrations applied: in one transaction, and after a copy of an older one."""
    try:
        create_privately(path)
    except OSError as problem:
        raise DatabaseError(
            "the database {path} cannot be opened: {reason}",
            path=path,
            reason=system_reason(problem),
        ) from None
    tighten(path)
    found, newest = revision_of(path), known_revisions()[-1]
    if found not in (None, newest):
        copy_before_upgrade(path, newest)
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "isolation_level": None})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    try:
        if found != newest:
            _upgrade(engine)
            note(log, "database upgraded" if found else "database created", revision=newest)
        with engine.connect() as connection:
            scrub_when_opened(connection.connection.driver_connection)
        event.listen(engine, "commit", _in_place(path))
    except (SQLAlchemyError, OSError) as problem:
        engine.dispose()
        raise DatabaseError(
            "the database {path} cannot be opened: {reason}", path=path, reason=_reason(problem)
        ) from None
    return engine


def copy_before_upgrade(path: Path, newest: str) -> None:
    """Keep a copy of a database beside it, `partake.sqlite.before-0007`; copies before earlier upgrades go."""
    kept = path.with_name(f"{path.name}{BEFORE}{newest}")
    copy_database(path, kept)
    for other in path.parent.glob(f"{path.name}{BEFORE}[0-9]*"):
        if other != kept and not other.name.endswith(PARTIAL):
            other.unlink(missing_ok=True)


def _upgrade(engine: Engine) -> None:
    """Apply all migrations that are missing in one transaction: whatever interrupts it, all have happened or none."""
    with engine.connect().execution_options(**{BEGIN: "EXCLUSIVE"}) as connection, connection.begin():
        command.upgrade(migrations(connection=connection), "head")


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction ourselves: the driver would do it too late for a snapshot, and end it before a `CREATE`."""
    roll_back(connection)
    statement = f"BEGIN {connection.get_execution_options().get(BEGIN, 'DEFERRED')}"
    driver: Any = connection.connection.driver_connection
    try:
        driver.execute(statement)
    except sqlite3.OperationalError as problem:
        raise OperationalError(statement, None, problem) from problem


def roll_back(connection: Connection) -> None:
    """End what a commit that failed has left open: nothing of it may come with the next one."""
    if connection.dialect.name != "sqlite":  # others have ended it themselves
        return
    driver: Any = connection.connection.driver_connection
    if driver.in_transaction:
        driver.rollback()


def _in_place(path: Path) -> Callable[[object], None]:
    """Refuses a commit when the file is not the one that was opened: SQLite would go on writing to a deleted one."""
    opened = path.stat()

    def check(_connection: object) -> None:
        try:
            is_there = os.path.samestat(opened, path.stat())
        except OSError:
            is_there = False
        if not is_there:
            raise StoreError("the file of the database is gone: nothing has happened")

    return check


def _reason(problem: Exception) -> str:
    return str(getattr(problem, "orig", None) or problem).splitlines()[0]
