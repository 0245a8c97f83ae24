"""Somebody else's bot that hangs, crashes, exits, moves illegally, prints or eats memory harms only itself."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from strangers import ON_LINUX, children, environment, install, is_alive

PATIENCE = 60.0
pytestmark = pytest.mark.skipif(not ON_LINUX, reason="processes are read from /proc, memory is limited on Linux")


class Server:
    """A real server process with the strange bots installed."""

    def __init__(self, folder: Path, *more: str) -> None:
        self._errors = folder / "log"
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder / "games"), "--workers", "1"]
        limits = ["--bot-seconds", "0.05", "--bot-patience", "1", "--bot-memory", "300"]
        with self._errors.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "partake", *words, *limits, *more], env=environment(install(folder / "site")),
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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"))
    yield found
    assert found.process.poll() is None, "the server is still there"
    found.close()
    assert "secret" not in found.log


REASONS = {
    "hang": "did not answer in time",
    "crash": "failed",
    "illegal": "wanted an illegal move",
    "exit": "ended all of a sudden",
    "quit": "ended all of a sudden",
    "memory": "needs more memory than it may have",
}
WHERE = {
    "hang": "in misbehave",
    "crash": r"strange_bots\.py:\d+ in misbehave",
    "memory": "MemoryError",
    "quit": "SystemExit",
}


@pytest.mark.parametrize("bot", REASONS)
def test_a_stand_in_plays_and_all_read_why(server: Server, bot: str) -> None:
    table = server.table(bot)
    found = server.after_the_bots(table)
    told = f"The bot {bot} {REASONS[bot]}: a stand-in plays for it"
    assert [seat["stood_in"] for seat in found["table"]["seats"]] == [None, told]
    assert found["table"]["seats"][1]["bot"] == bot
    assert re.search(rf"is of the bot {bot}: {REASONS[bot]}", server.log)
    assert re.search(WHERE.get(bot, ""), server.log)


def test_after_the_third_time_the_stand_in_plays_to_the_end(server: Server) -> None:
    table = server.table("crash", "good")
    for _ in range(2):
        server.after_the_bots(table)
        server.move(table)
    found = server.after_the_bots(table)["table"]["seats"]
    assert found[1]["stood_in"] == "The bot crash failed: a stand-in plays for it, to the end"
    assert (found[1]["bot"], found[1]["name"]) == ("heuristic", "Crash bot")
    assert found[2]["stood_in"] is None
    before = server.log.count("is of the bot crash")
    server.move(table)
    found = server.after_the_bots(table)["table"]["seats"]
    assert found[1]["stood_in"] == "The bot crash failed: a stand-in plays for it, to the end"
    assert server.log.count("is of the bot crash") == before, "it is not asked again"


def test_others_go_on_while_a_bot_hangs(server: Server) -> None:
    hanging, other = server.table("hang"), server.table("random", "good")
    for _ in range(3):
        server.after_the_bots(other)
        server.move(other)
    assert not any(seat["stood_in"] for seat in server.state(other)["table"]["seats"])
    server.after_the_bots(hanging)


def test_what_a_bot_prints_goes_to_the_log(server: Server) -> None:
    table = server.table("print")
    found = server.after_the_bots(table)
    assert found["table"]["seats"][1]["stood_in"] is None, "printing is no failure"
    assert "printed by the shell" in server.log


@pytest.mark.parametrize(
    ("bot", "sentence"), [("unimportable", "cannot be used: it ended all of a sudden"), ("si@ck", "not the name")]
)
def test_a_bot_that_cannot_be_imported_is_refused(server: Server, bot: str, sentence: str) -> None:
    seats = [{"kind": "host"}, {"kind": "bot", "level": bot}]
    answer = server.client.post("/api/tables", json={"edition": "classic", "seats": seats})
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]


def test_too_many_bots_are_refused_with_429(server: Server) -> None:
    seats = [{"kind": "host"}, *[{"kind": "bot", "level": "master"}] * 999]
    answer = server.client.post("/api/tables", json={"edition": "classic", "seats": seats, "unlimited": True})
    assert (answer.status_code, answer.json()["error"]) == (429, "A table takes at most 20 bots here")
    assert answer.headers["retry-after"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_the_server(tmp_path: Path, number: signal.Signals) -> None:
    """Bots hang, think and wait when the server is killed or stopped."""
    server = Server(tmp_path)
    try:
        tables = [server.table(bot) for bot in ("hang", "skilled", "good")]
        for table in tables[1:]:
            server.after_the_bots(table)
        server.client.get("/preview.png").raise_for_status()
        found = children(server.process.pid)
        assert len(found) >= 3
        os.kill(server.process.pid, number)
        assert server.process.wait(PATIENCE) == (-number if number == signal.SIGKILL else 0)
        end = time.monotonic() + PATIENCE
        while any(map(is_alive, found)) and time.monotonic() < end:
            time.sleep(0.02)
        assert not any(map(is_alive, found))
    finally:
        server.close()


def test_a_file_that_the_operator_names_is_offered_and_a_request_never_names_one(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from partake.bots import Bot\n"
        "class Mine(Bot):\n    def choose(self, view, budget=None):\n        return view.legal[-1]\n"
        "class Broken(Bot):\n    def choose(self, view, budget=None):\n        return {}['something secret']\n"
    )
    (tmp_path / "other.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w')\n")
    offered = [word for name in ("Mine", "Broken") for word in ("--bot", f"{tmp_path}/mine.py:{name}")]
    server = Server(tmp_path, *offered)
    try:
        server.after_the_bots(server.table("Mine"))
        table = server.table("Broken")
        server.after_the_bots(table)
        assert re.search(r"mine\.py:7 in choose", server.log)
        assert "secret" not in server.log
        for name in (f"{tmp_path}/other.py"[-30:], "other.py", "mine.py:Mine", "../other.py"):
            seats = [{"kind": "host"}, {"kind": "bot", "level": name}]
            answer = server.client.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0})
            assert answer.status_code == 422
        assert not (tmp_path / "run").exists()
    finally:
        server.close()
