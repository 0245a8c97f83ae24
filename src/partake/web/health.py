"""Whether the server can do its work, as `/ready` tells it."""

from __future__ import annotations

import asyncio

from partake.rules.messages import Message
from partake.store.database import StoreError
from partake.store.store import Store

PATIENCE = 2.0
"""Seconds that the database has for its answer to a probe."""
STOPPING = Message("the server is stopping")
"""What is said between the signal to stop and the end."""
SLOW = Message("the database does not answer in time")
"""What is said when a probe takes too long."""


class Probe:
    """Asks the database whether it works: one question at a time, whose answer is that of all who ask meanwhile."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: asyncio.Task[None] | None = None
        self.is_stopping = False
        """Whether the server was told to stop."""

    async def check(self) -> None:
        """Refuse with the reason why the server cannot do its work, if there is one."""
        if self.is_stopping:
            raise StoreError(STOPPING)
        if self._asked is None or self._asked.done():
            self._asked = asyncio.create_task(self._store.probe())
            self._asked.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may wait for it
        done, _ = await asyncio.wait([self._asked], timeout=PATIENCE)
        if not done:
            raise StoreError(SLOW)
        await self._asked
