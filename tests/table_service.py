"""A table service without a server: people at tables, with timers that run out when a test says so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import update

from databases import located
from partake.rules.catalogue import catalogue
from partake.store import schema
from partake.store.folder import DATABASE
from partake.store.store import Store
from partake.table.channels import Subscription
from partake.table.limits import Limits
from partake.table.model import Accepted, Person, SeatRequest, TableInfo, TableRequest
from partake.table.people import People
from partake.table.service import TableService, TableState

PATIENCE = 60.0
"""How long a test may take before it counts as hung."""


@dataclass(eq=False)
class Pending:
    """Something that will happen."""

    timers: Timers
    seconds: float
    what: Callable[[], object]

    def cancel(self) -> None:
        """Let it not happen."""
        if self in self.timers.pending:
            self.timers.pending.remove(self)


class Timers:
    """Stands in for the clock."""

    def __init__(self) -> None:
        self.pending: list[Pending] = []

    def __call__(self, seconds: float, what: Callable[[], object]) -> Pending:
        """Keep it for later."""
        self.pending.append(Pending(self, seconds, what))
        return self.pending[-1]

    @property
    def seconds(self) -> list[float]:
        """What is waited for now."""
        return sorted(one.seconds for one in self.pending)

    def pass_by(self, seconds: float) -> None:
        """Let everything happen that was to wait no longer than this."""
        for one in [one for one in self.pending if one.seconds <= seconds]:
            one.cancel()
            one.what()


class Clockwork(Timers):
    """A clock that a test turns: time passes by so much, and what is due meanwhile happens in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_800_000_000.0

    def __call__(self, seconds: float, what: Callable[[], object]) -> Pending:
        """Keep it until its moment."""
        return super().__call__(self.now + seconds, what)

    @property
    def seconds(self) -> list[float]:
        """What is waited for now."""
        return [at - self.now for at in super().seconds]

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now + seconds
        while due := [one for one in self.pending if one.seconds <= until]:
            first = min(due, key=lambda one: one.seconds)
            self.now = max(self.now, first.seconds)
            first.cancel()
            first.what()
        self.now = until


class RealTime(Timers):
    """The clock of the event loop: things happen by themselves."""

    def __call__(self, seconds: float, what: Callable[[], object]) -> Any:
        """Let it happen in so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, what)


class Evening:
    """A table service, its people, and what they do."""

    def __init__(self, folder: Path, workers: int = 0, timers: Timers | None = None) -> None:
        self.timers = timers or Timers()
        self.store = Store(located(folder / DATABASE))
        limits, now = Limits(workers=workers), (lambda: timers.now) if isinstance(timers, Clockwork) else None
        self.tables = TableService(self.store, catalogue(), limits=limits, later=self.timers, now=now)
        self.people = People(self.store, self.tables)

    async def close(self) -> None:
        """Close everything."""
        await self.tables.close()
        self.store.close()

    async def guests(self, *names: str) -> list[Person]:
        """New people."""
        return [await self.people.new(name) for name in names]

    async def table(self, host: Person, *others: Person, **wanted: Any) -> str:
        """A table without pauses at which all of them sit."""
        seats = (SeatRequest("host"), *(SeatRequest("person") for _ in others))
        request = TableRequest(**{"edition": "classic", "seats": seats, "pause": 0.0, **wanted})
        info = await self.tables.create(host, request)
        for person in others:
            await self.tables.join(info.id, person)
        return info.id

    async def state(self, table: str, person: Person | None = None) -> TableState:
        """What somebody sees."""
        return await self.tables.state(table, person.id if person else None)

    async def legal(self, table: str, person: Person) -> list[str]:
        """What somebody may do."""
        return list((await self.state(table, person)).json["view"]["legal"])

    async def act(self, table: str, person: Person, which: int = 0, **wanted: Any) -> Accepted:
        """Let somebody do one of the things they may; what must happen by itself happens too."""
        done = await self.tables.play(table, person.id, (await self.legal(table, person))[which], **wanted)
        await self.settle()
        return done

    async def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.timers.pass_by(seconds)
        await self.settle()

    async def next_round(self) -> None:
        """Let every round of upkeep be due again: it is timed by the database's clock, which no test turns."""
        await self.store.write(lambda connection: connection.execute(update(schema.rounds).values(at=0.0)))

    async def keep_up(self) -> None:
        """Do what is done once a minute, a minute later."""
        await self.next_round()
        await self.tables.runner.keep_up()

    async def settle(self) -> None:
        """Wait until nothing more happens by itself at once."""
        runner = self.tables.runner
        while runner.tasks or runner.unsettled or 0 in self.timers.seconds:
            self.timers.pass_by(0)
            await asyncio.gather(*(table.settled() for table in runner.unsettled))
            await asyncio.gather(*runner.tasks, return_exceptions=True)
            await asyncio.sleep(0)

    @asynccontextmanager
    async def streams(
        self, table: str, *people: Person | None, with_view: bool = False
    ) -> AsyncIterator[list[Subscription]]:
        """The open streams of all these people, and of spectators."""
        async with AsyncExitStack() as stack:
            listening = [self.tables.listen(table, one.id if one else None, with_view=with_view) for one in people]
            yield [await stack.enter_async_context(stream) for stream in listening]

    async def info(self, table: str) -> TableInfo:
        """What everybody may know."""
        return await self.tables.info(table)


@asynccontextmanager
async def evening(folder: Path, workers: int = 0, timers: Timers | None = None) -> AsyncIterator[Evening]:
    """An evening in a folder, closed in the end."""
    found = Evening(folder, workers, timers)
    try:
        yield found
    finally:
        await found.close()


def spend(
    folder: Path,
    course: Callable[[Evening], Coroutine[Any, Any, None]],
    workers: int = 0,
    timers: Timers | None = None,
) -> None:
    """Run an evening to its end."""

    async def run() -> None:
        async with asyncio.timeout(PATIENCE), evening(folder, workers, timers) as found:
            await course(found)

    asyncio.run(run())


async def heard(stream: Subscription) -> list[tuple[str, Any]]:
    """The kinds and data of all events that wait in a stream, as soon as there is one."""
    blocks = (await stream.take()).decode().strip().split("\n\n")
    fields = [dict(row.split(": ", 1) for row in block.splitlines()) for block in blocks]
    return [(found["event"], json.loads(found["data"])) for found in fields]
