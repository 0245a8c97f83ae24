"""Tournaments in the database: what their hosts chose, where they are, who takes part, and the secrets of the draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection, func, insert, or_, select, update

from partake.store import schema
from partake.store.deal_rows import EntrantRow, Stage, TournamentRow
from partake.store.rows import values_of
from partake.store.statements import lock, put
from partake.store.store import Store

TOURNAMENTS = "tournament"
"""The kind of message about a tournament that has changed, or the players of which have: its code."""
Chosen = Callable[[TournamentRow, Mapping[str, EntrantRow]], EntrantRow]
"""Somebody who takes part, from the tournament and all who do by their ids; or it refuses them."""


class TournamentStore:
    """Tournaments and their players, in the database of a store; other processes are told what has changed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, row: TournamentRow, secret: bytes) -> None:
        """Keep a new tournament."""

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.tournaments).values(values_of(row)))
            connection.execute(insert(schema.tournament_secrets).values(code=row.code, secret=secret))

        await self._store.write(job)

    async def find(self, code: str) -> TournamentRow | None:
        """The tournament of a code."""
        query = select(schema.tournaments).where(schema.tournaments.c.code == code)

        def read(connection: Connection) -> TournamentRow | None:
            found = connection.execute(query).first()
            return None if found is None else TournamentRow(**found._mapping)

        return await self._store.read(read)

    async def secret(self, code: str) -> bytes:
        """From which the draws of a tournament follow."""
        query = select(schema.tournament_secrets.c.secret).where(schema.tournament_secrets.c.code == code)
        return await self._store.read(lambda connection: bytes(connection.execute(query).scalar_one()))

    async def change(self, row: TournamentRow) -> bool:
        """Keep a tournament as it is now, if it was at the version before; whether it was (optimistic concurrency)."""
        tournaments, changed = schema.tournaments, list[int]()
        here = (tournaments.c.code == row.code) & (tournaments.c.version == row.version - 1)
        change = update(tournaments).where(here).values(values_of(row))

        def job(connection: Connection) -> None:
            changed.append(connection.execute(change).rowcount)
            if changed[-1]:
                self._store.bus.send(connection, TOURNAMENTS, row.code)

        await self._store.write(job)
        return changed[-1] == 1

    async def entrants(self, code: str) -> list[EntrantRow]:
        """Everybody who takes part, those who were removed too, in the order in which they came."""
        return await self._store.read(lambda connection: _entrants(connection, code))

    async def join(self, code: str, chosen: Chosen) -> EntrantRow:
        """Let somebody take part, decided by what is stored: no two get one number or one name, wherever they ask."""
        joined: list[EntrantRow] = []

        def job(connection: Connection) -> None:
            lock(connection, f"{TOURNAMENTS}/{code}")
            row = connection.execute(select(schema.tournaments).where(schema.tournaments.c.code == code)).one()
            there = {one.person: one for one in _entrants(connection, code)}
            joined.append(chosen(TournamentRow(**row._mapping), there))
            put(connection, schema.entrants, values_of(joined[-1]))
            self._store.bus.send(connection, TOURNAMENTS, code)

        await self._store.write(job)
        return joined[-1]

    async def put_entrant(self, row: EntrantRow) -> None:
        """Keep somebody who takes part, as they are now."""

        def job(connection: Connection) -> None:
            put(connection, schema.entrants, values_of(row))
            self._store.bus.send(connection, TOURNAMENTS, row.code)

        await self._store.write(job)

    async def drop_entrant(self, code: str, person: str) -> None:
        """Forget that somebody takes part."""
        entrants = schema.entrants
        gone = entrants.delete().where((entrants.c.code == code) & (entrants.c.person == person))

        def job(connection: Connection) -> None:
            connection.execute(gone)
            self._store.bus.send(connection, TOURNAMENTS, code)

        await self._store.write(job)

    async def open_of(self, host: str) -> int:
        """The number of tournaments of a host that are not over."""
        tournaments = schema.tournaments
        mine = (tournaments.c.host == host) & (tournaments.c.stage != Stage.OVER)
        query = select(func.count()).select_from(tournaments).where(mine)
        return await self._store.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def of_person(self, person: str, limit: int) -> list[TournamentRow]:
        """The tournaments that a person hosts or takes part in, the newest first."""
        tournaments, entrants = schema.tournaments, schema.entrants
        joined = select(entrants.c.code).where(entrants.c.person == person, entrants.c.removed.is_(None))
        query = (
            select(tournaments)
            .where(or_(tournaments.c.host == person, tournaments.c.code.in_(joined)))
            .order_by(tournaments.c.created.desc())
            .limit(limit)
        )
        return await self._rows(query)

    async def due(self, before: float) -> list[TournamentRow]:
        """The tournaments whose next stage is due before then."""
        tournaments = schema.tournaments
        return await self._rows(
            select(tournaments).where(tournaments.c.stage != Stage.OVER, tournaments.c.due <= before)
        )

    async def overview(self, limit: int | None = None) -> Sequence[tuple[TournamentRow, int]]:
        """All tournaments, the newest first, each with the number of its players."""
        tournaments, entrants = schema.tournaments, schema.entrants
        count = select(func.count()).select_from(entrants).where(entrants.c.code == tournaments.c.code)
        query = (
            select(tournaments, count.scalar_subquery().label("players"))
            .order_by(tournaments.c.created.desc())
            .limit(limit)
        )

        def read(connection: Connection) -> list[tuple[TournamentRow, int]]:
            found = [dict(row._mapping) for row in connection.execute(query)]
            return [
                (TournamentRow(**{k: v for k, v in one.items() if k != "players"}), one["players"]) for one in found
            ]

        return await self._store.read(read)

    async def _rows(self, query: object) -> list[TournamentRow]:
        return await self._store.read(
            lambda connection: [TournamentRow(**found._mapping) for found in connection.execute(query)]  # type: ignore[call-overload]
        )


def _entrants(connection: Connection, code: str) -> list[EntrantRow]:
    entrants = schema.entrants
    query = select(entrants).where(entrants.c.code == code).order_by(entrants.c.number)
    return [EntrantRow(**found._mapping) for found in connection.execute(query)]
