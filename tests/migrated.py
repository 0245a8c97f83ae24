"""Databases of older versions with a game in them, and processes that are killed while they open one."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Engine, create_engine, event, text

from partake.store.database import open_database
from partake.store.revision import known_revisions, migrations

GAME = (
    "INSERT INTO people VALUES ('ann', 'Ann', 1)",
    "INSERT INTO tokens VALUES ('h', 'ann', 'bot', 1)",
    "INSERT INTO tables VALUES "
    "('t1', 'T', 'classic', '0', '{}', 'ann', 'playing', NULL, 0, 0, 0, 1, 2, NULL, 'c', NULL)",
    "INSERT INTO secrets VALUES ('t1', x'00')",
    "INSERT INTO seats VALUES ('t1', 1, 'ann', 'Ann', '', 0, NULL, 0, NULL)",
    "INSERT INTO actions VALUES ('t1', 1, 0, '+9-7-8', 2, NULL)",
    "INSERT INTO actions VALUES ('t1', 2, 1, '9-7-8@c3', 3, 'key')",
)
"""A game with two moves, as the first revision kept it."""


def make_old(path: Path, revision: str) -> None:
    """A database of this revision with a game in it."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.upgrade(migrations(connection=connection), known_revisions()[0])
        for statement in GAME:
            connection.execute(text(statement))
    with engine.begin() as connection:
        command.upgrade(migrations(connection=connection), revision)
    engine.dispose()


def kept(path: Path) -> list[Any]:
    """What must be there, whatever the revision: the moves, the person, the token."""
    with closing(sqlite3.connect(path)) as connection:
        return [
            connection.execute(query).fetchall()
            for query in (
                "SELECT number, actor, action, key FROM actions ORDER BY number",
                "SELECT id, nickname FROM people",
                "SELECT person FROM tokens",
                "SELECT name FROM seats",
            )
        ]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def open_and_die(path: Path, moment: int) -> None:
    """Open a database, and be killed before the statement of this number, or right before or after the commit.

    Prints nothing; ends in good order when there are fewer statements.
    """
    moments = iter(range(sys.maxsize))

    def count(*_: object) -> None:
        if next(moments) == moment:
            die()

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    event.listen(Engine, "checkin", count)
    open_database(path).dispose()


def kill_everywhere(folder: Path, revision: str, stride: int) -> int:
    """Open databases of a revision ('' for none), each killed so many moments later than the one before, the last one
    at no moment; returns how many.

    Each is then opened again, in a process that is not killed, and must be complete.
    """
    old = folder / "old.sqlite"
    if revision:
        make_old(old, revision)
    for kills, moment in enumerate(range(0, 1000, stride)):
        path = folder / f"{moment}.sqlite"
        if revision:
            shutil.copyfile(old, path)
        child = os.fork()
        if not child:
            open_and_die(path, moment)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        open_database(path).dispose()
        if revision:
            assert kept(path) == kept(old), f"killed at moment {moment}"
        with closing(sqlite3.connect(path)) as connection:
            found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            assert found == [(known_revisions()[-1],)], f"killed at moment {moment}: {found}"
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0
            return kills
    raise AssertionError("it is never done")


if __name__ == "__main__":
    print(kill_everywhere(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
