"""Opening a database: created and brought up to date by its migrations, with the settings SQLite needs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from partake.rules.errors import PartakeError

MIGRATIONS = Path(__file__).parent / "migrations"
"""The folder of Alembic's scripts."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
"""Write-ahead log: readers never wait for the writer; a commit is on the disk; foreign keys are checked."""


class StoreError(PartakeError):
    """The database did not answer or did not take it; nothing has happened."""


def open_database(path: Path) -> Engine:
    """The database in a file, with all migrations applied."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare)
    try:
        with engine.begin() as connection:
            command.upgrade(migrations(connection=connection), "head")
        event.listen(engine, "commit", _in_place(path))
    except (SQLAlchemyError, OSError) as problem:
        engine.dispose()
        raise PartakeError(f"the database {path} cannot be opened: {_reason(problem)}") from None
    return engine


def migrations(**attributes: Any) -> Config:
    """What Alembic needs to know, with a connection to work on."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes.update(attributes)
    return config


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


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
