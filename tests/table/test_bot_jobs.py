"""Bots' moves as jobs: a server asks, a worker on the same PostgreSQL thinks, and who dies is not missed for long."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from procrastinate.schema import SchemaManager
from sqlalchemy import text

from partake.rules.catalogue import catalogue
from partake.store.jobs import MOVES, Job, JobQueue
from partake.store.migrations.versions.v0016_jobs import SCHEMA
from partake.store.store import Store
from partake.table.bot_jobs import JobThinker, MoveMaker
from partake.table.bot_pool import BotPool
from partake.table.limits import Limits
from partake.table.model import SeatRequest, TableRequest
from postgres import Cluster, needs_postgres, shared_cluster
from served import act, new_table
from served_process import COMMAND, PATIENCE, eventually, partake, serving_process
from table_service import Evening
from two_processes import until, with_two

pytestmark = needs_postgres
SEATS = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
"""A person against a bot."""


def name_of(url: str) -> str:
    """The name of a database."""
    return url.rpartition("/")[2]


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
    rows = shared_cluster().execute("SELECT status::text, count(*) FROM procrastinate_jobs GROUP BY 1", name_of(url))
    return dict(rows)


def workers_of(url: str) -> int:
    rows = shared_cluster().execute("SELECT count(*) FROM procrastinate_workers", name_of(url))
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
        [(asked,)] = shared_cluster().execute("SELECT last_value FROM procrastinate_jobs_id_seq", name_of(url))
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
        before = shared_cluster().execute(length, name_of(url))

        async def late() -> None:
            store = Store(url)
            bots = BotPool(Limits(workers=0))
            maker = MoveMaker(store, catalogue(), Limits(workers=0), bots)
            await maker.move(table, 2, 1, "random")
            await maker.move(table, 1, 1, "random")
            await maker.move("nowhere", 2, 1, "random")
            await asyncio.to_thread(bots.close)
            await asyncio.to_thread(store.close)

        eventually(lambda: shared_cluster().execute(length, name_of(url)) >= before)
        before = shared_cluster().execute(length, name_of(url))
        asyncio.run(late())
        assert shared_cluster().execute(length, name_of(url)) == before


def test_the_kept_schema_is_that_of_the_installed_procrastinate() -> None:
    """When this fails, a new revision runs what was added to its sql/migrations; the copy stays (`v0016_jobs`)."""
    assert SCHEMA.read_text(encoding="utf-8") == SchemaManager.get_schema()


def review_of(client: httpx.Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{table}/review").json()
    return found


@pytest.mark.slow
def test_games_and_reviews_go_on_while_workers_and_servers_are_killed(tmp_path: Path) -> None:
    """Two processes, their worker and another one: people play bots while one after the other is killed."""
    url = shared_cluster().fresh_database()
    flags = ("--database", url, "--processes", "2", "--workers", "1", "--review-seconds", "1")
    with serving_process(tmp_path, *flags) as served, worker(url) as other:
        eventually(lambda: served.log.count("started version") >= 3)
        players = [served.client(f"Player {number}") for number in range(4)]
        tables = [new_table(player, seats=SEATS) for player in players]
        pids = [int(pid) for pid in re.findall(r"(?:server|worker) started .*pid=(\d+)", served.log)]
        victims = [*pids[:1], other.pid, *pids[1:]]
        for round_ in range(19):
            for player, table in zip(players, tables, strict=True):
                eventually(lambda player=player, table=table: survived(player, table))  # type: ignore[misc]
            if round_ % 4 == 3 and victims:
                os.kill(victims.pop(), signal.SIGKILL)
        for player, table in zip(players, tables, strict=True):  # an answer that was lost may have counted
            eventually(lambda player=player, table=table: survived(player, table) and is_over(player, table))  # type: ignore[misc]
        asked = players[0].post(f"/api/tables/{tables[0]}/review")
        assert asked.status_code == 202, asked.text
        for player in (players[0], *(served.client() for _ in range(4))):  # whichever process each of them comes to
            eventually(lambda player=player: review_of(player, tables[0])["state"] == "done")  # type: ignore[misc]


def survived(client: httpx.Client, table: str) -> bool:
    """Act once if the game is not over, whatever becomes of the process that is asked."""
    try:
        return act(client, table) or is_over(client, table)
    except (httpx.TransportError, AssertionError):
        return False


def is_over(client: httpx.Client, table: str) -> bool:
    try:
        state = client.get(f"/api/tables/{table}").json()
        return not state["view"]["to_act"] and bool(state["table"]["status"] == "over")
    except (httpx.TransportError, KeyError):
        return False


def test_a_review_is_made_by_a_worker_and_read_at_every_server(tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()
    flags = ("--database", url, "--review-seconds", "0.1")
    with (
        serving_process(tmp_path / "one", *flags) as one,
        serving_process(tmp_path / "two", *flags) as two,
        worker(url, "--review-seconds", "0.1"),
    ):
        ann = one.client("Ann")
        table = new_table(ann)
        while act(ann, table):
            pass
        elsewhere = two.client(cookies=ann.cookies)
        eventually(lambda: is_over(ann, table) and is_over(elsewhere, table))
        assert review_of(elsewhere, table)["state"] == "none"
        assert ann.post(f"/api/tables/{table}/review").status_code == 202
        end = time.monotonic() + 10 * PATIENCE  # kernels may have to be compiled
        while review_of(ann, table)["state"] != "done" and time.monotonic() < end:
            time.sleep(0.1)
        found = review_of(ann, table)
        assert found["state"] == "done", found
        assert review_of(elsewhere, table) == found, "the other server has it without being asked"
        assert [player["name"] for player in found["result"]["games"][0]["players"]] == ["Ann"]
        [(kept,)] = shared_cluster().execute("SELECT count(*) FROM reviews WHERE found IS NOT NULL", name_of(url))
        assert kept == 1
        [(asked,)] = shared_cluster().execute("SELECT is_called FROM procrastinate_jobs_id_seq", name_of(url))
        assert asked, "it was a job"


def test_a_table_that_is_loaded_again_while_its_jobs_are_looked_at_keeps_the_new_ones(tmp_path: Path) -> None:
    """What was asked for by the table that was dropped has the same key as what the new one asks for."""
    workers = "LOCK TABLE procrastinate_workers IN ACCESS EXCLUSIVE MODE"

    async def course(one: Evening, _other: Evening) -> None:
        runner = one.tables.runner
        thinker = runner.thinker = JobThinker(runner, JobQueue(one.store))
        thinker.workers = 1
        (ann,) = await one.guests("Ann")
        seats = (SeatRequest("host"), SeatRequest("bot", "random"))
        table = (await one.tables.create(ann, TableRequest(edition="classic", seats=seats))).id
        await one.tables.info(table)
        before = runner.in_memory(table)
        assert before is not None
        await until(lambda: any(asked.is_queued for asked in thinker._pending.values()))
        with one.store._engine.connect() as holding, holding.begin():
            holding.execute(text(workers))
            looking = asyncio.create_task(thinker._check())
            await asyncio.sleep(0.2)  # until it waits for that
            runner.drop(before)
            await one.tables.info(table)
        await looking
        after = runner.in_memory(table)
        assert after is not None
        assert after.thinking == {2}
        thinker.look(after)

    with_two(tmp_path, course)


def test_a_worker_hears_of_jobs_again_when_the_database_is_back() -> None:
    """Or each move of a bot would take the seconds until it looks for jobs by itself."""
    cluster = Cluster()
    heard = "SELECT query FROM pg_stat_activity WHERE application_name = 'partake worker' AND query LIKE 'LISTEN%'"
    try:
        with worker(cluster.fresh_database()):
            eventually(lambda: len(cluster.execute(heard)) == 2)
            cluster.kill()
            cluster.start()
            eventually(lambda: len(cluster.execute(heard)) == 2)
    finally:
        cluster.close()
