"""A real server process at which somebody else's bots play, and a person against them."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from strangers import environment, install

PATIENCE = 60.0
"""How long anything is waited for before it counts as a failure."""
LIMITS = ("--bot-seconds", "0.05", "--bot-patience", "1", "--bot-memory", "300")
REASONS = {
    "hang": "did not answer in time",
    "crash": "failed",
    "illegal": "wanted an illegal move",
    "exit": "ended all of a sudden",
    "quit": "ended all of a sudden",
    "memory": "needs more memory than it may have",
}
"""What is said of each bot that fails."""


class StrangeServer:
    """A real server process with the strange bots installed."""

    def __init__(self, folder: Path, *more: str) -> None:
        self._errors = folder / "log"
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder / "games"), "--workers", "1"]
        self.site = install(folder / "site")
        with self._errors.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "partake", *words, *LIMITS, *more], env=environment(self.site),
                stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Play at "), self.log
        self.client = httpx.Client(base_url=line.split()[2], timeout=PATIENCE)
        assert self.client.post("/api/guests", json={"nickname": "Ann"}).status_code == 201

    @property
    def log(self) -> str:
        """What the operator reads."""
        return self._errors.read_text()

    def table(self, *bots: str) -> str:
        """A table of Ann and these bots."""
        seats = [{"kind": "host"}, *({"kind": "bot", "level": bot} for bot in bots)]
        answer = self.client.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def state(self, table: str) -> dict[str, Any]:
        """The table as Ann sees it."""
        found: dict[str, Any] = self.client.get(f"/api/tables/{table}").json()
        return found

    def when(self, table: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The table as soon as it is like this."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.state(table)
            if is_so(found):
                return found
            time.sleep(0.02)
        raise AssertionError(f"it does not come to this: {self.state(table)}\n{self.log}")

    def after_the_bots(self, table: str) -> dict[str, Any]:
        """The table when the bots have moved."""
        return self.when(table, lambda found: found["view"]["to_act"] == [1])

    def move(self, table: str) -> None:
        """Ann does the first thing she may."""
        found = self.state(table)
        body = {"action": found["view"]["legal"][0], "expect": found["number"]}
        assert self.client.post(f"/api/tables/{table}/moves", json=body).status_code == 200

    def close(self) -> None:
        """Stop it, if it still runs."""
        self.client.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
