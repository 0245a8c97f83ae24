"""Several processes' worth of table services on one PostgreSQL, in one event loop: each with a store of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from partake.rules.catalogue import catalogue
from partake.store.store import Store
from partake.table.limits import Limits
from partake.table.people import People
from partake.table.service import TableService
from postgres import shared_cluster

PATIENCE = 120.0
"""How long a test may take before it counts as hung."""


class Process:
    """What one server process has: the store, the tables in memory, the people."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.tables = TableService(self.store, catalogue(), limits=Limits(workers=0))
        self.people = People(self.store, self.tables)
        self.store.bus.open()
        self._running = asyncio.create_task(self.tables.following.run())

    async def stop(self) -> None:
        """Let nothing happen any more."""
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running
        await self.tables.close()


@asynccontextmanager
async def processes(number: int) -> AsyncIterator[list[Process]]:
    """Processes on a database of their own."""
    url = shared_cluster().fresh_database()
    found = [Process(url) for _ in range(number)]
    try:
        await asyncio.sleep(0.2)  # until all of them listen
        yield found
    finally:
        for one in found:
            await one.stop()
        await asyncio.get_running_loop().shutdown_default_executor()  # reads that nobody waits for any more
        for one in found:
            one.store.close()


def run(number: int, course: Callable[..., Coroutine[Any, Any, None]]) -> None:
    """Run a test with these processes."""

    async def whole() -> None:
        async with asyncio.timeout(PATIENCE), processes(number) as found:
            await course(*found)

    asyncio.run(whole())


async def until(is_so: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until something is so: messages between processes take a moment."""
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.005)
