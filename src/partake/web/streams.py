"""Readers of tables: how many there may be, and the server-sent events of those that are programs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection, Container
from contextlib import asynccontextmanager
from typing import NamedTuple

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from partake.table.channels import Subscription, heartbeat
from partake.table.model import TooManyError
from partake.table.service import TableService


class Reader(NamedTuple):
    """Who wants to hear what happens at a table."""

    person: str | None
    """None for a spectator."""
    address: str
    company: Collection[str] = ()
    """Who plays on the same device, and is here too."""

    @property
    def keys(self) -> tuple[str, str]:
        """As what this reader is counted."""
        return self.person or f"no name at {self.address}", f"address {self.address}"


class Streams:
    """Lets readers listen, and limits how many lines each has open, and all readers at one address."""

    def __init__(
        self, tables: TableService, most: int, *, of_address: int = 0, proxies: Container[str] = frozenset()
    ) -> None:
        """`most` is for one person, `of_address` for all at one address; 0 for any number, as for `proxies`."""
        self.tables = tables
        self.count: Counter[str] = Counter()
        self._most, self._of_address, self._proxies = most, of_address, proxies
        self.is_stopped = False

    def stop(self) -> None:
        """End all lines in good order, and those that are being opened too: their readers come back later."""
        self.is_stopped = True
        self.tables.runner.close_streams()

    def check(self, reader: Reader) -> None:
        """Refuse a reader who has too many lines open."""
        by_person, by_address = reader.keys
        if self.count[by_person] >= self._most:
            raise TooManyError("you have {most} streams open already: close one first", most=self._most)
        if 0 < self._of_address <= self.count[by_address] and reader.address not in self._proxies:
            raise TooManyError(
                "there are {streams} streams open at your address already: close one first",
                streams=self._of_address,
            )

    @asynccontextmanager
    async def listen(
        self, table: str, reader: Reader, last: str | None, *, with_view: bool
    ) -> AsyncIterator[Subscription]:
        """What a reader is told: what was missed since event `last`, or else everything, and then what happens."""
        self.count.update(reader.keys)
        try:
            async with self.tables.listen(
                table, reader.person, last, with_view=with_view, company=reader.company
            ) as subscription:
                if self.is_stopped:
                    subscription.close()
                subscription.push(heartbeat(self.tables.limits.heartbeat))
                yield subscription
        finally:
            self.count.subtract(reader.keys)
            for key in reader.keys:
                if not self.count[key]:
                    del self.count[key]

    async def open(self, table: str, reader: Reader, last: str | None, *, with_view: bool = False) -> EventStream:
        """The stream of a table that exists, for a reader who has not too many."""
        self.check(reader)
        await self.tables.info(table)
        return EventStream(self, table, reader, last, with_view=with_view)


class EventStream(Response):
    """Server-sent events of a table for a program."""

    media_type = "text/event-stream"

    def __init__(self, streams: Streams, table: str, reader: Reader, last: str | None, *, with_view: bool) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._events = streams.listen(table, reader, last, with_view=with_view)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the reader goes away, is too slow, or the server stops."""
        async with self._events as subscription:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            disconnected = asyncio.create_task(_until_disconnected(receive))
            disconnected.add_done_callback(lambda _: subscription.close())
            try:
                while data := await subscription.take():
                    await send({"type": "http.response.body", "body": data, "more_body": True})
                    if disconnected.done():
                        return
            finally:
                disconnected.cancel()
            await send({"type": "http.response.body", "body": b""})


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
