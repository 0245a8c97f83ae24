"""Deals that many people play: which game of each person counts, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, insert, select

from partake.store import schema
from partake.store.deal_rows import TryRow
from partake.store.rows import ActionRow, SeatRow, Status, TableRow, values_of
from partake.store.seat_rows import insert_table
from partake.store.statements import lock
from partake.store.store import Store

DEALS = "deal"
"""The kind of message about a deal on which a game that counts has begun or ended: its name."""


@dataclass(frozen=True, slots=True)
class TryResult:
    """A person's one game on a deal that counts."""

    deal: str
    person: str
    nickname: str
    table: str
    begun: float
    status: Status
    total: float | None
    """The points, once the game is over."""
    finished: float | None
    counts: bool = True
    """Whether it still counts."""

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        return self.status is Status.OVER


class DealStore:
    """The tries of people in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add_try(
        self, counted: TryRow, table: TableRow, seed: bytes, seats: Sequence[SeatRow], entries: Sequence[ActionRow]
    ) -> str:
        """Keep a new table as a person's try on its deal, unless they have one; the table of their try."""
        kept: list[str] = []
        tries = schema.tries
        mine = select(tries.c.table).where((tries.c.deal == counted.deal) & (tries.c.person == counted.person))

        def job(connection: Connection) -> None:
            lock(connection, f"try/{counted.deal}/{counted.person}")
            known = connection.execute(mine).scalars().first()
            if known is None:
                insert_table(connection, table, seed, seats, entries)
                connection.execute(insert(tries).values(values_of(counted)))
                self._store.bus.send(connection, DEALS, counted.deal)
            kept.append(known or table.id)

        await self._store.write(job)
        return kept[-1]

    async def tries(self, deal: str) -> list[TryResult]:
        """All tries on a deal, those with most points first, equal ones by when they ended."""
        found = await self._select(schema.tries.c.deal == deal)
        return sorted(found, key=lambda one: (not one.is_over, -(one.total or 0.0), one.finished or one.begun))

    async def tries_of(self, person: str, kind: str = "") -> list[TryResult]:
        """A person's tries on the deals whose names begin so, the newest first."""
        mine = (schema.tries.c.person == person) & schema.tries.c.deal.startswith(kind, autoescape=True)
        return sorted(await self._select(mine), key=lambda one: -one.begun)

    async def unfinished(self, kind: str) -> list[TryResult]:
        """The tries that are being played, and count so far, on the deals whose names begin so."""
        tables = schema.tables
        return await self._select(
            schema.tries.c.deal.startswith(kind, autoescape=True)
            & (tables.c.status == Status.PLAYING)
            & tables.c.counts
        )

    async def try_of(self, deal: str, person: str) -> TryResult | None:
        """A person's try on a deal."""
        found = await self._select((schema.tries.c.deal == deal) & (schema.tries.c.person == person))
        return found[0] if found else None

    async def _select(self, wanted: ColumnElement[bool]) -> list[TryResult]:
        tries, tables, seats, people = schema.tries, schema.tables, schema.seats, schema.people
        query = (
            select(
                tries.c.deal, tries.c.person, people.c.nickname, tries.c.table, tries.c.begun, tables.c.status,
                seats.c.total, tables.c.finished, tables.c.counts,
            )
            .join(tables, tables.c.id == tries.c.table)
            .join(people, people.c.id == tries.c.person)
            .join(seats, (seats.c.table_id == tries.c.table) & (seats.c.seat == 1))
            .where(wanted)
        )  # fmt: skip
        return await self._store.read(
            lambda connection: [TryResult(**row._mapping) for row in connection.execute(query)]
        )
