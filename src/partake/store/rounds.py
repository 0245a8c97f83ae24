"""Work that one process does for all, once a minute or once: whoever notes a round first has it.

A process that ends in the middle of one holds nothing: the next round is anybody's again.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, text

from partake.store import schema
from partake.store.store import Store

MINUTE = 60.0
"""Seconds between two rounds of most work."""
HOUR = 3600.0
"""Seconds between two rounds of what is seldom needed."""
_SHARE = 0.75
"""The part of that time after which the next round may begin: no process looks exactly once a minute."""
_TAKE = text("""
INSERT INTO rounds (name, at) VALUES (:name, extract(epoch FROM clock_timestamp()))
ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE rounds.at <= excluded.at - :seconds
RETURNING name""")
"""By the database's clock, because those of machines differ."""


class Rounds:
    """Who does what is to be done once in a while, noted in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take(self, name: str, seconds: float = MINUTE) -> bool:
        """Whether this process does the work of this name now; where there is one process, it does."""
        if not self._store.bus.is_shared:
            return True
        taken: list[bool] = []
        values = {"name": name, "seconds": _SHARE * seconds}

        def job(connection: Connection) -> None:
            taken.append(connection.execute(_TAKE, values).first() is not None)

        await self._store.write(job)
        return taken[-1]

    async def release(self, name: str) -> None:
        """Let anybody do the work of this name again, or forget it: this process is done."""
        if self._store.bus.is_shared:
            ended = delete(schema.rounds).where(schema.rounds.c.name == name)
            await self._store.write(lambda connection: connection.execute(ended))
