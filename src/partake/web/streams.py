"""Server-sent events: what a table publishes, sent to one reader until either side ends the connection."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Collection, Container

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from partake.table.channels import heartbeat
from partake.table.model import TooManyError
from partake.table.service import TableService

TRANSPORT = "partake.transport"
"""The ASGI extension by which our server lends a stream its connection; other servers are sent to by ASGI."""
SILENCE = 20.0
"""Seconds after which a connection whose other side acknowledges nothing is ended: a telephone has lost its line.

Without it TCP tries for a quarter of an hour, and its player would count as being here.
"""
MOST_UNSENT = 64 * 1024
"""Backpressure: while more bytes than these are in the write buffer, further events wait in the subscription."""


class EventStream(Response):
    """Server-sent events of a table for a person, or for a spectator."""

    media_type = "text/event-stream"

    def __init__(
        self,
        streams: Streams,
        table: str,
        person: str | None,
        last: str | None,
        keys: Collection[str],
        *,
        with_view: bool,
        company: Collection[str] = (),
    ) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._streams, self._keys = streams, keys
        self._events = streams.tables.listen(table, person, last, with_view=with_view, company=company)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the reader goes away, is too slow, or the server stops."""
        self._streams.count.update(self._keys)
        try:
            async with self._events as subscription:
                if self._streams.is_stopped:
                    subscription.close()
                subscription.push(heartbeat(self._streams.tables.runner.limits.heartbeat))
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                if (transport := scope.get("extensions", {}).get(TRANSPORT)) is not None:
                    _notice_silence(transport)
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
            self._streams.count.subtract(self._keys)
            for key in self._keys:
                if not self._streams.count[key]:
                    del self._streams.count[key]


class Streams:
    """Opens streams, and limits how many each reader has open, and all readers at one address."""

    def __init__(
        self, tables: TableService, most: int, *, of_address: int = 0, proxies: Container[str] = frozenset()
    ) -> None:
        """`most` is for one person, `of_address` for all at one address; 0 for any number, as for `proxies`."""
        self.tables = tables
        self.count: Counter[str] = Counter()
        self._most, self._of_address, self._proxies = most, of_address, proxies
        self.is_stopped = False

    def stop(self) -> None:
        """End all streams in good order, and those that are being opened too: their readers come back later."""
        self.is_stopped = True
        self.tables.runner.close_streams()

    async def open(
        self,
        table: str,
        person: str | None,
        address: str,
        last: str | None,
        *,
        with_view: bool = False,
        company: Collection[str] = (),
    ) -> EventStream:
        """The stream of a table that exists, for a reader who has not too many; `company` is at the same device."""
        keys = (person or f"no name at {address}", f"address {address}")
        if self.count[keys[0]] >= self._most:
            raise TooManyError("you have {most} streams open already: close one first", most=self._most)
        if 0 < self._of_address <= self.count[keys[1]] and address not in self._proxies:
            raise TooManyError(
                "there are {streams} streams open at your address already: close one first",
                streams=self._of_address,
            )
        await self.tables.info(table)
        return EventStream(self, table, person, last, keys, with_view=with_view, company=company)


def _notice_silence(transport: asyncio.Transport) -> None:
    """End the connection soon after its reader has vanished, where the system can (TCP_USER_TIMEOUT)."""
    if option := getattr(socket, "TCP_USER_TIMEOUT", None):
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, option, int(SILENCE * 1000))


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
