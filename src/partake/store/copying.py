"""Copies of a database by SQLite's online backup: one snapshot, also while it is written to; whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from partake.rules.errors import PartakeError, system_reason
from partake.store.folder import SIDE_FILES, create_privately, sync_folder

Progress = Callable[[int, int], None]
"""Is told how many pages are copied, and of how many."""
STEP = 2_000
"""Pages that are copied between two calls of the progress."""
PARTIAL = ".partial"
"""The ending of a copy that is not complete yet."""


class CopyError(PartakeError):
    """A database could not be copied; says whether the source or the copy is at fault."""


def copy_database(
    source: Path,
    target: Path,
    *,
    progress: Progress | None = None,
    finish: Callable[[sqlite3.Connection], None] | None = None,
) -> None:
    """Copy a database into one file of its owner alone, check it, let `finish` add to it, then give it its name.

    Whatever goes wrong, and whenever the process is killed, `target` is what it was before, or complete.
    """
    partial = target.with_name(target.name + PARTIAL)
    try:
        discard(partial)
        create_privately(partial, fresh=True)
        with closing(connect(partial)) as copy:
            with closing(connect(source)) as original:
                # An open read transaction keeps one snapshot over all steps: a writer can neither disturb the copy
                # nor make it begin again.
                original.execute("BEGIN")
                original.execute("SELECT count(*) FROM sqlite_master").fetchall()
                original.backup(copy, pages=STEP, progress=_told(progress))
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, which can be read anywhere
            _check(copy, source)
            if finish is not None:
                with copy:
                    copy.execute("BEGIN")
                    finish(copy)
        partial.replace(target)
        sync_folder(target.parent)
    except OSError as problem:
        raise CopyError(
            "{target} cannot be written: {reason}",
            target=target,
            reason=system_reason(problem),
        ) from None
    except sqlite3.Error as problem:
        raise CopyError(
            "{source} cannot be copied to {target}: {problem}", source=source, target=target, problem=problem
        ) from None
    finally:
        discard(partial)


def discard(path: Path) -> None:
    """Delete a database with all its files, if it is there."""
    for ending in SIDE_FILES:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """A plain connection to a database that is there; each statement is a transaction of its own."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout=5000")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON")
    return connection


def _check(copy: sqlite3.Connection, source: Path) -> None:
    found = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        raise CopyError("{source} is damaged: {reason}", source=source, reason=" ".join(found[0].split()))


def _told(progress: Progress | None) -> Callable[[int, int, int], object] | None:
    return None if progress is None else lambda _, left, pages: progress(pages - left, pages)
