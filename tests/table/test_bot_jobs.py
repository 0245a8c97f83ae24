"""Bots' moves as jobs: a server asks, a worker on the same PostgreSQL thinks, and who dies is not missed for long."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from sqlalchemy import text

from partake.rules.catalogue import catalogue
from partake.store.jobs import MOVES, Job, JobQueue
from partake.store.store import Store
from partake.table.bot_jobs import MoveMaker
from partake.table.bot_pool import BotPool
from partake.table.limits import Limits
from postgres import needs_postgres, shared_cluster
from served import act, new_table
from served_process import COMMAND, PATIENCE, eventually, partake, serving_process

pytestmark = needs_postgres
SEATS = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
"""A person against a bot."""


@contextmanager
def worker(url: str, *flags: str) -> Iterator[subprocess.Popen[str]]:
    """A worker process that has started."""
    command = [*COMMAND, "worker", "--database", url, "--workers", "0", *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Working for postgresql://")
        try:
            yield process
        finally:
            process.kill()


def play_to_the_end(client: httpx.Client, table: str, seconds: float = 2 * PATIENCE) -> int:
    """Play a table against bots, looking again and again; the number of moves that were made."""
    moves, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        state = client.get(f"/api/tables/{table}").json()
        if state["table"]["status"] == "over":
            return moves
        if act(client, table):
            moves += 1
        else:
            time.sleep(0.02)
    raise AssertionError("the game does not end")


def pending(url: str) -> dict[str, int]:
    """The number of jobs by their status."""
    rows = shared_cluster().execute(
        "SELECT status::text, count(*) FROM procrastinate_jobs GROUP BY 1", url.rpartition("/")[2]
    )
    return dict(rows)


def workers_of(url: str) -> int:
    rows = shared_cluster().execute("SELECT count(*) FROM procrastinate_workers", url.rpartition("/")[2])
    return int(rows[0][0])


def test_a_worker_needs_a_postgresql() -> None:
    done = partake("worker")
    assert done.returncode == 2
    assert "A worker needs the PostgreSQL of its servers" in done.stderr


def test_jobs_are_queued_once_and_in_the_order_of_their_priority(tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()

    async def queue() -> None:
        store = Store(url)
        jobs = JobQueue(store)
        await jobs.defer([Job(MOVES, "a/1/1", {"table": "a"}), Job(MOVES, "b/1/1", {"table": "b"}, priority=1)])
        await jobs.defer([Job(MOVES, "a/1/1", {"table": "a"}), Job(MOVES, "c/1/1", {"table": "c"})])
        states = await jobs.states(["a/1/1", "c/1/1", "d/1/1"])
        assert states.workers == 0
        assert states.pending == {"a/1/1", "c/1/1"}
        order = text("SELECT queueing_lock FROM procrastinate_jobs ORDER BY priority DESC, id")
        found = await store.read(lambda connection: list(connection.execute(order).scalars()))
        assert found == ["b/1/1", "a/1/1", "c/1/1"]
        await asyncio.to_thread(store.close)

    asyncio.run(queue())


def test_a_worker_plays_for_a_server_and_is_not_missed_when_it_is_killed(tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()
    with serving_process(tmp_path, "--database", url) as served, worker(url) as working:
        eventually(lambda: workers_of(url) >= 1)
        ann = served.client("Ann")
        table = new_table(ann, seats=SEATS)
        time.sleep(2)  # until the server knows of the worker
        for _ in range(4):
            eventually(lambda: act(ann, table))
        [(asked,)] = shared_cluster().execute(
            "SELECT last_value FROM procrastinate_jobs_id_seq", url.rpartition("/")[2]
        )
        assert asked >= 3, "the worker was asked for the moves of the bot"
        os.kill(working.pid, signal.SIGSTOP)  # it holds its jobs, and does nothing
        for _ in range(2):
            eventually(lambda: act(ann, table))
        os.kill(working.pid, signal.SIGKILL)
        play_to_the_end(ann, table)
        assert pending(url).get("failed", 0) == 0
        assert [line for line in served.log.splitlines() if " INFO " not in line] == []


def test_a_job_that_comes_too_late_changes_nothing(tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()
    with serving_process(tmp_path, "--database", url) as served:
        ann = served.client("Ann")
        table = new_table(ann, seats=SEATS)
        assert act(ann, table)
        length = "SELECT count(*) FROM actions"
        before = shared_cluster().execute(length, url.rpartition("/")[2])

        async def late() -> None:
            store = Store(url)
            bots = BotPool(Limits(workers=0))
            maker = MoveMaker(store, catalogue(), Limits(workers=0), bots)
            await maker.move(table, 2, 1, "random")
            await maker.move(table, 1, 1, "random")
            await maker.move("nowhere", 2, 1, "random")
            await asyncio.to_thread(bots.close)
            await asyncio.to_thread(store.close)

        eventually(lambda: shared_cluster().execute(length, url.rpartition("/")[2]) >= before)
        before = shared_cluster().execute(length, url.rpartition("/")[2])
        asyncio.run(late())
        assert shared_cluster().execute(length, url.rpartition("/")[2]) == before
