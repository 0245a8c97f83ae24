"""The outermost ASGI layer: security headers, a limit for bodies, no cross-site requests, reports of mistakes."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partake.rules.diagnostics import report
from partake.web.api.moves import MoveFastPath
from partake.web.errors import MISTAKE, error_response, is_api

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""The content security policy: everything comes from this server, and its pages are not framed."""
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
"""What every answer has."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing, and so may come from anywhere."""

log = logging.getLogger("partake.web")


class SecurityMiddleware:
    """Checks every request before the application sees it, and completes every answer."""

    def __init__(self, app: ASGIApp, largest_body: int) -> None:
        self._app = MoveFastPath(app)
        self._largest = largest_body
        self._too_large = f"a request may have {largest_body} bytes at most"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return None
        if scope["method"] == "HEAD" and not is_api(scope["path"]):
            scope = {**scope, "method": "GET"}  # the server leaves the body out: it knows what was asked for
        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = message.setdefault("headers", [])
                message["headers"] = [*headers, *HEADERS, *_caching(scope, headers)]
            await send(message)

        async def refuse(status: int, sentence: str) -> None:
            response = error_response(Request(scope, receive), status, sentence)
            await response(scope, receive, with_headers)

        limited = receive
        if scope["method"] not in SAFE:
            headers = dict(scope["headers"])
            if not _is_same_site(headers):
                return await refuse(403, "this request comes from a page of another site")
            length = headers.get(b"content-length", b"0")
            if not length.isdigit() or int(length) > self._largest:
                return await refuse(413, self._too_large)
            limited = self._limited(receive)
        try:
            await self._app(scope, limited, with_headers)
        except Exception as problem:
            reference = report(log, problem)
            if not started:
                await refuse(500, f"{MISTAKE} (reference {reference})")

    def _limited(self, receive: Receive) -> Receive:
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._largest:
                raise HTTPException(413, self._too_large)
            return message

        return counted


def _caching(scope: Scope, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """What the API says is true only now, so no cache may keep it."""
    if not is_api(scope["path"]) or any(name == b"cache-control" for name, _ in headers):
        return []
    return [(b"cache-control", b"no-store")]


def _is_same_site(headers: dict[bytes, bytes]) -> bool:
    """Cross-site request forgery check: whether a browser says that the request comes from a page of this server.

    Programs send neither header and are let through: there is no page of another site behind them.
    """
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"same-origin") in (b"same-origin", b"none")
    return urlsplit(origin.decode("latin-1")).netloc == headers.get(b"host", b"").decode("latin-1")
