"""Migrations happen all or not at all, whenever the process is killed; what cannot be opened is told in a sentence."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from migrated import kept, make_old
from partake.rules.errors import PartakeError
from partake.store.database import open_database
from partake.store.revision import known_revisions, revision_of

pytestmark = pytest.mark.sqlite_only("files of SQLite; those of PostgreSQL are in test_postgresql.py")
HERE = Path(__file__).parent.parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
@pytest.mark.parametrize("revision", ["", *known_revisions()[:-1]], ids=lambda revision: revision or "first start")
@pytest.mark.parametrize("stride", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_a_kill_at_any_moment_of_a_migration_costs_nothing(tmp_path: Path, revision: str, stride: int) -> None:
    """A real process is killed before each statement in turn, before the commit and after it; the next start works."""
    stride = 1 if revision in known_revisions()[-4:] else stride  # there are only a few statements from there on
    command = [sys.executable, str(HERE / "migrated.py"), str(tmp_path), revision, str(stride)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 2, "it was killed at several moments"


def test_a_migration_that_fails_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    make_old(path, "0001")
    with closing(sqlite3.connect(path)) as connection:
        before = list(connection.iterdump())

    def fail(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "CREATE TABLE used_links" in statement:  # in the last step of several
            raise OSError(28, "No space left on device")

    event.listen(Engine, "before_cursor_execute", fail)
    try:
        with pytest.raises(PartakeError, match=r"cannot be opened: .*No space left"):
            open_database(path)
    finally:
        event.remove(Engine, "before_cursor_execute", fail)
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == before


def test_a_copy_is_kept_before_an_upgrade_one_at_a_time_and_none_where_nothing_is_upgraded(tmp_path: Path) -> None:
    path, newest = tmp_path / "games.sqlite", known_revisions()[-1]
    open_database(path).dispose()
    open_database(path).dispose()
    assert [found.name for found in tmp_path.iterdir()] == ["games.sqlite"]
    path.unlink()
    make_old(path, "0003")
    wanted = kept(path)
    (tmp_path / "games.sqlite.before-0002").touch()
    open_database(path).dispose()
    copy = tmp_path / f"games.sqlite.before-{newest}"
    assert {found.name for found in tmp_path.iterdir()} == {path.name, copy.name}
    assert copy.stat().st_mode & 0o777 == 0o600
    assert (revision_of(copy), revision_of(path)) == ("0003", newest)
    assert kept(copy) == kept(path) == wanted


def refused(path: Path) -> str:
    """What is said of a database that cannot be opened, which must stay as it is."""
    before = path.read_bytes()
    with pytest.raises(PartakeError) as problem:
        open_database(path)
    assert path.read_bytes() == before
    assert "\n" not in str(problem.value)
    return str(problem.value)


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    open_database(path).dispose()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "was made by a newer version of Partake (its revision is 9999, and " in refused(path)


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE letters (words TEXT)"],
        ["CREATE TABLE letters (words TEXT)", "CREATE TABLE alembic_version (version_num)"],
        ["CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('0001')"],
        ["CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('ab12')"],
    ],
)
def test_a_database_of_another_program_is_refused_and_not_touched(tmp_path: Path, statements: list[str]) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    assert "is a database of another program: nothing was changed" in refused(path)


def test_a_database_that_an_older_version_left_half_made_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("CREATE TABLE people (id)")
    assert "was left half made by an older version" in refused(path)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("this is a letter, not a database; it is long enough to be looked at " * 40)
    assert refused(path).endswith("cannot be opened: file is not a database")
    (tmp_path / "folder").mkdir()
    with pytest.raises(PartakeError, match="folder cannot be opened: is a directory"):
        open_database(tmp_path / "folder")
