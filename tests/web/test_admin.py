"""The operator's route: does what is signed with the folder's key, and is not there for anybody else."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from databases import database_settings, is_postgresql
from partake.rules.errors import PartakeError
from partake.store.folder import FolderLock
from partake.web.administrator import perform
from partake.web.api.admin import LIFETIME, PATH, SignedRequests
from partake.web.settings import Settings
from served import Served, act, events, new_table, serving
from served_process import serving_process

pytestmark = pytest.mark.databases


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "folder"


def signed(served: Served, action: str, **arguments: Any) -> bytes:
    """A request as the operator signs it."""
    requests: SignedRequests = served.app.state.signed_requests
    return requests.sign(action, arguments)


def ask(served: Served, action: str, **arguments: Any) -> httpx.Response:
    """What the server answers to the operator."""
    return served.client().post(PATH, content=signed(served, action, **arguments))


def test_to_everybody_else_there_is_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(folder, pages=True) as served:
        ann = served.client("Ann")
        nowhere = ann.get("/api/there-is-no-such-thing")
        good = signed(served, "people")
        forged = SignedRequests(b"another key").sign("people", {})
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            for body in (b"", b"{}", b"\xff", forged, good[:-1]) + ((good,) if method != "POST" else ()):
                answer = ann.request(method, PATH, content=body)
                assert (answer.status_code, answer.text) == (404, nowhere.text)
        assert PATH not in ann.get("/api/openapi.json").json()["paths"]
        assert ann.post(PATH, content=good).status_code == 200
        then = time.time() + LIFETIME + 2
        monkeypatch.setattr(time, "time", lambda: then)
        assert ann.post(PATH, content=good).status_code == 404, "a request that was overheard is of no use later"


def test_people_and_tables_are_listed(folder: Path) -> None:
    with serving(folder) as served:
        ann, bob = served.client("Ann"), served.client("Bob_%")
        table = new_table(ann, bob, title="Friday")
        ann.post("/api/tokens", json={"label": "bot"})
        assert act(ann, table)
        people = ask(served, "people").json()["people"]
        assert [(one["nickname"], one["seats"], one["tokens"], one["banned"]) for one in people] == [
            ("Bob_%", 1, 0, None), ("Ann", 1, 1, None),
        ]  # fmt: skip
        assert [one["nickname"] for one in ask(served, "people", name="b_%").json()["people"]] == ["Bob_%"]
        assert ask(served, "people", name="_n").json()["people"] == [], "signs of SQL are letters like others"
        assert len(ask(served, "people", limit=1).json()["people"]) == 1
        (found,) = ask(served, "tables", status="playing").json()["tables"]
        assert (found["id"], found["title"], found["seats"], found["people"]) == (table, "Friday", 2, 2)
        assert found["in_memory"]
        assert found["moves"] >= 2
        assert ask(served, "tables", status="over").json() == {"tables": []}


def test_a_banned_person_loses_their_stream_and_comes_back_when_the_ban_is_lifted(folder: Path) -> None:
    with serving(folder) as served:
        ann = served.client("Ann")
        table, person = new_table(ann), ann.get("/api/me").json()["id"]
        with ann.stream("GET", f"/api/tables/{table}/events") as stream:
            told = events(stream)
            next(told)
            answer = ask(served, "ban", person=person[:8])
            assert answer.json()["nickname"] == "Ann"
            assert list(told) == [], "the stream ends"
        assert served.app.state.context.people.known(person).banned
        assert ask(served, "unban", person=person[:8]).json()["banned"] is None
        assert act(ann, table)


def test_ended_sessions_take_the_tokens_along(folder: Path) -> None:
    with serving(folder) as served:
        ann = served.client("Ann")
        token = ann.post("/api/tokens", json={"label": "bot"}).json()["token"]
        robot = served.client()
        robot.headers["Authorization"] = f"Bearer {token}"
        person = robot.get("/api/me").json()["id"]
        assert ask(served, "end-sessions", person=person).status_code == 200
        assert robot.get("/api/me").status_code == 401


def test_a_table_is_closed_and_a_seat_is_cleared_whoever_is_the_host(folder: Path) -> None:
    with serving(folder) as served:
        ann, bob = served.client("Ann"), served.client("Bob")
        table = new_table(ann, bob)
        assert ask(served, "remove", table=table, seat=1).json()["status"] == "playing"
        assert ann.get(f"/api/tables/{table}").json()["table"]["seats"][0]["bot"]
        refused = ask(served, "remove", table=table, seat=7)
        assert (refused.status_code, refused.json()["error"]) == (409, "There is no seat 7 at this table")
        assert ask(served, "close", table=table).json() == {"table": table, "status": "closed"}
        assert bob.get(f"/api/tables/{table}").json()["table"]["status"] == "closed"
        assert ask(served, "close", table="none").status_code == 404


def test_who_is_not_named_clearly_is_nobody(folder: Path) -> None:
    with serving(folder) as served:
        served.client("Ann")
        for named, sentence in (("abc", "Name a person by at least 4"), ("zzzz", "There is nobody"), ("%%%%", "There")):
            answer = ask(served, "ban", person=named)
            assert answer.json()["error"].startswith(sentence)
        assert ask(served, "fly").json()["error"].startswith("There is no action 'fly'")


def test_the_database_is_checked_and_cleaned_up_while_games_go_on(folder: Path) -> None:
    with serving(folder) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        assert ask(served, "check").json() == {"complaints": []}
        assert ask(served, "clean-up").json() == {"guests": 0, "tables": 0, "links": 0, "evenings": 0}
        assert act(ann, table)


def test_an_action_without_a_server_opens_the_store_and_with_one_asks_it(folder: Path) -> None:
    settings = Settings(folder=folder, **database_settings(folder))
    with serving_process(folder, "--link", "https://games.example.org") as served:
        served.client("Ann")
        assert [one["nickname"] for one in perform(settings, "people", {})["people"]] == ["Ann"]
        with pytest.raises(PartakeError, match="There is no such table"):
            perform(settings, "close", {"table": "none"})
        if not is_postgresql():
            (folder / "secret.key").write_text("another key, and one that is long enough to be a key")
            with pytest.raises(PartakeError, match="does not know the key in this folder"):
                perform(settings, "people", {})
        served.stop()
    assert [one["nickname"] for one in perform(settings, "people", {})["people"]] == ["Ann"]
    with pytest.raises(PartakeError, match="there is no such table"):
        perform(settings, "close", {"table": "none"})
    with FolderLock(folder) as lock:
        if is_postgresql():
            assert perform(settings, "people", {}), "which others may use too"
        else:
            with pytest.raises(PartakeError, match="is in use by a server"):
                perform(settings, "people", {})
        lock.tell(address=served.link)
        with pytest.raises(PartakeError, match="does not answer"):
            perform(settings, "people", {})
