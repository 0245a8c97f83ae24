"""The outermost ASGI layer: security headers, a limit for bodies, checked hosts, no cross-site requests, reports of
mistakes."""

from __future__ import annotations

import logging

from fastapi import Request
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Sent

from partake.rules.diagnostics import report
from partake.rules.messages import Message
from partake.web.compression import CompressionMiddleware
from partake.web.errors import REFUSAL, TooLargeError, error_response, is_api, mistake, too_large
from partake.web.hosts import Hosts
from partake.web.settings import Settings

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
"""What every answer has that a browser can show by itself."""
PART = [(b"x-content-type-options", b"nosniff")]
"""What the scripts, styles and pictures of pages have: they are many and small, and nothing of a visitor is in them."""
ANSWERED = frozenset({"http", "websocket"})
"""The kinds of requests that are answered."""
INTERNAL_ERROR = 1011
"""Why a socket ends in which something went wrong."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing, and so may come from anywhere."""

log = logging.getLogger("partake.web")


class SecurityMiddleware:
    """Checks every request before the application sees it, and completes every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = CompressionMiddleware(app)
        self._hosts = Hosts(settings.link)
        self._largest = settings.largest_body
        self._too_large = too_large(settings.largest_body)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here; one for a socket is checked as those that change something."""
        if scope["type"] not in ANSWERED:
            await self._app(scope, receive, send)
            return None
        if scope.get("method") == "HEAD" and not is_api(scope["path"]):
            scope = {**scope, "method": "GET"}  # the server leaves the body out: it knows what was asked for
        started = False

        async def with_headers(message: Sent) -> None:
            nonlocal started
            if message["type"] == "websocket.accept":
                started = True
            elif message["type"].endswith("http.response.start"):
                started = True
                headers = message.setdefault("headers", [])
                fixed = PART if _is_part(scope, message["status"]) else HEADERS
                message["headers"] = [*headers, *fixed, *_caching(scope, headers)]
            await send(message)

        async def refuse(status: int, sentence: Message) -> None:
            response = error_response(Request({**scope, "type": "http"}, receive), status, sentence)
            await response(scope, receive, with_headers)

        if (refusal := scope.get("extensions", {}).get(REFUSAL)) is not None:
            return await refuse(*refusal)
        limited, headers = receive, dict(scope["headers"])
        is_safe = scope.get("method") in SAFE
        if (refusal := self._hosts.refusal(scope, headers, is_safe=is_safe)) is not None:
            return await refuse(*refusal)
        scope = self._hosts.as_linked(scope, headers)
        if not is_safe and scope["type"] == "http":
            length = headers.get(b"content-length", b"0")
            if not length.isdigit() or int(length) > self._largest:
                return await refuse(413, self._too_large)
            limited = self._limited(receive)
        try:
            await self._app(scope, limited, with_headers)
        except ClientDisconnect:
            return None  # there is nobody to be answered
        except Exception as problem:
            reference = report(log, problem)
            if not started:
                await refuse(500, mistake(reference))
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})

    def _limited(self, receive: Receive) -> Receive:
        size = 0

        async def counted() -> Sent:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._largest:
                raise TooLargeError(self._too_large)
            return message

        return counted


def _is_part(scope: Scope, status: int) -> bool:
    """Whether an answer is one of the fixed files that pages load; a refusal of one is a page."""
    return scope["path"].startswith(("/static/", "/boards.")) and status < 400


def _caching(scope: Scope, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """What the API says is true only now, so no cache may keep it."""
    if not is_api(scope["path"]) or any(name == b"cache-control" for name, _ in headers):
        return []
    return [(b"cache-control", b"no-store")]
