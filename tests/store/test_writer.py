"""Rows that are added at the same time are added together, in their order, and none spoils another's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, insert, select
from sqlalchemy.exc import IntegrityError

from databases import located
from partake.store import schema
from partake.store.database import open_database
from partake.store.writer import Job, Writer

pytestmark = pytest.mark.databases
PATIENCE = 30.0
PEOPLE, TOKENS = insert(schema.people), insert(schema.tokens)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(located(tmp_path / "games.sqlite"))
    yield engine
    engine.dispose()


def person(name: str) -> dict[str, Any]:
    return {"id": name, "nickname": name, "created": 0.0}


def token(name: str) -> dict[str, Any]:
    return {"hash": name, "person": name, "label": "bot", "created": 0.0}


def names(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return sorted(connection.execute(select(schema.people.c.id)).scalars())


def together(engine: Engine, jobs: list[Job]) -> list[object]:
    """What jobs give that wait until all of them are there, so that they share a transaction."""
    started, released = threading.Event(), threading.Event()

    def first(connection: Connection) -> None:
        started.set()
        assert released.wait(PATIENCE)

    async def submit() -> list[object]:
        writer = Writer(engine)
        holding = writer.submit(first)
        assert await asyncio.to_thread(started.wait, PATIENCE)
        futures = [writer.submit(job) for job in jobs]
        released.set()
        await holding
        results = await asyncio.gather(*futures, return_exceptions=True)
        writer.close()
        return results

    return asyncio.run(submit())


def adding(*names: str) -> Job:
    """A job that adds people; nothing of it happens if one of them is there already."""
    return lambda connection: connection.execute(PEOPLE, [person(name) for name in names]) and None


def test_jobs_that_wait_share_a_transaction(engine: Engine) -> None:
    commits: list[object] = []
    event.listen(engine, "commit", commits.append)
    jobs = [adding("ann"), adding("bob", "cleo"), lambda connection: "read", adding("dora")]
    assert together(engine, jobs) == [None, None, "read", None]
    apart = 1 if engine.dialect.name == "sqlite" else len(jobs)  # where several processes hold locks, each lets go soon
    assert len(commits) == 1 + apart, "one for the job that held them up"
    assert names(engine) == ["ann", "bob", "cleo", "dora"]


def test_a_job_that_fails_spoils_no_other(engine: Engine) -> None:
    jobs: list[Job] = [adding(name) for name in ("ann", "bob", "ann", "cleo")]
    results = together(engine, jobs)
    assert [isinstance(result, IntegrityError) for result in results] == [False, False, True, False]
    assert names(engine) == ["ann", "bob", "cleo"]


def test_a_job_that_nobody_waits_for_any_more_is_done_and_the_others_of_its_group_are_answered(engine: Engine) -> None:
    started, released = threading.Event(), threading.Event()

    def first(connection: Connection) -> None:
        started.set()
        assert released.wait(PATIENCE)

    async def submit() -> tuple[bool, object]:
        problems: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, problem: problems.append(problem))
        writer = Writer(engine)
        holding = writer.submit(first)
        assert await asyncio.to_thread(started.wait, PATIENCE)
        gone, other = writer.submit(adding("ann")), writer.submit(lambda connection: "done")
        gone.cancel()
        released.set()
        await holding
        found = await asyncio.wait_for(other, PATIENCE)
        await asyncio.to_thread(writer.close)
        assert problems == []
        return gone.cancelled(), found

    assert asyncio.run(submit()) == (True, "done")
    assert names(engine) == ["ann"]


def test_a_writer_that_is_closed_has_finished_what_was_waiting(engine: Engine) -> None:
    started, released = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        started.set()
        assert released.wait(PATIENCE)
        connection.execute(PEOPLE, person("ann"))

    async def submit() -> None:
        writer = Writer(engine)
        waiting = [writer.submit(slow), writer.submit(adding("bob"))]
        assert await asyncio.to_thread(started.wait, PATIENCE)
        closing = threading.Thread(target=writer.close)
        closing.start()
        closing.join(0.1)
        assert closing.is_alive()
        released.set()
        await asyncio.to_thread(closing.join, PATIENCE)
        assert names(engine) == ["ann", "bob"]
        await asyncio.gather(*waiting)

    asyncio.run(submit())
