"""Probes: `/health` says that the process answers, `/ready` that it can do its work, and why not."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from partake.web import health
from partake.web.api.problems import AT_THE_DOOR
from served import serving


def test_both_are_tiny_uncached_and_told_in_openapi(tmp_path: Path) -> None:
    with serving(tmp_path, pages=True) as served:
        client = served.client()
        for path in ("/health", "/ready"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
            assert answer.headers["cache-control"] == "no-store"
            assert "set-cookie" not in answer.headers
            assert client.head(path).status_code == 200
        described = client.get("/api/openapi.json").json()["paths"]
        for path in ("/health", "/ready"):
            assert set(described[path]["get"]["responses"]) == {"200", *map(str, AT_THE_DOOR)}


def test_they_are_not_counted_by_rate_limits(tmp_path: Path) -> None:
    with serving(tmp_path, guests_per_minute=1, tables_per_minute=1) as served:
        client = served.client("Ann")
        assert {client.get(path).status_code for path in ("/health", "/ready") * 20} == {200}


@pytest.mark.sqlite_only("the file of SQLite")
def test_a_database_that_another_program_keeps_locked_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.3)
    with serving(tmp_path) as served, closing(sqlite3.connect(tmp_path / "partake.sqlite")) as other:
        client = served.client()
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(8) as pool:
            refused = list(pool.map(lambda _: client.get("/ready"), range(8)))
        assert {answer.status_code for answer in refused} == {503}
        assert {answer.json()["error"] for answer in refused} == {"The database does not answer in time"}
        assert served.app.state.context.tables.store.queued <= 1, "all who ask share one question"
        assert client.get("/health").json() == {"status": "ok"}, "which touches nothing"
        other.rollback()
        monkeypatch.setattr(health, "PATIENCE", 60.0)
        assert client.get("/ready").status_code == 200


@pytest.mark.sqlite_only("the file of SQLite")
def test_a_database_that_is_gone_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        client = served.client()
        (tmp_path / "partake.sqlite").rename(tmp_path / "moved")
        answer = client.get("/ready")
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "2"
        told = "The database took nothing just now, so nothing has happened: try again in a moment"
        assert answer.json()["error"] == told, "what is open can still be read, but nothing can be written"
        assert client.get("/health").status_code == 200


def test_a_server_that_stops_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.app.state.context.probe.is_stopping = True
        answer = served.client().get("/ready")
        assert (answer.status_code, answer.json()) == (503, {"error": "The server is stopping"})
