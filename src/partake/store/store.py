"""What the database is asked: reads in threads, writes through the one writer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from partake.store import schema
from partake.store.opening import open_database
from partake.store.rows import ActionRow, PlayedRow, SeatRow, StoredTable, TableRow, TokenRow
from partake.store.writer import Writer

T = TypeVar("T")
_APPEND = insert(schema.actions)


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
        return await asyncio.to_thread(self._read_now, query)

    def _read_now(self, query: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return query(connection)

    def append(self, table: str, actions: Sequence[ActionRow]) -> asyncio.Future[None]:
        """Add entries to a game's log."""
        rows = [
            {"table_id": table, "number": a.number, "actor": a.actor, "action": a.action, "at": a.at, "key": a.key}
            for a in actions
        ]
        return self._writer.submit(lambda connection: _discard(connection.execute(_APPEND, rows)))

    async def add_table(self, table: TableRow, seed: bytes, seats: Iterable[SeatRow]) -> None:
        """Keep a new table."""
        values, rows = _columns(table), [{"table_id": table.id, **_columns(seat)} for seat in seats]

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.tables).values(values))
            connection.execute(insert(schema.secrets).values(table_id=table.id, seed=seed))
            if rows:
                connection.execute(insert(schema.seats), rows)

        await self._writer.submit(job)

    async def change_table(self, table: str, seats: Sequence[SeatRow] | None = None, **values: Any) -> None:
        """Change a table, and put these seats in place of all that it had."""
        rows = None if seats is None else [{"table_id": table, **_columns(seat)} for seat in seats]

        def job(connection: Connection) -> None:
            if values:
                connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(values))
            if rows is not None:
                connection.execute(delete(schema.seats).where(schema.seats.c.table_id == table))
            if rows:
                connection.execute(insert(schema.seats), rows)

        await self._writer.submit(job)

    async def load(self, table: str) -> StoredTable | None:
        """A table with everything it needs to go on."""

        def query(connection: Connection) -> StoredTable | None:
            found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
            if found is None:
                return None
            of = {part: part.c.table_id == table for part in (schema.seats, schema.actions, schema.secrets)}
            seats = connection.execute(select(schema.seats).where(of[schema.seats]).order_by(schema.seats.c.seat))
            log = connection.execute(select(schema.actions).where(of[schema.actions]).order_by(schema.actions.c.number))
            seed = connection.execute(select(schema.secrets.c.seed).where(of[schema.secrets])).scalar_one()
            return StoredTable(
                TableRow(**found._mapping),
                tuple(_seat(row) for row in seats),
                tuple(ActionRow(row.number, row.actor, row.action, row.at, row.key) for row in log),
                seed,
            )

        return await self._read(query)

    async def listed(self, status: str, limit: int) -> list[str]:
        """The ids of tables in the lobby with this status, the newest first."""
        wanted = schema.tables.c.listed & (schema.tables.c.status == status)
        query = select(schema.tables.c.id).where(wanted).order_by(schema.tables.c.created.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def played(self, person: str, limit: int) -> list[PlayedRow]:
        """The games a person sits or sat at, the newest first."""
        tables, seats = schema.tables, schema.seats
        others = schema.seats.alias()
        crowd = select(func.count()).select_from(others).where(others.c.table_id == tables.c.id).scalar_subquery()
        chosen = select(tables.c.id, crowd.label("players")).join(seats, seats.c.table_id == tables.c.id)
        query = chosen.where(seats.c.person == person).order_by(tables.c.created.desc()).limit(limit)

        def read(connection: Connection) -> list[PlayedRow]:
            players = {row.id: row.players for row in connection.execute(query)}
            found = {
                row.id: TableRow(**row._mapping)
                for row in connection.execute(select(tables).where(tables.c.id.in_(players)))
            }
            mine = connection.execute(select(seats).where(seats.c.table_id.in_(players), seats.c.person == person))
            own = {row.table_id: _seat(row) for row in mine}
            return [PlayedRow(found[table], own[table], count) for table, count in players.items()]

        return await self._read(read)

    async def add_person(self, person: str, nickname: str, created: float) -> None:
        """Keep somebody new."""
        values = {"id": person, "nickname": nickname, "created": created}
        await self._writer.submit(lambda connection: _discard(connection.execute(insert(schema.people).values(values))))

    async def nickname(self, person: str) -> str | None:
        """Somebody's nickname; None for nobody."""
        query = select(schema.people.c.nickname).where(schema.people.c.id == person)
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def rename(self, person: str, nickname: str) -> None:
        """Change a nickname, for tables to come."""
        change = update(schema.people).where(schema.people.c.id == person).values(nickname=nickname)
        await self._writer.submit(lambda connection: _discard(connection.execute(change)))

    async def forget(self, person: str) -> None:
        """Drop a person and their tokens."""

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.tokens).where(schema.tokens.c.person == person))
            connection.execute(delete(schema.people).where(schema.people.c.id == person))

        await self._writer.submit(job)

    async def add_token(self, token: TokenRow) -> None:
        """Keep the hash of a token."""
        values = _columns(token)
        await self._writer.submit(lambda connection: _discard(connection.execute(insert(schema.tokens).values(values))))

    async def tokens(self, person: str) -> list[TokenRow]:
        """All tokens of a person, the oldest first."""
        query = select(schema.tokens).where(schema.tokens.c.person == person).order_by(schema.tokens.c.created)
        return await self._read(lambda connection: [TokenRow(**row._mapping) for row in connection.execute(query)])

    async def all_tokens(self) -> dict[str, str]:
        """Whose each token is, by its hash."""
        query = select(schema.tokens.c.hash, schema.tokens.c.person)
        return await self._read(lambda connection: {row.hash: row.person for row in connection.execute(query)})

    async def drop_token(self, token: str) -> None:
        """Forget a token."""
        gone = delete(schema.tokens).where(schema.tokens.c.hash == token)
        await self._writer.submit(lambda connection: _discard(connection.execute(gone)))


def _columns(row: TableRow | SeatRow | TokenRow) -> dict[str, Any]:
    values = asdict(row)
    if values.get("rounds") is not None:
        values["rounds"] = list(values["rounds"])
    return values


def _seat(row: Row[Any]) -> SeatRow:
    rounds = None if row.rounds is None else tuple(row.rounds)
    return SeatRow(row.seat, row.person, row.name, row.bot, row.left, row.total, row.won, rounds)


def _discard(_result: object) -> None:
    """Jobs that only write give nothing back."""
