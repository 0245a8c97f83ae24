"""Compression of answers: gzip for texts that are worth it, never for event streams.

Lengths of compressed answers can tell a secret if an attacker can have guesses reflected beside it and watch (BREACH).
Here nothing is reflected beside a secret: only answers to GET, and to moves, are compressed. Those that hold a token or
a link to be another person's player are answers to POST; a page of another site cannot have either with the visitor's
cookie, which is `SameSite`, and moves are refused unless they come from a page of this server. What a seat may not
know is in no answer at all.
"""

from __future__ import annotations

import re
import zlib

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 800
"""Bytes below which an answer is not worth it: with its headers it is one packet anyway."""
LEVEL = 8
"""The effort: all but a thousandth of what can be gained; a page of a large board takes two milliseconds."""
_GZIP = zlib.MAX_WBITS | 16
_TEXT = re.compile(r"text/(?!event-stream)|application/(json|javascript|manifest\+json)|image/svg\+xml")
_MOVES = "/moves"
_ACCEPTED = re.compile(rb"(?:gzip|\*)\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[;,]|$)")


def gzipped(body: bytes, *, level: int = LEVEL) -> bytes:
    """Bytes compressed, without a time: equal bytes stay equal."""
    return zlib.compress(body, level, wbits=_GZIP)


def accepts_gzip(scope: Scope) -> bool:
    """Whether the client of a request understands gzip."""
    return any(name == b"accept-encoding" and _ACCEPTED.search(value) for name, value in scope["headers"])


class CompressionMiddleware:
    """ASGI middleware that compresses answers for clients that understand it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, compressed if that is worth it."""
        if scope["type"] == "http" and (scope["method"] == "GET" or scope["path"].endswith(_MOVES)):
            send = _Compressor(send, is_wanted=accepts_gzip(scope)).send
        await self._app(scope, receive, send)


class _Compressor:
    """Holds back the start of an answer until its length is known."""

    def __init__(self, send: Send, *, is_wanted: bool) -> None:
        self._send, self._is_wanted = send, is_wanted
        self._start: Message | None = None
        self._packer: zlib._Compress | None = None

    async def send(self, message: Message) -> None:
        """Pass on a part of an answer."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            if _is_text(message["status"], headers):
                self._start = message
                return
        elif self._start is not None:
            start, self._start = self._start, None
            message = self._first(start, message)
            await self._send(start)
        elif self._packer is not None:
            message = {**message, "body": self._pack(message)}
        await self._send(message)

    def _first(self, start: Message, message: Message) -> Message:
        """The first part of the body, after which the headers are known."""
        headers = MutableHeaders(raw=start["headers"])
        body, is_whole = message.get("body", b""), not message.get("more_body", False)
        if is_whole and len(body) < LEAST:
            return message
        headers.add_vary_header("Accept-Encoding")
        if not self._is_wanted:
            return message
        headers["content-encoding"] = "gzip"
        if (tag := headers.get("etag", "W/")) and not tag.startswith("W/"):
            headers["etag"] = f"W/{tag}"
        if is_whole:
            body = gzipped(body)
            headers["content-length"] = str(len(body))
        else:
            del headers["content-length"]
            self._packer = zlib.compressobj(LEVEL, wbits=_GZIP)
            body = self._pack(message)
        return {**message, "body": body}

    def _pack(self, message: Message) -> bytes:
        assert self._packer is not None
        packed = self._packer.compress(message.get("body", b""))
        return packed if message.get("more_body", False) else packed + self._packer.flush()


def _is_text(status: int, headers: MutableHeaders) -> bool:
    """Whether an answer may be compressed: a text, whole, and not compressed already."""
    if status in (204, 206, 304) or "content-encoding" in headers:
        return False
    return bool(_TEXT.match(headers.get("content-type", "")))
