"""Settings: one declaration, from which flags, variables, the file, the printed list and the document are derived."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from partake.cli.main import main
from partake.table.limits import Limits
from partake.web.app import create_app
from partake.web.settings import (
    SettingError,
    Settings,
    declared,
    default_text,
    flag,
    read_settings,
    settings_file,
    variable,
)
from served import act, events, new_table, serving

DOCUMENT = Path(__file__).parents[2] / "docs" / "server.md"
SAMPLES: dict[str, tuple[str, Any]] = {
    "host": ("::1", "::1"),
    "folder": ("games", Path("games")),
    "link": ("https://games.example.org/", "https://games.example.org"),
    "data": ("a.toml", ("a.toml",)),
    "calendar": (
        "https://games.example.org#a-token-of-some-length",
        "https://games.example.org#a-token-of-some-length",
    ),
    "metrics": ("127.0.0.1:9464", "127.0.0.1:9464"),
    "log": ("json", "json"),
    "database": ("postgresql://ann:secret@db/games", "postgresql://ann:secret@db/games"),
    "leaderboards": ("no", "no"),
    "access_log": ("yes", "yes"),
    "proxies": ("10.0.0.0/8,::1", "10.0.0.0/8,::1"),
}
"""A value for each setting that is no number: as it is written, and as it is read."""


def sample(name: str) -> tuple[str, Any]:
    """A value of a setting that is not its default."""
    if name in SAMPLES:
        return SAMPLES[name]
    [one] = [one for one in declared() if one.name == name]
    value = one.metadata["least"] + (7.5 if isinstance(one.default, float) else 7)
    return str(value), value


@pytest.mark.parametrize("name", [one.name for one in declared()])
def test_every_setting_can_be_given_by_flag_by_variable_and_in_the_file(name: str, tmp_path: Path) -> None:
    text, value = sample(name)
    config = tmp_path / "server.toml"
    quoted = f'"{text}"' if name in SAMPLES else text
    config.write_text(f"{name} = [{quoted}]" if name == "data" else f"{name} = {quoted}", encoding="utf-8")
    given = {
        flag(name): read_settings({name: [text] if name == "data" else text}, {}),
        variable(name): read_settings({}, {variable(name): text}),
        str(config): read_settings({"config": str(config)}, {}),
    }
    assert value != getattr(Settings(), name)
    for origin, chosen in given.items():
        assert chosen.settings == replace(Settings(), **{name: value})
        assert {one: where for one, where in chosen.origins.items() if where != "default"} == {name: origin}


def test_a_flag_goes_before_a_variable_and_a_variable_before_the_file(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text('streams = 3\nidle = 3\nlobby = 3\ndata = ["3.toml"]', encoding="utf-8")
    environment = {
        "PARTAKE_CONFIG": str(config), "PARTAKE_STREAMS": "4", "PARTAKE_IDLE": "4",
        "PARTAKE_DATA": os.pathsep.join(("4.toml", "5.toml")), "PARTAKE_LOBBY": "",
    }  # fmt: skip
    chosen = read_settings({"streams": "5", "data": ["6.toml"], "config": None}, environment).settings
    assert (chosen.streams, chosen.idle, chosen.lobby) == (5, 4, 3)
    assert chosen.data == ("3.toml", "4.toml", "5.toml", "6.toml"), "lists are joined"


WRONG = {
    "port 65536": "--port must be a whole number from 0 to 65535, not '65536'",
    "port x": "--port must be a whole number from 0 to 65535, not 'x'",
    "workers 1.5": "--workers must be a whole number from 0 to 64, not '1.5'",
    "idle nan": "--idle must be a number from 1 to 1000000000, not 'nan'",
    "idle 0.5": "--idle must be a number from 1 to 1000000000, not '0.5'",
    "link ftp://x": "--link must begin with http:// or https://",
    "metrics 9464": "--metrics must be an address and a port, like 127.0.0.1:9464, not '9464'",
    "log xml": "--log must be text or json, not 'xml'",
}


@pytest.mark.parametrize("given", WRONG)
def test_a_bad_value_is_refused_with_a_sentence_and_status_2(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, value = given.split()
    assert main(["serve", f"--{name}", value]) == 2
    assert capsys.readouterr().err == f"partake: {WRONG[given]}\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("streams = true", "streams in {path} must be a whole number from 1 to 1000000000, not True"),
        ("streams = 2.0", "streams in {path} must be a whole number from 1 to 1000000000, not 2.0"),
        ('streams = "many"', "streams in {path} must be a whole number from 1 to 1000000000, not 'many'"),
        ("host = 1", "host in {path} must be a text, not 1"),
        ("data = [1]", "data in {path} must be a list of files, not [1]"),
        ("prot = 1", "{path}: there is no setting 'prot'; 'partake serve --settings' prints all there are"),
        ("port 1", "{path} is not TOML: Expected '=' after a key in a key/value pair (at line 1, column 6)"),
        ("port = " + "9" * 5000, "{path} has a number that is too long, or lists that lie too deep"),
        ("data = " + "[" * 5000, "{path} has a number that is too long, or lists that lie too deep"),
        ("idle = 1" + "0" * 400, "idle in {path} must be a number from 1 to 1000000000, not 1" + "0" * 36 + "…"),
        ("port = 0x" + "f" * 5000, "port in {path} must be a whole number from 0 to 65535, not something so long"),
        ("host = [0x" + "f" * 5000 + "]", "host in {path} must be a text, not something so long"),
        ('folder = "a\\u0000b"', "folder in {path} must be a text without control characters, not 'a\\x00b'"),
        ('data = ["a\\nb"]', "data in {path} must be a list of files, not ['a\\nb']"),
        (None, "{path} cannot be read: no such file or directory"),
    ],
)
def test_a_bad_file_is_refused_with_a_sentence(text: str | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingError, match=f"^{re.escape(sentence.format(path=path))}$"):
        read_settings({"config": str(path)}, {})
    assert main(["serve", "--config", str(path)]) == 2


def test_an_application_without_settings_asks_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that another ASGI server can run it as it is."""
    monkeypatch.setenv("PARTAKE_LARGEST_BODY", "small")
    with pytest.raises(SettingError, match="PARTAKE_LARGEST_BODY must be a whole number"):
        create_app()


def test_the_printed_settings_are_a_file_that_gives_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARTAKE_IDLE", "31.5")
    asked = ["serve", "--settings", "--streams", "9", "--port", "8001", "-d", 'c:\\my "own".toml']
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "# this value: --streams\nstreams = 9\n" in printed
    assert "# this value: PARTAKE_IDLE\nidle = 31.5\n" in printed
    assert "# --lobby N, PARTAKE_LOBBY; default: 100\n# this value: default\nlobby = 100\n" in printed
    for one in declared():
        assert f"# {one.name}: {one.metadata['meaning']}\n" in printed
    (tmp_path / "server.toml").write_text(printed, encoding="utf-8")
    again = read_settings({"config": str(tmp_path / "server.toml")}, {}).settings
    assert (again.streams, again.port, again.idle, again.data) == (9, 8001, 31.5, ('c:\\my "own".toml',))
    assert replace(again, streams=50, port=None, idle=600.0, data=()) == Settings()
    assert "# port =\n" in "\n".join(settings_file(read_settings({}, {})))


def test_the_document_has_the_table_of_all_settings() -> None:
    rows = [
        f"| `{flag(one.name)}` | `{variable(one.name)}` | {default_text(one)} | {one.metadata['meaning']} |"
        for one in declared()
    ]
    table = "\n".join(["| flag | variable | default | meaning |", "|---|---|---|---|", *rows])
    assert table in DOCUMENT.read_text(encoding="utf-8"), table


def test_every_limit_is_kept_by_the_server(tmp_path: Path) -> None:
    """A server with small limits refuses, or leaves out, what is beyond each of them."""
    small: dict[str, Any] = {
        "seats": 2, "lobby": 1, "longest_clock": 20.0, "longest_pause": 2.0, "tokens": 1, "games": 1, "streams": 1,
        "largest_body": 2000, "events_kept": 0,
    }  # fmt: skip
    with serving(tmp_path, **small) as served:
        ann, bob, cleo = served.client("Ann"), served.client("Bob"), served.client("Cleo")
        open_table = {"unlimited": True, "listed": True, "seats": [{"kind": "host"}]}
        table = new_table(ann, bob, **open_table)
        refused = cleo.post(f"/api/tables/{table}/join", json={})
        assert (refused.status_code, refused.json()["error"]) == (409, "All seats are taken: you can watch")
        three = {"edition": "classic", "unlimited": True, "seats": [{"kind": "host"}, {}, {}]}
        assert ann.post("/api/tables", json=three).status_code == 422
        new_table(bob, **open_table)
        assert len(cleo.get("/api/tables").json()) == 1
        for wanted in ({"clock": 21}, {"pause": 3}):
            answer = ann.post("/api/tables", json={"edition": "classic", **wanted})
            assert re.search(r"(?i)the (clock|pause) must be \d to \d+ seconds", answer.json()["error"])
        assert [ann.post("/api/tokens", json={"label": "bot"}).status_code for _ in range(2)] == [201, 429]
        assert len(bob.get("/api/me/games").json()) == 1
        assert ann.patch("/api/me", json={"nickname": "x" * 2000}).status_code == 413
        alone = new_table(cleo)
        path = f"/api/tables/{alone}/events"
        with cleo.stream("GET", path) as stream:
            told = events(stream)  # kept, because a stream is closed with the generator that reads it
            last = next(told)[0]
            assert cleo.get(path).status_code == 429
        act(cleo, alone)
        with cleo.stream("GET", path, headers={"Last-Event-ID": last}) as stream:
            assert next(events(stream))[1] == "view", "what happened meanwhile is not kept"


def test_the_limits_of_the_tables_are_settings_of_the_server() -> None:
    assert isinstance(Settings(), Limits)
