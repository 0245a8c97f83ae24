"""A real server on a port of its own, and clients for it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import httpx
import uvicorn

from partake.web.app import create_app
from partake.web.settings import Settings

PATIENCE = 60.0
"""How long a client waits before it counts as a failure."""
QUIET = 3
"""How many heartbeats in a row are heard before a stream counts as silent."""


class Served:
    """A running server."""

    def __init__(self, link: str, app: Any) -> None:
        self.link, self.app = link, app
        self.clients: list[httpx.Client] = []

    def client(self, nickname: str | None = None) -> httpx.Client:
        """A browser; with a nickname one that has its cookie."""
        client = httpx.Client(base_url=self.link, timeout=PATIENCE)
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
    http: type[asyncio.Protocol] | Literal["auto"] = "auto",
    **settings: Any,
) -> Iterator[Served]:
    """A server in a thread, at this port or any that is free, that speaks HTTP by this protocol.

    Its bots think in a thread, and rates are not limited unless a test wants it.
    """
    unlimited = {"guests_per_minute": 0, "tables_per_minute": 0}
    app = create_app(Settings(**{"folder": folder, "workers": 0, **unlimited, **settings}), pages=pages)
    config = uvicorn.Config(app, port=at, http=http, log_config=None, access_log=False, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.01)
    assert server.started, "the server does not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    served = Served(f"http://127.0.0.1:{port}", app)
    try:
        yield served
    finally:
        for client in served.clients:
            client.close()
        server.should_exit = True
        app.state.context.tables.runner.close_streams()
        thread.join()


def events(response: httpx.Response) -> Iterator[tuple[str, str, Any]]:
    """The events of a stream: id, kind and data; a test that waits for one that does not come fails."""
    fields: dict[str, str] = {}
    beats = 0
    for line in response.iter_lines():
        beats = beats + 1 if line.startswith(":") else 0 if line else beats
        assert beats < QUIET, "nothing happens any more"
        name, _, value = line.partition(": ")
        if line and not line.startswith(":"):
            fields[name] = value
        elif not line and fields:
            yield fields["id"], fields["event"], json.loads(fields["data"])
            fields = {}


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
