"""The line of a page to its table, without a browser: a WebSocket with the cookies of a client."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""How long a message is waited for before it counts as a failure."""
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""Something that a browser would choose at random."""


class PageLine:
    """An open line: events in their order, and the answers to what is asked."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.texts: list[str] = []
        """Every message that came, as it came."""
        self._events: list[tuple[str, str, Any]] = []
        self._count = 0

    def hear(self) -> dict[str, Any]:
        """The next message, whatever it is."""
        text = self.line.recv(PATIENCE)
        assert isinstance(text, str)
        self.texts.append(text)
        found: dict[str, Any] = json.loads(text)
        return found

    def event(self) -> tuple[str, str, Any]:
        """The next event: id, kind and data."""
        while not self._events:
            self._keep(self.hear())
        return self._events.pop(0)

    def _keep(self, told: dict[str, Any]) -> None:
        assert "answer" not in told, told
        if told["event"] != "beat":
            self._events.append((told["id"], told["event"], told["data"]))

    def send(self, **wanted: Any) -> int:
        """Ask for something; the number of the question."""
        self._count += 1
        self.line.send(json.dumps({"do": self._count, **wanted}))
        return self._count

    def ask(self, **wanted: Any) -> dict[str, Any]:
        """The answer to something; events that come before it are kept."""
        number = self.send(**wanted)
        while (told := self.hear()).get("answer") != number:
            self._keep(told)
        return told

    def code(self) -> int:
        """Read to the end; why the server has ended the line."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.line.recv(PATIENCE)
        assert self.line.protocol.close_rcvd is not None, "it was cut off"
        return int(self.line.protocol.close_rcvd.code)


def address_of(client: httpx.Client, table: str, **query: str) -> str:
    """Where a page of this client opens its line."""
    link = str(client.base_url).rstrip("/").replace("http", "ws", 1)
    return f"{link}/api/tables/{table}/socket?{urlencode({'view': 'true', **query})}"


@contextlib.contextmanager
def page_line(
    client: httpx.Client, table: str, *, headers: dict[str, str] | None = None, **query: str
) -> Iterator[PageLine]:
    """A line with the cookies of a client."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with connect(
        address_of(client, table, **query),
        additional_headers={"Cookie": cookies, **(headers or {})},
        open_timeout=PATIENCE,
        compression=None,
        ssl=trusting if client.base_url.scheme == "https" else None,
        max_size=None,
    ) as line:
        yield PageLine(line)


def handshake(table: str, cookie: str = "", *more: str, path: str = "/api/tables/{table}/socket?view=true") -> bytes:
    """The request for a line, for a plain socket; further headers may follow."""
    lines = [
        f"GET {path.format(table=table)} HTTP/1.1",
        "host: localhost",
        "upgrade: websocket",
        "connection: Upgrade",
        "sec-websocket-version: 13",
        f"sec-websocket-key: {KEY}",
        *([f"cookie: partake={cookie}"] if cookie else []),
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def frame(payload: bytes, opcode: int = 1, *, fin: bool = True, masked: bool = True) -> bytes:
    """A frame as a browser sends it, with a mask that changes nothing; or one that lies."""
    size = len(payload)
    length = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big")
    if size >= 1 << 16:
        length = b"\x7f" + size.to_bytes(8, "big")
    first = bytes([length[0] | (0x80 if masked else 0)])
    return bytes([opcode | (0x80 if fin else 0)]) + first + length[1:] + (bytes(4) if masked else b"") + payload


def open_raw(port: int, table: str, cookie: str = "", *, small: bool = False) -> socket.socket:
    """A plain socket on which a line is open; `small` if it takes little before it must be read."""
    line = socket.socket()
    if small:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", port))
    line.sendall(handshake(table, cookie))
    got = b""
    while b"\r\n\r\n" not in got:
        data = line.recv(1)
        assert data, got
        got += data
    assert got.startswith(b"HTTP/1.1 101"), got
    return line


def close_code(line: socket.socket) -> int:
    """Read to the end; the code of the frame that says why, or 0 if there is none."""
    got = b""
    while data := line.recv(65536):
        got += data
    found, at = 0, 0
    while at < len(got):
        opcode, size = got[at] & 15, got[at + 1]
        at += 2
        if size == 126:
            size, at = int.from_bytes(got[at : at + 2], "big"), at + 2
        elif size == 127:
            size, at = int.from_bytes(got[at : at + 8], "big"), at + 8
        if opcode == 8:
            found = int.from_bytes(got[at : at + 2], "big")
        at += size
    return found
