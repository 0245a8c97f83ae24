"""Bots that fail in a worker process: a stand-in plays, all read why at the server, and who recovers plays on."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from postgres import needs_postgres, shared_cluster
from strange_server import LIMITS, REASONS, StrangeServer
from strangers import ON_LINUX, environment

pytestmark = [
    needs_postgres,
    pytest.mark.sqlite_only("has a database of its own"),
    pytest.mark.skipif(not ON_LINUX, reason="memory is limited on Linux"),
]


@pytest.fixture(scope="module")
def url() -> str:
    return shared_cluster().fresh_database()


@pytest.fixture(scope="module")
def worker_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("worker") / "log"


@pytest.fixture(scope="module")
def server(url: str, worker_log: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StrangeServer]:
    """A server whose bots are thought for by a worker process."""
    found = StrangeServer(tmp_path_factory.mktemp("server"), "--database", url)
    command = [sys.executable, "-m", "partake", "worker", "--database", url, "--workers", "1", *LIMITS]
    with worker_log.open("w") as log:
        working = subprocess.Popen(command, env=environment(found.site), stdout=log, stderr=log)
    asked = "SELECT is_called FROM procrastinate_jobs_id_seq"
    name = url.rpartition("/")[2]
    try:
        table = found.table("random")
        while not shared_cluster().execute(asked, name)[0][0]:  # until the server has noticed the worker
            if found.state(table)["table"]["status"] == "over":
                table = found.table("random")
            found.move(found.when(table, lambda now: 1 in now["view"]["to_act"])["table"]["id"])
            time.sleep(0.2)
        yield found
        assert "is of the bot" not in found.log, "it thinks of nothing itself"
    finally:
        found.close()
        working.kill()
        working.wait()


def is_told(bot: str, sentence: str | None, found: dict[str, Any]) -> bool:
    """Whether this bot sits there, and this is said about it."""
    seat = found["table"]["seats"][1]
    return (seat["bot"], seat["stood_in"]) == (bot, sentence)


@pytest.mark.parametrize("bot", ["crash", "hang", "exit"])
def test_a_stand_in_plays_for_a_bot_of_a_worker_and_all_read_why(
    server: StrangeServer, worker_log: Path, bot: str
) -> None:
    table = server.table(bot)
    told = f"The bot {bot} {REASONS[bot]}: a stand-in plays for it"
    for times in range(3):
        server.after_the_bots(table)
        now = (bot, told) if times < 2 else ("heuristic", f"{told}, to the end")
        server.when(table, partial(is_told, *now))
        server.move(table)
    server.after_the_bots(table)
    assert len(re.findall(f"is of the bot {bot}: {REASONS[bot]}", worker_log.read_text())) == 3, "it is not asked again"


def test_a_bot_of_a_worker_that_recovers_plays_on(server: StrangeServer) -> None:
    table, told = server.table("moody"), "The bot moody failed: a stand-in plays for it"
    for sentence in (told, None) * 3:
        server.after_the_bots(table)
        server.when(table, partial(is_told, "moody", sentence))
        server.move(table)
