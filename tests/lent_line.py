"""The line of a page within the application, without a server: every byte that it would be sent."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import unquote

from partake.web.socket_protocol import SOCKET, MessageReader


class LentLine:
    """What our server lends the application, and what the application does with it."""

    def __init__(self, app: Any, path: str, headers: dict[str, str], query: str = "") -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.written = bytearray()
        """The frames, or the body of a refusal."""
        self._reader: MessageReader | None = None
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._events.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
            "scheme": "ws", "path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 50_000), "subprotocols": [], "state": {},
            "extensions": {"websocket.http.response": {}, SOCKET: self},
        }  # fmt: skip
        self.ended = asyncio.create_task(app(scope, self._events.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.accept":
            self.status, self.headers = 101, list(message.get("headers", []))
        elif message["type"] == "websocket.http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        elif message["type"] == "websocket.http.response.body":
            self.written += message["body"]

    def read_by(self, reader: MessageReader) -> None:
        """Hand messages over from now on."""
        self._reader = reader

    def write(self, frame: bytes) -> bool:
        """Keep what is sent."""
        self.written += frame
        return True

    def end(self, code: int = 1012) -> None:
        """End, as the server does when it is told to."""
        self._events.put_nowait({"type": "websocket.disconnect", "code": code})

    async def opened(self) -> None:
        """Wait until the line is open, or refused."""
        while self._reader is None and not self.ended.done():
            await asyncio.sleep(0)

    async def ask(self, **wanted: Any) -> None:
        """Ask for something, and wait until it is answered."""
        assert self._reader is not None
        self._reader.received(json.dumps({"do": 1, **wanted}).encode())
        while b'{"answer":1' not in self.written:
            await asyncio.sleep(0.001)
