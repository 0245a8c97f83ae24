"""WebSockets of pages, by Uvicorn's protocol on the core of the library `websockets`.

The request to open one is an ASGI scope like any other, and so passes every check. After that Uvicorn would put each
message into a queue, stop reading, and wake a task. Here messages are handed over as they arrive, frames that are ready
are written as they are, and whoever does not read is not read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

SOCKET = "partake.socket"
"""The ASGI extension by which a route is lent its connection."""
LINGER = 2.0
"""Seconds that the other side has to read why a connection ends, while what it still sends is thrown away.

Closing at once would reset the connection, and the reason would be lost on the way.
"""
LARGEST_MESSAGE = 4096
"""Bytes of a message: a move has far fewer."""
MOST_FRAGMENTS = 16
"""The number of frames that a message may come in; an empty one has no bytes that could be counted."""

SLICE = 16_384
"""Bytes that are parsed at once: thousands of messages that arrived together are not all in memory as objects."""
MOST_FRAMES = 64
"""Frames that wait for the end of a tick; with more, backpressure could not tell until then that nobody reads them."""


class MessageReader(Protocol):
    """Whoever was lent a connection."""

    def received(self, message: bytes) -> None:
        """Take a message."""

    def may_write(self) -> None:
        """Write what waits: the other side has read most of what it was sent."""

    def stop(self) -> None:
        """End the connection when everything that is under way is answered: the server stops."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose messages are taken as they arrive."""

    on_lost: Callable[[], None] | None = None
    """Called when the connection is over."""
    _reader: MessageReader | None = None
    _is_behind = False
    """Whether the other side has not read what it was sent: backpressure."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frames: list[bytes] = []
        """What is written at the end of this tick: most moves are an event and an answer for the same page."""
        self._waiting = _waiting.setdefault(self.loop, [])

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Read nothing more until somebody takes the messages."""
        super().connection_made(transport)
        self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Parse what arrived, a slice at a time."""
        if len(data) <= SLICE:
            super().data_received(data)
            return
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                break
            super().data_received(data[start : start + SLICE])

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._reader = None
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def handle_connect(self, event: Request) -> None:
        """Let the application decide; it is lent this connection."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][SOCKET] = self  # type: ignore[assignment]

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application answers; a refusal ends the handshake, which Uvicorn would log as never ended."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def read_by(self, reader: MessageReader) -> None:
        """Hand messages over from now on."""
        self._reader = reader
        self.transport.resume_reading()

    def write(self, frame: bytes) -> bool:
        """Send a frame with all others of this tick; whether it can be sent."""
        if self._is_behind or self.close_sent or self.transport.is_closing():
            return False
        if not self._frames:
            if not self._waiting:
                self.loop.call_soon(_write_all, self._waiting)
            self._waiting.append(self)
        self._frames.append(frame)
        if len(self._frames) >= MOST_FRAMES:
            self.flush()
        return True

    def flush(self) -> None:
        """Write the frames of this tick, with one system call."""
        frames, self._frames = self._frames, []
        if frames and not self.transport.is_closing():
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def end(self, code: int = CloseCode.SERVICE_RESTART) -> None:
        """Close in good order, with an end to it if the other side does not answer."""
        if self.close_sent or self.transport.is_closing():
            return
        self.flush()
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGER, self.transport.abort)

    def shutdown(self) -> None:
        """Stop with the server."""
        if self._reader is None:
            super().shutdown()
        else:
            self._reader.stop()

    def handle_cont(self, event: Frame) -> None:
        """Take a further part of a message."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.end(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """Hand over a message that is complete."""
        parts, self.frames = self.frames, []
        if self._reader is None or self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            self._reader.received(parts[0] if len(parts) == 1 else b"".join(parts))
        else:
            self.end(CloseCode.UNSUPPORTED_DATA)

    def pause_writing(self) -> None:
        """Neither write nor read: whoever does not read answers asks for nothing more."""
        super().pause_writing()
        self._is_behind = True
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self._is_behind = False
        if self._reader is not None:
            self.transport.resume_reading()
            self._reader.may_write()


_waiting: WeakKeyDictionary[asyncio.AbstractEventLoop, list[SocketProtocol]] = WeakKeyDictionary()
"""The connections of each event loop with frames to write at the end of this tick."""


def _write_all(waiting: list[SocketProtocol]) -> None:
    connections = waiting.copy()
    waiting.clear()
    for one in connections:
        one.flush()


OPTIONS: dict[str, Any] = {
    "ws": SocketProtocol,
    "ws_max_size": LARGEST_MESSAGE,
    "ws_ping_interval": None,  # a browser would not tell its page; our own heartbeats do
    "ws_per_message_deflate": False,  # frames are made once for all, and compressing costs more than it saves
}
"""What Uvicorn is told about WebSockets."""
