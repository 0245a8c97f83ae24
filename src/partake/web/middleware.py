"""The outermost layer: headers that keep browsers safe, a limit for bodies, and no request from strange pages."""

from __future__ import annotations

from urllib.parse import urlsplit

import orjson
from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partake.web.api.moves import DirectMoves
from partake.web.errors import MISTAKE, ErrorPage, note

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, largest_body: int) -> None:
        self._app = DirectMoves(app)
        self._largest = largest_body
        self._too_large = f"a request may have {largest_body} bytes at most"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD" and not scope["path"].startswith("/api"):
            scope = {**scope, "method": "GET"}  # the server leaves the body out: it knows what was asked for
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = message.setdefault("headers", [])
                message["headers"] = [*headers, *HEADERS, *_caching(scope, headers)]
            await send(message)

        if scope["method"] in SAFE:
            limited = receive
        else:
            headers = dict(scope["headers"])
            if not _is_from_here(headers):
                await self._refuse(scope, receive, sending, 403, "this request comes from a page of another site")
                return
            length = headers.get(b"content-length", b"0")
            if not length.isdigit() or int(length) > self._largest:
                await self._refuse(scope, receive, sending, 413, self._too_large)
                return
            limited = self._limited(receive)
        try:
            await self._app(scope, limited, sending)
        except Exception as problem:
            note(problem)
            if not started:
                await self._refuse(scope, receive, sending, 500, MISTAKE)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
        """Answer with a sentence: programs get JSON, people a page."""
        page: ErrorPage | None = scope["app"].state.error_page
        if page is None or scope["path"].startswith("/api"):
            await _tell(send, status, sentence)
        else:
            await page(Request(scope, receive), status, sentence)(scope, receive, send)

    def _limited(self, receive: Receive) -> Receive:
        size = 0

        async def counting() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._largest:
                raise HTTPException(413, self._too_large)
            return message

        return counting


def _caching(scope: Scope, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """What the API says is true only now."""
    if not scope["path"].startswith("/api") or any(name == b"cache-control" for name, _ in headers):
        return []
    return [(b"cache-control", b"no-store")]


def _is_from_here(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that the request comes from a page of this server; programs say nothing."""
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"same-origin") in (b"same-origin", b"none")
    return urlsplit(origin.decode("latin-1")).netloc == headers.get(b"host", b"").decode("latin-1")


async def _tell(send: Send, status: int, sentence: str) -> None:
    body = orjson.dumps({"error": sentence})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
