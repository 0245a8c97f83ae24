"""Two processes' worth of a server on one PostgreSQL, in one event loop: each has its own store, tables and people.

async with two_processes(tmp_path) as (one, other):
    await one.people.ban(ann)
    await heard(one, other)       # all that `one` has told so far is known to `other`, and done
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from databases import POSTGRESQL, using
from table_service import PATIENCE, Evening, RealTime, Timers, evening

PING = "ping"
"""The kind of message by which a test knows that all earlier ones have arrived."""


@asynccontextmanager
async def two_processes(folder: Path, timers: Timers | None = None) -> AsyncIterator[tuple[Evening, Evening]]:
    """Two services on one database, each of which hears the other; `timers` are the clock of both.

    In real time they also look after each other, as servers do.
    """
    with using(POSTGRESQL):
        async with evening(folder, timers=timers) as one, evening(folder, timers=timers) as other:
            for found in (one, other):
                found.store.bus.open()
            await heard(one, other)
            await heard(other, one)
            async with asyncio.TaskGroup() as group:
                following = [
                    group.create_task(found.tables.following.run())
                    for found in (one, other)
                    if isinstance(timers, RealTime)
                ]
                yield one, other
                for task in following:
                    task.cancel()
            await heard(one, other)
            await heard(other, one)  # nothing is under way any more when they end


async def heard(sender: Evening, receiver: Evening) -> None:
    """Wait until one process has heard, and done, all that the other has told so far."""
    arrived: list[str] = []
    ping = f"{PING} {id(arrived)}"
    receiver.store.bus.on(ping, lambda found: arrived.append(found))
    while not arrived:
        sender.store.bus.tell(ping)
        for _ in range(20):
            await asyncio.sleep(0.005)
            if arrived:
                break
    await receiver.settle()


async def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so: messages between processes take a moment."""
    while not is_so():
        await asyncio.sleep(0.005)


def with_two(
    folder: Path, course: Callable[[Evening, Evening], Coroutine[Any, Any, None]], timers: Timers | None = None
) -> None:
    """Run what a test does with two processes."""

    async def run() -> None:
        async with asyncio.timeout(PATIENCE), two_processes(folder, timers) as (one, other):
            await course(one, other)

    asyncio.run(run())
