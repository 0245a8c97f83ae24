"""Backup and restore: a folder as one file, and back.

A backup is a copy of the database that has the key as a row of one more table. A restored database keeps that table
until its key is in place: whoever opens the folder next, after a kill in between too, finishes it (`finish_restore`).
A backup that is copied into the folder by hand is therefore as good.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from partake.rules.errors import PartakeError, system_reason
from partake.store.copying import CopyError, Progress, connect, copy_database, discard
from partake.store.folder import DATABASE, KEY, SIDE_FILES, FolderLock, sync_folder, tighten
from partake.store.key import check_key, write_key
from partake.store.revision import DatabaseError, revision_of

TABLE = "partake_backup"
"""The table of a backup that no database of a server has: what else was in the folder."""
ASIDE = ".before-restore-"
"""What stands between the name of a database and the time at which a restore put it aside."""


class BackupError(PartakeError):
    """There is nothing to back up, or the file is not one that can be used."""


def back_up(folder: Path, file: Path, *, force: bool = False, progress: Progress | None = None) -> None:
    """Copy the database and the key of a folder, whose server may be running, into one file."""
    database, key = folder / DATABASE, folder / KEY
    if not database.is_file() or revision_of(database) is None:
        raise BackupError("there are no games in {folder}: nothing to back up", folder=folder)
    if file.is_dir():
        raise BackupError("{file} is a folder: name a file in it", file=file)
    if file.exists() and _is_ours(file, folder):
        raise BackupError("{file} is a file of the server itself: choose another name", file=file)
    if file.exists() and not force:
        raise BackupError("{file} is there already: --force overwrites it", file=file)
    if not file.absolute().parent.is_dir():
        raise BackupError("there is no folder {parent}", parent=file.absolute().parent)
    kept = key.read_bytes().decode("utf-8", "replace").strip() if key.is_file() else None

    def add_key(copy: sqlite3.Connection) -> None:
        copy.execute(f"DROP TABLE IF EXISTS {TABLE}")
        copy.execute(f"CREATE TABLE {TABLE} (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        if kept is not None:
            copy.execute(f"INSERT INTO {TABLE} VALUES ('key', ?)", (kept,))

    copy_database(database, file, progress=progress, finish=add_key)


def restore(file: Path, folder: Path, *, progress: Progress | None = None) -> Path | None:
    """Put the games of a backup into a folder that no server uses; returns where those that were there are now.

    The change is one rename: whatever interrupts it, the folder has the games of before, or those of the backup.
    """
    if not file.is_file():
        raise BackupError("there is no file {file}", file=file)
    with FolderLock(folder, "restore"):
        database = folder / DATABASE
        if _is_ours(file, folder):
            raise BackupError("{file} is the database itself: name a backup of it", file=file)
        if revision_of(file) is None:
            raise BackupError("{file} is empty: it is no backup", file=file)
        staged = database.with_name(f"{DATABASE}.restored")
        try:
            copy_database(file, staged, progress=progress)
            _check_key_of(staged, file)
            aside = _put_aside(folder)
            staged.replace(database)
            sync_folder(folder)
        except OSError as problem:
            raise BackupError(
                "{file} cannot be restored to {folder}: {reason}",
                file=file,
                folder=folder,
                reason=system_reason(problem),
            ) from None
        finally:
            discard(staged)
        finish_restore(folder)
        return aside


def finish_restore(folder: Path) -> None:
    """Put the key that came with a restored database into its place, and drop it from the database.

    Call it with the folder locked, before the key is read.
    """
    database = folder / DATABASE
    if not database.is_file() or not database.stat().st_size:
        return
    try:
        with closing(connect(database)) as connection:
            if not _has_backup_table(connection):
                return
            key = _key_in(connection)
            if key is not None:
                check_key(key, database)
                write_key(folder, key)
            connection.execute(f"DROP TABLE {TABLE}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as problem:
        raise DatabaseError(
            "the database {database} cannot be opened: {problem}", database=database, problem=problem
        ) from None


def _put_aside(folder: Path) -> Path | None:
    """Keep what is in a folder now: as a backup, or as it is when it is too damaged for that."""
    database = folder / DATABASE
    if not database.is_file() or not database.stat().st_size:
        return None
    aside = folder / f"{DATABASE}{ASIDE}{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}"
    while aside.exists():
        aside = aside.with_name(f"{aside.name}x")
    try:
        back_up(folder, aside)
        with closing(connect(database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (BackupError, CopyError, DatabaseError, sqlite3.Error):
        aside.unlink(missing_ok=True)
        for ending in reversed(SIDE_FILES):  # the log of a damaged database must not meet the restored one
            with suppress(FileNotFoundError):
                found = database.with_name(DATABASE + ending)
                found.rename(aside.with_name(aside.name + ending))
                tighten(aside.with_name(aside.name + ending))
    if any(database.with_name(DATABASE + ending).exists() for ending in SIDE_FILES[1:]):
        raise BackupError("another program has {database} open: end it first", database=database)
    return aside


def _is_ours(file: Path, folder: Path) -> bool:
    """Whether a file is one that a server in this folder writes to."""
    ours = (folder / name for name in (KEY, *(DATABASE + ending for ending in SIDE_FILES)))
    return any(one.exists() and file.samefile(one) for one in ours)


def _check_key_of(copy: Path, file: Path) -> None:
    with closing(connect(copy)) as connection:
        key = _key_in(connection) if _has_backup_table(connection) else None
    if key is not None:
        check_key(key, file)


def _has_backup_table(connection: sqlite3.Connection) -> bool:
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    return bool(connection.execute(query, (TABLE,)).fetchone()[0])


def _key_in(connection: sqlite3.Connection) -> str | None:
    found = connection.execute(f"SELECT value FROM {TABLE} WHERE name = 'key'").fetchone()
    return None if found is None else str(found[0])
