"""Opening a PostgreSQL: its migrations under an advisory lock, durable commits, and a pool of connections.

Several processes may use one database, and several may start at the same time: the one that has the advisory lock
applies the migrations, in one transaction, and the others find them done.
"""

from __future__ import annotations

import logging
from typing import Any

from alembic import command
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from partake.rules.diagnostics import note
from partake.rules.extras import load
from partake.rules.messages import Message
from partake.store.location import shown
from partake.store.revision import DatabaseError, judged, known_revisions, migrations

PURPOSE = Message("keeping games in PostgreSQL")
POOL_SIZE = 5
"""Connections that one process keeps open for reading."""
POOL_OVERFLOW = 5
"""Connections that it opens besides when more threads read, and closes again."""
POOL_SECONDS = 10.0
"""Seconds that a read waits for a connection of the pool."""
CONNECT_SECONDS = 5
"""Seconds until a server that does not answer counts as away."""
LOCK_MILLISECONDS = 5000
"""How long a statement waits for a lock, as long as one of SQLite does (`busy_timeout`)."""
SILENT_SECONDS = 20
"""Seconds after which a connection whose other end is gone without a word counts as lost."""
MIGRATION_LOCK = 0x7061_7274_616B_65
"""The advisory lock of migrations, the same in every version: `partake` in ASCII."""
SESSION = (
    f"SET lock_timeout = {LOCK_MILLISECONDS}",
    # Whatever waits for more, like a standby, is left as the operator has chosen; only a commit that is not on the disk
    # is refused.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)
"""What every connection begins with: locks are not waited for without end, and a commit is on the disk."""

log = logging.getLogger("partake.store")


def open_postgresql(url: str) -> Engine:
    """The database of a URL, with all migrations applied."""
    load("psycopg", extra="postgresql", purpose=PURPOSE)
    engine = create_engine(
        driver_url(url),
        pool_size=POOL_SIZE,
        max_overflow=POOL_OVERFLOW,
        pool_timeout=POOL_SECONDS,
        pool_use_lifo=True,
        hide_parameters=True,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "partake",
            "keepalives_idle": SILENT_SECONDS // 2,
            "keepalives_interval": SILENT_SECONDS // 4,
            "keepalives_count": 2,
            "tcp_user_timeout": SILENT_SECONDS * 1000,
        },
    )
    event.listen(engine, "connect", _prepare)
    try:
        _upgrade(engine, url)
    except SQLAlchemyError as problem:
        raise DatabaseError(
            "the database {path} cannot be opened: {reason}", path=shown(url), reason=reason_of(problem)
        ) from None
    finally:
        engine.dispose()  # a process that forks afterwards shares no connection
    return engine


def driver_url(url: str) -> URL:
    """A URL as SQLAlchemy needs it: with the driver, psycopg 3."""
    return make_url(url).set(drivername="postgresql+psycopg")


def _upgrade(engine: Engine, url: str) -> None:
    newest = known_revisions()[-1]
    with engine.connect() as connection:
        encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
        if encoding != "UTF8":
            raise DatabaseError(
                "the database {path} has the encoding {encoding}, and needs UTF8: make it with ENCODING 'UTF8'",
                path=shown(url),
                encoding=encoding,
            )
        if _revision_in(connection, url) == newest:
            return
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        found = _revision_in(connection, url)
        if found != newest:
            command.upgrade(migrations(connection=connection), "head")
            note(log, "database upgraded" if found else "database created", revision=newest)


def _revision_in(connection: Connection, url: str) -> str | None:
    """The revision of the database of a connection, or None for an empty one; refuses what this version cannot use."""
    tables = set(inspect(connection).get_table_names())
    rows: list[str] = []
    if "alembic_version" in tables:
        rows = list(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
    return judged(tables, rows, shown(url))


def _prepare(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        for statement in SESSION:
            cursor.execute(statement)
    connection.commit()
    connection.adapters.register_dumper(str, _text_dumper())


def _text_dumper() -> type[Any]:
    """How texts are sent: PostgreSQL keeps no NUL character, so that one becomes the sign for what cannot be shown.

    Only requests that nobody makes in good faith have one; what they look for is not found, as with SQLite.
    """
    string: Any = load("psycopg.types.string", extra="postgresql", purpose=PURPOSE)

    class TextDumper(string.StrDumper):  # type: ignore[misc]
        def dump(self, value: str) -> Any:
            return super().dump(value.replace("\0", "\N{REPLACEMENT CHARACTER}") if "\0" in value else value)

    return TextDumper


def reason_of(problem: Exception) -> str:
    """The line of a driver's message that says most; it names hosts and users, and never a password."""
    lines = [line.strip() for line in str(getattr(problem, "orig", None) or problem).splitlines()]
    telling = [line for line in lines if "FATAL:" in line] or [line for line in lines if line]
    return telling[0].rpartition("FATAL:")[2].strip() if telling else type(problem).__name__
