"""The fuzz target of whole requests: the application in this process, given any method, path, headers and body.

An answer of 500 or more is a finding, and so is anything that is reported in the log.
"""

from __future__ import annotations

import asyncio
import logging
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote

from partake.web.app import create_app
from partake.web.settings import Settings

METHODS = ("GET", "POST", "PATCH", "DELETE", "HEAD", "PUT", "OPTIONS", "QUERY")
STREAM = b"/events"
"""Streams do not end by themselves: they are left to the fuzzing of a real server, and with them escapes in a path."""
RENEWED = 200
"""After how many requests there is a new guest and a new table."""
JSON = b"content-type: application/json"
HOST = b"host: localhost"


VISIBLE = "".join(chr(i) for i in range(0x21, 0x7F))
"""What a target may hold by the grammar of HTTP; the parser before the application refuses the rest."""


def _headers(lines: list[bytes], length: int) -> Iterator[tuple[bytes, bytes]]:
    """Headers that pass the parser of HTTP: names are words, values hold no control characters, the length is true."""
    for line in lines:
        name, _, value = line.partition(b":")
        name = re.sub(rb"[^a-z0-9-]", b"", name.lower()) or b"x"
        yield name, b"%d" % length if name == b"content-length" else re.sub(rb"[\x00-\x1f\x7f]", b"", value.strip())


class Reports(logging.Handler):
    """Keeps the first thing that is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.first = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.first = self.first or self.format(record)


class Requests:
    """An application that was started once, with a table that is being played; its only guest has a cookie."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="partake-fuzz-")
        settings = Settings(folder=Path(self._folder.name), workers=0, guests_per_minute=0, tables_per_minute=0)
        self._app = create_app(settings)
        self._reports = Reports()
        logging.getLogger("partake").addHandler(self._reports)
        logging.getLogger("partake").propagate = False
        self._loop = asyncio.new_event_loop()
        self._lifespan = self._app.router.lifespan_context(self._app)
        self._loop.run_until_complete(self._lifespan.__aenter__())
        self._asked = 0
        self._renew()

    def _renew(self) -> None:
        """A new guest at a new table: requests may have deleted the ones before."""
        body = b'{"edition": "classic", "nickname": "Ann", "pause": 0}'
        _, headers, answer = self.ask(b"\n".join([b"POST /api/tables", HOST, JSON, b"", body]))
        self.cookie = headers[b"set-cookie"].partition(b";")[0]
        self.table = answer.partition(b'"id":"')[2].partition(b'"')[0]

    def close(self) -> None:
        """End the application."""
        self._loop.run_until_complete(self._lifespan.__aexit__(None, None, None))
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()
        logging.getLogger("partake").removeHandler(self._reports)
        logging.getLogger("partake").propagate = True
        self._folder.cleanup()

    def ask(self, data: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        """The answer to a request written as text: method and target, headers, an empty line, the body."""
        head, _, body = data.partition(b"\n\n")
        first, *lines = head.split(b"\n")
        method, _, target = first.partition(b" ")
        raw, _, query = quote_from_bytes(target, VISIBLE).encode().partition(b"?")
        named = method.decode("latin-1")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": named if named in METHODS else METHODS[len(named) % len(METHODS)],
            "scheme": "http",
            "path": unquote("/" + raw.decode().lstrip("/")),
            "raw_path": raw,
            "query_string": query,
            "root_path": "",
            "headers": list(_headers(lines, len(body))),
            "client": ("127.0.0.1", 4),
            "server": ("127.0.0.1", 80),
        }
        sent: list[dict[str, Any]] = []
        parts = [{"type": "http.request", "body": body, "more_body": False}]

        is_answered = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if parts:
                return parts.pop()
            await is_answered.wait()  # whoever asks stays until they have their answer
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(dict(message))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                is_answered.set()

        self._loop.run_until_complete(asyncio.wait_for(self._app(scope, receive, send), 10))
        start = next(message for message in sent if message["type"] == "http.response.start")
        headers = {name.lower(): value for name, value in start["headers"]}
        return int(start["status"]), headers, b"".join(message.get("body", b"") for message in sent)

    def __call__(self, data: bytes) -> None:
        """Send one request, known as the guest where the input says COOKIE, to their table where it says TABLE."""
        first = data.partition(b"\n")[0]
        if STREAM in first or b"%" in first:
            return
        self._asked += 1
        if self._asked % RENEWED == 0:
            self._renew()
        status, _, _ = self.ask(data.replace(b"COOKIE", self.cookie).replace(b"TABLE", self.table))
        assert status < 500, f"the answer was {status}; the log has {self._reports.first!r}"
        assert not self._reports.first, f"the log has {self._reports.first!r}"


def seeds() -> Iterator[bytes]:
    """A request for each route, with and without a person, and headers that have parsers."""
    me, odd = (
        b"cookie: COOKIE",
        [b"origin: http://localhost", b"sec-fetch-site: same-origin", b"accept-encoding: gzip, br;q=0.1"],
    )
    for path in (
        b"/",
        b"/tables/TABLE",
        b"/me",
        b"/static/table.js",
        b"/docs/",
        b"/api/tables/TABLE",
        b"/api/me/games",
        b"/api/tables/TABLE/record?form=json",
        b"/api/tables/TABLE/replay/3",
        b"/api/bots",
        b"/api/openapi.json",
        b"/?edition=nexus&rays=none",
        b"/tables/TABLE/replay?at=3",
        b"/tables/TABLE/preview.png?seat=1",
    ):
        yield b"\n".join([b"GET " + path, HOST, me, *odd, b"if-none-match: x", b"", b""])
    sent = {
        b"POST /api/tables/TABLE/moves": b'{"action": "9-7-8@c3", "expect": 1, "key": "k", "view": true}',
        b"POST /api/tables/TABLE/go-on": b'{"expect": 1}',
        b"POST /api/tables/TABLE/join": b'{"nickname": "Bob", "seat": 1, "key": "k"}',
        b"POST /api/tables": b'{"edition": "five", "seats": [{"kind": "host"}, {"kind": "bot", "level": "easy"}]}',
        b"PATCH /api/me": b'{"nickname": "Cleo"}',
        b"POST /api/carry": b'{"token": "WyJ4Il0.a.b"}',
        b"POST /api/tokens": b'{"label": "mine"}',
        b"POST /api/tables/TABLE/seats/1/bot": b'{"level": null}',
        b"POST /api/tables/TABLE/seats/1/remove": b"",
        b"DELETE /api/tokens/0123": b"",
    }
    for first, body in sent.items():
        length = b"content-length: %d" % len(body)
        yield b"\n".join([first, HOST, JSON, me, length, *odd, b"", body])
        yield b"\n".join([first + b"?as=TABLE", HOST, JSON, b"authorization: Bearer x", length, b"", body])
    form = b"content-type: application/x-www-form-urlencoded"
    yield b"\n".join([b"POST /tables", HOST, form, me, b"", b"edition=classic&nickname=Ann&opponents=1"])
