"""A real server on a port of its own, and clients for it."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn

from databases import database_settings
from partake.web.app import create_app
from partake.web.protocol import Protocol
from partake.web.settings import Settings
from partake.web.socket_protocol import OPTIONS

T = TypeVar("T")
PATIENCE = 60.0
"""How long a client waits before it counts as a failure."""
LONGEST_STOP = 300.0
"""How long a server is waited for that ends: it may be compiling what a review needs."""
QUIET = 3
"""How many heartbeats in a row are heard, after the one with which it begins, before a stream counts as silent."""

_DOCUMENTED: list[tuple[re.Pattern[str], dict[str, set[str]]]] = []


class Served:
    """A running server."""

    def __init__(self, link: str, app: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.link, self.app, self._loop = link, app, loop
        self.seen: set[tuple[str, str, int]] = set()
        """Path, method and status of every answer of the API to a client."""
        self.clients: list[httpx.Client] = []

    def check_documented(self, response: httpx.Response) -> None:
        """Hold every answer of the API to the statuses that OpenAPI names for its route."""
        path, method = response.request.url.path, response.request.method.lower()
        for pattern, operations in self._operations:
            if method in operations and pattern.fullmatch(path):
                assert str(response.status_code) in operations[method], f"{method} {path}: {response.status_code}"
                self.seen.add((pattern.pattern, method, response.status_code))

    @cached_property
    def _operations(self) -> list[tuple[re.Pattern[str], dict[str, set[str]]]]:
        """The statuses of each path and method, the paths without parameters first."""
        if not _DOCUMENTED:  # by the code alone, so that one document does for all servers of a process
            paths = self.app.openapi()["paths"]
            _DOCUMENTED.extend(
                (
                    re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))),
                    {method: set(about["responses"]) for method, about in paths[path].items()},
                )
                for path in sorted(paths)
            )
        return _DOCUMENTED

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """What a coroutine gives that runs in the server's event loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def client(self, nickname: str | None = None) -> httpx.Client:
        """A browser; with a nickname one that has its cookie."""
        hooks: dict[str, list[Any]] = {"response": [self.check_documented]}
        client = httpx.Client(base_url=self.link, timeout=PATIENCE, event_hooks=hooks, verify=False)  # plain HTTP
        self.clients.append(client)
        if nickname is not None:
            assert client.post("/api/guests", json={"nickname": nickname}).status_code == 201
        return client


@contextmanager
def serving(
    folder: Path,
    *,
    pages: bool = False,
    at: int = 0,
    now: Callable[[], float] | None = None,
    **settings: Any,
) -> Iterator[Served]:
    """A server in a thread, at this port or any that is free, with this clock.

    Its bots think in a thread, and rates are not limited and games not reviewed by themselves unless a test wants it.
    """
    unlimited = {
        "idle_reviews": 0,
        "guests_per_minute": 0,
        "tables_per_minute": 0,
        "moves_per_second": 0,
        "open_tables": 10**6,
    }
    here = {"folder": folder, "workers": 0, **database_settings(folder)}
    app = create_app(Settings(**{**here, **unlimited, **settings}), pages=pages, now=now)
    config = uvicorn.Config(
        app,
        port=at,
        http=Protocol,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
        **OPTIONS,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.01)
    assert server.started, "the server does not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    served = Served(f"http://127.0.0.1:{port}", app, server.servers[0].get_loop())
    try:
        yield served
    finally:
        for client in served.clients:
            client.close()
        server.should_exit = True
        app.state.context.tables.runner.close_streams()
        thread.join(LONGEST_STOP)
        assert not thread.is_alive(), "the server does not stop"


def events(response: httpx.Response) -> Iterator[tuple[str, str, Any]]:
    """The events of a stream: id, kind and data; a test that waits for one that does not come fails."""
    fields: dict[str, str] = {}
    beats = 0
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
            continue
        kind, data, last = fields["event"], json.loads(fields["data"]), fields.get("id", "")
        fields = {}
        beats = beats + 1 if kind == "beat" else 0
        assert beats <= QUIET, "nothing happens any more"
        if kind != "beat":
            yield last, kind, data


def act(client: httpx.Client, table: str) -> bool:
    """Let somebody do the first thing they may, if they must act."""
    state = client.get(f"/api/tables/{table}").json()
    if state["seat"] not in state["view"]["to_act"]:
        return False
    body = {"action": state["view"]["legal"][0], "expect": state["number"]}
    answer = client.post(f"/api/tables/{table}/moves", json=body)
    assert answer.status_code == 200, answer.text
    return True


def new_table(host: httpx.Client, *guests: httpx.Client, **wanted: Any) -> str:
    """A table without pauses at which everybody sits."""
    seats = [{"kind": "host"}, *({"kind": "person"} for _ in guests)]
    answer = host.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0, **wanted})
    assert answer.status_code == 201, answer.text
    table = str(answer.json()["id"])
    for guest in guests:
        joined = guest.post(f"/api/tables/{table}/join", json={})
        assert joined.status_code == 200, joined.text
    return table
