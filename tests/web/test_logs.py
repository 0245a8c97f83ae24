"""The log: structured lines that say what happened and hold no secret of anybody."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from databases import is_postgresql, located, plain_engine
from page_line import page_line
from partake.rules.diagnostics import note, report
from partake.store import schema
from partake.web.log_lines import JsonFormatter, TextFormatter
from postgres import PASSWORD
from served import act, events, new_table
from served_process import ServedProcess, eventually, serving_process

NAME, TITLE, LABEL, MOVE = "Wilhelmina", "Geheimer Abend", "Roboterchen", "not-a-move-at-all"


def spend_an_evening(server: ServedProcess, folder: Path) -> list[str]:
    """Do everything that has a secret in it, well and badly; all these secrets."""
    ann, bob = server.client(NAME), server.client("Bartholomew")
    table = new_table(ann, bob, title=TITLE, listed=True)
    token = ann.post("/api/tokens", json={"label": LABEL}).json()["token"]
    robot = server.client(headers={"Authorization": f"Bearer {token}"})
    assert robot.get("/api/me").status_code == 200
    assert server.client(headers={"Authorization": "Bearer pt_wrongtoken"}).get("/api/me").status_code == 401
    carry = ann.post("/api/me/carry").json()["link"]
    path = "/" + carry.split("/", 3)[3]
    assert bob.get(path).status_code == 200
    assert bob.get(f"{path}?partner=schluesselchen").status_code == 200
    with ann.stream("GET", f"/api/tables/{table}/events?view=true") as stream:
        next(events(stream))
    with page_line(ann, table, last="schluesselchen") as line:
        assert line.event()[1] == "view"
        assert line.ask(action=MOVE)["status"] == 422
    placement = ann.get(f"/api/tables/{table}").json()["view"]["legal"][0]
    assert act(ann, table)
    assert ann.post(f"/api/tables/{table}/moves", json={"action": MOVE}).status_code == 422
    assert ann.get("/tables/keinTisch?friend=Friederike").status_code == 404
    assert ann.post("/api/tables", content=b"{nope}").status_code == 422
    database = plain_engine(located(folder / "partake.sqlite"))
    with database.connect() as connection:
        seeds = [seed.hex() for seed in connection.execute(select(schema.secrets.c.seed)).scalars()]
        keys = list(connection.execute(select(schema.server_secrets.c.value)).scalars())
    database.dispose()
    passwords = [PASSWORD] if is_postgresql() else []
    return [
        NAME, "Bartholomew", TITLE, LABEL, token, "pt_wrongtoken", ann.cookies["partake"], bob.cookies["partake"],
        path, path.rpartition("/")[2], "schluesselchen", MOVE, "keinTisch", "Friederike", *seeds,
        *(keys or [(folder / "secret.key").read_text()]), *passwords, placement, placement.partition("@")[0],
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_secret_is_in_the_log_of_an_evening(form: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    with serving_process(folder, "--log", form, "--access-log", "yes") as server:
        secrets = spend_an_evening(server, folder)
        eventually(lambda: server.log.count("/api/tables/{table}/events") == 1)
        eventually(lambda: "route=socket " in server.log or '"route": "socket"' in server.log)
        server.stop()
        log = server.log
    for secret in secrets:
        assert secret not in log
    assert "/carry/{token}" in log, "requests are logged by their route's template"
    for happened in ("database created", "server started", "server stops", "server stopped"):
        assert happened in log or (is_postgresql() and happened == "database created")
    if form == "json":
        lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines()]
        assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
        moves = [line for line in lines if line.get("route") == "/api/tables/{table}/moves"]
        assert [(line["method"], line["status"]) for line in moves] == [("POST", 200), ("POST", 422)]
        assert all(isinstance(line["ms"], float) for line in moves)


def test_requests_are_not_logged_unless_that_is_wanted(tmp_path: Path) -> None:
    with serving_process(tmp_path / "folder") as server:
        server.client("Ann").get("/")
        server.stop()
        said = [line.split(": ")[1].split()[1] for line in server.log.splitlines()]
        assert said == [*([] if is_postgresql() else ["created"]), "started", "stops", "stopped"]


def record_of(log: Any, form: type[logging.Formatter], caplog: pytest.LogCaptureFixture) -> str:
    with caplog.at_level(logging.INFO):
        log()
    return form().format(caplog.records[-1])


def failure() -> Exception:
    """An exception that has a secret in it."""
    try:
        raise ValueError("seed 4711")
    except ValueError as problem:
        return problem


def test_a_mistake_is_a_report_with_its_reference_as_a_field(caplog: pytest.LogCaptureFixture) -> None:
    ours = logging.getLogger("partake.web")
    found = json.loads(record_of(lambda: report(ours, failure()), JsonFormatter, caplog))
    assert found["reference"] in found["message"]
    assert "ValueError" in found["message"]
    assert "4711" not in str(found)


def test_what_libraries_log_is_written_without_its_values(caplog: pytest.LogCaptureFixture) -> None:
    theirs = logging.getLogger("asyncio")
    lost = "Task exception was never retrieved\nfuture: <Task exception=ValueError('seed 4711')>"
    found = record_of(lambda: theirs.error(lost, exc_info=failure()), TextFormatter, caplog)
    assert "Task exception was never retrieved" in found
    assert "ValueError" in found
    assert "4711" not in found
    assert "4711" not in record_of(lambda: theirs.error("lost %s", "seed 4711"), TextFormatter, caplog)
    assert "lost 3 of them" in record_of(lambda: theirs.error("lost %d of them", 3), TextFormatter, caplog)


def test_a_field_cannot_begin_a_line_of_its_own(caplog: pytest.LogCaptureFixture) -> None:
    ours = logging.getLogger("partake.web")
    found = record_of(lambda: note(ours, "table closed", table="a b\nc"), TextFormatter, caplog)
    assert found.endswith(' INFO partake.web: table closed table="a b\\nc"')
