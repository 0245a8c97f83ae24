"""Server-sent events: what a table publishes, sent to one reader until either side ends the connection."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from partake.table.service import TableService
from partake.web.errors import TooManyError

TRANSPORT = "partake.transport"
"""The ASGI extension by which our server lends a stream its connection; other servers are sent to by ASGI."""
MOST_UNSENT = 64 * 1024
"""Backpressure: while more bytes than these are in the write buffer, further events wait in the subscription."""


class EventStream(Response):
    """Server-sent events of a table for a person, or for a spectator."""

    media_type = "text/event-stream"

    def __init__(
        self, streams: Streams, table: str, person: str | None, last: str | None, key: str, *, with_view: bool
    ) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._streams, self._key = streams, key
        self._events = streams.tables.listen(table, person, last, with_view=with_view)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the reader goes away, is too slow, or the server stops."""
        self._streams.count[self._key] += 1
        try:
            async with self._events as subscription:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                if (transport := scope.get("extensions", {}).get(TRANSPORT)) is not None:
                    subscription.write_to(_chunks(transport))
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
        finally:
            self._streams.count[self._key] -= 1
            if not self._streams.count[self._key]:
                del self._streams.count[self._key]


class Streams:
    """Opens streams, and limits how many each reader has open."""

    def __init__(self, tables: TableService, most: int) -> None:
        self.tables = tables
        self.count: Counter[str] = Counter()
        self._most = most

    async def open(
        self, table: str, person: str | None, address: str, last: str | None, *, with_view: bool = False
    ) -> EventStream:
        """The stream of a table that exists, for a reader who has not too many."""
        key = person or f"address {address}"
        if self.count[key] >= self._most:
            raise TooManyError(f"you have {self._most} streams open already: close one first")
        await self.tables.info(table)
        return EventStream(self, table, person, last, key, with_view=with_view)


def _chunks(transport: asyncio.Transport) -> Callable[[bytes], bool]:
    """Writes events to a connection as chunks of a body, unless its reader is behind.

    By ASGI a task would have to be woken for each event.
    """

    def write(event: bytes) -> bool:
        if transport.is_closing() or transport.get_write_buffer_size() > MOST_UNSENT:
            return False
        transport.write(b"%x\r\n%b\r\n" % (len(event), event))
        return True

    return write


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
