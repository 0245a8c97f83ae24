"""What is kept for cardboard tables: evenings that phones fill in together, and which games were sent."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from partake.store import schema
from partake.store.rows import EveningRow, Status, values_of
from partake.store.store import Store
from partake.store.upkeep import drop_evenings


class CompanionStore:
    """Evenings, and games that were sent, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add_evening(self, row: EveningRow) -> None:
        """Keep a new evening."""
        values = values_of(row)
        await self._store.write(lambda connection: connection.execute(insert(schema.evenings).values(values)))

    async def evening(self, code: str) -> EveningRow | None:
        """The evening of a code."""
        query = select(schema.evenings).where(schema.evenings.c.code == code)

        def read(connection: Connection) -> EveningRow | None:
            found = connection.execute(query).first()
            return None if found is None else EveningRow(**found._mapping)

        return await self._store.read(read)

    async def change_evening(self, row: EveningRow) -> bool:
        """Keep an evening as it is now, if it was at the version before; whether it was (optimistic concurrency)."""
        evenings, changed = schema.evenings, list[int]()
        here = (evenings.c.code == row.code) & (evenings.c.version == row.version - 1)
        change = update(evenings).where(here).values(values_of(row))
        await self._store.write(lambda connection: changed.append(connection.execute(change).rowcount))
        return changed[-1] == 1

    async def evenings(self) -> int:
        """The number of evenings that are kept."""
        query = select(func.count()).select_from(schema.evenings)
        return await self._store.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def drop_evenings(self, before: float) -> None:
        """Drop the evenings in which nobody has changed anything since then."""
        await self._store.write(lambda connection: drop_evenings(connection, before))

    async def sent(self, host: str, key: str) -> str | None:
        """The table of a game that a person has sent by a request with this key."""
        tables = schema.tables
        mine = (tables.c.status == Status.OVER) & (tables.c.host == host)
        query = select(tables.c.id).where(mine & (tables.c.sent == key))
        return await self._store.read(lambda connection: connection.execute(query).scalars().first())

    async def sent_by(self, host: str) -> int:
        """The number of games that a person has sent."""
        tables = schema.tables
        mine = (tables.c.status == Status.OVER) & (tables.c.host == host) & tables.c.paper
        query = select(func.count()).select_from(tables).where(mine)
        return await self._store.read(lambda connection: int(connection.execute(query).scalar_one()))
