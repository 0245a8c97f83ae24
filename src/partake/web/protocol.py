"""HTTP/1.1 on one connection, by Uvicorn's protocol for httptools, within limits of size and time.

Uvicorn hands every piece that arrives to its parser, which joins the pieces of a header again and again (quadratic in
its length) and knows no limit. Here the head of a request is gathered first, and parsed once when it is complete and
small enough: each byte is looked at once before that. One request is parsed at a time; what a client sends ahead waits.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from partake.rules.messages import Message, Plural
from partake.web.errors import REFUSAL, SENTENCES, is_api, too_large
from partake.web.hosts import Refusal
from partake.web.language import language_of
from partake.web.page_socket import PATH as SOCKET
from partake.web.settings import Settings
from partake.web.socket_protocol import LINGER, SocketProtocol

MOST_EXCESS = 256 * 1024
"""Bytes of a body beyond the largest one that are thrown away for the sake of an answer that can be read."""
UNKNOWN = -1
"""The length of a body that comes in chunks."""
CLOSED = (b"connection", b"close")
"""The header that ends a connection."""
LATE = (408, Message("this request did not arrive in time: send it again"))
"""The refusal of a request whose head or body takes too long."""
MALFORMED = (400, SENTENCES[400])
"""The refusal of what is not HTTP."""
STOPPING = (503, Message("the server is being stopped: send this again in a moment"))
"""The refusal of a request whose body is not complete when the server stops."""

_SOCKET = re.compile(SOCKET.format(table="[^/?]+").encode() + rb"(?:\?|$)")
_END = re.compile(rb"\n\r?\n")
_LAST_LINE = b"\r\n\r\n"
_BEFORE = b"\r\n"
_SPOKEN = re.compile(rb"(?im)^(cookie|accept-language):[ \t]*([^\r\n]*)")


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 that refuses what is too large or too slow, and becomes a WebSocket for a page that wants one."""

    settings = Settings()
    """The limits."""
    refusal: Refusal | None = None
    """Status and sentence with which the first request is answered, on a connection that is one too many."""
    on_lost: Callable[[], None] | None = None
    """Called when the connection is over."""

    @classmethod
    def with_settings(cls, settings: Settings) -> type[Protocol]:
        """The protocol within the limits of a server."""
        return type(cls.__name__, (cls,), {"settings": settings})

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._held = bytearray()
        """What has arrived and is not parsed yet."""
        self._searched = 0
        """How much of it has been searched for the end of a head."""
        self._left = self._body_bytes = 0
        """Bytes of the body that are still to come, or `UNKNOWN`; and those that came."""
        self._last = b""
        """The last bytes of a body in chunks that were parsed."""
        self._may_begin = False
        """Whether the parser is being given the head of a request."""
        self._has_head = self._is_whole = True
        """Whether the parser has seen the end of the head, and of the request."""
        self._is_deaf = False
        """Whether nothing that still arrives is of interest."""
        self._dropped = 0
        """Bytes that arrived since then."""
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def is_connected(self) -> bool:
        """Whether there has been a connection."""
        return self.transport is not None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a first request."""
        super().connection_made(transport)
        if self.refusal is None:
            self.timeout_keep_alive_task = self.loop.call_later(self.settings.silence_seconds, self._close)
        else:
            self._within(LINGER, self._refuse, *self.refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_timer()
        self._unset_keepalive_if_required()
        self._is_deaf = True
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, and parse what is complete."""
        if self._is_deaf:
            self._dropped += len(data)
            if self._dropped > MOST_EXCESS:
                self.flow.pause_reading()
            return
        self._unset_keepalive_if_required()
        self._held += data
        self._parse()

    def _parse(self) -> None:
        while self._held and not self._is_deaf:
            if self._left:
                self._take_body()
            elif self.cycle is not None and not self.cycle.response_complete:
                if len(self._held) > self.settings.largest_head:
                    self.flow.pause_reading()
                return
            elif not self._take_head():
                return

    def _take_head(self) -> bool:
        """Parse the head of a request, if it is complete."""
        held, settings = self._held, self.settings
        if held[0] in _BEFORE:  # empty lines before a request mean nothing
            held[:] = held.lstrip(_BEFORE)
            self._searched = 0
        if held and not 65 <= held[0] <= 90:  # no method begins so: perhaps it is TLS, whose lines never end
            self._refuse(*MALFORMED)
            return False
        found = _END.search(held, max(0, self._searched - 2))
        size = self._searched = found.end() if found else len(held)
        if size > settings.largest_head:
            is_address = held.find(b"\n", 0, settings.largest_head) < 0
            most = Plural(
                "the address and the headers of a request may have {count} byte together",
                "the address and the headers of a request may have {count} bytes together",
                count=settings.largest_head,
            )
            self._refuse(414 if is_address else 431, most)
        elif found is None:
            if self._deadline is None:
                self._within(settings.head_seconds, self._refuse, *LATE)
        elif held.count(b"\n", 0, size) > settings.most_headers + 2:
            most = Plural(
                "a request may have {count} header at most",
                "a request may have {count} headers at most",
                count=settings.most_headers,
            )
            self._refuse(431, most)
        elif self.refusal is not None:
            self._refuse(*self.refusal)
        else:
            self._stop_timer()
            self._searched = 0
            head = bytes(held[:size])
            del held[:size]
            self._begin(head)
            return True
        return False

    def _begin(self, head: bytes) -> None:
        """Let the parser begin a request, whose body may follow."""
        self._may_begin, self._has_head, self._is_whole, self._body_bytes, self._last = True, False, False, 0, b""
        if not self._feed(head):
            self._refuse(*MALFORMED, line=head)
        elif not self._is_whole:
            lengths = [value for name, value in self.headers if name == b"content-length"]
            self._left = int(lengths[0]) if lengths else UNKNOWN
            self._within(self.settings.body_seconds, self._refuse, *LATE)

    def _take_body(self) -> None:
        part = bytes(self._held[: self._left if self._left != UNKNOWN else self._end_of_chunks()])
        del self._held[: len(part)]
        self._last = (self._last + part)[1 - len(_LAST_LINE) :]
        self._body_bytes += len(part)
        is_fed = self._feed(part)
        if self._left != UNKNOWN:
            self._left -= len(part)
        if self._is_whole:
            self._left = 0
            self._stop_timer()
        elif not is_fed or not self._left:
            self._refuse(*MALFORMED)
        elif self._body_bytes > self.settings.largest_body + MOST_EXCESS:
            self._refuse(413, too_large(self.settings.largest_body))

    def _end_of_chunks(self) -> int:
        """How much has arrived until a body in chunks may be over; what follows may be the next request.

        The parser does not say where a body ended, but that is always after an empty line. Those within chunks only
        make the pieces smaller that it is given.
        """
        joined = self._last + bytes(self._held[: len(_LAST_LINE) - 1])
        across = joined.find(_LAST_LINE)
        if across >= 0:
            return across + len(_LAST_LINE) - len(self._last)
        within = self._held.find(_LAST_LINE)
        return within + len(_LAST_LINE) if within >= 0 else len(self._held)

    def _feed(self, data: bytes) -> bool:
        """Give the parser the next part of a request; whether it is one.

        What follows after the last request of a connection is not looked at: after one that says so, or that wants
        another protocol.
        """
        try:
            self.parser.feed_data(data)
            is_last = self._is_whole and not self.cycle.keep_alive
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._upgrade()
                return True
            is_last = True
        except httptools.HttpParserError:
            is_last = self._has_head and self._is_whole
            if not is_last:
                return False
        if is_last:
            self._is_deaf, self.cycle.keep_alive = True, False
        return self._has_head

    def _should_upgrade(self) -> bool:
        """Whether a request is for the socket of a page; one for another protocol is answered as if it were not."""
        return _SOCKET.match(self.url) is not None and self.scope["method"] == "GET" and super()._should_upgrade()

    def _upgrade(self) -> None:
        """Give the connection away; nobody may say anything on it before it is accepted."""
        self._is_deaf = True
        if self._held:
            self._refuse(*MALFORMED)
            return
        self.handle_websocket_upgrade()
        socket = cast(SocketProtocol, self.transport.get_protocol())
        socket.on_lost = self.on_lost
        if not socket.handshake_initiated:  # headers that one parser takes and the other does not
            self.transport.close()

    def on_message_begin(self) -> None:
        """Begin a request."""
        if not self._may_begin:
            raise ValueError("a request begins where none is expected")
        self._may_begin = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start to answer a request."""
        super().on_headers_complete()
        self._has_head = True

    def on_message_complete(self) -> None:
        """End a request."""
        super().on_message_complete()
        self._is_whole = True

    def on_response_complete(self) -> None:
        """Go on with what was sent ahead, or wait for the next request."""
        super().on_response_complete()
        if self._held and not self.transport.is_closing():
            self._unset_keepalive_if_required()
            self._parse()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection on which nothing happens."""
        self._close()

    def shutdown(self) -> None:
        """End the connection; a request under way is answered first, if it is complete soon."""
        if self.cycle is None or self.cycle.response_complete or self.cycle.disconnected:
            self._close()
            return
        self.cycle.keep_alive = False
        if not self._is_whole:
            self._within(self.settings.stop_seconds / 2, self._refuse, *STOPPING)

    def _within(self, seconds: float, end: Callable[..., object], *about: object) -> None:
        """End the connection like this when so many seconds have passed."""
        self._stop_timer()
        self._deadline = self.loop.call_later(seconds, end, *about)

    def _stop_timer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close(self) -> None:
        """Close, also if the other side does not read what it was sent."""
        self._is_deaf = True
        self.transport.close()
        self._within(LINGER, self.transport.abort)

    def _linger(self) -> None:
        """Say nothing more, and wait a little until the other side has read what was said."""
        self.transport.write_eof()
        self.flow.resume_reading()
        self._within(LINGER, self.transport.abort)

    def _refuse(self, status: int, sentence: Message, line: bytes = b"") -> None:
        """Answer what has arrived of a request with a refusal, unless it has an answer already, and close."""
        self._is_deaf, cycle = True, self.cycle
        head = line or bytes(self._held[: self.settings.largest_head])
        (method, path), language = _target(head), _language(head)
        self._held.clear()
        if cycle is not None and not self._is_whole and self._has_head:
            if cycle.response_complete:
                self._linger()
                return
            if cycle.response_started:
                self._close()
                return
            method, path, language = self.scope["method"], self.scope["path"], language_of({**self.scope})
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        self._stop_timer()
        task = self.loop.create_task(self._answer(method, path, (status, sentence), language))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _answer(self, method: str, path: str, refusal: Refusal, language: str) -> None:
        """Write a refusal as the application says it, and let the client read it."""
        head, body = await said_by(self.app, path, refusal, language)
        if self.transport.is_closing():
            return
        dated = b"".join(b"%b: %b\r\n" % header for header in self.server_state.default_headers)
        self.transport.write(head + dated + b"\r\n" + (b"" if method == "HEAD" else body))
        self._linger()


_said: WeakKeyDictionary[Any, dict[tuple[bool, Refusal, str], tuple[bytes, bytes]]] = WeakKeyDictionary()


async def said_by(app: Any, path: str, refusal: Refusal, language: str = "en") -> tuple[bytes, bytes]:
    """A refusal as an application says it at this path in a language, as a page or as JSON: the head without its end,
    and the body.

    It is asked once and remembered: there are few refusals, and they must be cheap and need no file.
    """
    known = _said.setdefault(app, {})
    key = is_api(path), refusal, language
    if key not in known:
        scope: dict[str, Any] = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
            "headers": [(b"accept-language", language.encode())], "server": None, "client": None, "state": {},
            "extensions": {REFUSAL: refusal},
        }  # fmt: skip
        messages: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            messages.append(message)

        await asyncio.create_task(app(scope, receive, send))  # which speaks a language of its own
        start, *parts = messages
        lines = (b"%b: %b\r\n" % header for header in [*start["headers"], CLOSED])
        body = b"".join(part["body"] for part in parts)
        known[key] = STATUS_LINE[start["status"]] + b"".join(lines), body
    return known[key]


def _target(line: bytes) -> tuple[str, str]:
    """Method and path of a request that may be wrong or incomplete."""
    method, _, rest = line.partition(b"\n")[0].partition(b" ")
    path = re.split(rb"[\s?#]", rest, maxsplit=1)[0].decode("latin-1")
    return "HEAD" if method == b"HEAD" else "GET", path if path.startswith("/") else "/"


def _language(head: bytes) -> str:
    """The language of a request that may be wrong or incomplete, by those of its headers that have arrived."""
    return language_of({"headers": [(name.lower(), value) for name, value in _SPOKEN.findall(head)]})
