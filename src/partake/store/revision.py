"""Which revision of the schema a database has: new, known, of a newer version, or of another program."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.script import ScriptDirectory

from partake.rules.errors import PartakeError

MIGRATIONS = Path(__file__).parent / "migrations"
"""The folder of Alembic's scripts."""
FIRST_TABLES = {"people", "tokens", "tables", "secrets", "seats", "actions"}
"""The tables that every revision has."""


class DatabaseError(PartakeError):
    """A database that cannot be used: damaged, of another program, or of a newer version."""


def migrations(**attributes: Any) -> Config:
    """What Alembic needs to know, with a connection to work on."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes.update(attributes)
    return config


@cache
def known_revisions() -> tuple[str, ...]:
    """The revisions that this version knows, the oldest first."""
    scripts = ScriptDirectory.from_config(migrations())
    return tuple(script.revision for script in scripts.walk_revisions())[::-1]


def revision_of(path: Path) -> str | None:
    """The revision of the database in a file, or None for an empty one; refuses what this version cannot use.

    The file is only read: not even the journal of another program's database is changed.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("PRAGMA busy_timeout=5000")
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {name for (name,) in found if not name.startswith("sqlite_")}
            has_revision = "alembic_version" in tables
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall() if has_revision else []
    except sqlite3.Error as problem:
        raise DatabaseError("the database {path} cannot be opened: {problem}", path=path, problem=problem) from None
    return judged(tables, [str(row[0]) for row in rows], path)


def judged(tables: set[str], rows: list[str], path: Path | str) -> str | None:
    """The revision of a database with these tables and rows of `alembic_version`, or None for an empty one."""
    if not tables or (tables == {"alembic_version"} and not rows):
        return None
    if not rows and "alembic_version" in tables and tables & FIRST_TABLES:
        raise DatabaseError(
            "the database {path} was left half made by an older version of Partake that was stopped while it started: "
            "move it away, or restore a backup",
            path=path,
        )
    if len(rows) != 1 or not tables >= FIRST_TABLES:
        raise DatabaseError("{path} is a database of another program: nothing was changed", path=path)
    (revision,) = rows
    if revision not in known_revisions():
        raise DatabaseError(
            "the database {path} was made by a newer version of Partake (its revision is {revision}, and {newest} is "
            "the newest known here): install that one",
            path=path,
            revision=revision,
            newest=known_revisions()[-1],
        )
    return revision
