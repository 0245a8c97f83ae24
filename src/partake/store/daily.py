"""What is kept for daily deals: calendars, the servers that share this one's, and what could be made of the tiles."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from partake.store import schema
from partake.store.deal_rows import CalendarRow, DealFactsRow, ShareRow
from partake.store.rows import values_of
from partake.store.statements import lock, put
from partake.store.store import Store


class DailyStore:
    """Calendars and facts about deals in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def calendar(self, source: str) -> CalendarRow | None:
        """The calendar that comes from this server; from here, if it is empty."""
        query = select(schema.calendars).where(schema.calendars.c.source == source)

        def read(connection: Connection) -> CalendarRow | None:
            found = connection.execute(query).first()
            return None if found is None else CalendarRow(**found._mapping)

        return await self._store.read(read)

    async def first_calendar(self, row: CalendarRow) -> CalendarRow:
        """Keep a calendar unless there is one from the same server; the one that is kept, which is every process's."""
        kept: list[CalendarRow] = []
        known = select(schema.calendars).where(schema.calendars.c.source == row.source)

        def job(connection: Connection) -> None:
            lock(connection, f"calendar/{row.source}")
            found = connection.execute(known).first()
            if found is None:
                connection.execute(insert(schema.calendars).values(values_of(row)))
            kept.append(row if found is None else CalendarRow(**found._mapping))

        await self._store.write(job)
        return kept[-1]

    async def keep_calendar(self, row: CalendarRow) -> None:
        """Keep a calendar as it is known now."""
        await self._store.write(lambda connection: put(connection, schema.calendars, values_of(row)))

    async def shares(self) -> list[ShareRow]:
        """The servers that may ask for the day's key."""
        query = select(schema.calendar_shares).order_by(schema.calendar_shares.c.name)
        return await self._store.read(
            lambda connection: [ShareRow(**row._mapping) for row in connection.execute(query)]
        )

    async def share(self, row: ShareRow) -> None:
        """Let a server ask; by another token than before if it could already."""
        await self._store.write(lambda connection: put(connection, schema.calendar_shares, values_of(row)))

    async def revoke(self, name: str) -> bool:
        """Let a server ask no more; whether it could."""
        gone, shares = list[int](), schema.calendar_shares
        change = delete(shares).where(shares.c.name == name)
        await self._store.write(lambda connection: gone.append(connection.execute(change).rowcount))
        return gone[-1] == 1

    async def facts(self, deal: str) -> DealFactsRow | None:
        """What could be made of the tiles of a deal, if it is known."""
        query = select(schema.deal_facts).where(schema.deal_facts.c.deal == deal)

        def read(connection: Connection) -> DealFactsRow | None:
            found = connection.execute(query).first()
            return None if found is None else DealFactsRow(**found._mapping)

        return await self._store.read(read)

    async def keep_facts(self, row: DealFactsRow) -> None:
        """Keep what could be made of the tiles of a deal."""
        await self._store.write(lambda connection: put(connection, schema.deal_facts, values_of(row)))
