"""Somebody else's bot that hangs, crashes, exits, moves illegally, prints or eats memory harms only itself."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from strange_server import PATIENCE, REASONS, StrangeServer
from strangers import ON_LINUX, children, is_alive

pytestmark = pytest.mark.skipif(not ON_LINUX, reason="processes are read from /proc, memory is limited on Linux")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StrangeServer]:
    found = StrangeServer(tmp_path_factory.mktemp("server"))
    yield found
    assert found.process.poll() is None, "the server is still there"
    found.close()
    assert "secret" not in found.log


WHERE = {
    "hang": "in misbehave",
    "crash": r"strange_bots\.py:\d+ in misbehave",
    "memory": "MemoryError",
    "quit": "SystemExit",
}


@pytest.mark.parametrize("bot", REASONS)
def test_a_stand_in_plays_and_all_read_why(server: StrangeServer, bot: str) -> None:
    table = server.table(bot)
    found = server.after_the_bots(table)
    told = f"The bot {bot} {REASONS[bot]}: a stand-in plays for it"
    assert [seat["stood_in"] for seat in found["table"]["seats"]] == [None, told]
    assert found["table"]["seats"][1]["bot"] == bot
    assert re.search(rf"is of the bot {bot}: {REASONS[bot]}", server.log)
    assert re.search(WHERE.get(bot, ""), server.log)


def test_after_the_third_time_the_stand_in_plays_to_the_end(server: StrangeServer) -> None:
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


def test_others_go_on_while_a_bot_hangs(server: StrangeServer) -> None:
    hanging, other = server.table("hang"), server.table("random", "good")
    for _ in range(3):
        server.after_the_bots(other)
        server.move(other)
    assert not any(seat["stood_in"] for seat in server.state(other)["table"]["seats"])
    server.after_the_bots(hanging)


def test_what_a_bot_prints_goes_to_the_log(server: StrangeServer) -> None:
    table = server.table("print")
    found = server.after_the_bots(table)
    assert found["table"]["seats"][1]["stood_in"] is None, "printing is no failure"
    assert "printed by the shell" in server.log


@pytest.mark.parametrize(
    ("bot", "sentence"), [("unimportable", "cannot be used: it ended all of a sudden"), ("si@ck", "not the name")]
)
def test_a_bot_that_cannot_be_imported_is_refused(server: StrangeServer, bot: str, sentence: str) -> None:
    seats = [{"kind": "host"}, {"kind": "bot", "level": bot}]
    answer = server.client.post("/api/tables", json={"edition": "classic", "seats": seats})
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]


def test_too_many_bots_are_refused_with_429(server: StrangeServer) -> None:
    seats = [{"kind": "host"}, *[{"kind": "bot", "level": "master"}] * 999]
    answer = server.client.post("/api/tables", json={"edition": "classic", "seats": seats, "unlimited": True})
    assert (answer.status_code, answer.json()["error"]) == (429, "A table takes at most 20 bots here")
    assert answer.headers["retry-after"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_the_server(tmp_path: Path, number: signal.Signals) -> None:
    """Bots hang, think and wait when the server is killed or stopped."""
    server = StrangeServer(tmp_path)
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
    server = StrangeServer(tmp_path, *offered)
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
