"""Failures of storage in the log: each kind once until it is over, for however many requests, and no value."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from partake.rules.diagnostics import report

KINDS = {
    sqlite3.SQLITE_BUSY: "the database is locked by another program",
    sqlite3.SQLITE_LOCKED: "the database is locked by another program",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the database cannot be written to",
    sqlite3.SQLITE_IOERR: "the disk does not read or write",
    sqlite3.SQLITE_CANTOPEN: "the file of the database cannot be opened",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_NOTADB: "the database is damaged",
}
"""What each of SQLite's result codes means for an operator."""
STATES = {
    "08": "PostgreSQL does not answer",
    "25": "the database cannot be written to",
    "28": "PostgreSQL refuses this user or password",
    "3D": "the database is not there any more",
    "42501": "PostgreSQL does not allow it to this user",
    "53": "PostgreSQL has no room for it",
    "53100": "the disk is full",
    "53300": "PostgreSQL has too many connections",
    "55P03": "the database is locked by another program",
    "57": "PostgreSQL does not answer",
    "58": "the disk does not read or write",
    "XX": "the database is damaged",
}
"""What the SQLSTATEs of PostgreSQL, or the classes they begin with, mean for an operator."""
AWAY = STATES["08"]
"""The kind of a PostgreSQL that cannot be reached, or ended while it worked."""
RACES = ("40001", "40P01")
"""The SQLSTATEs of a transaction that came into the way of another (`serialization_failure`, `deadlock_detected`)."""
DAMAGED = KINDS[sqlite3.SQLITE_CORRUPT]
"""The kind that is never over by itself: what lies on other pages can still be read."""
GONE = "the file of the database is gone"
"""The kind of a database file that was moved away while the server runs."""


@dataclass(slots=True)
class _Failure:
    since: float
    refused: int = 1


class FailureLog:
    """Tells the operator when storage begins to fail and when it works again; reads and writes are told apart."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._failing: dict[tuple[str, str], _Failure] = {}

    def failed(self, doing: str, problem: Exception) -> None:
        """A request could not be answered; `doing` is `reading` or `writing`."""
        kind = _kind(problem)
        if kind is None:
            report(self._log, problem)
            return
        known = self._failing.get((doing, kind))
        if known is not None:
            known.refused += 1
            return
        self._failing[doing, kind] = _Failure(self._clock())
        advice = ": stop the server and restore a backup" if kind in (DAMAGED, GONE) else ""
        self._log.error("%s fails: %s%s. This is told once, and again when it is over.", doing, kind, advice)
        report(self._log, problem)

    def worked(self, doing: str) -> None:
        """A request was answered: what failed before is over, unless the database is damaged."""
        if not self._failing:
            return
        for key in [found for found in self._failing if found[0] == doing and found[1] != DAMAGED]:
            over = self._failing.pop(key)
            seconds = self._clock() - over.since
            told = "%s works again: %s for %.0f seconds, and %d requests were refused"
            self._log.warning(told, doing, key[1], seconds, over.refused)


def _kind(problem: Exception) -> str | None:
    """What an operator calls a failure; None for one that is no failure of storage but a mistake."""
    if isinstance(problem, PoolTimeoutError):
        return "more is asked of the database than it answers"
    cause: Any = getattr(problem, "orig", None)
    if hasattr(cause, "sqlstate"):
        state = cause.sqlstate or ""
        away = AWAY if isinstance(problem, OperationalError) and not state else None
        return STATES.get(state) or STATES.get(state[:2]) or away
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return None if hasattr(problem, "orig") else GONE
    return KINDS.get(code & 0xFF)


def lost_race(problem: DBAPIError) -> bool:
    """Whether a transaction failed because of another one, so that it can be tried again at once."""
    return getattr(problem.orig, "sqlstate", None) in RACES
