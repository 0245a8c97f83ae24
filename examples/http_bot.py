"""A bot that plays over HTTP: it listens to the table's events and takes the legal action that it likes best.

python examples/http_bot.py http://localhost:8765 TOKEN TABLE     joins a table and plays it to the end

A token is made with POST /api/tokens; docs/api.md shows how.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any


class Server:
    """The few requests that a bot needs."""

    def __init__(self, link: str, token: str) -> None:
        self.link, self.headers = link, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a GET, or with a body to a POST."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.link + path, data, self.headers)) as answer:
            return json.load(answer)

    def events(self, path: str) -> Iterator[str]:
        """The kinds of events of a stream, as they come."""
        with urllib.request.urlopen(urllib.request.Request(self.link + path, headers=self.headers)) as stream:
            for line in stream:
                if line.startswith(b"event: "):
                    yield line[7:].decode().strip()


def choose(view: dict[str, Any]) -> str:
    """Any legal action; put something better here."""
    return str(random.choice([action for action in view["legal"] if action != "back"]))


def play(link: str, token: str, table: str) -> dict[str, Any]:
    """Sit down at a table and play until the game is over; its result."""
    server, path = Server(link, token), f"/api/tables/{table}"
    server.ask(f"{path}/join", {})
    for _ in server.events(f"{path}/events"):
        if (state := server.ask(path))["intermission"]:
            server.ask(f"{path}/go-on", {"expect": state["number"]})
        while (state := server.ask(path))["view"] and state["seat"] in state["view"]["to_act"]:
            server.ask(f"{path}/moves", {"action": choose(state["view"]), "expect": state["number"]})
        if state["view"] and state["view"]["outcome"]:
            return dict(state["view"]["outcome"])
    raise SystemExit("the stream has ended: start the bot again, its seat is kept")


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:4])["players"], indent=1))
