"""`partake admin` at the keyboard: beside a real server and without one."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from partake.cli.commands import admin
from partake.cli.main import main
from partake.table.administration import Administration
from served import new_table
from served_process import ServedProcess, serving_process


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "folder"


class Operator:
    """Types `partake admin` for one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._capsys = folder, capsys

    def __call__(self, *words: str, code: int = 0) -> str:
        """What is printed, or complained about."""
        assert main(["admin", *words, "--folder", str(self._folder)]) == code, self._capsys.readouterr()
        printed = self._capsys.readouterr()
        return printed.err if code else printed.out

    def data(self, *words: str) -> Any:
        """What is printed as JSON."""
        return json.loads(self(*words, "--json", "--yes"))


def furnish(server: ServedProcess) -> tuple[str, str]:
    """A person with a table."""
    ann = server.client("Ann")
    return ann.get("/api/me").json()["id"], new_table(ann, title="Friday")


def test_all_actions_with_and_without_a_server(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    operator = Operator(folder, capsys)
    with serving_process(folder) as server:
        person, table = furnish(server)
        go_through(operator, person, table)
        assert "person banned" in server.log
        assert person[:8] in server.log
        assert person not in server.log
        assert server.client().get(f"/api/tables/{table}").json()["table"]["status"] == "closed"
        _, table = furnish(server)
        server.stop()
    go_through(operator, person, table)


def go_through(operator: Operator, person: str, table: str) -> None:
    """Do everything that an operator can, in words and as data."""
    assert re.search(rf"^{person[:8]}  Ann +20\d\d-", operator("people"), re.MULTILINE)
    assert re.search(rf"^{table}  classic  playing .* 1 of 1 .* Friday$", operator("tables"), re.MULTILINE)
    assert operator.data("people", "--name", "an")["people"][-1]["id"] == person
    assert operator.data("tables", "--status", "waiting") == {"tables": []}
    assert operator("ban", person[:8], "--yes") == "Ann may change nothing here any more.\n"
    assert "banned since" in operator("people")
    assert operator.data("unban", person[:8])["banned"] is None
    assert operator("end-sessions", person, "-y").startswith("Ann is signed out everywhere")
    assert operator.data("remove", table, "1")["seat"] == 1
    assert operator("close", table, "--yes") == f"The table {table} is closed.\n"
    assert operator("check") == "The database is sound.\n"
    assert operator("clean-up", "--yes").startswith("Dropped: 0 guests who never played, 0 tables")


def test_a_change_asks_before(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = Operator(folder, capsys)
    with serving_process(folder) as server:
        person, _ = furnish(server)
        server.stop()
    assert "confirm it with --yes" in operator("ban", person, code=2)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    asked: list[str] = []

    def no(prompt: str) -> str:
        asked.append(prompt)
        return ""

    monkeypatch.setattr("builtins.input", no)
    assert operator("ban", person) == "Nothing was changed.\n"
    assert asked == [f"ban {person}: are you sure? [y/N] "]
    assert operator.data("people")["people"][0]["banned"] is None
    monkeypatch.setattr("builtins.input", lambda prompt: "y")
    assert operator("ban", person) == "Ann may change nothing here any more.\n"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["ban"], 2, "The action ban is written like this: partake admin ban PERSON"),
        (["remove", "x", "y"], 2, "'y' is not the number of a seat"),
        (["people"], 1, "There is no server's folder {folder}: name it with --folder"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    words: list[str], code: int, sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Operator(folder, capsys)(*words, code=code) == f"partake: {sentence.format(folder=folder)}\n"
    assert not folder.exists(), "looking makes nothing"


def test_a_damaged_database_is_told_with_exit_code_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:

    with serving_process(folder) as server:
        _, table = furnish(server)
        server.stop()
    with closing(sqlite3.connect(folder / "partake.sqlite")) as database, database:
        database.execute("DELETE FROM secrets")
    command = [sys.executable, "-m", "partake", "admin", "check", "--folder", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (1, f"the table {table} has no seed\n")


def test_the_command_knows_the_actions_of_the_server() -> None:
    assert tuple(admin.ARGUMENTS) == Administration.ACTIONS
