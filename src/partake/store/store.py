"""The repository of people, tables, seats and logs: reads in threads, writes through the one writer."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError

from partake.rules.diagnostics import report
from partake.store import schema
from partake.store.database import StoreError, open_database
from partake.store.rows import ActionRow, PlayedRow, SeatRow, Status, StoredTable, TableRow, TokenRow, values_of
from partake.store.writer import Job, Rows, Writer

T = TypeVar("T")
_APPEND = insert(schema.actions)
_ENTRY = tuple(field.name for field in fields(ActionRow))
_LOG = (
    select(*(schema.actions.c[name] for name in _ENTRY))
    .where(schema.actions.c.table_id == bindparam("table"))
    .order_by(schema.actions.c.number)
)
SILENT = "the database does not answer just now: try again in a moment"
"""What is said when a read fails."""
NOT_STORED = "the database took nothing just now, so nothing has happened: try again in a moment"
"""What is said when a write fails."""

log = logging.getLogger("partake.store")


class Store:
    """People, tables, seats and the logs of games; every write is durable when its await returns."""

    def __init__(self, path: Path) -> None:
        self._engine = open_database(path)
        self._writer = Writer(self._engine)

    def close(self) -> None:
        """Finish all writes and close the file."""
        self._writer.close()
        self._engine.dispose()

    async def _read(self, query: Callable[[Connection], T]) -> T:
        try:
            return await asyncio.to_thread(self._read_now, query)
        except SQLAlchemyError as problem:
            report(log, problem)
            raise StoreError(SILENT) from None

    def _read_now(self, query: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return query(connection)

    async def _write(self, job: Job) -> None:
        try:
            await self._writer.submit(job)
        except SQLAlchemyError as problem:
            report(log, problem)
            raise StoreError(NOT_STORED) from None

    async def append(self, table: str, actions: Sequence[ActionRow]) -> None:
        """Add entries to a game's log."""
        await self._write(Rows(_APPEND, _entries(table, actions)))

    async def add_table(
        self,
        table: TableRow,
        seed: bytes,
        seats: Sequence[SeatRow],
        entries: Sequence[ActionRow] = (),
        after: str = "",
    ) -> None:
        """Keep a new table with the beginning of its log; `after` is the table of which it is the rematch."""
        values, rows = values_of(table), _entries(table.id, entries)

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.tables).values(values))
            connection.execute(insert(schema.secrets).values(table_id=table.id, seed=seed))
            _insert_seats(connection, table.id, seats)
            if rows:
                connection.execute(_APPEND, rows)
            if after:
                connection.execute(update(schema.tables).where(schema.tables.c.id == after).values(rematch=table.id))

        await self._write(job)

    async def change_table(
        self,
        table: str,
        seats: Sequence[SeatRow] = (),
        *,
        size: int | None = None,
        entries: Sequence[ActionRow] = (),
        **values: Any,
    ) -> None:
        """Change a table, some of its seats, and add to its log; only `size` seats remain, if it is given."""
        rows, numbers = _entries(table, entries), [seat.seat for seat in seats]

        def job(connection: Connection) -> None:
            if values:
                connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(values))
            for part in (schema.sitters, schema.seats):
                gone = part.c.seat.in_(numbers) if size is None else part.c.seat.in_(numbers) | (part.c.seat > size)
                connection.execute(delete(part).where(part.c.table_id == table, gone))
            _insert_seats(connection, table, seats)
            if rows:
                connection.execute(_APPEND, rows)

        await self._write(job)

    async def load(self, table: str) -> StoredTable | None:
        """A table with everything it needs to go on."""

        def query(connection: Connection) -> StoredTable | None:
            found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
            if found is None:
                return None
            entries = connection.execute(_LOG, {"table": table})
            seed = connection.execute(
                select(schema.secrets.c.seed).where(schema.secrets.c.table_id == table)
            ).scalar_one()
            return StoredTable(
                TableRow(**found._mapping),
                tuple(_seats(connection, schema.seats.c.table_id == table)[table]),
                tuple(ActionRow(*row) for row in entries),
                seed,
            )

        return await self._read(query)

    async def listed(self, status: Status, limit: int) -> list[str]:
        """The ids of tables in the lobby with this status, the newest first."""
        wanted = schema.tables.c.listed & (schema.tables.c.status == status)
        query = select(schema.tables.c.id).where(wanted).order_by(schema.tables.c.created.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def played(self, person: str, limit: int) -> list[PlayedRow]:
        """The games a person sits or sat at, the newest first."""
        tables, sitters, seats = schema.tables, schema.sitters, schema.seats
        seat_count = select(func.count()).select_from(seats).where(seats.c.table_id == tables.c.id).scalar_subquery()
        chosen = select(tables, seat_count.label("players")).join(sitters, sitters.c.table_id == tables.c.id)
        query = chosen.where(sitters.c.person == person).order_by(tables.c.created.desc()).limit(limit)

        def read(connection: Connection) -> list[PlayedRow]:
            mine = select(sitters.c.table_id, sitters.c.seat).where(sitters.c.person == person)
            own = _seats(connection, tuple_(seats.c.table_id, seats.c.seat).in_(mine))
            found = []
            for row in connection.execute(query):
                values = dict(row._mapping)
                players = values.pop("players")
                found.append(PlayedRow(TableRow(**values), own[row.id][0], players))
            return found

        return await self._read(read)

    async def add_person(self, person: str, nickname: str, created: float) -> None:
        """Keep a new person."""
        values = {"id": person, "nickname": nickname, "created": created}
        await self._write(lambda connection: connection.execute(insert(schema.people).values(values)))

    async def nickname(self, person: str) -> str | None:
        """The nickname of a person; None if there is no such person."""
        query = select(schema.people.c.nickname).where(schema.people.c.id == person)
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def rename(self, person: str, nickname: str) -> None:
        """Change a nickname, for tables to come."""
        change = update(schema.people).where(schema.people.c.id == person).values(nickname=nickname)
        await self._write(lambda connection: connection.execute(change))

    async def forget(self, person: str) -> None:
        """Drop a person; their tokens go with them."""
        gone = delete(schema.people).where(schema.people.c.id == person)
        await self._write(lambda connection: connection.execute(gone))

    async def add_token(self, token: TokenRow) -> None:
        """Keep the hash of a token."""
        values = values_of(token)
        await self._write(lambda connection: connection.execute(insert(schema.tokens).values(values)))

    async def tokens(self, person: str) -> list[TokenRow]:
        """All tokens of a person, the oldest first."""
        query = select(schema.tokens).where(schema.tokens.c.person == person).order_by(schema.tokens.c.created)
        return await self._read(lambda connection: [TokenRow(**row._mapping) for row in connection.execute(query)])

    async def all_tokens(self) -> dict[str, str]:
        """The person of each token, by the token's hash."""
        query = select(schema.tokens.c.hash, schema.tokens.c.person)
        return await self._read(lambda connection: {row.hash: row.person for row in connection.execute(query)})

    async def drop_token(self, token: str) -> None:
        """Forget a token."""
        gone = delete(schema.tokens).where(schema.tokens.c.hash == token)
        await self._write(lambda connection: connection.execute(gone))


def _entries(table: str, entries: Sequence[ActionRow]) -> list[dict[str, Any]]:
    return [{"table_id": table, **{name: getattr(entry, name) for name in _ENTRY}} for entry in entries]


def _insert_seats(connection: Connection, table: str, seats: Sequence[SeatRow]) -> None:
    rows = [{"table_id": table, **values_of(seat)} for seat in seats]
    sitters = [
        {"table_id": table, "seat": seat.seat, "person": person, "place": place, "left": person in seat.away}
        for seat in seats
        for place, person in enumerate(seat.people)
    ]
    for row in rows:
        for name in schema.SITTERS:
            del row[name]
    for part, values in ((schema.seats, rows), (schema.sitters, sitters)):
        if values:
            connection.execute(insert(part), values)


def _seats(connection: Connection, wanted: ColumnElement[bool]) -> dict[str, list[SeatRow]]:
    """The seats of each table that has some of these, in order."""
    seats, sitters = schema.seats, schema.sitters
    here = (sitters.c.table_id == seats.c.table_id) & (sitters.c.seat == seats.c.seat)
    sat = select(seats.c.table_id, seats.c.seat, sitters.c.person, sitters.c.left).join(sitters, here).where(wanted)
    people: dict[tuple[str, int], list[Any]] = {}
    for row in connection.execute(sat.order_by(sitters.c.place)):
        people.setdefault((row.table_id, row.seat), []).append(row)
    found: dict[str, list[SeatRow]] = defaultdict(list)
    for row in connection.execute(select(seats).where(wanted).order_by(seats.c.seat)):
        values = dict(row._mapping)
        table, sitting = values.pop("table_id"), people.get((row.table_id, row.seat), [])
        values["rounds"] = None if row.rounds is None else tuple(row.rounds)
        values["people"] = tuple(sitter.person for sitter in sitting)
        values["away"] = tuple(sitter.person for sitter in sitting if sitter.left)
        found[table].append(SeatRow(**values))
    return found
