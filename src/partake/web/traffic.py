"""The traffic of a server: requests counted by class and status and, if wanted, one log line for each.

A line names the route's template and never the path itself, in which there may be keys of links.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partake.rules.diagnostics import note
from partake.rules.measurement import Durations

CLASSES = (
    ("/api/", "api"),
    ("/static/", "static"),
    ("/boards.", "static"),
    ("/docs", "docs"),
    ("/health", "probe"),
    ("/ready", "probe"),
)
"""The class of requests whose path begins so; of all others it is `page`."""
ENDINGS = {"moves": "move", "events": "stream", "socket": "socket"}
"""The class of a table's resource in the API, by the end of its path."""
ROUTES = "partake.routes"
"""The key of a request's scope under which its route is noted: a list, because layers in between copy the scope."""

log = logging.getLogger("partake.access")


class Traffic:
    """What is counted on the way of requests; read by `partake.web.metrics`."""

    def __init__(self) -> None:
        self.requests: defaultdict[tuple[str, int], int] = defaultdict(int)
        """The number of answers by class and status."""
        self.moves = Durations()
        """From the request of a move to its answer."""
        self.refused_moves = 0


class TrafficMiddleware:
    """ASGI middleware that counts each answer when it begins, and logs it when it has ended."""

    def __init__(self, app: ASGIApp, traffic: Traffic, *, logged: bool) -> None:
        self._app, self._traffic, self._is_logged = app, traffic, logged

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        status, began = 0, perf_counter()
        routes: list[str] = []
        if self._is_logged:
            scope[ROUTES] = routes

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"].endswith("http.response.start") or message["type"] == "websocket.accept":
                status = message.get("status", 101)
                self._traffic.requests[class_of(scope["path"]), status] += 1
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            if self._is_logged:
                spent = round(1000 * (perf_counter() - began), 1)
                route = routes[0] if routes else class_of(scope["path"])
                note(log, "request", method=scope.get("method", "GET"), route=route, status=status, ms=spent)


def class_of(path: str) -> str:
    """The class of a request, of which there are few."""
    if path.startswith("/api/tables/"):
        return ENDINGS.get(path.rpartition("/")[2], "api")
    return next((name for beginning, name in CLASSES if path.startswith(beginning)), "page")


def noting_routes(app: ASGIApp) -> ASGIApp:
    """The application, which tells the middleware outside of all others the template of the route that answered."""

    async def noted(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        finally:
            path = getattr(scope.get("route"), "path", None)
            if path and ROUTES in scope:
                scope[ROUTES].append(path)

    return noted
