"""The repository of tables, seats and logs: reads in threads, writes through the one writer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, bindparam, delete, false, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from partake.rules.measurement import Durations
from partake.rules.messages import Message
from partake.store import schema
from partake.store.appending import Append, AppendJob, raise_version, raise_versions, set_due, take_due
from partake.store.bus import INVITED, Bus, PostgresBus
from partake.store.database import StoreError, open_database
from partake.store.failures import FailureLog
from partake.store.location import Location
from partake.store.mentions import Change, drop_keys, rewrite
from partake.store.overview import PersonOverview, TableOverview, people_overview, tables_overview
from partake.store.rows import ActionRow, Asked, PlayedRow, SeatRow, Status, StoredTable, TableRow
from partake.store.seat_rows import ENTRY, check_sent, entry_rows, insert_seats, insert_table, read_seats
from partake.store.upkeep import CleanedUp, Lifetimes, clean_up, integrity_check, log_complaints
from partake.store.writer import Job, Writer

T = TypeVar("T")
_APPEND = insert(schema.actions)
_LOG = (
    select(*(schema.actions.c[name] for name in ENTRY))
    .where(schema.actions.c.table_id == bindparam("table"), schema.actions.c.number > bindparam("after"))
    .order_by(func.coalesce(schema.actions.c.after, schema.actions.c.number), schema.actions.c.number)
)
"""A game's log in the order in which it is played again."""
SNAPSHOT: dict[str, dict[str, Any]] = {
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
}
"""How reads see all they read as it was at one moment; SQLite does so by itself."""
READERS = 8
"""The most reads at the same time, each with a connection of its own: no more than a pool has beside the writer's."""
MOST_NAMED = 100
"""The most people of one message: PostgreSQL's have less than 8000 bytes."""
SILENT = Message("the database does not answer just now: try again in a moment")
"""What is said when a read fails."""
NOT_STORED = Message("the database took nothing just now, so nothing has happened: try again in a moment")
"""What is said when a write fails."""

log = logging.getLogger("partake.store")


class Store:
    """Tables, seats and the logs of games; every write is durable when its await returns."""

    def __init__(self, where: Location) -> None:
        self._where, self._engine = where, open_database(where)
        self._snapshots = self._engine.execution_options(**SNAPSHOT.get(self._engine.dialect.name, {}))
        self._is_closed = False
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="partake-reader")
        self._writer = Writer(self._engine)
        self.stored = Durations()
        """From asking for a write to its commit."""
        self._failures = FailureLog(log)
        self.bus = Bus() if isinstance(where, Path) else PostgresBus(where, self._writer.submit)
        """What other processes on the same database are told, and tell."""

    def close(self) -> None:
        """Finish all reads and writes and close the database."""
        self._is_closed = True
        self.bus.close()
        self._readers.shutdown()
        self._writer.close()
        self._engine.dispose()

    async def read(self, query: Callable[[Connection], T]) -> T:
        """What a query finds, for the modules of this package that keep other things in the same database."""
        return await self._read(query)

    async def write(self, job: Job) -> None:
        """The same for a change."""
        await self._write(job)

    def scrub(self) -> None:
        """Let the writer overwrite, when it has time, what transactions have marked (`partake.store.scrubbing`)."""
        self._writer.scrubber.ask()

    async def _read(self, query: Callable[[Connection], T]) -> T:
        if self._is_closed:
            raise StoreError(SILENT)
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, query)
        except SQLAlchemyError as problem:
            self._failures.failed("reading", problem)
            raise StoreError(SILENT) from None
        self._failures.worked("reading")
        return found

    def _read_now(self, query: Callable[[Connection], T]) -> T:
        """What a query finds in one snapshot; by a new connection if the one at hand turns out to be lost."""
        try:
            with self._snapshots.connect() as connection:
                return query(connection)
        except DBAPIError as problem:
            if not problem.connection_invalidated:
                raise
        with self._snapshots.connect() as connection:
            return query(connection)

    @property
    def queued(self) -> int:
        """The number of writes that wait for their transaction."""
        return self._writer.waiting

    async def probe(self) -> None:
        """See that the database answers a read and that a write transaction can be had.

        Nothing is written, so that success does not mean that a full disk is over.
        """
        await self._read(lambda connection: connection.execute(select(schema.people.c.id).limit(1)).first())
        nothing = delete(schema.used_links).where(false())
        try:
            await self._writer.submit(lambda connection: connection.execute(nothing))
        except (StoreError, SQLAlchemyError) as problem:
            self._failures.failed("writing", problem)
            raise StoreError(NOT_STORED) from None

    async def _write(self, job: Job) -> None:
        began = time.perf_counter()
        try:
            await self._writer.submit(job)
        except StoreError as problem:
            self._failures.failed("writing", problem)
            raise
        except SQLAlchemyError as problem:
            self._failures.failed("writing", problem)
            raise StoreError(NOT_STORED) from None
        self.stored.add(time.perf_counter() - began)
        self._failures.worked("writing")

    async def clean_up(self, lifetimes: Lifetimes | None = None, *, keep: Collection[str] = ()) -> CleanedUp:
        """Drop what nobody will miss (`partake.store.upkeep`), and tell the others; tables in `keep` stay."""
        found: list[CleanedUp] = []

        def job(connection: Connection) -> None:
            tell = partial(self.bus.send, connection)
            found.append(clean_up(connection, lifetimes, keep=keep, tell=tell))

        await self._write(job)
        return found[-1]

    async def integrity_check(self) -> list[Message]:
        """What is wrong with the database, in sentences (`partake.store.upkeep`)."""
        if isinstance(self._where, Path):
            return await asyncio.to_thread(integrity_check, self._where)
        return await self._read(log_complaints)

    async def people_overview(self, **wanted: Any) -> list[PersonOverview]:
        """The people as an operator sees them (`partake.store.overview`)."""
        return await self._read(lambda connection: people_overview(connection, **wanted))

    async def tables_overview(self, **wanted: Any) -> list[TableOverview]:
        """The tables as an operator sees them (`partake.store.overview`)."""
        return await self._read(lambda connection: tables_overview(connection, **wanted))

    def append_all(self, appends: Sequence[Append], done: Callable[[Sequence[Exception | None]], object]) -> None:
        """Add entries to the logs of some tables; `done` is called when that is durable, with what stopped each."""
        began = time.perf_counter()

        def told(future: asyncio.Future[list[Exception | None]]) -> None:
            if future.cancelled():
                return
            problem: Any = future.exception()
            results = future.result() if problem is None else [problem] * len(appends)
            found = next((one for one in results if isinstance(one, SQLAlchemyError | StoreError)), None)
            if found is None:
                self.stored.add(time.perf_counter() - began)
                self._failures.worked("writing")
            else:
                self._failures.failed("writing", found)
            done([StoreError(NOT_STORED) if isinstance(one, SQLAlchemyError) else one for one in results])

        self._writer.submit(AppendJob(appends, self.bus.process)).add_done_callback(told)

    async def append(self, table: str, actions: Sequence[ActionRow], version: int = 0) -> None:
        """Add entries to a game's log."""
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self.append_all([Append(table, actions, version)], lambda results: stored.set_result(results[0]))
        if (problem := await stored) is not None:
            raise problem

    async def add_table(
        self,
        table: TableRow,
        seed: bytes,
        seats: Sequence[SeatRow],
        entries: Sequence[ActionRow] = (),
        after: str = "",
        instead: str | None = None,
        version: int | None = None,
    ) -> None:
        """Keep a new table with its log so far, as the rematch of a table (`after`), or in place of one (`instead`).

        Where `version` is not that table's newest any more, this is refused (`StaleError`).
        """

        def job(connection: Connection) -> None:
            if instead:
                connection.execute(delete(schema.tables).where(schema.tables.c.id == instead))
            check_sent(connection, table, instead)
            insert_table(connection, table, seed, seats, entries)
            people = list(table.invited)
            for first in range(0, len(people), MOST_NAMED):
                self.bus.send(connection, INVITED, table.id, *people[first : first + MOST_NAMED])
            if after:
                connection.execute(update(schema.tables).where(schema.tables.c.id == after).values(rematch=table.id))
                raise_version(connection, after, version, self.bus.process)

        await self._write(job)

    async def change_table(
        self,
        table: str,
        seats: Sequence[SeatRow] = (),
        *,
        size: int | None = None,
        entries: Sequence[ActionRow] = (),
        version: int | None = None,
        **values: Any,
    ) -> None:
        """Change a table, some of its seats, and add to its log; only `size` seats remain, if it is given.

        Where `version` is not the newest any more, this is refused (`StaleError`).
        """
        rows, numbers = entry_rows(table, entries), [seat.seat for seat in seats]

        def job(connection: Connection) -> None:
            raise_version(connection, table, version, self.bus.process)
            if "status" in values:  # who begins may die before anything else happens; where it is over, nothing is due
                set_due(connection, table, time.time() if values["status"] == Status.PLAYING else None)
            if values:
                connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(values))
            for part in (schema.sitters, schema.seats):
                gone = part.c.seat.in_(numbers) if size is None else part.c.seat.in_(numbers) | (part.c.seat > size)
                connection.execute(delete(part).where(part.c.table_id == table, gone))
            insert_seats(connection, [(table, seats)])
            if rows:
                connection.execute(_APPEND, rows)

        await self._write(job)

    async def take_due(self, now: float, later: float, most: int) -> list[str]:
        """Tables at which something was due and did not happen; other processes find them again `later` only."""
        found: list[str] = []
        await self._write(lambda connection: found.extend(take_due(connection, now, later, most)))
        return found

    async def tails(self, lengths: Mapping[str, int]) -> dict[str, tuple[int, list[ActionRow]]]:
        """For some tables the version, and the entries of the log after the first so many."""
        heads, actions = schema.heads, schema.actions

        def query(connection: Connection) -> dict[str, tuple[int, list[ActionRow]]]:
            versions = connection.execute(
                select(heads.c.table_id, heads.c.version).where(heads.c.table_id.in_(lengths))
            )
            found: dict[str, tuple[int, list[ActionRow]]] = {row.table_id: (row.version, []) for row in versions}
            newer = or_(*((actions.c.table_id == table) & (actions.c.number > n) for table, n in lengths.items()))
            columns = (actions.c[name] for name in ENTRY)
            for table, *entry in connection.execute(
                select(actions.c.table_id, *columns).where(newer).order_by(actions.c.table_id, actions.c.number)
            ):
                found[table][1].append(ActionRow(*entry))
            return found

        return await self._read(query)

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        """A table with everything it needs to go on; of its log only what comes after the first `after` entries."""

        def query(connection: Connection) -> StoredTable | None:
            found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
            if found is None:
                return None
            entries = connection.execute(_LOG, {"table": table, "after": after})
            seed = connection.execute(
                select(schema.secrets.c.seed).where(schema.secrets.c.table_id == table)
            ).scalar_one()
            version = connection.execute(select(schema.heads.c.version).where(schema.heads.c.table_id == table))
            return StoredTable(
                TableRow(**found._mapping),
                tuple(read_seats(connection, schema.seats.c.table_id == table)[table]),
                tuple(ActionRow(*row) for row in entries),
                seed,
                version.scalar_one(),
            )

        return await self._read(query)

    async def listed(self, status: Status, limit: int) -> list[str]:
        """The ids of tables in the lobby with this status, the newest first."""
        wanted = schema.tables.c.listed & (schema.tables.c.status == status)
        query = select(schema.tables.c.id).where(wanted).order_by(schema.tables.c.created.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def waiting(self, before: float) -> list[TableRow]:
        """The tables that wait for players and at which nobody is known to have been since then."""
        tables = schema.tables
        unattended = func.coalesce(tables.c.attended, tables.c.created) <= before
        query = select(tables).where((tables.c.status == Status.WAITING) & unattended)
        return await self._read(lambda connection: [TableRow(**row._mapping) for row in connection.execute(query)])

    async def open_tables(self, host: str) -> int:
        """The number of tables of a host that wait for players or are being played."""
        tables = schema.tables
        is_open = tables.c.status.in_((Status.WAITING, Status.PLAYING)) & (tables.c.host == host)
        return await self._count(select(func.count()).select_from(tables).where(is_open))

    async def waiting_seats(self, person: str) -> int:
        """The number of tables that wait for players at which a person sits."""
        tables, sitters = schema.tables, schema.sitters
        sat = select(func.count()).select_from(sitters).join(tables, tables.c.id == sitters.c.table_id)
        return await self._count(sat.where((sitters.c.person == person) & (tables.c.status == Status.WAITING)))

    async def _count(self, query: Select[Any]) -> int:
        return await self._read(lambda connection: int(connection.execute(query).scalar_one()))

    async def invitations(self, since: float) -> list[tuple[str, dict[str, Asked]]]:
        """The tables that wait for people who were asked since then, the oldest first, with those people."""
        tables = schema.tables
        wanted = (tables.c.status == Status.WAITING) & (tables.c.created >= since)
        query = select(tables.c.id, tables.c.invited).where(wanted).order_by(tables.c.created)
        return await self._read(lambda connection: [(row.id, row.invited) for row in connection.execute(query)])

    async def challenges(self, root: str) -> list[str]:
        """The tables on which the draws of a table are played again, the oldest first."""
        tables = schema.tables
        query = select(tables.c.id).where(tables.c.challenge == root).order_by(tables.c.created)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def has_played_draws(self, person: str, root: str) -> bool:
        """Whether a person sits or sat at a table, or at one on which its draws are played again."""
        tables, sitters = schema.tables, schema.sitters
        same = (tables.c.id == root) | (tables.c.challenge == root)
        query = select(tables.c.id).join(sitters, sitters.c.table_id == tables.c.id)
        query = query.where(same & (sitters.c.person == person)).limit(1)
        return await self._read(lambda connection: connection.execute(query).first() is not None)

    async def names(self, tables: Sequence[str], most: int) -> dict[str, dict[int, str]]:
        """The names at the first seats of some tables, by table and seat."""
        seats = schema.seats
        wanted = seats.c.table_id.in_(tables) & (seats.c.seat <= most) & (seats.c.name != "")
        query = select(seats.c.table_id, seats.c.seat, seats.c.name).where(wanted).order_by(seats.c.seat)

        def read(connection: Connection) -> dict[str, dict[int, str]]:
            found: dict[str, dict[int, str]] = defaultdict(dict)
            for row in connection.execute(query):
                found[row.table_id][row.seat] = row.name
            return found

        return await self._read(read)

    async def played(self, person: str, limit: int) -> list[PlayedRow]:
        """The games a person sits or sat at, the newest first."""
        tables, sitters, seats = schema.tables, schema.sitters, schema.seats
        seat_count = select(func.count()).select_from(seats).where(seats.c.table_id == tables.c.id).scalar_subquery()
        chosen = select(tables, seat_count.label("players")).join(sitters, sitters.c.table_id == tables.c.id)
        query = chosen.where(sitters.c.person == person).order_by(tables.c.created.desc()).limit(limit)

        def read(connection: Connection) -> list[PlayedRow]:
            mine = select(sitters.c.table_id, sitters.c.seat).where(sitters.c.person == person)
            own = read_seats(connection, tuple_(seats.c.table_id, seats.c.seat).in_(mine))
            found = []
            for row in connection.execute(query):
                values = dict(row._mapping)
                players = values.pop("players")
                found.append(PlayedRow(TableRow(**values), own[row.id][0], players))
            return found

        return await self._read(read)

    async def rewrite(self, tables: Sequence[str], person: str, change: Change) -> None:
        """Change tables and their seats by a function, and drop the keys of a person's requests, in one transaction."""

        def job(connection: Connection) -> None:
            rewrite(connection, tables, person, change)
            if self.bus.is_shared:
                raise_versions(connection, tables, self.bus.process)

        await self._write(job)

    async def drop_keys(self, table: str, person: str) -> None:
        """Drop the idempotency keys of a person's requests at a table."""
        await self._write(lambda connection: drop_keys(connection, [table], person))
