"""A database that is locked, full, damaged or gone: a sentence for each request, one line in the log, no secret."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from partake.store import database
from partake.store.folder import DATABASE
from served import new_table, serving
from small_disk import small_disk

pytestmark = pytest.mark.sqlite_only("failures of the file of SQLite")
SECRETS = ("Ann", "SECRETKEY", "9-7-8@", "SELECT", "INSERT")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for a locked database."""
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "busy_timeout=20"))


@pytest.fixture
def told() -> Iterator[list[str]]:
    """What the log says, without reports, which must hold no value either."""
    found: list[str] = []

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            words = record.getMessage()
            assert not any(secret in words for secret in SECRETS), words
            if not words.startswith("report "):
                found.append(words)

    handler = Told()
    logging.getLogger("partake.store").addHandler(handler)
    yield found
    logging.getLogger("partake.store").removeHandler(handler)


def move(client: httpx.Client, table: str) -> httpx.Response:
    """Try the first thing that is allowed."""
    state = client.get(f"/api/tables/{table}").json()
    body = {"action": state["view"]["legal"][0], "expect": state["number"], "key": f"SECRETKEY{state['number']}"}
    return client.post(f"/api/tables/{table}/moves", json=body)


def check_refused(answer: httpx.Response) -> None:
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert "try again in a moment" in answer.json()["error"]


def test_a_locked_database_is_told_once_and_once_more_when_it_is_free(tmp_path: Path, told: list[str]) -> None:
    with serving(tmp_path) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
            for _ in range(2):
                other.execute("BEGIN EXCLUSIVE")
                for _ in range(3):
                    check_refused(move(ann, table))
                assert ann.get("/api/me/games").status_code == 200, "what is stored can be read"
                other.execute("ROLLBACK")
                assert move(ann, table).status_code == 200
    first, last = told[:2]
    assert first.startswith("writing fails: the database is locked by another program. ")
    assert last.startswith("writing works again: the database is locked by another program for ")
    assert last.endswith(", and 3 requests were refused")
    assert [words.split(":")[0] for words in told] == ["writing fails", "writing works again"] * 2


def test_a_damaged_page_is_told_once_and_costs_only_what_lies_there(tmp_path: Path, told: list[str]) -> None:
    with serving(tmp_path) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        for _ in range(5):
            assert move(ann, table).status_code == 200
    damage(tmp_path / DATABASE, "actions")
    with serving(tmp_path) as served, httpx.Client(base_url=served.link, cookies=ann.cookies) as again:
        for _ in range(3):
            check_refused(again.get(f"/api/tables/{table}"))
            assert again.get("/api/me").json()["nickname"] == "Ann"
    assert [words.partition(". ")[0] for words in told] == [
        "reading fails: the database is damaged: stop the server and restore a backup"
    ]


def damage(path: Path, table: str) -> None:
    """Overwrite the page at which the rows of a table begin."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT rootpage FROM sqlite_master WHERE tbl_name = ?"
        pages = [page for (page,) in connection.execute(query, (table,))]
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"\xa5" * size)


def test_a_database_that_was_moved_away_is_told_once(tmp_path: Path, told: list[str]) -> None:
    with serving(tmp_path) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        (tmp_path / DATABASE).rename(tmp_path / "elsewhere")
        for _ in range(3):
            assert move(ann, table).status_code == 503
        (tmp_path / "elsewhere").rename(tmp_path / DATABASE)
        assert move(ann, table).status_code == 200
    assert [words.split(":")[0] for words in told] == ["writing fails", "writing works again"]


def test_a_full_disk_is_told_once_and_everything_goes_on_when_there_is_room(tmp_path: Path, told: list[str]) -> None:
    with small_disk(tmp_path / "disk", kilobytes=2048) as disk, serving(disk.folder / "games") as served:
        ann = served.client("Ann")
        table = new_table(ann)
        assert move(ann, table).status_code == 200
        disk.fill()
        answers = list[httpx.Response]()
        while [answer.status_code for answer in answers[-3:]] != [503] * 3:  # there is some room in the log
            answers.append(ann.post("/api/guests", json={"nickname": "Ann"}))
            assert len(answers) < 5000
        check_refused(answers[-1])
        check_refused(move(ann, table))
        disk.empty()
        assert move(ann, table).status_code == 200
    assert [words.split(".")[0].split(" for ")[0] for words in told] == [
        "writing fails: the disk is full", "writing works again: the disk is full"
    ]  # fmt: skip
