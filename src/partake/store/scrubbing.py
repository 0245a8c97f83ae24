"""Scrubbing: after somebody was forgotten, no byte of theirs is left in the database file or its write-ahead log.

SQLite overwrites what is deleted (`secure_delete`), but when it balances a B-tree, copies of rows that move to another
page stay behind in the first one's unused space. Only `VACUUM`, which writes the whole file anew, is rid of them. Until
it was done, the database says that it is due (`user_version`), whatever happens to the process.

PostgreSQL is left to itself: it reuses the space of deleted rows when it vacuums, and its operator has its files, its
write-ahead log and its copies in hand.
"""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from sqlalchemy import Connection

LARGEST = 64 * 1024 * 1024
"""Bytes of a database that is written anew while people play, which takes a second; a larger one is at its opening."""
PAUSE = 60.0
"""Seconds between two times: others' moves wait meanwhile."""
PATIENCE = 200
"""Milliseconds for which emptying the log waits for those who read."""


def mark(connection: Connection) -> None:
    """Note in a transaction that the database is to be scrubbed after it."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA user_version=1")


def scrub_when_opened(driver: Any) -> None:
    """Write a database anew, if that is still due."""
    if _is_due(driver):
        _rewrite(driver)
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class Scrubber:
    """Scrubs between two transactions of the connection that writes, when it is due and not too often."""

    def __init__(self) -> None:
        self._is_due = False
        self._next_rewrite = self._next_try = 0.0

    def ask(self) -> None:
        """Scrub after the next commit."""
        self._is_due, self._next_try = True, 0.0

    def work(self, connection: Connection) -> None:
        """Do what is due; what cannot be done now is tried again later."""
        now = time.monotonic()
        if not self._is_due or now < self._next_try or connection.dialect.name != "sqlite":
            return
        self._next_try = now + PAUSE
        driver: Any = connection.connection.driver_connection
        (usual,) = driver.execute("PRAGMA busy_timeout").fetchone()
        driver.execute(f"PRAGMA busy_timeout={PATIENCE}")
        try:
            if _is_due(driver) and _size(driver) <= LARGEST and now >= self._next_rewrite:
                driver.execute("PRAGMA temp_store=MEMORY")
                _rewrite(driver)
                self._next_rewrite = time.monotonic() + PAUSE
            is_busy, *_ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._is_due = bool(is_busy) or (_is_due(driver) and _size(driver) <= LARGEST)
        except sqlite3.OperationalError:
            self._is_due = True
        finally:
            driver.execute(f"PRAGMA busy_timeout={usual}")


def _is_due(driver: Any) -> bool:
    return bool(driver.execute("PRAGMA user_version").fetchone()[0])


def _size(driver: Any) -> int:
    pages, size = (driver.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages * size)


def _rewrite(driver: Any) -> None:
    driver.execute("VACUUM")
    driver.execute("PRAGMA user_version=0")
