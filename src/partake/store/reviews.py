"""Reviews that are kept, by the digest of what was played and how it was looked at, and those that are being made.

One row for each: while `found` is empty, some process is at it and touches the row every second or so.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select, update

from partake.store.schema import reviews
from partake.store.statements import insert_missing
from partake.store.store import Store

FRESH = 15.0
"""Seconds after which a review that nobody touches counts as given up."""


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A review that is kept, or being made."""

    touched: float
    done: int
    total: int
    found: bytes | None

    @property
    def is_pending(self) -> bool:
        """Whether some process is at it."""
        return self.found is None and self.touched > time.time() - FRESH


class ReviewStore:
    """Keeps reviews."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, digest: str) -> ReviewRow | None:
        """A review by its digest; None also for one that was given up."""
        query = select(reviews.c.touched, reviews.c.done, reviews.c.total, reviews.c.found)

        def read(connection: Connection) -> ReviewRow | None:
            row = connection.execute(query.where(reviews.c.digest == digest)).first()
            found = None if row is None else ReviewRow(*row)
            return found if found is not None and (found.found is not None or found.is_pending) else None

        return await self._store.read(read)

    async def touch(self, digest: str, done: int, total: int) -> None:
        """Note how far a review is."""
        values = {"touched": time.time(), "done": done, "total": total}

        def job(connection: Connection) -> None:
            insert_missing(connection, reviews, [{"digest": digest, **values}])
            is_open = (reviews.c.digest == digest) & reviews.c.found.is_(None)
            connection.execute(update(reviews).where(is_open).values(values))

        await self._store.write(job)

    async def keep(self, digest: str, total: int, found: bytes) -> None:
        """Keep a review of so many decisions that is done."""
        await self.touch(digest, total, total)
        change = update(reviews).where(reviews.c.digest == digest).values(touched=time.time(), found=found)
        await self._store.write(lambda connection: connection.execute(change))

    async def give_up(self, digest: str) -> None:
        """Let whoever wants the review begin anew."""
        change = delete(reviews).where((reviews.c.digest == digest) & reviews.c.found.is_(None))
        await self._store.write(lambda connection: connection.execute(change))
