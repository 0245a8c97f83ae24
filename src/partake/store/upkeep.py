"""Upkeep of a database: is it sound (`integrity_check`), and what can go (`clean_up`)."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Text, bindparam, cast, delete, exists, func, or_, select, text, update

from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.store import schema
from partake.store.bus import PEOPLE, TABLES
from partake.store.rows import Status

DAY = 24 * 3600.0
"""Seconds."""
MOST_COMPLAINTS = 20
"""How many sentences an integrity check gives at most."""

LOG_CHECKS = (
    (
        "SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM secrets)",
        Message("the table {table} has no seed"),
    ),
    (
        "SELECT table_id FROM actions GROUP BY table_id HAVING min(number) <> 1 OR max(number) <> count(*)",
        Message("the log of the table {table} has gaps"),
    ),
)
"""What finds tables that are not whole, and what is said of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetimes:
    """How many days old something must be before `clean_up` drops it."""

    guests: float = 30.0
    """People who never sat down: no seat, table, token, invitation, evening or tournament, and no such friend."""
    closed: float = 7.0
    """Tables that were closed before they began."""
    waiting: float = 30.0
    """Tables that still wait for people."""
    links: float = 30.0
    """Notes that a link which works once was used; give at least twice the time that such links can be used."""
    evenings: float = 30.0
    """Evenings at cardboard tables in which nobody has changed anything."""
    reviews: float = 90.0
    """Reviews, which can be made again."""


@dataclass(frozen=True, slots=True)
class CleanedUp:
    """What was dropped."""

    guests: int
    tables: int
    links: int
    evenings: int = 0


def integrity_check(path: Path) -> list[Message]:
    """What is wrong with the database in a file, in sentences; none when it is sound.

    SQLite's own check of pages, indexes and foreign keys, then what it cannot know: each table has its seed and its
    log counts from 1 without a gap.
    """
    if not path.is_file():
        raise PartakeError("there is no database {path}", path=path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("PRAGMA busy_timeout=5000")
            return list(_complaints(connection))[:MOST_COMPLAINTS]
    except sqlite3.Error as problem:
        return [Message("the database cannot be read: {problem}", problem=problem)]


def _complaints(connection: sqlite3.Connection) -> Iterator[Message]:
    for (found,) in connection.execute(f"PRAGMA integrity_check({MOST_COMPLAINTS})"):
        if found != "ok":
            yield Message("damaged: {found}", found=" ".join(found.split()))
    for child, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield Message(
            "row {row} of {child} belongs to a row of {parent} that is not there", row=row, child=child, parent=parent
        )
    yield from _log_complaints(connection.execute)


def log_complaints(connection: Connection) -> list[Message]:
    """What is wrong that no database can know of itself; PostgreSQL holds indexes and foreign keys by itself."""
    return list(_log_complaints(lambda query: connection.execute(text(query))))[:MOST_COMPLAINTS]


def _log_complaints(execute: Callable[[str], Iterable[Any]]) -> Iterator[Message]:
    for query, complaint in LOG_CHECKS:
        for (table,) in execute(query):
            yield Message(complaint.text, table=table)


def clean_up(
    connection: Connection,
    lifetimes: Lifetimes | None = None,
    *,
    keep: Collection[str] = (),
    now: float | None = None,
    tell: Callable[[str, str], object] = lambda kind, about: None,
) -> CleanedUp:
    """Drop what nobody will miss, in the transaction of a connection; tables in `keep`, which are in memory, stay.

    Games that began are never dropped, nor is a table that waits and at which somebody was lately, whatever process
    they came to: that is stored (`TableRow.attended`). Other processes are told by messages (`tell`) what is gone.
    `Store.clean_up` calls this where a server runs.
    """
    ages, at = lifetimes or Lifetimes(), time.time() if now is None else now
    tables, used = schema.tables, schema.used_links
    attended = func.coalesce(tables.c.attended, tables.c.created)
    is_abandoned = or_(
        (tables.c.status == Status.CLOSED) & (attended < at - ages.closed * DAY),
        (tables.c.status == Status.WAITING) & (attended < at - ages.waiting * DAY),
    )
    old = select(tables.c.id).where(tables.c.started.is_(None), is_abandoned)
    gone = [{"gone": table} for table in connection.execute(old).scalars() if table not in keep]
    if gone:
        connection.execute(update(tables).where(tables.c.rematch == bindparam("gone")).values(rematch=None), gone)
        connection.execute(delete(tables).where(tables.c.id == bindparam("gone")), gone)
        for one in gone:
            tell(TABLES, one["gone"])
    guests = _abandoned_guests(connection, at - ages.guests * DAY)
    if guests:
        rows = [{"gone": person} for person in guests]
        connection.execute(delete(schema.people).where(schema.people.c.id == bindparam("gone")), rows)
        tell(PEOPLE, "")
    connection.execute(delete(schema.reviews).where(schema.reviews.c.touched < at - ages.reviews * DAY))
    links = connection.execute(delete(used).where(used.c.at < at - ages.links * DAY)).rowcount
    return CleanedUp(len(guests), len(gone), links, drop_evenings(connection, at - ages.evenings * DAY))


def drop_evenings(connection: Connection, before: float) -> int:
    """Drop the evenings in which nobody has changed anything since then; how many there were."""
    return connection.execute(delete(schema.evenings).where(schema.evenings.c.changed < before)).rowcount


def _abandoned_guests(connection: Connection, before: float) -> list[str]:
    """The people who came before then and whom nothing mentions: seat, token, table, evening, tournament, friend."""
    people, tables, friends = schema.people, schema.tables, schema.people.alias()
    query = select(people.c.id).where(
        people.c.created < before,
        ~exists().where(schema.sitters.c.person == people.c.id),
        ~exists().where(schema.tokens.c.person == people.c.id),
        ~exists().where(friends.c.guardian == people.c.id),
        ~exists().where(schema.evenings.c.host == people.c.id),
        ~exists().where(schema.solvers.c.person == people.c.id),
        ~exists().where(schema.tournaments.c.host == people.c.id),
        ~exists().where(schema.entrants.c.person == people.c.id),
    )
    mentioned = set(connection.execute(select(tables.c.host).distinct()).scalars())
    for column in (tables.c.removed, tables.c.invited):
        written = select(column).where(cast(column, Text) != "{}")
        mentioned.update(person for found in connection.execute(written).scalars() for person in found)
    return [person for person in connection.execute(query).scalars() if person not in mentioned]
